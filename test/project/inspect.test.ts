import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openProject, type Project } from "../../src/project/open-project.ts";

const template = fileURLToPath(new URL("../../templates/default", import.meta.url));
let root = "";
let project: Project;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "right-rag-inspect-"));
  cpSync(join(template, "spec"), join(root, "spec"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  mkdirSync(join(root, "data/documents/trips"), { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(root, "data/documents/trips/ferry.md"),
    "# Ferry\n\nBy boat.\n\n## 1. Hours\n\nThe ferry leaves at nine.\n\n## 3. Fares\n\nIt costs two pounds.\n",
  );
  project = await openProject(root);
});
afterEach(() => rmSync(root, { recursive: true }));

it("gives a document's units as a tree, with chunks and findings where they stand", async () => {
  expect(project.sources()).toEqual(["trips/ferry.md"]);
  const [found, ...others] = await project.inspect("trips/ferry.md");
  expect(others).toEqual([]);
  const [ferry] = found?.inspection.units ?? [];
  expect(ferry).toMatchObject({
    topic: "Ferry",
    span: { start: 0, end: 92 },
    chunks: [{ span: { start: 0, end: 17 }, parser: "sections" }],
  });
  expect(ferry?.subunits.map(({ topic, chunks, findings }) => [topic, chunks.length, findings.map(({ code }) => code)])).toEqual([
    ["1. Hours", 1, []],
    ["3. Fares", 1, ["NUMBER_MISSING"]],
  ]);
});

it("finds a document by its id once it is in the index", async () => {
  await project.index();
  const [found] = await project.inspect("trips/ferry.md");
  const [again] = await project.inspect(found?.document.id ?? "");
  expect(again?.inspection.source).toBe("trips/ferry.md");
});

it("says what is not there, and what cannot be parsed", async () => {
  await expect(Promise.resolve(project.inspect("bus.md"))).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
  await expect(Promise.resolve(project.inspect("trips/ferry.md", { id: "another" }))).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
  writeFileSync(join(root, "data/documents/empty.md"), "");
  await expect(Promise.resolve(project.inspect("empty.md"))).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
});
