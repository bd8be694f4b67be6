import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { preferredCopy } from "../../src/cli/preferred-copy.ts";

function projectWithCopy(): { project: string; command: string } {
  const project = mkdtempSync(join(tmpdir(), "right-rag-copy #1 "));
  const copy = join(project, "node_modules/right-rag");
  mkdirSync(join(copy, "dist"), { recursive: true });
  writeFileSync(join(copy, "package.json"), JSON.stringify({ bin: { "right-rag": "dist/cli.js" } }));
  writeFileSync(join(copy, "dist/cli.js"), "");
  return { project, command: pathToFileURL(join(copy, "dist/cli.js")).href };
}

it("is the project's own, in its folder, below it, and where --project says", () => {
  const { project, command } = projectWithCopy();
  expect(preferredCopy(["index"], project)).toBe(command);
  expect(preferredCopy(["index"], join(project, "data"))).toBe(command);
  expect(preferredCopy(["index", "--project", project], tmpdir())).toBe(command);
  expect(preferredCopy(["index", `--project=${project}`], tmpdir())).toBe(command);
});

it("is none where the project has none, and for init", () => {
  expect(preferredCopy(["index"], tmpdir())).toBeUndefined();
  expect(preferredCopy(["init", "x"], projectWithCopy().project)).toBeUndefined();
});
