import { join } from "node:path";
import { testRun } from "right-rag/testing";
import { expect, it } from "vitest";

it("remembers what a plugin emits and logs", () => {
  const run = testRun();
  run.emit({ type: "page", number: 3 });
  run.log("warn", "the page is blank");
  expect(run.events).toEqual([{ type: "page", number: 3 }]);
  expect(run.logged).toEqual(["warn: the page is blank"]);
});

it("puts the output folder into the root it is given", () => {
  expect(testRun({ root: "/project" }).output).toBe(join("/project", "output"));
});

it("takes settings and a signal of the test's own", () => {
  const run = testRun({ settings: { limit: 3 }, signal: AbortSignal.abort() });
  expect(run.settings).toEqual({ limit: 3 });
  expect(run.signal.aborted).toBe(true);
});
