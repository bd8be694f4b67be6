import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { excerpt, guarded, guardedJson, oneLine, plain } from "../../src/cli/terminal-text.ts";

const CLEAR = "\u001b[2J";

it("shows control characters and does not obey them", () => {
  expect(plain(`a\tb\r\nc${CLEAR}\u009b2J\u0007`)).toBe("a\tb\nc\\u001b[2J\\u009b2J\\u0007");
  expect(oneLine("a\nb\r\u2028\u202ec\u007f")).toBe("a\\nb\\r\\u2028\\u202ec\\u007f");
  expect(excerpt(` a\n\n b${CLEAR} `, 40)).toBe("a b\\u001b[2J");
  expect(guarded(`\u001b[31mred\u001b[39m\n${CLEAR}\r\u0007[31m`)).toBe("\u001b[31mred\u001b[39m\n\\u001b[2J\\r\\u0007[31m");
});

it("leaves the value of a JSON text as it is", () => {
  const value = { "a\u009b": "\u007f\n\u0085" };
  const json = guardedJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json.split("\n")).toHaveLength(3);
  expect(json).not.toMatch(/[^\P{Cc}\n]/u);
});

// Windows has no such names.
describe.skipIf(process.platform === "win32")("a file name and a heading with control characters", () => {
  const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
  const spec = fileURLToPath(new URL("../../templates/default/spec", import.meta.url));
  const name = `bad\nfailed everything is lost${CLEAR}\u009b2J.md`;
  const shown = "bad\\nfailed everything is lost\\u001b[2J\\u009b2J.md";
  let root: string;

  function run(...args: string[]) {
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", main, ...args, "--project", root], { encoding: "utf8" });
    return { stdout, stderr, all: stdout + stderr };
  }

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "right-rag-terminal-"));
    mkdirSync(join(root, "data/documents"), { recursive: true });
    cpSync(spec, join(root, "spec"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    const text = `# The zeppelin${CLEAR}\u009b2J\n\nA zeppelin${CLEAR} must be moored, see clause 9.`;
    writeFileSync(join(root, "data/documents", name), Buffer.concat([Buffer.from(text), Buffer.from([0xff])]));
    writeFileSync(join(root, "data/documents", name.replace(".md", ".bin")), Buffer.from([0, 1, 2, 3]));
  });

  it("stand on one line in all that the command prints", () => {
    for (const args of [["index", "--dry-run"], ["index"], ["inspect"], ["inspect", name], ["check"]]) {
      const { all } = run(...args);
      expect(all).toContain(shown);
      expect(all).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(all).not.toMatch(/^failed everything/m);
    }
    for (const args of [
      ["query", "zeppelin"],
      ["query", "zeppelin", "--retrieve-only"],
      ["query", "zeppelin", "--trace", "--stream"],
      ["inspect", "absent\n.md"],
    ])
      expect(run(...args).all).not.toMatch(/[^\P{Cc}\n\t]/u);
  }, 120_000);

  it("keep their value in JSON", () => {
    run("index");
    const { stdout } = run("query", "zeppelin", "--retrieve-only", "--json");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    expect(JSON.parse(stdout)).toMatchObject({ evidence: [{ source: name }] });
  }, 60_000);
});
