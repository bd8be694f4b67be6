// `npm test`: everything, from a fresh clone on. Installs and builds what is needed, then lints, type-checks and runs all tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "./ensure.mjs";

ensureInstalled();
const bin = (name) => join(root, "node_modules", ".bin", name);
const step = (title) => console.error(`\n— ${title}`);

step("lint");
run(bin("biome"), ["check", "."]);
step("types");
run(bin("tsc"), ["--noEmit"]);
step("build");
ensureBuilt();
step("package");
run(bin("publint"), ["--strict"]);

const folder = mkdtempSync(join(tmpdir(), "right-rag-test-"));
const counts = { passed: 0, failed: 0, skipped: 0 };
let status = 0;
for (const [title, config] of [
  ["tests", "vitest.config.ts"],
  ["end to end, from the packed package", "vitest.e2e.config.ts"],
]) {
  step(title);
  const report = join(folder, `${config}.json`);
  const args = ["run", "--config", config, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const result = spawnSync(bin("vitest"), args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  status ||= result.status ?? 1;
  const counted = readCounts(report);
  counts.passed += counted.numPassedTests;
  // A file that could not be run at all has no test that failed, and is a failure nonetheless.
  counts.failed += Math.max(counted.numFailedTests, result.status === 0 ? 0 : 1);
  counts.skipped += counted.numPendingTests + counted.numTodoTests;
}
rmSync(folder, { recursive: true, force: true });

if (counts.passed === 0) status ||= 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`);
process.exit(status);

function readCounts(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  }
}
