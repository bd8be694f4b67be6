import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PluginContext } from "../src/interfaces.ts";
import type { Namespace } from "../src/load-module.ts";
import { pluginIn } from "../src/plugin-shape.ts";
import { extensionPoints, findPluginFiles, loadPlugins, type Point } from "../src/registry.ts";
import { type BuiltCopy, builtCopy, projectFolder } from "./helpers/built-copy.ts";

const context: PluginContext = { root: "/project", output: "/project/output", settings: {}, log: () => {} };
const inFile = (namespace: Namespace, point: Point = "unit_parsers") => pluginIn(namespace, point, "spec/x.ts", context);

function failure(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    return { code, message, hint };
  }
}

class Parser {
  readonly name: string = "parser";
  canHandle() {
    return true;
  }
  *parse() {}
}

describe("what a file may export", () => {
  it("D3: a default class, which is made with one PluginContext", () => {
    class Asks extends Parser {
      readonly given: unknown[];
      constructor(...given: unknown[]) {
        super();
        this.given = given;
      }
    }
    expect(inFile({ default: Asks })).toMatchObject({ name: "parser", given: [context] });
  });

  it("D3: a default instance, a single named class, a single named instance", () => {
    expect(inFile({ default: new Parser() })?.name).toBe("parser");
    expect(inFile({ Parser })?.name).toBe("parser");
    expect(inFile({ parser: new Parser(), helper: () => 1, LIMIT: 3 })?.name).toBe("parser");
  });

  it("D3: what a CommonJS file exports by name", () => {
    const exports = { Parser, helper: () => 1 };
    expect(inFile({ ...exports, default: exports, "module.exports": exports })?.name).toBe("parser");
  });

  it("a class together with its instance or its subclass, which are one plugin", () => {
    class Special extends Parser {
      override readonly name = "special";
    }
    expect(inFile({ default: new Parser(), Parser })?.name).toBe("parser");
    expect(inFile({ default: Special, Parser })?.name).toBe("special");
    expect(inFile({ default: Parser, Parser })?.name).toBe("parser");
  });

  it("helpers only, which is no plugin and no mistake", () => {
    expect(inFile({ toRoman: (n: number) => "I".repeat(n), Roman: class Roman {} })).toBe(undefined);
    expect(inFile({})).toBe(undefined);
  });

  it("not two plugins", () => {
    class Other {
      readonly name = "other";
      *parse() {}
    }
    const message = "spec/x.ts is no UnitParser: it exports several plugins (Parser, Other), and a file holds one.";
    expect(failure(() => inFile({ Parser, Other }))).toMatchObject({ code: "PLUGIN_INVALID", message });
    expect(failure(() => inFile({ default: Parser, Other }))).toMatchObject({ message: expect.stringContaining("(default, Other)") });
  });

  it("not something else as its default", () => {
    for (const [value, kind] of [
      [() => new Parser(), "a function"],
      ["parser", 'the text "parser"'],
      [[new Parser()], "a list"],
      [null, "null"],
    ]) {
      expect(failure(() => inFile({ default: value }))).toMatchObject({
        code: "PLUGIN_INVALID",
        message: `spec/x.ts is no UnitParser: its default export is ${kind}, but must be a class or an instance of one.`,
      });
    }
  });
});

describe("what a plugin must have", () => {
  const whole: { readonly [P in Point]: object } = {
    document_loaders: { canHandle() {}, load() {} },
    unit_parsers: { canHandle() {}, parse() {} },
    chunk_parsers: { enrich() {} },
    unit_savers: { offers: [], save() {}, open() {} },
    chunk_savers: { offers: ["read-chunks"], save() {}, open() {} },
    retrievers: { description: "", retrieve() {} },
    answer_generators: { answer() {} },
    evaluators: { evaluate() {} },
    reporters: { report() {} },
  };
  const pointNames = Object.keys(extensionPoints) as Point[];

  it.each(pointNames)("in %s: the members of its interface, and no more", (point) => {
    expect(inFile({ default: { name: "x", ...whole[point] } }, point)?.name).toBe("x");
  });

  it.each(pointNames)("in %s: each member that lacks is named, with the interface", (point) => {
    for (const member of Object.keys(whole[point])) {
      const without = { name: "x", ...whole[point], [member]: undefined };
      const { interface: wanted } = extensionPoints[point];
      const message = expect.stringMatching(new RegExp(`^spec/x.ts is no ${wanted}: it has no .*${member}`));
      expect(failure(() => inFile({ default: without }, point))).toMatchObject({ code: "PLUGIN_INVALID", message });
    }
  });

  it("members of the right kind", () => {
    const messages = [{ parse: "text" }, { order: "first" }, { name: "" }, { order: Number.NaN }].map((wrong) =>
      failure(() => inFile({ default: { name: "x", ...whole.unit_parsers, ...wrong } })),
    );
    expect(messages).toMatchObject([
      { message: 'spec/x.ts is no UnitParser: its "parse" is the text "text", but must be a method.' },
      { message: 'spec/x.ts is no UnitParser: its "order" is the text "first", but must be a number.' },
      { message: 'spec/x.ts is no UnitParser: its "name" is the text "", but must be a text that is not empty.' },
      { message: 'spec/x.ts is no UnitParser: its "order" is the number NaN, but must be a number.' },
    ]);
    expect(failure(() => inFile({ default: { name: "x", ...whole.unit_savers, offers: "read-units" } }, "unit_savers"))).toMatchObject({
      message: 'spec/x.ts is no UnitSaver: its "offers" is the text "read-units", but must be a list of capability names.',
    });
  });

  it("D3: a class that expects other constructor arguments is told what constructors are passed", () => {
    class NeedsArgs extends Parser {
      override readonly name: string;
      constructor(opts: { name: string }) {
        super();
        this.name = opts.name;
      }
    }
    class NeedsMore extends Parser {
      constructor(opts: { rules: { first: string } }) {
        super();
        opts.rules.first.trim();
      }
    }
    const hint =
      "A constructor is called with one PluginContext ({ root, output, settings, log }) and nothing else. Where options are needed, give them in the file: export default new";
    expect(failure(() => inFile({ default: NeedsArgs }))).toEqual({
      code: "PLUGIN_INVALID",
      message: 'spec/x.ts is no UnitParser: its "name" is undefined, but must be a text that is not empty.',
      hint: `${hint} NeedsArgs({ … });`,
    });
    expect(failure(() => inFile({ default: NeedsMore }))).toEqual({
      code: "PLUGIN_CONSTRUCTOR_FAILED",
      message: "The constructor of NeedsMore in spec/x.ts failed: Cannot read properties of undefined (reading 'first')",
      hint: `${hint} NeedsMore({ … });`,
    });
  });
});

describe("a spec folder", () => {
  let copy: BuiltCopy;
  beforeAll(async () => {
    copy = await builtCopy(["registry.ts"]);
  });
  afterAll(() => copy.remove());

  const load = (root: string, options = "") =>
    copy.run(`
      const options = { root: ${JSON.stringify(root)}, output: "/out", ${options} };
      try {
        const { plugins, found, warnings, fileOf } = await lib.loadPlugins("spec", options);
        return {
          found: found.map(({ point, name, order, file, plugin }) => [point, name, order, file, fileOf.get(plugin) === file]),
          counts: Object.fromEntries(Object.entries(plugins).map(([key, list]) => [key, list.length]).filter(([, n]) => n > 0)),
          warnings: warnings.map(({ message }) => message),
        };
      } catch ({ code, message, hint }) {
        return { code, message, hint };
      }`);

  const ESM = { "package.json": '{ "type": "module" }' };
  const parser = (name: string, order?: number) =>
    `export default class P { readonly name = "${name}"; ${order === undefined ? "" : `readonly order = ${order};`} canHandle() { return true } *parse() {} }`;

  it.each([
    ["of type module", '{ "type": "module" }'],
    ["without a type", "{}"],
  ])(
    "D3: gives every class, instance, named class and CommonJS class in a project %s; leaves out helpers, types and tests",
    (_, manifest) => {
      const body = "canHandle() { return true } *parse() {}";
      const root = projectFolder({
        "package.json": manifest,
        "spec/unit_parsers/default.ts": parser("default"),
        "spec/unit_parsers/named.ts": `export class NamedParser { get name() { return "named" } ${body} }`,
        "spec/unit_parsers/instance.ts": `const p = { name: "instance", canHandle: () => true, *parse() {} };\nexport default p;`,
        "spec/unit_parsers/old.cjs": `module.exports = class Cjs { get name() { return "cjs" } ${body} };`,
        "spec/unit_parsers/older.cjs": `exports.Older = class Older { get name() { return "older" } ${body} };`,
        "spec/unit_parsers/deep/er/module.mts": parser("mts"),
        "spec/unit_parsers/plain.js": `export default class { name = "js"; ${body} }`,
        "spec/unit_parsers/helper.ts": "export function toRoman(n: number) { return 'I'.repeat(n); }",
        "spec/unit_parsers/_shared.ts": "throw new Error('not run')",
        "spec/unit_parsers/_shared/part.ts": "throw new Error('not run')",
        "spec/unit_parsers/types.d.ts": "export interface Foo { a: string }",
        "spec/unit_parsers/parser.test.ts": "throw new Error('a test file must not be run as a plugin')",
        "spec/unit_parsers/parser.spec.js": "throw new Error('a test file must not be run as a plugin')",
        "spec/unit_parsers/.hidden.ts": "throw new Error('not run')",
        "spec/unit_parsers/notes.md": "not code",
      });
      const file = (name: string, path: string) => ["unit_parsers", name, 0, `spec/unit_parsers/${path}`, true];
      expect(load(root)).toEqual({
        found: [
          file("mts", "deep/er/module.mts"),
          file("default", "default.ts"),
          file("instance", "instance.ts"),
          file("named", "named.ts"),
          file("cjs", "old.cjs"),
          file("older", "older.cjs"),
          file("js", "plain.js"),
        ],
        counts: { unitParsers: 7 },
        warnings: [
          'spec/unit_parsers/helper.ts holds no plugin and is not used. Write "export default class …", or begin the name of a file of helpers with _.',
        ],
      });
    },
  );

  it("is asked in rising order, then by path, whatever the file system says", () => {
    const root = projectFolder({
      ...ESM,
      "spec/unit_parsers/a.ts": parser("catch-all", 100),
      "spec/unit_parsers/b.ts": parser("second"),
      "spec/unit_parsers/Z.ts": parser("capital"),
      "spec/unit_parsers/c.ts": parser("first", -1),
      "spec/evaluators/a.ts": "export default { name: 'e', evaluate() {} }",
      "spec/document_loaders/z.ts": "export default { name: 'l', canHandle() {}, load() {} }",
    });
    expect((load(root) as { found: string[][] }).found.map(([, name]) => name)).toEqual([
      "l",
      "first",
      "capital",
      "second",
      "catch-all",
      "e",
    ]);
  });

  it("is read only where it was asked for, so that a query does not load parsers", () => {
    const root = projectFolder({
      ...ESM,
      "spec/unit_parsers/broken.ts": "throw new Error('loaded')",
      "spec/retrievers/r.ts": "export default { name: 'r', description: '', retrieve() {} }",
    });
    expect(load(root, "points: ['retrievers']")).toMatchObject({ counts: { retrievers: 1 } });
    expect(load(root)).toMatchObject({ code: "MODULE_FAILED" });
  });

  it("D5: is found in a project whose path would mean something to a glob or a URL", () => {
    const root = projectFolder({ ...ESM, "spec/unit_parsers/[a] (b) {c}#1.ts": parser("p") }, "c++ [1] {a,b} !(x) #100% é");
    expect(load(root)).toMatchObject({ found: [["unit_parsers", "p", 0, "spec/unit_parsers/[a] (b) {c}#1.ts", true]] });
  });

  it("stops at the first broken file by path, D1: with its line, and not with the default plugins", () => {
    const root = projectFolder({
      ...ESM,
      "spec/unit_parsers/a.ts": parser("fine"),
      "spec/unit_parsers/bad_parser.ts": "export default class Broken {\n  get parserName() { return 'broken' \n  parse( {\n",
      "spec/unit_parsers/import_missing.ts": "import { thing } from 'package-that-does-not-exist-here';\nexport default thing;",
    });
    expect(load(root)).toMatchObject({
      code: "MODULE_SYNTAX",
      message: expect.stringMatching(/^spec\/unit_parsers\/bad_parser\.ts:4:1: /),
    });
  });

  it("may not hold two plugins of one name in one folder, but in two", () => {
    const evaluator = "export default { name: 'same', evaluate() {} }";
    const root = projectFolder({ ...ESM, "spec/evaluators/b.ts": evaluator, "spec/evaluators/a.js": evaluator });
    expect(load(root)).toEqual({
      code: "PLUGIN_NAME_TAKEN",
      message: 'Two plugins in evaluators/ have the name "same": spec/evaluators/a.js and spec/evaluators/b.ts.',
      hint: "Rename one of them, or take one file out by beginning its name with _.",
    });
    const apart = projectFolder({ ...ESM, "spec/evaluators/b.ts": evaluator, "spec/unit_parsers/a.ts": parser("same") });
    expect(load(apart)).toMatchObject({ counts: { evaluators: 1, unitParsers: 1 } });
  });

  it("warns of a folder whose name is nearly right, and of settings for nobody", () => {
    const root = projectFolder({ ...ESM, "spec/unit-parser/a.ts": parser("a"), "spec/unitParsers/b.ts": "", "spec/shared/c.ts": "" });
    expect(load(root, "settings: { sectionz: { a: 1 } }")).toMatchObject({
      warnings: [
        "The folder spec/unit-parser is not read. Did you mean unit_parsers?",
        "The folder spec/unitParsers is not read. Did you mean unit_parsers?",
        'The config has settings for "sectionz", but no plugin has that name.',
      ],
    });
  });

  it("may be missing, and its files can be listed without being loaded", async () => {
    expect((await loadPlugins("spec", { root: projectFolder({}), output: "/out" })).found).toEqual([]);
    const root = projectFolder({ "spec/retrievers/r.ts": "throw new Error()", "spec/unit_parsers/p.ts": "" });
    expect(await findPluginFiles(`${root}/spec`)).toEqual([
      { point: "unit_parsers", path: `${root}/spec/unit_parsers/p.ts` },
      { point: "retrievers", path: `${root}/spec/retrievers/r.ts` },
    ]);
  });
});
