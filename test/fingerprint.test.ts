import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprintPlugins } from "../src/fingerprint.ts";
import { projectFolder } from "./helpers/built-copy.ts";

const files = {
  "package.json": '{ "type": "module" }',
  "spec/a.ts":
    "import { helper } from './_helper.ts';\nimport data from './data.json';\nimport dep from 'dep';\nexport default [helper, data, dep];",
  "spec/b.ts": "import type { Unused } from 'only-types';\nexport default class B { unused?: Unused }",
  "spec/_helper.ts": "export { deeper as helper } from '../lib/deeper.ts';",
  "lib/deeper.ts": "export const deeper = 1;",
  "spec/data.json": '{ "a": 1 }',
  "node_modules/dep/package.json": '{ "name": "dep", "version": "1.0.0" }',
  "notes.md": "",
};
const plugins = ["spec/a.ts", "spec/b.ts"];

/** Whether the fingerprint of a project differs after something is done to it. */
async function changes(act: (root: string) => void): Promise<boolean> {
  const root = projectFolder(files);
  const before = await fingerprintPlugins(plugins, root);
  act(root);
  return (await fingerprintPlugins(plugins, root)) !== before;
}
const write = (path: string, text: string) => (root: string) => writeFileSync(join(root, path), text);

describe("the fingerprint of plugins", () => {
  it.each([
    ["a plugin's code", write("spec/b.ts", "export default class C {}")],
    ["a file it imports", write("spec/_helper.ts", "export const helper = 2;")],
    ["a file that such a file imports, in another folder", write("lib/deeper.ts", "export const deeper = 2;")],
    ["JSON it imports", write("spec/data.json", '{ "a": 2 }')],
    ["the version of a package it imports", write("node_modules/dep/package.json", '{ "name": "dep", "version": "1.0.1" }')],
  ])("changes with %s", async (_, act) => {
    expect(await changes(act)).toBe(true);
  });

  it.each([
    ["line endings, as another checkout has them", write("spec/_helper.ts", `${files["spec/_helper.ts"]}`.replaceAll("\n", "\r\n"))],
    ["files that no plugin imports", write("notes.md", "new")],
  ])("does not change with %s", async (_, act) => {
    expect(await changes(act)).toBe(false);
  });

  it("is the same in two projects of the same content, wherever they are, and through a symlink", async () => {
    const here = projectFolder(files);
    const there = projectFolder(files, "a#b é/100% [x] {y}/q?x/it's");
    const link = join(projectFolder({}), "link");
    symlinkSync(here, link);
    const expected = await fingerprintPlugins(plugins, here);
    expect(expected).toMatch(/^[0-9a-f]{32}$/);
    expect(await fingerprintPlugins(plugins, there)).toBe(expected);
    expect(await fingerprintPlugins(plugins, link)).toBe(expected);
    expect(
      await fingerprintPlugins(
        plugins.map((file) => join(here, file)),
        here,
      ),
    ).toBe(expected);
  });

  it("changes with the order in which plugins are asked, and with their paths", async () => {
    const root = projectFolder(files);
    const before = await fingerprintPlugins(plugins, root);
    expect(await fingerprintPlugins([...plugins].reverse(), root)).not.toBe(before);
    renameSync(join(root, "spec/b.ts"), join(root, "spec/c.ts"));
    expect(await fingerprintPlugins(["spec/a.ts", "spec/c.ts"], root)).not.toBe(before);
  });

  it("reads CommonJS, top-level await, native modules and packages that are not installed", async () => {
    const root = projectFolder({
      ...files,
      "spec/a.ts": "import x from 'not-installed/part'; await x; export default x;",
      "spec/b.cjs": "const fs = require('fs'); const { a } = require('./data.json'); require('./native.node'); module.exports = class {};",
      "spec/native.node": "binary",
    });
    expect(await fingerprintPlugins(["spec/a.ts", "spec/b.cjs"], root)).toMatch(/^[0-9a-f]{32}$/);
  });

  it("of no plugins is a hash too", async () => {
    expect(await fingerprintPlugins([], projectFolder({}))).toMatch(/^[0-9a-f]{32}$/);
  });

  it("names the file and line that cannot be read", async () => {
    const root = projectFolder(files);
    rmSync(join(root, "lib/deeper.ts"));
    await expect(fingerprintPlugins(plugins, root)).rejects.toMatchObject({
      code: "MODULE_MISSING_PACKAGE",
      message: 'spec/_helper.ts:1 imports the file "../lib/deeper.ts", which is not there.',
    });
    writeFileSync(join(root, "spec/a.ts"), "const = 1");
    await expect(fingerprintPlugins(plugins, root)).rejects.toMatchObject({
      code: "MODULE_SYNTAX",
      message: expect.stringMatching(/^spec\/a\.ts:1:7: /),
    });
  });
});
