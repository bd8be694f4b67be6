import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IndexResult, openProject, type Project } from "../src/index.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = join(repository, "examples");
/** What appears in an example's folder when somebody works in it. */
const made = new Set(["node_modules", "output", ".right-rag-state.json"]);
const examples = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

it("there are examples, and every one is a project", () => {
  expect(examples).toContain("policy-handbook");
  for (const name of examples) {
    expect(readdirSync(join(folder, name))).toEqual(
      expect.arrayContaining(["README.md", "data", "eval", "package.json", "right-rag.config.ts", "spec", "tsconfig.json"]),
    );
  }
});

it("the package does not ship them", () => {
  const { files, workspaces } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  expect(files.filter((pattern: string) => /example|^[.*/]+$/.test(pattern))).toEqual([]);
  expect(workspaces).toBeUndefined();
});

describe.each(examples)("%s", (name) => {
  const example = join(folder, name);
  let root = "";
  let project: Project;
  let result: IndexResult;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "right-rag-example-"));
    cpSync(example, root, { recursive: true, filter: (path) => !made.has(path.slice(example.length + 1)) });
    project = await openProject(root);
    result = await project.index();
  });
  afterAll(async () => {
    await project?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it("depends on the version of right-rag that it stands beside", () => {
    const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
    expect(read(join(example, "package.json")).dependencies["right-rag"]).toBe(read(join(repository, "package.json")).version);
  });

  it("is indexed without a loss", () => {
    const documents = readdirSync(join(root, "data/documents"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(result).toMatchObject({ losses: 0, failures: [], total: { documents: documents.length } });
  });

  it("has units and chunks that read back from the documents they name", () => {
    // The examples' documents are plain UTF-8 without a byte order mark, which a loader takes as it is.
    let checked = 0;
    for (const kind of ["units", "chunks"] as const) {
      for (const file of filesIn(join(root, "output", kind))) {
        const saved = JSON.parse(readFileSync(file, "utf8"));
        const text = readFileSync(join(root, "data/documents", saved.document.source), "utf8");
        for (const { source, fulltext } of saved[kind]) {
          expect(text.slice(source.start, source.end)).toBe(fulltext);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(result.total.documents);
  });

  it("answers its cases as its README claims", async () => {
    const { report } = await project.evaluate();
    expect(report.failed).toBe(0);
    const means = Object.fromEntries(Object.entries(report.summary).map(([metric, { mean }]) => [metric, mean]));
    const claimed = claims(readFileSync(join(example, "README.md"), "utf8"));
    expect(claimed).toHaveProperty("expectedText");
    expect(means).toMatchObject(claimed);
  });
});

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Rows of a README's table that give a metric and its mean: "| expectedText | 1.000 |". */
function claims(readme: string): { [metric: string]: number } {
  return Object.fromEntries([...readme.matchAll(/^\| (\w+) +\| +([\d.]+) \|/gm)].map(([, metric = "", mean]) => [metric, Number(mean)]));
}
