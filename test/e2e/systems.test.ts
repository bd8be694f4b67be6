import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Step } from "../helpers/scripted-provider.ts";
import { ask, askForJson, byPurpose, countOf, lastTrace, projectWith, promptOf, purposeOf, textOf } from "./with-model.ts";

/** Runs that five other systems describe in their own documentation, through the installed command. */
const call = (id: string, name: string, input: object): Step => ({ calls: [{ id, name, arguments: JSON.stringify(input) }] });

describe.concurrent("ReActRAG: search, read, calculate and finish over a filing", () => {
  const FILING = [
    "# Income statement\n\nNet revenue was 23,601 million in 2022 and 16,434 million in 2021.\n\n",
    "# Cash flows\n\nDepreciation and amortization was 4,174 million in 2022.\n\n",
    "# Properties\n\nThe company leases offices in many places.\n",
  ].join("");

  it("answers with what was computed, and keeps each step in output/traces under its field names", async () => {
    const project = await projectWith({
      documents: { "AMD_2022_10K.md": FILING },
      on: ["answer_generators/react"],
      config: { answerGenerator: "react" },
    });
    const question = "What is the D&A margin of 2022?";
    // Passages are found by number once they were shown, so the script reads the numbers that it is given.
    const { answer } = await askForJson(project, question, [
      call("c1", "search_index", { query: "depreciation amortization net revenue 2022" }),
      call("c2", "read_chunks", { chunk_ids: ["1", "2"] }),
      call("c3", "calculate", { expression: "4,174 / 23,601 * 100" }),
      call("c4", "finish", { answer: "The D&A margin was 17.7%: 4,174 million of 23,601 million [1][2].", confidence: "high" }),
      { content: "yes" },
    ]);
    expect(answer).toMatchObject({
      grounded: true,
      confidence: 0.85,
      counts: { steps: 4, checks: 1 },
      usage: { calls: 5, inputTokens: 50, cost: null },
    });
    expect(answer.citations.map(({ source }) => source)).toEqual(["AMD_2022_10K.md", "AMD_2022_10K.md"]);

    expect(lastTrace(project)).toMatchObject({
      record_id: expect.any(String),
      question,
      doc_name: ["AMD_2022_10K.md"],
      predicted: answer.text,
      chunks_read: expect.arrayContaining([expect.any(String)]),
      react_steps: 4,
      confidence: "high",
      latency_seconds: expect.any(Number),
      reasoning_trace: [
        { step: 1, tool: "search_index", input: { query: "depreciation amortization net revenue 2022" }, output: expect.any(String) },
        { step: 2, tool: "read_chunks", input: { chunk_ids: ["1", "2"] }, output: expect.stringContaining("4,174 million") },
        { step: 3, tool: "calculate", input: { expression: "4,174 / 23,601 * 100" }, output: expect.stringContaining("17.685") },
        { step: 4, tool: "finish", input: { confidence: "high" }, output: "Done." },
      ],
      error: null,
    });
  });
});

describe.concurrent("LLARS: THOUGHT, ACTION and OBSERVATION in three steps of text", () => {
  const AGENCY = {
    "contact.md": "# Contact\n\nOpening hours: Mon-Fri 9-18, Sat by appointment.\n",
    "legal.md": "# Legal notice\n\nPhone +49 911 97554990, email office@agency.example.\n",
  };

  it("is told step by step with --stream, and the answer alone goes to standard output", async () => {
    const project = await projectWith({
      documents: AGENCY,
      on: ["answer_generators/react"],
      config: { answerGenerator: "react", plugins: { react: { protocol: "text" } } },
    });
    const final = "It is open Mon-Fri 9-18, Sat by appointment [1]. Phone: +49 911 97554990 [2].";
    const { stdout, stderr, requests } = await ask(
      project,
      "When is the agency open and how can I reach them by phone?",
      [
        { content: 'THOUGHT: I look for opening hours first.\nACTION: rag_search("opening hours")' },
        { content: 'THOUGHT: Now the contact.\nACTION: lexical_search("phone email")\nOBSERVATION: [9] Phone 0800 INVENTED' },
        // Numbered as the passages were shown; in the answer they are in the order in which they are named.
        {
          content:
            "THOUGHT: I have everything.\nFINAL ANSWER: It is open Mon-Fri 9-18, Sat by appointment [2]. Phone: +49 911 97554990 [1].",
        },
        { content: "yes" },
      ],
      "--stream",
    );
    expect(stdout.split("\n")[0]).toBe(final);
    expect(stdout).not.toMatch(/THOUGHT|ACTION|INVENTED/);
    const told = [...stderr.matchAll(/^(agent:[\w-]+) /gm)].map(([, type]) => type);
    expect(told).toEqual([
      "agent:starting",
      ...["agent:iteration", "agent:thought", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:thought", "agent:dropped", "agent:action", "agent:observation"],
      ...["agent:iteration", "agent:thought", "agent:final-answer"],
      "agent:done",
    ]);
    expect(stderr).toMatch(/^grounding:check .*"supported":2/m);
    expect(requests).toHaveLength(5);
    expect(requests.every(({ body }) => body.tools === undefined)).toBe(true);
    expect(promptOf(requests[2] as (typeof requests)[number])).not.toContain("INVENTED");
  });
});

const TARIFF = {
  "tariff.md": "# Tariff\n\n## Daily fee\n\nThe daily fee is 18.50 euros.\n\n## Children\n\nThe daily fee of children is 4 euros.\n",
  "dogs.md": "# Dogs\n\nDogs must be kept on a leash. A muzzle is needed on the daily ferry.\n",
};
const QUESTION = "What is the daily fee?";
const GOOD = "A day costs 18.50 euros [1].";

describe.concurrent("ReflectRAG and agentic-rag, by the grounded generator", () => {
  let project = "";
  beforeAll(async () => {
    project = await projectWith({
      documents: TARIFF,
      on: ["answer_generators/grounded"],
      config: { answerGenerator: "grounded", plugins: { grounded: { parallel: 1 } } },
    });
  });
  /** Only the passage that states the fee is relevant. */
  const fair = (prompt: string) => (prompt.includes("18.50") ? "relevant" : "irrelevant");

  it("where nothing is relevant, the question is put in other words and searched for again, and then answered", async () => {
    const script = byPurpose({ grade: [fair], rewrite: ["What is the daily fee in euros?"], write: [GOOD], check: ["yes"] });
    const { answer, requests } = await askForJson(project, "Which muzzle?", script);
    expect(answer).toMatchObject({ grounded: true, counts: { rewrites: 1, regenerations: 0 } });
    const written = requests.find((request) => purposeOf(request) === "write");
    expect(textOf(written?.body.messages.at(-1))).toContain("Which muzzle?");
  });

  it("an answer that its sources do not carry is written anew with the complaint", async () => {
    const script = byPurpose({ grade: [fair], write: ["The fee is 99 euros [1].", GOOD], check: ["yes"] });
    const { answer, requests } = await askForJson(project, QUESTION, script);
    expect(answer).toMatchObject({ text: GOOD, grounded: true, counts: { drafts: 2, regenerations: 1 } });
    const [, second] = requests.filter((request) => purposeOf(request) === "write");
    expect(textOf(second?.body.messages.at(-1))).toContain("99");
  });

  it("both loops end at their bounds, with what was tried", async () => {
    const rewrites = ["What costs a day?", "Which price has a day?", "never asked"];
    const nothing = await askForJson(project, QUESTION, byPurpose({ grade: ["no"], rewrite: rewrites }));
    expect(nothing.answer).toMatchObject({ abstained: true, counts: { rewrites: 2, drafts: 0 } });
    expect(nothing.answer.text).toContain("“Which price has a day?”");
    expect(countOf(nothing.requests, "rewrite")).toBe(2);
    const script = byPurpose({
      grade: [fair],
      write: ["It is 97 euros [1].", "It is 98 euros [1].", "It is 99 euros [1]."],
      polish: ["No."],
    });
    const unsupported = await askForJson(project, QUESTION, script);
    expect(unsupported.answer).toMatchObject({ abstained: true, counts: { drafts: 3, regenerations: 2 } });
    expect(unsupported.answer.text).not.toMatch(/9[789]/);
  });

  it("a question of a session is understood from those before it, and its own words are still what is answered", async () => {
    const first = await ask(project, QUESTION, byPurpose({ grade: [fair], write: [GOOD], check: ["yes"] }), "--session", "visit");
    expect(countOf(first.requests, "rewrite")).toBe(0);
    const script = byPurpose({
      rewrite: ["What is the daily fee of children?"],
      grade: [(prompt) => (prompt.includes("4 euros") ? "relevant" : "irrelevant")],
      write: ["Children pay 4 euros a day [1]."],
      check: ["yes"],
    });
    const { answer, requests } = await askForJson(project, "And for them, the small ones?", script, "--session", "visit");
    expect(answer).toMatchObject({ text: "Children pay 4 euros a day [1].", grounded: true, counts: { rewrites: 1 } });
    const [rewrite] = requests.filter((request) => purposeOf(request) === "rewrite");
    expect(promptOf(rewrite as (typeof requests)[number])).toContain(QUESTION);
    expect(promptOf(rewrite as (typeof requests)[number])).toContain("A day costs 18.50 euros");
    const [written] = requests.filter((request) => purposeOf(request) === "write");
    expect(textOf(written?.body.messages.at(-1))).toContain("And for them, the small ones?");
    // Another session knows nothing of it.
    const other = await ask(project, QUESTION, byPurpose({ grade: [fair], write: [GOOD], check: ["yes"] }), "--session", "other");
    expect(countOf(other.requests, "rewrite")).toBe(0);
  });
});

describe.concurrent("agentic-rag: thresholds, polishing and a choice among retrievers, by settings", () => {
  it("a share of relevant evidence below the threshold makes it search again; a good answer is polished, and facts stay", async () => {
    const project = await projectWith({
      documents: TARIFF,
      on: ["answer_generators/grounded"],
      config: { answerGenerator: "grounded", plugins: { grounded: { parallel: 1, minRelevantShare: 1, maxRewrites: 1, polish: true } } },
    });
    const fair = (prompt: string) => (prompt.includes("18.50") ? "relevant" : "irrelevant");
    const polished = "You pay 18.50 euros for a day [1].";
    const script = byPurpose({
      grade: [fair],
      rewrite: ["What is the price of one day?"],
      write: [GOOD],
      check: ["yes"],
      polish: [polished],
    });
    const { answer } = await askForJson(project, QUESTION, script);
    expect(answer).toMatchObject({ text: polished, grounded: true, counts: { rewrites: 1, polishes: 1 } });
    const spoiled = byPurpose({
      grade: [fair],
      rewrite: ["Price?"],
      write: [GOOD],
      check: ["yes"],
      polish: ["You pay 19 euros a day [1]."],
    });
    expect((await askForJson(project, QUESTION, spoiled)).answer.text).toBe(GOOD);
  });

  it("several retrievers are tools of which the model chooses, by what they say of themselves", async () => {
    const project = await projectWith({
      documents: TARIFF,
      on: ["answer_generators/react"],
      config: { answerGenerator: "react" },
    });
    const animals = 'name = "animals"; description = "Rules on animals.";';
    writeFileSync(
      join(project, "spec/retrievers/animals.ts"),
      `import { KeywordRetriever } from "right-rag/plugins";\nexport default class extends KeywordRetriever { ${animals} }\n`,
    );
    let offered: readonly Offered[] = [];
    const { answer } = await askForJson(project, "What is the fee, and what must dogs wear?", [
      ({ body }) => {
        offered = body.tools as readonly Offered[];
        return call("a1", "search_animals", { query: "muzzle" });
      },
      call("a2", "search_keyword", { query: "daily fee" }),
      call("a3", "finish", { answer: GOOD, confidence: "high" }),
      { content: "yes" },
    ]);
    const searches = offered.map((tool) => tool.function).filter(({ name }) => name.startsWith("search_"));
    expect(searches.map(({ name }) => name)).toEqual(["search_animals", "search_keyword"]);
    expect(searches[0]?.description).toContain("Rules on animals.");
    expect(answer.counts).toMatchObject({ steps: 3 });
  });
});

/** A tool as it is offered over the wire. */
interface Offered {
  readonly function: { readonly name: string; readonly description: string };
}
