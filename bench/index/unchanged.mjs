// How much does `right-rag index` cost when nothing has changed? Whole processes, in pairs, against the least that must be
// done: starting Node, loading the project's plugins, and reading the documents' bytes.
//
//   npm run bench:unchanged -- [--documents 2000] [--runs 11] [--json FILE]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { documents: { type: "string", default: "2000" }, runs: { type: "string", default: "11" }, json: { type: "string" } },
});
const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const floor = fileURLToPath(new URL("floor.mjs", import.meta.url));
const project = join(mkdtempSync(join(tmpdir(), "right-rag-bench-")), "project");

node(cli, "init", project, "--no-install");
for (let i = 0; i < Number(values.documents); i++) {
  const folder = join(project, "data", "documents", String(i % 50));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${i}.md`), `# Rule ${i}\n\nRule ${i} is kept by desk ${i % 7}.\n\n## Exception\n\nNot on day ${i % 31}.\n`);
}
node(cli, "index", "--project", project, "--log-level", "warn");

const pairs = [];
for (let run = 0; run <= Number(values.runs); run++) {
  const least = node(floor, project);
  const index = node(cli, "index", "--project", project, "--log-level", "warn");
  if (run === 0) continue; // warms the disk's cache
  pairs.push({ index, least, ratio: index / least });
}
rmSync(join(project, ".."), { recursive: true, force: true });

const { index, least, ratio, min, max } = summary(pairs);
console.log(`${values.documents} unchanged documents, ${values.runs} pairs, Node ${process.version}`);
console.log(
  `index ${index.toFixed(0)} ms, least ${least.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`,
);
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ documents: Number(values.documents), index, least, ratio, min, max }, null, 2));

/** Runs a script as a process of its own; wall-clock milliseconds. */
function node(...args) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
  return performance.now() - began;
}

function summary(list) {
  const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
  const all = list.map((pair) => pair.ratio);
  return {
    index: median(list.map((pair) => pair.index)),
    least: median(list.map((pair) => pair.least)),
    ratio: median(all),
    min: Math.min(...all),
    max: Math.max(...all),
  };
}
