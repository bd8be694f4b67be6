import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { registerAdd } from "../../src/cli/add.ts";

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "add-"));
  await mkdir(join(root, "spec"));
  vi.stubEnv("npm_config_user_agent", "npm/11.0.0 node/v22.0.0 linux x64");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

/** Runs the command in the project, and gives what it said on standard output. */
async function add(...args: string[]): Promise<string> {
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const program = new Command();
  registerAdd(program);
  await program.parseAsync(["node", "right-rag", "add", ...args, "--project", root]);
  return out;
}

/** Puts a plugin into the project, in JavaScript that needs nothing. */
async function put(file: string, members: string): Promise<void> {
  await mkdir(join(root, file, ".."), { recursive: true });
  await writeFile(join(root, file), `export default class { ${members} }`);
}

const config = (value: unknown) => writeFile(join(root, "right-rag.config.json"), JSON.stringify(value));

it("names the two files, and ends with the next three commands", async () => {
  expect(await add("unit-parser", "clauses")).toMatchInlineSnapshot(`
    "Added spec/unit_parsers/clauses.ts
      and spec/unit_parsers/clauses.test.ts

      npm test
      npx right-rag list
      npx right-rag index
    "
  `);
});

it("names as last the command in which such a plugin works", async () => {
  expect((await add("retriever", "wide")).trimEnd()).toMatch(/\n {2}npx right-rag query "your question"$/);
  expect((await add("reporter", "csv")).trimEnd()).toMatch(/\n {2}npx right-rag evaluate$/);
});

it("speaks of the project's own package manager", async () => {
  vi.stubEnv("npm_config_user_agent", "");
  await writeFile(join(root, "bun.lock"), "");
  expect(await add("evaluator", "cites")).toContain("\n  bun run test\n  bunx right-rag list\n");
});

it("prints with --json only data", async () => {
  expect(JSON.parse(await add("chunkParsers", "rules", "--json"))).toEqual({
    point: "chunk_parsers",
    name: "rules",
    plugin: "spec/chunk_parsers/rules.ts",
    test: "spec/chunk_parsers/rules.test.ts",
    notes: [],
    next: ["npm test", "npx right-rag list", "npx right-rag index"],
  });
});

it("writes TypeScript into the spec folder of a config that is none", async () => {
  await config({ spec: "parts" });
  expect(await add("unit-parser", "clauses")).toContain("parts/unit_parsers/clauses.ts");
  expect(await readdir(join(root, "parts/unit_parsers"))).toEqual(["clauses.test.ts", "clauses.ts"]);
});

it("says what to set when there is a second answer generator", async () => {
  await put("spec/answer_generators/first.mjs", 'name = "first"; answer() {}');
  expect(await add("answer-generator", "list")).toMatchInlineSnapshot(`
    "Added spec/answer_generators/list.ts
      and spec/answer_generators/list.test.ts

    A project answers with one generator, and now has first and list.
    Until right-rag.config.ts sets answerGenerator to one of them, "list" for this one, queries stop with ANSWER_GENERATOR_AMBIGUOUS.

      npm test
      npx right-rag list
      npx right-rag query "your question"
    "
  `);
  await config({ answerGenerator: "first" });
  expect(await add("answer-generator", "other")).toContain('right-rag.config.json chose "first"; set its answerGenerator to "other"');
});

it("says that a retriever is not asked where the config names others", async () => {
  await config({ retrievers: ["keyword"] });
  expect(await add("retriever", "wide")).toContain('right-rag.config.json names the retrievers to ask; add "wide"');
});

it("says that two chunk parsers must not accept the same units", async () => {
  await put("spec/chunk_parsers/all.mjs", 'name = "all"; parse() {}');
  expect(await add("chunk-parser", "rules")).toContain("What rules accepts, all should not: see its canHandle().");
});

it("refuses the name of a plugin that is in another file", async () => {
  await put("spec/chunk_parsers/all.mjs", 'name = "rules"; parse() {}');
  await expect(add("chunk-parser", "rules")).rejects.toMatchObject({ code: "PLUGIN_NAME_TAKEN" });
});

it("works in a project one of whose plugins is broken", async () => {
  await put("spec/chunk_parsers/broken.mjs", "name = ");
  expect(await add("chunk-parser", "rules")).toContain("spec/chunk_parsers/rules.ts");
});

it("does nothing where there is no project", async () => {
  await rm(join(root, "spec"), { recursive: true });
  await expect(add("chunk-parser", "rules")).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
  expect(await readdir(root)).toEqual([]);
});

it("switches on a loader that comes with right-rag, with the package that it needs", async () => {
  await writeFile(join(root, "package.json"), '{\n\t"name": "x",\n\t"dependencies": { "right-rag": "1" }\n}\n');
  expect(await add("document_loaders", "docx")).toMatchInlineSnapshot(`
    "Added spec/document_loaders/docx.ts, which reads Word (.docx).
    It needs fflate, which was added to package.json.

      npm install
      npx right-rag index
    "
  `);
  expect(await readFile(join(root, "spec/document_loaders/docx.ts"), "utf8")).toBe(
    'export { DocxLoader as default } from "right-rag/plugins";\n',
  );
  expect(await readFile(join(root, "package.json"), "utf8")).toBe(
    '{\n\t"name": "x",\n\t"dependencies": {\n\t\t"fflate": "0.8.3",\n\t\t"right-rag": "1"\n\t}\n}\n',
  );
  expect(await add("document-loader", "DOCX")).toMatchInlineSnapshot(`
    "spec/document_loaders/docx.ts is there already, and was left as it is.

      npx right-rag index
    "
  `);
  expect(await add("document_loaders", "html")).not.toContain("needs");
  expect(JSON.parse(await add("document_loaders", "xml", "--json"))).toMatchObject({ name: "xml", written: true });
});

it("makes a loader of one's own under any other name", async () => {
  expect(await add("document_loaders", "tickets")).toContain("Added spec/document_loaders/tickets.ts");
});
