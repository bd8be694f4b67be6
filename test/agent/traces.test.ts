import { describe, expect, it } from "vitest";
import { ScriptedModel } from "../helpers/scripted-model.ts";
import { answer, observations, retrieve } from "./corpus.ts";

const AGENCY = {
  "contact.md": "# Contact\n\nOpening hours: Mon-Fri 9-18, Sat by appointment.\n",
  "legal.md": "# Legal notice\n\nPhone +49 911 97554990, email office@agency.example.\nAddress: Bahnhofstraße 2, 90402 Nürnberg.\n",
};

const FILING = {
  "10-K.md": [
    "# Income statement\n\nNet revenue was 23,601 million in 2022 and 16,434 million in 2021.\n\n",
    "# Cash flows\n\nDepreciation and amortization was 4,174 million in 2022.\n\n",
    "# Properties\n\nThe company leases offices in many places.\n",
  ].join(""),
};

describe("search, read, calculate, finish, over a filing, with tool calls", () => {
  const script = () =>
    new ScriptedModel(
      { text: "I need both figures.", calls: [{ tool: "search_index", input: { query: "depreciation amortization 2022" } }] },
      { calls: [{ tool: "search_index", input: { query: "net revenue 2022" } }] },
      { calls: [{ tool: "read_chunks", input: { chunk_ids: ["1", "2"] } }] },
      { calls: [{ tool: "calculate", input: { expression: "4,174 / 23,601 * 100" } }] },
      { calls: [{ tool: "finish", input: { evidence: ["1", "2"], confidence: "high" } }] },
    );
  const question = "What is the D&A margin of 2022?";

  it("gives the chosen passages, with confidence and what was searched", async () => {
    const model = script();
    const { retrieval, types, events } = await retrieve({ files: FILING, question, model, options: { protocol: "native" } });
    expect(retrieval.evidence.map(({ path, score }) => [path[0], score])).toEqual([
      ["Cash flows", 1],
      ["Income statement", 0.5],
    ]);
    expect(retrieval.confidence).toBe(0.9);
    expect(retrieval.searched).toEqual(["depreciation", "amortization", "2022", "net", "revenue"]);
    expect(types).toEqual([
      "agent:starting",
      ...["agent:iteration", "agent:thought", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:action", "agent:observation"],
      "agent:done",
    ]);
    expect(observations(events)[3]).toMatchObject({ tool: "calculate", ok: true, output: "≈ 17.6856912842676 (rounded)" });
    expect(events.at(-1)).toEqual({ type: "agent:done", end: "finished", iterations: 5, calls: 5 });
  });

  it("sends a history in which every call has its reply, right behind it", async () => {
    const model = script();
    await retrieve({ files: FILING, question, model, options: { protocol: "native" } });
    expect(model.requests).toHaveLength(5);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(["system", "user", ...Array(4).fill(["assistant", "tool"]).flat()]);
    for (const [i, message] of last.entries()) {
      if (message.role === "assistant") expect(last[i + 1]?.callId).toBe(message.calls?.[0]?.id);
    }
    expect(model.requests[0]?.options.tools?.map(({ name }) => name)).toEqual([
      "search_index",
      "read_chunks",
      "list_sections",
      "calculate",
      "finish",
    ]);
  });

  it("gives a trace that is JSON", async () => {
    const { events } = await retrieve({ files: FILING, question, model: script() });
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });
});

it("an answer may state what was calculated; a number from nowhere is named, and the answer is not grounded", async () => {
  const ask = async (final: string) => {
    const search = { tool: "search_index", input: { query: "depreciation amortization net revenue 2022" } };
    const model = new ScriptedModel({ calls: [search, { tool: "calculate", input: { expression: "4174 / 23601" } }] }, final);
    return (await answer({ files: FILING, question: "What is the D&A margin of 2022?", model })).answer;
  };
  const good = await ask("The margin was 17.7%: 4,174 million of 23,601 million [1][2].");
  expect(good).toMatchObject({ text: "The margin was 17.7%: 4,174 million of 23,601 million [1][2].", grounded: true });
  const bad = await ask("The margin was 19.7% [1][2].");
  expect(bad).toMatchObject({ grounded: false, confidence: 0.3, counts: { strayNumbers: 1 } });
  expect(bad.text).toBe("The margin was 19.7% [1][2].\n\n(Not in the passages cited: 19.7.)");
});

describe("three steps of THOUGHT, ACTION and OBSERVATION, as text", () => {
  const script = () =>
    new ScriptedModel(
      'THOUGHT: The user asks for opening hours AND contact details.\nI will search for opening hours first.\nACTION: search_index("opening hours")',
      'THOUGHT: I found opening hours. For contact details I will search again.\nACTION: search_index("phone email address")',
      "THOUGHT: I now have all information.\nFINAL ANSWER: It is open Monday to Friday 9-18, Saturday by appointment [1].\n\nContact:\n- Phone: +49 911 97554990\n- Address: Bahnhofstraße 2 [2]",
    );
  const question = "When is the agency open and how can I reach them?";

  it("ends with an answer whose citations are the passages read", async () => {
    const model = script();
    const { answer: given, types } = await answer({ files: AGENCY, question, model, options: { protocol: "text" } });
    expect(given.text).toBe(
      "It is open Monday to Friday 9-18, Saturday by appointment [1].\n\nContact:\n- Phone: +49 911 97554990\n- Address: Bahnhofstraße 2 [2]",
    );
    expect(given.citations.map(({ number, source }) => [number, source])).toEqual([
      [1, "contact.md"],
      [2, "legal.md"],
    ]);
    expect(given).toMatchObject({ abstained: false, grounded: true, confidence: 0.6, counts: { steps: 3, calls: 2 } });
    expect(types).toEqual([
      "agent:starting",
      ...["agent:iteration", "agent:thought", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:thought", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:thought", "agent:final-answer"],
      "agent:done",
    ]);
    expect(model.requests.every(({ options }) => options.tools === undefined)).toBe(true);
  });

  it("streams each part as it comes", async () => {
    const { events } = await answer({ files: AGENCY, question, model: script(), options: { protocol: "text" } });
    const streamed = (type: string) =>
      events
        .filter((event) => event.type === type)
        .map(({ delta }) => delta)
        .join("");
    expect(streamed("agent:thought-delta")).toContain("The user asks for opening hours AND contact details.\nI will search");
    expect(streamed("agent:action-delta")).toContain('search_index("opening hours")');
    expect(streamed("agent:final-answer-delta")).toContain("It is open Monday to Friday 9-18");
    expect(streamed("agent:final-answer-delta")).not.toContain("FINAL");
    expect(streamed("agent:observation-delta")).toContain("Opening hours: Mon-Fri");
  });

  it("shows the model each observation between marks, and its own messages", async () => {
    const model = script();
    await answer({ files: AGENCY, question, model, options: { protocol: "text" } });
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
    expect(last[3]?.content).toMatch(
      /^OBSERVATION: 1 passage:\n<<data ([0-9a-f]{16})>>\n\[1\] contact\.md › Contact\n[\s\S]*\n<<end \1>>$/,
    );
  });
});
