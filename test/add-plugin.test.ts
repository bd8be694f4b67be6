import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addPlugin } from "../src/add-plugin.ts";
import { points } from "../src/plugin-shape.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "add #é%-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const add = (point: string, name: string) => addPlugin({ root, spec: "spec", point, name });
const read = (file: string) => readFile(join(root, file), "utf8");

/** All files of the project, relative to it. */
async function files(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe("what is added", () => {
  it("is found by the registry, in each of the nine folders, under the name that was given", async () => {
    for (const point of points) await add(point, "case-law");
    expect(listed()).toEqual(points.map((point) => ({ point, name: "case-law", file: `spec/${point}/case-law.ts`, warnings: [] })));
  });

  it("is called after its name in the file, its test and its class, and nowhere after the starter", async () => {
    for (const point of points) {
      const { plugin, test, ...rest } = await add(point, "HTML5Rules");
      expect(rest).toEqual({ point, name: "html5-rules" });
      expect(plugin).toBe(`spec/${point}/html5-rules.ts`);
      expect(test).toBe(`spec/${point}/html5-rules.test.ts`);
      expect(await read(plugin)).toMatch(/export default class Html5Rules[A-Z]\w+ implements/);
      expect(await read(test)).toContain('from "./html5-rules.ts"');
      expect(`${await read(plugin)}${await read(test)}`).not.toMatch(/example/i);
    }
  });

  it.each([
    ["clause-parser", "ClauseUnitParser"],
    ["act-unit-parser", "ActUnitParser"],
    ["parser", "ParserUnitParser"],
    ["unit-parser", "UnitUnitParser"],
    ["class", "ClassUnitParser"],
    ["act-2023", "Act2023UnitParser"],
  ])("%s makes a class %s", async (name, className) => {
    const { plugin } = await add("unit_parsers", name);
    expect(await read(plugin)).toContain(`class ${className} implements UnitParser`);
  });

  it("stays formatted, whether the name is short or long", async () => {
    for (const point of points) for (const name of ["a", "the-numbered-clauses-of-state-law"]) await add(point, name);
    await writeFile(join(root, "biome.json"), await readFile(join(repository, "templates/default/_biome.json"), "utf8"));
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(repository, "node_modules/@biomejs/biome/bin/biome"), "check", "spec"],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    expect(`${stdout}${stderr}`).toContain("Checked 36 files");
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});

/** What the registry finds, in a process of its own: vitest would load the files in its own way. */
function listed(): unknown {
  const script = `
    import { loadPlugins } from "./src/registry.ts";
    const { found, warnings } = await loadPlugins("spec", { root: process.argv[1], output: "output" });
    console.log(JSON.stringify(found.map(({ point, name, file }) => ({ point, name, file, warnings }))));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script, root], {
    cwd: repository,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

it("makes a tool with its test beside the nine folders, under any of its names", async () => {
  expect(await add("tool", "DueDate")).toEqual({
    point: "tools",
    name: "due-date",
    plugin: "spec/tools/due-date.ts",
    test: "spec/tools/due-date.test.ts",
  });
  expect(await read("spec/tools/due-date.ts")).toContain('name: "due-date"');
  expect(await read("spec/tools/due-date.test.ts")).toContain('import tool from "./due-date.ts"');
});

describe("the point", () => {
  it.each(["unit_parsers", "unit-parser", "unitParsers", "UnitParser", "unit parsers", "UNIT_PARSERS"])(
    "may be written %j",
    async (point) => {
      expect(await add(point, "clauses")).toMatchObject({ point: "unit_parsers" });
    },
  );

  it.each(["", "s", "parser", "unit_parsers/../..", "__proto__", "unit.parsers"])("cannot be %j: the nine are named", async (point) => {
    await expect(add(point, "clauses")).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringContaining(points.join(", ")),
    });
  });
});

describe("the name", () => {
  it.each([
    ...["", " ", "../up", "a/b", "a\\b", "C:x", "/tmp/x", "a.b", ".hidden", "_helper", "-x", "x-", "a--b", "1st", "a b", "a\n", "é", "ｘ"],
    ...["$&", "a$1", "a'", 'a"', "a;b", "`a`", "a\0", "con", "COM1", "nul", "constructor", "__proto__", "x".repeat(65)],
  ])("cannot be %j", async (name) => {
    await expect(add("unit_parsers", name)).rejects.toMatchObject({ code: "NAME_INVALID" });
    expect(await files()).toEqual([]);
  });

  it("cannot be that of another plugin of the folder", async () => {
    const found = [{ point: "unit_parsers", name: "clauses", file: "spec/unit_parsers/acts.ts" }] as const;
    const options = { root, spec: "spec", name: "clauses", found };
    await expect(addPlugin({ ...options, point: "unit_parsers" })).rejects.toMatchObject({
      code: "PLUGIN_NAME_TAKEN",
      message: expect.stringContaining("spec/unit_parsers/acts.ts"),
    });
    expect(await addPlugin({ ...options, point: "chunk_parsers" })).toMatchObject({ name: "clauses" });
  });
});

describe("files that are there", () => {
  it.each(["clauses.ts", "clauses.test.ts", "clauses.mjs", "clauses.cts", "Clauses.ts"])("are never written over: %s", async (file) => {
    await mkdir(join(root, "spec/unit_parsers"), { recursive: true });
    await writeFile(join(root, "spec/unit_parsers", file), "mine");
    await expect(add("unit_parsers", "clauses")).rejects.toMatchObject({
      code: "PATH_TAKEN",
      message: `spec/unit_parsers/${file} is there already. Nothing was written.`,
    });
    expect(await files()).toEqual([file]);
    expect(await read(`spec/unit_parsers/${file}`)).toBe("mine");
  });

  it("are never written over by a second call at the same time", async () => {
    const results = await Promise.allSettled([add("retriever", "wide"), add("retriever", "wide")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await files()).sort()).toEqual(["wide.test.ts", "wide.ts"]);
  });

  it("may have other names", async () => {
    await mkdir(join(root, "spec/unit_parsers"), { recursive: true });
    for (const file of ["clauses-old.ts", "clauses.md", "clause.ts"]) await writeFile(join(root, "spec/unit_parsers", file), "mine");
    expect(await add("unit_parsers", "clauses")).toMatchObject({ plugin: "spec/unit_parsers/clauses.ts" });
  });
});

it("says which path cannot be written, and leaves nothing", async () => {
  await writeFile(join(root, "spec"), "a file");
  await expect(add("unit_parsers", "clauses")).rejects.toMatchObject({
    code: "WRITE_FAILED",
    message: expect.stringContaining(join(root, "spec")),
  });
  expect(await files()).toEqual(["spec"]);
});

it("takes a spec folder from anywhere", async () => {
  const spec = await mkdtemp(join(tmpdir(), "spec-"));
  try {
    const { plugin } = await addPlugin({ root, spec, point: "reporters", name: "csv" });
    expect(plugin).toBe(join(spec, "reporters/csv.ts"));
  } finally {
    await rm(spec, { recursive: true });
  }
});
