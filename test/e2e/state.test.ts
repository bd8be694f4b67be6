import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contents, makeProject, output, removeDocument, rightRag, start, writeDocument } from "./command.ts";

const page = (word: string) => `# About ${word}\n\nThe ${word} desk opens at nine.\n`;
const found = async (project: string, word: string) => {
  const { stdout } = await rightRag(["query", word, "--retrieve-only", "--json", "--project", project]);
  const { evidence } = JSON.parse(stdout) as { evidence: { source: string }[] };
  return evidence.map((piece) => piece.source);
};
const index = (project: string, ...args: string[]) => rightRag(["index", ...args, "--project", project]);
const report = async (project: string) => JSON.parse((await index(project, "--json")).stdout);

describe("S1: documents that are gone", () => {
  it("leave no trace in artifacts, state or answers", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha"), "b.md": page("tokenbeta") });
    await index(project);
    expect(await found(project, "tokenbeta")).toEqual(["b.md"]);
    removeDocument(project, "b.md");
    expect(await report(project)).toMatchObject({ documents: { removed: 1, unchanged: 1 }, losses: 0 });
    expect(await found(project, "tokenbeta")).toEqual([]);
    for (const [, text] of [...contents(join(project, "output")), ["", readFileSync(join(project, ".right-rag-state.json"), "utf8")]]) {
      expect(text).not.toContain("tokenbeta");
      expect(text).not.toContain("b.md");
    }
  });

  it("are all removed when the folder is empty, and none when it is missing", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha"), "b.md": page("tokenbeta") });
    await index(project);
    renameSync(join(project, "data/documents"), join(project, "data/elsewhere"));
    expect(await index(project)).toMatchObject({ status: 1, stderr: expect.stringContaining("DOCUMENTS_FOLDER_MISSING") });
    expect(await found(project, "tokenalpha")).toEqual(["a.md"]);
    mkdirSync(join(project, "data/documents"));
    expect(await report(project)).toMatchObject({ documents: { removed: 2 }, total: { documents: 0 } });
    expect(await found(project, "tokenalpha")).toEqual([]);
  });
});

describe("S3: a partial run", () => {
  it("leaves the other documents in the index", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha"), "b.md": page("tokenbeta") });
    await index(project);
    writeDocument(project, "a.md", page("tokengamma"));
    expect(await index(project, "a.md")).toMatchObject({ status: 0 });
    expect(await found(project, "tokenbeta")).toEqual(["b.md"]);
    expect(await found(project, "tokengamma")).toEqual(["a.md"]);
    expect(await index(project, "c.md")).toMatchObject({ status: 1, stderr: expect.stringContaining("PATH_NOT_FOUND") });
  });

  it("is not what a failing loader makes: its documents stay, and the failure is told", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha"), "b.txt": "The tokenbeta desk." });
    await index(project);
    writeFileSync(
      join(project, "spec/document_loaders/text.ts"),
      'export default { name: "text", canHandle: (s: { id: string }) => s.id.endsWith(".txt"), load() { throw new Error("share is gone"); } };\n',
    );
    const failed = await index(project);
    expect(failed.status).toBe(2);
    expect(failed.stderr).toContain("share is gone");
    expect(await found(project, "tokenbeta")).toEqual(["b.txt"]);
  });
});

describe("law 4: after any history, the index is that of a clean build", () => {
  it("edit, rename, swap, add and remove", async () => {
    const project = await makeProject({ "a.md": page("one"), "b.md": page("two"), "c/d.md": page("three"), "e.md": page("four") });
    await index(project);
    writeDocument(project, "a.md", page("two"));
    writeDocument(project, "b.md", page("one"));
    await index(project);
    renameSync(join(project, "data/documents/c/d.md"), join(project, "data/documents/f.md"));
    writeDocument(project, "g.md", page("four"));
    removeDocument(project, "e.md");
    await index(project);
    const documents = Object.fromEntries([...contents(join(project, "data/documents"))]);
    const clean = await makeProject(documents);
    await index(clean);
    expect(output(project)).toEqual(output(clean));
    expect(output(project).units.size).toBe(4);
  });
});

describe("S5: damage", () => {
  it.each([
    ["cut", (path: string) => truncateSync(path, readFileSync(path).length - 200)],
    ["empty", (path: string) => writeFileSync(path, "")],
    ["[]", (path: string) => writeFileSync(path, "[]")],
    ["null", (path: string) => writeFileSync(path, "null")],
  ])("a state that is %s is reported by query, set aside by index, and made anew", async (_, damage) => {
    const project = await makeProject({ "a.md": page("tokenalpha") });
    await index(project);
    const before = output(project);
    damage(join(project, ".right-rag-state.json"));
    const asked = await rightRag(["query", "tokenalpha", "--project", project]);
    expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining("STATE_CORRUPT") });
    expect(asked.stderr).not.toContain("Unexpected end of JSON");
    const again = await index(project);
    expect(again.status).toBe(0);
    expect(again.stderr).toContain(".right-rag-state.json.broken-1");
    expect(await found(project, "tokenalpha")).toEqual(["a.md"]);
    expect(output(project)).toEqual(before);
  });

  it("a state of a newer version is refused by both, and stays as it is", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha") });
    await index(project);
    const path = join(project, ".right-rag-state.json");
    const newer = readFileSync(path, "utf8").replace('"version": 1', '"version": 99');
    writeFileSync(path, newer);
    expect(await index(project)).toMatchObject({ status: 1, stderr: expect.stringContaining("STATE_NEWER") });
    expect(await rightRag(["query", "x", "--project", project])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("STATE_NEWER"),
    });
    expect(readFileSync(path, "utf8")).toBe(newer);
  });

  it("an artifact that was cut in half is named, and repaired by the next index", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha"), "b.md": page("tokenbeta") });
    await index(project);
    const before = output(project);
    for (const folder of ["units", "chunks"]) {
      const [name = ""] = readdirSync(join(project, "output", folder));
      const path = join(project, "output", folder, name);
      truncateSync(path, Math.floor(readFileSync(path).length / 2));
    }
    expect(await report(project)).toMatchObject({ documents: { changed: 1, unchanged: 1 } });
    expect(output(project)).toEqual(before);
  });

  it("an output folder that was removed is made anew", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha") });
    await index(project);
    const before = output(project);
    rmSync(join(project, "output"), { recursive: true });
    expect(await index(project)).toMatchObject({ status: 0 });
    expect(output(project)).toEqual(before);
  });
});

describe("S7: no room to write", () => {
  it("names path and reason, keeps the old index answering, and is made right by a plain index", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha") });
    await index(project);
    writeDocument(project, "large.md", `# Large\n\n${"The tokenlarge desk is wide.\n\n".repeat(20_000)}`);
    // Blocks of 1,024 bytes: the new document's files do not fit.
    const failed = await rightRag(["index", "--project", project], { shell: 'ulimit -f 200; exec "$@"' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/WRITE_FAILED|EFBIG/);
    expect(failed.stderr).toContain(join(project, "output"));
    expect(await found(project, "tokenalpha")).toEqual(["a.md"]);
    expect([...contents(join(project, "output")).keys()].filter((name) => name.includes("rrtmp"))).toEqual([]);
    expect(await index(project)).toMatchObject({ status: 0 });
    expect(await found(project, "tokenlarge")).toContain("large.md");
  });
});

describe("two index runs at once", () => {
  it("do not mix: the second names the first's process, or waits for it", async () => {
    const project = await makeProject({ "a.md": page("tokenalpha") });
    // Holds the first run, and with it the lock, until the file "go" is there.
    const go = join(project, "go");
    const gate = `import { existsSync } from "node:fs";
      const still = new Int32Array(new SharedArrayBuffer(4));
      export default { name: "gate", parse() { while (!existsSync(${JSON.stringify(go)})) Atomics.wait(still, 0, 0, 20); return []; } };\n`;
    writeFileSync(join(project, "spec/chunk_parsers/gate.ts"), gate);
    const first = start(["index", "--project", project]);
    const ended = new Promise((resolve) => first.on("close", resolve));
    await untilLocked(project);
    const second = await index(project);
    expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining(`process ${first.pid}`) });
    const waiting = index(project, "--wait", "60");
    writeFileSync(go, "");
    expect(await waiting).toMatchObject({ status: 0 });
    expect(await ended).toBe(0);
  });
});

async function untilLocked(project: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (readdirSync(project).includes(".right-rag-state.lock")) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("the index run took no lock");
}
