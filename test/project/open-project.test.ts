import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Query, RunEvent } from "../../src/model.ts";
import { openProject, type Project } from "../../src/project/open-project.ts";

const template = fileURLToPath(new URL("../../templates/default", import.meta.url));
let root = "";
let project: Project;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "right-rag-open-"));
  cpSync(join(template, "spec"), join(root, "spec"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module" }));
  write("a.md", "# Ferry\n\nThe ferry leaves at nine.\n");
  project = await openProject(root);
});
afterEach(async () => {
  await project.close();
  rmSync(root, { recursive: true });
});

function write(name: string, text: string): void {
  mkdirSync(join(root, "data/documents"), { recursive: true });
  writeFileSync(join(root, "data/documents", name), text);
}

const answered = async (question: string) => (await project.query(question)).answer?.text;

describe("an application", () => {
  it("indexes, asks and gets citations that read back", async () => {
    expect(await project.index()).toMatchObject({ documents: { added: 1 }, losses: 0, changed: true });
    const { answer, retrieval } = await project.query("When does the ferry leave?");
    expect(answer).toMatchObject({ abstained: false, grounded: true, text: expect.stringContaining("The ferry leaves at nine.") });
    expect(answer?.citations).toMatchObject([
      { number: 1, source: "a.md", path: ["Ferry"], quote: "The ferry leaves at nine.", span: { start: 9, end: 34 } },
    ]);
    expect(retrieval.evidence).toHaveLength(1);
  });

  it("asks only what a filter lets through, and gives none where nothing is", async () => {
    write("b.md", "# Bus\n\nThe bus leaves at ten.\n");
    await project.index();
    const sources = async (filters: NonNullable<Query["filters"]>) =>
      (await project.query({ text: "When does it leave?", filters }, { retrieveOnly: true })).retrieval.evidence.map(
        ({ source }) => source,
      );
    expect(await sources([{ attribute: "source", op: "is", value: "b.md" }])).toEqual(["b.md"]);
    expect(await sources([{ attribute: "path", op: "pathPrefix", value: ["Ferry"] }])).toEqual(["a.md"]);
    expect(await sources([{ attribute: "source", op: "is", value: "c.md" }])).toEqual([]);
    expect((await sources([])).sort()).toEqual(["a.md", "b.md"]);
    await expect(project.query({ text: "x", filters: {} as never }).result).rejects.toMatchObject({ code: "ARGUMENT_INVALID" });
  });

  it("goes through the events of a call, and then has its result", async () => {
    write("b.md", "# Bus\n\nThe bus leaves at ten.\n");
    const call = project.index();
    const events: RunEvent[] = [];
    for await (const event of call) events.push(event);
    expect(events.map(({ type, source }) => [type, source])).toEqual([
      ["index:start", undefined],
      ["index:source", "a.md"],
      ["index:source", "b.md"],
    ]);
    expect((await call).total.documents).toBe(2);
  });

  it("sees a new index with its next question, without reopening", async () => {
    await project.index();
    expect(await answered("When does the ferry leave?")).toContain("nine");
    write("a.md", "# Ferry\n\nThe ferry leaves at seven.\n");
    await (await openProject(root)).index(); // somebody else
    expect(await answered("When does the ferry leave?")).toContain("seven");
  });

  it("answers questions side by side while the index is changed again and again", async () => {
    await project.index();
    const other = await openProject(root);
    let stop = false;
    const writing = (async () => {
      for (let hour = 1; hour <= 8; hour++) {
        write("a.md", `# Ferry\n\nThe ferry leaves at ${hour}.\n`);
        await other.index();
      }
      stop = true;
    })();
    let asked = 0;
    while (!stop) {
      const texts = await Promise.all([answered("When does the ferry leave?"), answered("When does the ferry leave?")]);
      for (const text of texts) expect(text).toMatch(/The ferry leaves at (nine|\d)\./);
      asked++;
    }
    await writing;
    expect(asked).toBeGreaterThan(1);
    expect(await answered("When does the ferry leave?")).toContain("at 8.");
  });

  it("aborts an index run, which leaves the last index", async () => {
    await project.index();
    write("a.md", "# Ferry\n\nThe ferry leaves at seven.\n");
    const call = project.index();
    call.abort();
    await expect(call.result).rejects.toMatchObject({ code: "ABORTED" });
    expect(await answered("When does the ferry leave?")).toContain("nine");
  });

  it("evaluates cases that it gives as values", async () => {
    await project.index();
    const { report } = await project.evaluate({ cases: [{ id: "one", query: { text: "When does the ferry leave?" }, expected: "nine" }] });
    expect(report.summary.expectedText).toEqual({ mean: 1, cases: 1 });
  });
});

describe("what is refused", () => {
  it("a folder that is no project", async () => {
    await expect(openProject(join(root, "data"))).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  });

  it("a question before the first index", async () => {
    await expect(project.query("x").result).rejects.toMatchObject({ code: "INDEX_MISSING" });
  });

  it("a document that is not in the index, with those that look like it", async () => {
    await project.index();
    await expect(project.query({ text: "x", documents: ["a.txt"] }).result).rejects.toMatchObject({
      code: "PATH_NOT_FOUND",
      hint: "Did you mean a.md?",
    });
  });

  it("a document that is a folder, or has no name", async () => {
    mkdirSync(join(root, "data/documents/travel"));
    write("travel/bus.md", "# Bus\n\nTen.\n");
    await project.index();
    const ask = (name: string) => project.query({ text: "x", documents: [name] }).result;
    const folder = { message: '"travel/" is a folder, and no document.', hint: "Name its documents: travel/bus.md." };
    await expect(ask("travel/")).rejects.toMatchObject(folder);
    await expect(ask("travel")).rejects.toMatchObject({ hint: folder.hint });
    await expect(ask("")).rejects.toMatchObject({
      message: "The name of a document is empty.",
      hint: "The index has a.md, travel/bus.md.",
    });
    await expect(ask("odd/")).rejects.toMatchObject({ hint: expect.stringContaining("its path below the documents folder") });
  });

  it("a topK that is none", async () => {
    await project.index();
    await expect(project.query({ text: "x", topK: 0 }).result).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });

  it("a first index of nothing, and one of which everything failed", async () => {
    rmSync(join(root, "data/documents/a.md"));
    await expect(project.index().result).rejects.toMatchObject({ code: "NO_DOCUMENTS" });
    write("a.bin", "\u0000\u0001");
    await expect(project.index().result).rejects.toMatchObject({ code: "NOTHING_INDEXED", message: expect.stringContaining("a.bin") });
  });
});

describe("dry run, check and clean", () => {
  it("a dry run says what an index run would do, and does nothing", async () => {
    expect(await project.dryRun()).toEqual({ added: ["a.md"], changed: [], removed: [], unchanged: 0, unreadable: [] });
    await project.index();
    write("b.md", "# Bus\n\nTen.\n");
    rmSync(join(root, "data/documents/a.md"));
    expect(await project.dryRun()).toEqual({ added: ["b.md"], changed: [], removed: ["a.md"], unchanged: 0, unreadable: [] });
    expect(await answered("When does the ferry leave?")).toContain("nine");
  });

  it("a dry run says what a model would be paid for, and what that costs where the price is known", async () => {
    const schema = { fields: [{ name: "topic", description: "what it is about", type: "string", search_weight: 1 }], doc_fields: [] };
    writeFileSync(
      join(root, "spec/chunk_parsers/llm-index.ts"),
      `import { LlmIndexer } from "right-rag/plugins";\nexport default new LlmIndexer({ schema: ${JSON.stringify(schema)} });\n`,
    );
    const plan = async (models: object) => {
      writeFileSync(join(root, "right-rag.config.json"), JSON.stringify({ models: { provider: "ollama", model: "m", ...models } }));
      const opened = await openProject(root);
      try {
        return await opened.dryRun();
      } finally {
        await opened.close();
      }
    };
    const known = await plan({ prices: { m: { input: 1_000_000, output: 2_000_000 } } });
    const { calls = 0, inputTokens = 0, outputTokens = 0 } = known.cost ?? {};
    expect(calls).toBeGreaterThan(0);
    expect(known.price).toBe(inputTokens + 2 * outputTokens);
    expect((await plan({})).price).toBeNull();
  });

  it("check goes on after a failure, and says what is wrong with each part", async () => {
    await project.index();
    expect(await project.check()).toMatchObject({ good: true });
    writeFileSync(join(root, "spec/unit_parsers/broken.ts"), "export default class {");
    writeFileSync(join(root, ".right-rag-state.json"), "{");
    const { good, items } = await project.check();
    expect(good).toBe(false);
    expect(items.filter((item) => item.status === "failed").map((item) => [item.subject, item.code])).toEqual([
      ["plugins", "MODULE_SYNTAX"],
      ["state", "STATE_CORRUPT"],
      ["documents", "MODULE_SYNTAX"],
    ]);
  });

  it("clean takes away what index made, and only that", async () => {
    await project.index();
    writeFileSync(join(root, "output/units/notes.txt"), "mine");
    writeFileSync(join(root, ".right-rag-state.json.broken-1"), "{");
    expect(await project.clean()).toEqual({ index: true, setAside: [".right-rag-state.json.broken-1"] });
    expect(await project.clean()).toEqual({ index: false, setAside: [] });
    await expect(project.query("x").result).rejects.toMatchObject({ code: "INDEX_MISSING" });
    expect(existsSync(join(root, ".right-rag-state.json.broken-1"))).toBe(false);
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(join(root, "output"), { recursive: true }).sort()).toEqual(["units", join("units", "notes.txt")]);
  });
});

describe("what an application gets wrong", () => {
  it("names an option that there is not, of a call, of a query and of openProject", async () => {
    await project.index();
    const wrong = (call: PromiseLike<unknown>) => expect(Promise.resolve(call)).rejects.toMatchObject({ code: "OPTION_INVALID" });
    await wrong(project.index({ forced: true } as object));
    await wrong(project.query("When does the ferry leave?", { topK: 3 } as object));
    await wrong(project.query({ text: "When does the ferry leave?", filter: [] } as unknown as string));
    await wrong(project.evaluate({ case: "x" } as object));
    await wrong(openProject(root, { logLevel: "debug" } as object));
    await expect(Promise.resolve(project.query("?", { topK: 3 } as object))).rejects.toThrow(
      '"topK" is not known to the options of query()',
    );
  });

  it("answers no more once it is closed, and closes twice without harm", async () => {
    await project.index();
    await project.close();
    await project.close();
    await expect(Promise.resolve(project.query("When does the ferry leave?"))).rejects.toMatchObject({ code: "PROJECT_CLOSED" });
    await expect(Promise.resolve(project.index())).rejects.toMatchObject({ code: "PROJECT_CLOSED" });
    await expect(project.list()).rejects.toMatchObject({ code: "PROJECT_CLOSED" });
  });

  it("is warned when a documents folder that was emptied empties the index", async () => {
    await project.index();
    rmSync(join(root, "data/documents/a.md"));
    const logged: string[] = [];
    const other = await openProject(root, { log: (level, message) => logged.push(`${level}: ${message}`) });
    expect(await other.index()).toMatchObject({ documents: { removed: 1 }, total: { documents: 0 } });
    expect(logged).toEqual([expect.stringMatching(/^warn: There is no document left in ".*documents": 1 document was taken out/)]);
  });
});

it("refuses a file that holds nothing but front matter by name", async () => {
  write("b.md", "---\ntitle: Bus\n---\n");
  expect((await project.index()).failures).toMatchObject([{ source: "b.md", code: "DOCUMENT_EMPTY" }]);
});
