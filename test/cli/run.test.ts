import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** The command from source, in a process of its own: what it does to the process is what is tested. */
function run(args: readonly string[], parser?: string) {
  const root = mkdtempSync(join(tmpdir(), "right-rag-run-"));
  mkdirSync(join(root, "spec/unit_parsers"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  if (parser !== undefined) writeFileSync(join(root, "spec/unit_parsers/p.js"), parser);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", main, ...args, "--project", root], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("keeps standard output for data, whatever a plugin prints", () => {
  const { stdout, stderr, status } = run(
    ["list", "--json"],
    'console.log("NOISE"); export default { name: "p", canHandle: () => true, parse: () => [] };',
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ name: "p" }]);
  expect(stderr).toContain("NOISE");
});

it.each([
  ["ends the process", "process.exit(0)"],
  ["waits for what never comes", "await new Promise(() => {})"],
])("does not look like success when a plugin %s", (_, code) => {
  const { status, stderr } = run(["list"], code);
  expect(status).not.toBe(0);
  expect(stderr).toContain("did not come to its end");
});

it("prints the version as JSON where it is asked to", () => {
  for (const args of [
    ["--version", "--json"],
    ["--json", "-V"],
  ]) {
    const { stdout } = spawnSync(process.execPath, ["--import", "tsx", main, ...args], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  }
});

it("says what clean removed, and that there was nothing", () => {
  expect(run(["clean"]).stderr).toBe("There was no index, so nothing was removed.\n");
  expect(JSON.parse(run(["clean", "--json"]).stdout)).toEqual({ index: false, setAside: [] });
});

it("tells a program that reads JSON of a usage error", () => {
  const { status, stdout } = run(["list", "--bogus", "--json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    error: { code: "USAGE", message: "unknown option '--bogus'", hint: "Add --help for the options." },
  });
});

it("lists the documents for inspect where there is no terminal to choose at, and makes a page of none", () => {
  const { status, stderr } = run(["inspect", "--html"]);
  expect(status).toBe(1);
  expect(stderr).toContain("INPUT_REQUIRED");
});
