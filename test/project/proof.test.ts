import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProject } from "../../src/project/open-project.ts";

const template = fileURLToPath(new URL("../../templates/default", import.meta.url));
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "right-rag-proof-"));
  cpSync(join(template, "spec"), join(root, "spec"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  write("package.json", JSON.stringify({ type: "module" }));
  write("data/documents/ferry.md", "# Ferry\n\n## 1. Hours\n\nThe ferry leaves at nine.\n\n## 3. Fares\n\nIt costs two pounds a day.\n");
  write("data/documents/bus.md", "# Bus\n\nThe bus leaves at ten.\n");
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** A parser that goes before the template's own, and loses the last line of every document. */
const careless = `export default {
  name: "careless", canHandle: () => true,
  parse: ({ text }) => {
    const end = text.trimEnd().lastIndexOf("\\n");
    return [{ topic: "Text", fulltext: text.slice(0, end), source: { start: 0, end } }];
  },
};`;

describe("check", () => {
  it("proves what the parsers make, without an index", async () => {
    const project = await openProject(root);
    const check = await project.check();
    expect(check).toMatchObject({ good: true, coverage: 1, chunkCoverage: 1, faults: 0, hints: 1 });
    expect(
      check.documents?.map(({ source, units, chunks, findings }) => [source, units, chunks, findings.map(({ code }) => code)]),
    ).toEqual([
      ["bus.md", 1, 1, []],
      ["ferry.md", 3, 2, ["NUMBER_MISSING"]],
    ]);
    expect(existsSync(join(root, "output"))).toBe(false);
    expect(existsSync(join(root, ".right-rag-state.json"))).toBe(false);
  });

  it("looks only at the documents it is asked for", async () => {
    const project = await openProject(root);
    expect((await project.check({ paths: ["bus.md"] })).documents?.map(({ source }) => source)).toEqual(["bus.md"]);
    expect((await project.check({ proof: false })).documents).toBeUndefined();
  });

  it("is not good where text is lost, or a document cannot be parsed", async () => {
    write("spec/unit_parsers/careless.js", careless);
    write("data/documents/cut.md", "\0\u0001\u0002\u0003\u0004\u0005");
    const check = await (await openProject(root)).check();
    expect(check).toMatchObject({ good: false, faults: 3 });
    expect(check.documents?.map(({ source, findings }) => [source, findings.find(({ fault }) => fault)?.code])).toEqual([
      ["bus.md", "UNIT_GAP"],
      ["cut.md", "DOCUMENT_BINARY"],
      ["ferry.md", "UNIT_GAP"],
    ]);
  });

  it("tells its progress as events, and can be stopped", async () => {
    const project = await openProject(root);
    const call = project.prove();
    const seen: unknown[] = [];
    for await (const event of call) if (event.type === "proof:document") seen.push(event.source);
    expect(seen).toEqual(["bus.md", "ferry.md"]);
    const stopped = project.check();
    stopped.abort();
    await expect(Promise.resolve(stopped)).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("a threshold of the config", () => {
  const state = () => readFileSync(join(root, ".right-rag-state.json"), "utf8");
  const configure = (proof: object) => write("right-rag.config.json", JSON.stringify({ proof }));

  it("lets an index run fail before the switch, and names the document", async () => {
    await (await openProject(root)).index();
    const before = state();
    configure({ minCoverage: 0.95 });
    write("spec/unit_parsers/careless.js", careless);
    const failed = (await openProject(root)).index();
    await expect(Promise.resolve(failed)).rejects.toMatchObject({
      code: "PROOF_BELOW",
      message: expect.stringContaining("bus.md: minCoverage is 0.95"),
    });
    expect(state()).toBe(before);
    const { answer } = await (await openProject(root)).query("When does the bus leave?");
    expect(answer?.text).toContain("ten");
  });

  it("counts for documents that have not changed as well", async () => {
    await (await openProject(root)).index();
    configure({ maxFindings: 0 });
    await expect(Promise.resolve((await openProject(root)).index())).rejects.toMatchObject({
      code: "PROOF_BELOW",
      message: expect.stringContaining("ferry.md: maxFindings is 0, but it has 1 finding"),
    });
    configure({ maxFindings: 0, ignore: ["NUMBER_MISSING"] });
    expect(await (await openProject(root)).index()).toMatchObject({ losses: 0 });
    expect(await (await openProject(root)).index()).toMatchObject({ changed: false });
  });

  it("refuses a code that there is not", async () => {
    configure({ ignore: ["NUMBER_MISING"] });
    await expect(openProject(root)).rejects.toMatchObject({ code: "CONFIG_INVALID", message: expect.stringContaining("NUMBER_MISSING") });
  });
});

it("says in the index run that a second chunk parser cuts the same text", async () => {
  write(
    "spec/chunk_parsers/whole.js",
    `export default { name: "whole", parse: ({ topic, fulltext, source }, { children }) => (children.length > 0 ? [] : [{ topic, fulltext, source }]) };`,
  );
  const project = await openProject(root);
  const { notices, losses } = await project.index();
  expect(losses).toBe(0);
  expect(notices.map(({ source, code }) => [source, code])).toEqual([
    ["bus.md", "CHUNKS_CUT_TWICE"],
    ["ferry.md", "CHUNKS_CUT_TWICE"],
  ]);
  expect((await project.check()).documents?.[0]?.findings.map(({ code }) => code)).toEqual(["CHUNKS_CUT_TWICE"]);
});
