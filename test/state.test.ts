import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { discardOldTables, emptyState, readArtifacts, readState, STATE_FILE, type State, setStateAside, writeState } from "../src/state.ts";

const state: State = {
  savers: "savers 1",
  artifacts: [{ kind: "units", saver: "json", location: "here", capabilities: [], counts: { documents: 1, items: 1 }, fingerprint: "f" }],
  sources: new Map([["a.txt", { fingerprint: "1", recipe: "r", loader: "text", documents: [{ id: "d", units: 1, chunks: 1 }] }]]),
};
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "right-rag-state-"));
});

it("reads back what was written", async () => {
  await writeState(root, "output/index", state);
  expect(readState(root)).toEqual(state);
  expect(readArtifacts(root)).toEqual(state.artifacts);
});

it("knows nothing where nothing was indexed", () => {
  expect(readState(root)).toBeUndefined();
});

it("keeps only the table that the live state names", async () => {
  await writeState(root, "output/index", state);
  await writeState(root, "output/index", emptyState);
  expect(readdirSync(join(root, "output/index"))).toHaveLength(2);
  discardOldTables(root, "output/index");
  expect(readdirSync(join(root, "output/index"))).toHaveLength(1);
  expect(readState(root)).toEqual(emptyState);
});

const whole = async () => {
  await writeState(root, "output/index", state);
  return readFileSync(join(root, STATE_FILE), "utf8");
};

it.each([
  ["cut by 200 bytes", (text: string) => text.slice(0, -200)],
  ["empty", () => ""],
  ["[]", () => "[]"],
  ["null", () => "null"],
  ["of another program", () => '{"name": "x"}'],
  ["without its artifacts", () => '{"version": 1, "savers": "", "sources": {"file": "x", "hash": "y"}}'],
])("S5: refuses a state file that is %s, by name, and never takes it for an empty one", async (_, damage) => {
  const text = await whole();
  writeFileSync(join(root, STATE_FILE), damage(text));
  expect(() => readState(root)).toThrowError(
    expect.objectContaining({ code: "STATE_CORRUPT", message: expect.stringContaining(STATE_FILE) }),
  );
});

it("S5: refuses a state of a newer version, and leaves it as it is", async () => {
  const text = (await whole()).replace('"version": 1', '"version": 2');
  writeFileSync(join(root, STATE_FILE), text);
  expect(() => readState(root)).toThrowError(expect.objectContaining({ code: "STATE_NEWER" }));
  expect(readFileSync(join(root, STATE_FILE), "utf8")).toBe(text);
});

it.each([
  ["gone", (path: string) => writeFileSync(path, "")],
  ["changed", (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("a.txt", "b.txt"))],
])("refuses a state whose table of sources is %s", async (_, damage) => {
  await whole();
  const [table = ""] = readdirSync(join(root, "output/index"));
  damage(join(root, "output/index", table));
  expect(() => readState(root)).toThrowError(expect.objectContaining({ code: "STATE_CORRUPT", message: expect.stringContaining(table) }));
});

it("sets a damaged state aside under a name of its own each time", () => {
  writeFileSync(join(root, STATE_FILE), "one");
  expect(setStateAside(root)).toBe(`${STATE_FILE}.broken-1`);
  writeFileSync(join(root, STATE_FILE), "two");
  expect(setStateAside(root)).toBe(`${STATE_FILE}.broken-2`);
  expect(readFileSync(join(root, `${STATE_FILE}.broken-1`), "utf8")).toBe("one");
});
