// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a config writes a variable.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import { readConfig } from "../src/config.ts";
import { configJsonSchema, type configSchema } from "../src/config-schema.ts";
import { type ConfigInput, type ConfigLogLevel, defaultConfig } from "../src/define-config.ts";
import { ignoreFilter } from "../src/ignore.ts";
import { type BuiltCopy, builtCopy, projectFolder } from "./helpers/built-copy.ts";

async function failure(files: { readonly [path: string]: string }): Promise<unknown> {
  try {
    return await readConfig(projectFolder(files));
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    return { code, message, hint };
  }
}

describe("the config of a project", () => {
  it("has a default for everything, with paths below the project", async () => {
    const root = projectFolder({});
    expect(await readConfig(root)).toEqual({
      documents: join(root, "data/documents"),
      output: join(root, "output"),
      spec: join(root, "spec"),
      ignore: [],
      topK: 10,
      concurrency: 8,
      tolerateUncovered: 0,
      proof: {},
      cases: join(root, "eval/cases.example.json"),
      logging: { level: "info" },
      models: {},
      plugins: {},
    });
  });

  it.each([
    ["right-rag.config.yaml", "topK: 5\nlogging:\n  level: debug\nplugins:\n  sections: { depth: 2 }\n"],
    ["right-rag.config.yml", '{ "topK": 5, "logging": { "level": "debug" }, "plugins": { "sections": { "depth": 2 } } }'],
    [
      "right-rag.config.json",
      '\uFEFF{\n\t"$schema": "./x.json",\n\t"topK": 5,\n\t"logging": { "level": "debug" },\n\t"plugins": { "sections": { "depth": 2 } }\n}',
    ],
    ["right-rag.config.toml", 'topK = 5\nlogging.level = "debug"\n[plugins.sections]\ndepth = 2\n'],
  ])("is read from %s, and says so", async (file, text) => {
    const root = projectFolder({ [file]: text });
    const said = { file, topK: 5, logging: { level: "debug" }, plugins: { sections: { depth: 2 } }, concurrency: 8 };
    expect(await readConfig(root)).toMatchObject(said);
  });

  it("may be empty", async () => {
    expect(await readConfig(projectFolder({ "right-rag.config.yaml": "# nothing yet\n" }))).toMatchObject({ topK: 10 });
  });

  it("D5: has its relative paths from the project, not from the working folder, and takes absolute ones", async () => {
    const root = projectFolder(
      { "right-rag.config.json": '{ "documents": "../docs", "output": "/elsewhere", "logging": { "file": "logs/a.log" } }' },
      "a#b",
    );
    const { documents, output, logging } = await readConfig(root);
    expect([documents, output, logging.file]).toEqual([join(root, "../docs"), "/elsewhere", join(root, "logs/a.log")]);
  });

  it("is one file: two are an error that names both", async () => {
    expect(await failure({ "right-rag.config.yaml": "", "right-rag.config.json": "{}" })).toEqual({
      code: "CONFIG_INVALID",
      message: "The project has two configs: right-rag.config.yaml and right-rag.config.json.",
      hint: "Keep one of them, and remove or rename the other.",
    });
  });
});

describe("a mistake in the config", () => {
  it.each([
    ["right-rag.config.yaml", "topK: 5\nlogging:\n  level: loud\n", "right-rag.config.yaml:3:3"],
    ["right-rag.config.json", '{\n  "topK": 5,\n  "logging": {\n    "level": "loud"\n  }\n}', "right-rag.config.json:4:5"],
    ["right-rag.config.toml", '[logging]\nlevel = "loud"\n', "right-rag.config.toml:2:1"],
  ])("in %s is named with line, column, key and what is allowed", async (file, text, place) => {
    expect(await failure({ [file]: text })).toEqual({
      code: "CONFIG_INVALID",
      message: `${place}: "logging.level" is "loud", but must be one of debug, info, warn, error, silent.`,
      hint: "Correct the config; config.schema.json in the package describes every key, for editors too.",
    });
  });

  it("of every kind is said in words, all at once", async () => {
    const text = `topk: 3
topK: "3"
concurrency: 0
tolerateUncovered: 1.5
retrievers: []
ignore: [1]
documents: ""
logging: { levle: info, color: true }
plugins: { a: 3 }
`;
    expect(await failure({ "right-rag.config.yaml": text })).toMatchObject({
      message: `right-rag.config.yaml:7:1: "documents" is "", but must be not empty.
right-rag.config.yaml:6:10: "ignore.0" is 1, but must be text.
right-rag.config.yaml:5:1: "retrievers" is [], but must be not empty.
right-rag.config.yaml:2:1: "topK" is "3", but must be a number.
right-rag.config.yaml:3:1: "concurrency" is 0, but must be 1 or more.
right-rag.config.yaml:4:1: "tolerateUncovered" is 1.5, but must be 1 or less.
right-rag.config.yaml:8:12: "logging.levle" is not a key of the config. Did you mean "level"?
right-rag.config.yaml:8:25: "logging.color" is not a key of the config. Its keys are level, file.
right-rag.config.yaml:9:12: "plugins.a" is 3, but must be an object.
right-rag.config.yaml:1:1: "topk" is not a key of the config. Did you mean "topK"?`,
    });
  });

  it.each([
    ["right-rag.config.yaml", "topK: 5\nignore: [a, b\nspec: s\n", /^right-rag\.config\.yaml:[23]:\d+: /],
    ["right-rag.config.yaml", "topK: 5\ntopK: 6\n", /^right-rag\.config\.yaml:2:1: Map keys must be unique/],
    ["right-rag.config.json", '{\n  "topK": 5,,\n}', /^right-rag\.config\.json:2:13: /],
    ["right-rag.config.json", '{ "topK": 5', /^right-rag\.config\.json:1:12: /],
    ["right-rag.config.toml", "topK = 5\nlogging = = 3\n", /^right-rag\.config\.toml:2:\d+: /],
    ["right-rag.config.yaml", "- a\n- b\n", /^right-rag\.config\.yaml: The config is \["a","b"\], but must be an object\.$/],
  ])("in the syntax of %s is named with its place (%#)", async (file, text, message) => {
    expect(await failure({ [file]: text })).toMatchObject({ code: "CONFIG_INVALID", message: expect.stringMatching(message) });
  });

  it("that would let clean empty the documents, or index read its own output, is refused", async () => {
    for (const text of [
      "output: .",
      "output: data",
      "output: data/documents/out",
      "output: spec",
      "documents: output/docs",
      "output: ..",
    ]) {
      expect(await failure({ "right-rag.config.yaml": text })).toMatchObject({
        code: "CONFIG_INVALID",
        message: expect.stringContaining('"output" ('),
      });
    }
  });
});

describe("variables in the config", () => {
  const fill = async (value: string, env = "") => {
    const root = projectFolder({ "right-rag.config.json": JSON.stringify({ plugins: { p: { text: value } } }), ".env": env });
    return (await readConfig(root)).plugins.p?.text;
  };
  beforeAll(() => {
    process.env.RIGHT_RAG_TEST = "from the process";
    process.env.RIGHT_RAG_EMPTY = "";
  });
  afterAll(() => {
    delete process.env.RIGHT_RAG_TEST;
    delete process.env.RIGHT_RAG_EMPTY;
  });

  it("are filled in from .env and from the process, which wins", async () => {
    expect(await fill("${A}/${B_2}", "A=one\nB_2='two $& words'\n")).toBe("one/two $& words");
    expect(await fill("<${RIGHT_RAG_TEST}>", "RIGHT_RAG_TEST=from .env")).toBe("<from the process>");
  });

  it("may have a default, for a missing or an empty one", async () => {
    expect(await fill("${NOT_SET:-http://localhost:80/}|${RIGHT_RAG_EMPTY:-full}|${NOT_SET:-}|${RIGHT_RAG_EMPTY}")).toBe(
      "http://localhost:80/|full||",
    );
  });

  it("are written literally with a second $, and a lone $ stays", async () => {
    expect(await fill("$${A} costs $5 or $A", "A=x")).toBe("${A} costs $5 or $A");
  });

  it("that are missing are an error with name, key and place", async () => {
    expect(
      await failure({ "right-rag.config.yaml": "topK: 3\nplugins:\n  llm:\n    keys:\n      - ok\n      - ${NOT_SET_KEY}\n" }),
    ).toEqual({
      code: "CONFIG_MISSING_ENV",
      message:
        'right-rag.config.yaml:6:9: "plugins.llm.keys.1" uses the variable NOT_SET_KEY, which is set neither in the environment nor in .env.',
      hint: "Set NOT_SET_KEY in .env, or give a default in the config: ${NOT_SET_KEY:-default}.",
    });
  });

  it("that are no names are an error, not left standing", async () => {
    for (const text of ["${a.b}", "${}", "${A", "${A:+x}", "${1A}"]) {
      const config = { "right-rag.config.json": JSON.stringify({ documents: text }), ".env": "A=1" };
      expect(await failure(config)).toMatchObject({
        code: "CONFIG_INVALID",
        message: `right-rag.config.json:1:2: "documents" holds "${text}", which is no reference to a variable.`,
      });
    }
  });

  it("come from another file when one is named, which must be there", async () => {
    const root = projectFolder({ "right-rag.config.yaml": "spec: ${SPEC}", ".env": "SPEC=a", "other.env": "SPEC=b" });
    expect((await readConfig(root, { envFile: join(root, "other.env") })).spec).toBe(join(root, "b"));
    await expect(readConfig(root, { envFile: "no.env" })).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
  });
});

describe("a config in TypeScript or JavaScript", () => {
  let copy: BuiltCopy;
  beforeAll(async () => {
    copy = await builtCopy(["config.ts", "define-config.ts"]);
  });
  afterAll(() => copy.remove());
  const read = (files: { readonly [path: string]: string }) =>
    copy.run(`
      const read = (root) => lib.readConfig(root).then(({ file, topK }) => ({ file, topK }), ({ code, message }) => ({ code, message }));
      return await read(${JSON.stringify(projectFolder(files, "a#b é"))});`);

  it.each([
    ["right-rag.config.ts", '{ "type": "module" }', "interface A {}; export default { topK: 5, answerGenerator: undefined };"],
    ["right-rag.config.ts", "{}", "interface A {}; export default { topK: 5 };"],
    ["right-rag.config.mjs", "{}", "export default { topK: 5 };"],
    ["right-rag.config.cjs", "{}", "module.exports = { topK: 5 };"],
  ])("is read from %s in a project of %s", (file, manifest, text) => {
    expect(read({ "package.json": manifest, [file]: text })).toEqual({ file, topK: 5 });
  });

  it("is told what is wrong with it, with the line where a key stands once", () => {
    const manifest = { "package.json": '{ "type": "module" }' };
    expect(read({ ...manifest, "right-rag.config.ts": "export default {\n  topK: 0,\n};" })).toMatchObject({
      message: 'right-rag.config.ts:2:3: "topK" is 0, but must be 1 or more.',
    });
    expect(read({ ...manifest, "right-rag.config.ts": "export const config = {};" })).toMatchObject({
      code: "CONFIG_INVALID",
      message: "right-rag.config.ts: it has no default export. Write: export default defineConfig({ … });",
    });
    expect(read({ ...manifest, "right-rag.config.ts": "export default { topK: }" })).toMatchObject({ code: "MODULE_SYNTAX" });
    expect(read({ ...manifest, "right-rag.config.js": "export default () => ({})" })).toMatchObject({
      message: "right-rag.config.js: The config is a function, but must be an object.",
    });
  });
});

describe("what describes the config", () => {
  it("config.schema.json is what the schema says now; scripts/write-config-schema.ts writes it", () => {
    const file = readFileSync(new URL("../config.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(file)).toEqual(configJsonSchema());
  });

  it("the type of defineConfig accepts what the schema accepts, and its defaults", () => {
    type Checked = Omit<z.output<typeof configSchema>, "$schema">;
    expectTypeOf<Checked>().toExtend<ConfigInput>();
    expectTypeOf<keyof ConfigInput>().toEqualTypeOf<keyof Checked>();
    expectTypeOf<ConfigLogLevel>().toEqualTypeOf<Checked["logging"]["level"]>();
    expectTypeOf(defaultConfig).toExtend<ConfigInput>();
  });
});

describe("files that are left out", () => {
  it.each([".git/", ".DS_Store", "a/.hidden.md", "a/node_modules/", "~$report.docx", "a/x.tmp", "Thumbs.db", "a/desktop.ini", "notes.md~"])(
    "by default: %s",
    (path) => {
      expect(ignoreFilter([])(path)).toBe(true);
    },
  );

  it.each(["a.md", "data/tmp/a.md", "node_modules.md", "a#b/100%.md", "..a/b.md", ".../b.md", "é/q?x.md"])("not by default: %s", (path) => {
    // Names that begin with a dot are hidden, so they are only asked for their not failing.
    expect(ignoreFilter([])(path)).toBe(path.startsWith("."));
  });

  it("by the project's patterns, as in .gitignore, which may take a file back in", () => {
    const isIgnored = ignoreFilter(["drafts/", "*.bak", "/top.md", "!.well-known.md"]);
    const paths = ["drafts/", "a/drafts/", "drafts", "x.bak", "top.md", "a/top.md", ".well-known.md", "Drafts/"];
    expect(paths.filter(isIgnored)).toEqual(["drafts/", "a/drafts/", "x.bak", "top.md"]);
  });
});

it.each([
  ["is a folder", { "right-rag.config.json/a.txt": "" }, "right-rag.config.json cannot be read"],
  [
    "throws when it is read",
    { "package.json": '{ "type": "module" }', "right-rag.config.js": 'export default { get topK() { throw new Error("not today"); } };' },
    "not today",
  ],
])("says in words that a config %s", async (_, files, message) => {
  expect(await failure(files)).toMatchObject({ code: "CONFIG_INVALID", message: expect.stringContaining(message) });
});
