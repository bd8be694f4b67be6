import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultOf, namedOf } from "../src/load-module.ts";
import { type BuiltCopy, builtCopy, projectFolder } from "./helpers/built-copy.ts";

let copy: BuiltCopy;
beforeAll(async () => {
  copy = await builtCopy(["load-module.ts"]);
});
afterAll(() => copy.remove());

/** The default export's name, or the failure, of each file. */
function load(root: string, files: readonly string[], cwd?: string): unknown {
  return copy.run(
    `const result = {};
    for (const file of ${JSON.stringify(files)}) {
      try {
        const value = lib.defaultOf(await lib.loadModule(file, { root: ${JSON.stringify(root)} }));
        result[file] = value?.name ?? value ?? "undefined";
      } catch (error) {
        result[file] = { code: error.code, message: error.message, hint: error.hint };
      }
    }
    return result;`,
    cwd === undefined ? {} : { cwd },
  );
}

const ESM = JSON.stringify({ type: "module" });
const inEveryFlavour = {
  "a.ts": "const name: string = 'ts'; export default { name };",
  "b.mts": "const name: string = 'mts'; export default { name };",
  "c.cts": "const name: string = 'cts'; export default { name };",
  "d.js": "export default { name: 'js' };",
  "e.mjs": "export default { name: 'mjs' };",
  "f.cjs": "module.exports = class Cjs {};",
  "g.cjs": "exports.default = class CjsDefault {};",
  "h.cts": "class Equals {}; export = Equals;",
};
const everyName = {
  "a.ts": "ts",
  "b.mts": "mts",
  "c.cts": "cts",
  "d.js": "js",
  "e.mjs": "mjs",
  "f.cjs": "Cjs",
  "g.cjs": "CjsDefault",
  "h.cts": "Equals",
};

describe("what can be loaded", () => {
  it("loads TypeScript and JavaScript, ESM and CommonJS, in a project of type module", () => {
    const root = projectFolder({ "package.json": ESM, ...inEveryFlavour });
    expect(load(root, Object.keys(inEveryFlavour))).toEqual(everyName);
  });

  it("loads the same in a project without a type, where TypeScript runs as CommonJS and defaults are wrapped twice", () => {
    const root = projectFolder({ "package.json": "{}", ...inEveryFlavour });
    expect(load(root, Object.keys(inEveryFlavour))).toEqual(everyName);
  });

  it("finds TypeScript helpers by the names that TypeScript gives them", () => {
    const root = projectFolder({
      "package.json": ESM,
      "a.ts":
        "import { one } from './one.js'; import two from './two'; import data from './data.json'; export default one + two + data.three;",
      "one.ts": "export const one: string = 'one';",
      "two.ts": "export default 'two' as string;",
      "data.json": '{ "three": "three" }',
    });
    expect(load(root, ["a.ts"])).toEqual({ "a.ts": "onetwothree" });
  });

  it.each(["my rag", "a#b", "100%", "100%41", "é ü", "c++ [1]", "q?x", "it's {a,b} $(x)"])("D5: loads from a folder named %s", (name) => {
    const files = {
      "a.ts":
        "import type { B } from './b.ts'; import { b } from './b.js'; export default class A implements B { readonly b: string = b; }",
      "b.ts": "export interface B { readonly b: string }; export const b: string = 'b'",
    };
    const root = projectFolder({ "package.json": ESM, ...files }, name);
    expect(load(root, ["a.ts"])).toEqual({ "a.ts": "A" });
  });

  it("D5: loads through a symlink to the project, and still names files relative to it", () => {
    const root = projectFolder({ "package.json": ESM, "a.ts": "throw new Error('no')" });
    const link = join(projectFolder({}), "link");
    symlinkSync(root, link);
    expect(load(link, ["a.ts"])).toMatchObject({ "a.ts": { message: "a.ts:1 failed while it was loaded: no" } });
  });

  it("goes by the project's tsconfig, not by that of the working folder", () => {
    const tsconfig = (folder: string) => JSON.stringify({ compilerOptions: { paths: { "@lib/*": [`./${folder}/*`] } } });
    const files = {
      "package.json": ESM,
      "a.ts": "import name from '@lib/name'; export default name",
      "lib/name.ts": "export default 'right'",
    };
    const root = projectFolder({ ...files, "tsconfig.json": tsconfig("lib") });
    const elsewhere = projectFolder({ "wrong/name.ts": "export default 'wrong'", "tsconfig.json": tsconfig("wrong") });
    expect(load(root, ["a.ts"], elsewhere)).toEqual({ "a.ts": "right" });
  });

  it("does not load tsx for JavaScript", () => {
    const root = projectFolder({ "package.json": ESM, "a.js": "export default 'js'", "b.ts": "export default 'ts'" });
    const handlers = copy.run(`
      const { default: nodeModule } = await import("node:module");
      const root = ${JSON.stringify(root)};
      await lib.loadModule("a.js", { root });
      const before = Object.keys(nodeModule._extensions).includes(".ts");
      await lib.loadModule("b.ts", { root });
      return [before, Object.keys(nodeModule._extensions).includes(".ts")];`);
    expect(handlers).toEqual([false, true]);
  });

  it("loads in a process that runs under tsx already", () => {
    const root = projectFolder({ "package.json": ESM, "a.ts": "export default 'ts' as string" });
    const script = `return lib.defaultOf(await lib.loadModule("a.ts", { root: ${JSON.stringify(root)} }));`;
    expect(copy.run(script, { nodeArgs: ["--import", import.meta.resolve("tsx")] })).toBe("ts");
  });
});

describe("right-rag in a project without an installed copy", () => {
  const usesPackage = "import { isRightRagError } from 'right-rag'; export default isRightRagError.name;";

  it.each([
    ["of type module", ESM],
    ["without a type", "{}"],
  ])("resolves to the running copy in a project %s", (_, manifest) => {
    const files = {
      "a.ts": usesPackage,
      "b.js": usesPackage,
      "c.mts": usesPackage,
      "d.cjs": "module.exports = require('right-rag').isRightRagError.name",
    };
    const root = projectFolder({ "package.json": manifest, ...files });
    const name = "isRightRagError";
    expect(load(root, Object.keys(files))).toEqual({ "a.ts": name, "b.js": name, "c.mts": name, "d.cjs": name });
  });

  it("is the same copy, not a second one, for ESM", () => {
    const root = projectFolder({ "package.json": ESM, "a.ts": "export { RightRagError as default } from 'right-rag';" });
    const script = `
      const Theirs = lib.defaultOf(await lib.loadModule("a.ts", { root: ${JSON.stringify(root)} }));
      return await lib.loadModule("missing.ts", { root: "/" }).catch((error) => error instanceof Theirs);`;
    expect(copy.run(script)).toBe(true);
  });

  it("is not touched where the project has its own", () => {
    const root = projectFolder({
      "package.json": ESM,
      "a.ts": "export { own as default } from 'right-rag';",
      "node_modules/right-rag/package.json": '{ "name": "right-rag", "type": "module", "exports": "./index.js" }',
      "node_modules/right-rag/index.js": "export const own = 'own copy';",
    });
    expect(load(root, ["a.ts"])).toEqual({ "a.ts": "own copy" });
  });
});

describe("what is wrong is said in the user's terms", () => {
  it("D1: a syntax error names the file, line, column and reason", () => {
    const broken = "export default class Broken {\n  get parserName() { return 'broken'\n  parse( {\n";
    const root = projectFolder({
      "package.json": ESM,
      "spec/bad.ts": broken,
      "spec/bad.js": "export const a = ;",
      "spec/bad.cjs": "\nmodule.exports = {",
    });
    const expected = (message: string) => ({ code: "MODULE_SYNTAX", message, hint: "Correct this line, then run the command again." });
    expect(load(root, ["spec/bad.ts", "spec/bad.js", "spec/bad.cjs"])).toEqual({
      "spec/bad.ts": expected("spec/bad.ts:4:1: Expected identifier but found end of file"),
      "spec/bad.js": expected('spec/bad.js:1:18: Unexpected ";"'),
      "spec/bad.cjs": expected("spec/bad.cjs:2:19: Expected identifier but found end of file"),
    });
  });

  it("D1: a syntax error in an imported file names that file, and in columns counts characters", () => {
    const root = projectFolder({ "package.json": ESM, "a.ts": "import './lib/b.ts'", "lib/b.ts": "const 数 = '文字' + ;" });
    expect(load(root, ["a.ts"])).toMatchObject({ "a.ts": { code: "MODULE_SYNTAX", message: 'lib/b.ts:1:18: Unexpected ";"' } });
  });

  it("a name that a module does not export is a syntax error with its place", () => {
    const root = projectFolder({
      "package.json": ESM,
      "a.ts": "\nimport { two } from './one.ts'; export default two",
      "one.ts": "export const one = 1",
      "b.ts": "import { nothing } from 'right-rag'; export default nothing",
    });
    expect(load(root, ["a.ts", "b.ts"])).toMatchObject({
      "a.ts": { code: "MODULE_SYNTAX", message: 'a.ts:2:10: No matching export in "one.ts" for import "two"' },
      "b.ts": {
        code: "MODULE_SYNTAX",
        message: expect.stringMatching(/^b\.ts:1: .*'right-rag' does not provide an export named 'nothing'/),
      },
    });
  });

  it.each([
    ["of type module", ESM],
    ["without a type", "{}"],
  ])("D1: a missing package is named with the importing file and line, in a project %s", (_, manifest) => {
    const files = {
      "a.ts": "\nimport { thing } from 'package-that-does-not-exist-here';\nexport default thing;",
      "b.cjs": "require('@scope/missing/part')",
      "c.ts": "import './deep/d.ts'",
      "deep/d.ts": '\n\nimport x from "missing-below"; export default x;',
    };
    const root = projectFolder({ "package.json": manifest, ...files });
    expect(load(root, ["a.ts", "b.cjs", "c.ts"])).toEqual({
      "a.ts": {
        code: "MODULE_MISSING_PACKAGE",
        message: 'a.ts:2 imports the package "package-that-does-not-exist-here", which is not there.',
        hint: "Install it in the project: npm install package-that-does-not-exist-here",
      },
      "b.cjs": {
        code: "MODULE_MISSING_PACKAGE",
        message: 'b.cjs:1 imports the package "@scope/missing/part", which is not there.',
        hint: "Install it in the project: npm install @scope/missing",
      },
      "c.ts": {
        code: "MODULE_MISSING_PACKAGE",
        message: 'deep/d.ts:3 imports the package "missing-below", which is not there.',
        hint: "Install it in the project: npm install missing-below",
      },
    });
  });

  it("a missing relative file is named as it is written, with the importing file and line", () => {
    const root = projectFolder({
      "package.json": ESM,
      "a.ts": "\nimport x from './nope.ts'; export default x",
      "b.js": "import './nope.js'",
    });
    const hint = "Correct the path of the import, or add the file.";
    expect(load(root, ["a.ts", "b.js"])).toEqual({
      "a.ts": { code: "MODULE_MISSING_PACKAGE", message: 'a.ts:2 imports the file "./nope.ts", which is not there.', hint },
      "b.js": { code: "MODULE_MISSING_PACKAGE", message: 'b.js:1 imports the file "./nope.js", which is not there.', hint },
    });
  });

  it.each([
    ["of type module", ESM],
    ["without a type", "{}"],
  ])("what is thrown while a file runs names the file, the line it has in TypeScript, and the cause, in a project %s", (_, manifest) => {
    const files = {
      "boom.ts": "interface A {\n  a: 1;\n}\n\nfunction boom() {\n  throw new Error('oh');\n}\nboom();",
      "json.ts": "\nJSON.parse('x')",
      "text.ts": "throw 'a text'",
      "below.ts": "import { fail } from './helper.ts'; fail();",
      "helper.ts": "\nexport function fail(): void { throw new TypeError('from below') }",
    };
    const root = projectFolder({ "package.json": manifest, ...files });
    expect(load(root, ["boom.ts", "json.ts", "text.ts", "below.ts"])).toMatchObject({
      "boom.ts": { code: "MODULE_FAILED", message: "boom.ts:6 failed while it was loaded: oh" },
      "json.ts": { code: "MODULE_FAILED", message: expect.stringMatching(/^json\.ts:2 failed while it was loaded: Unexpected token/) },
      "text.ts": { code: "MODULE_FAILED", message: "text.ts failed while it was loaded: a text" },
      "below.ts": { code: "MODULE_FAILED", message: "below.ts:1 failed while it was loaded: from below" },
    });
  });

  it("JavaScript that imports TypeScript is told to become TypeScript, where Node needs that", () => {
    const root = projectFolder({
      "package.json": ESM,
      "a.js": "import b from './b.ts'; export default b",
      "b.ts": "export default 'b' as string",
    });
    const hint = "Only TypeScript may import TypeScript: give the importing file the suffix .ts.";
    const readsTypeScript = "typescript" in process.features && process.features.typescript !== false;
    expect(load(root, ["a.js"])).toMatchObject({ "a.js": readsTypeScript ? "b" : { code: "MODULE_FAILED", hint } });
  });

  it("D5: in a folder with a question mark, TypeScript loads in a project without a type, and CommonJS says what to do", () => {
    const root = projectFolder(
      { "package.json": "{}", "a.ts": "export default 1 as number", "b.cjs": "module.exports = class B {}" },
      "q?x",
    );
    const refused = { message: 'b.cjs failed while it was loaded: CommonJS cannot be loaded from a path with "?"' };
    // Newer versions load CommonJS by other means, which know no query.
    const old = Number(process.versions.node.split(".")[0]) < 24;
    expect(load(root, ["a.ts", "b.cjs"])).toMatchObject({ "a.ts": 1, "b.cjs": old ? refused : "B" });
  });

  it("a file that is not there, and a broken tsconfig, are named", () => {
    const root = projectFolder({ "package.json": ESM, "a.ts": "", "tsconfig.json": '{ "extends": "not-installed/tsconfig.json" }' });
    expect(load(root, ["nope.js", "a.ts"])).toMatchObject({
      "nope.js": { code: "MODULE_FAILED", message: "nope.js is not there." },
      "a.ts": { code: "MODULE_FAILED", message: expect.stringMatching(/tsconfig\.json failed while it was loaded: File 'not-installed/) },
    });
  });
});

describe("unwrapping", () => {
  const exports = Object.defineProperty({ default: "inner", helper: 1 }, "__esModule", { value: true });

  it("gives the default export through one wrapping and two", () => {
    expect(defaultOf({ default: "plain" })).toBe("plain");
    expect(defaultOf({ default: exports })).toBe("inner");
    expect(defaultOf({ default: { default: exports } })).toBe("inner");
  });

  it("gives none for a wrapped module without one", () => {
    expect(defaultOf({ helper: 1 })).toBe(undefined);
    expect(defaultOf({ default: Object.defineProperty({ helper: 1 }, "__esModule", { value: true }) })).toBe(undefined);
  });

  it("gives the named exports of a wrapped module too", () => {
    expect(namedOf({ default: exports, "module.exports": exports })).toEqual({ helper: 1 });
    expect(namedOf({ default: "x", one: 1 })).toEqual({ one: 1 });
  });
});
