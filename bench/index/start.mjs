// What does a whole `right-rag query` cost, from its start to its answer, in a project of a dozen documents, where starting is most of it? CPU of
// whole processes, in turn with `node -e 0`; medians.
//
//   npm run build && node bench/index/start.mjs [--runs 11] [--beside DIST]
//
// --beside takes the dist folder of another build (with its package.json and node_modules above it), asked in turn with this one.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { runs: { type: "string", default: "11" }, beside: { type: "string" } } });
const meter = new URL("meter.mjs", import.meta.url).href;
const root = mkdtempSync(join(tmpdir(), "right-rag-start-"));
const taken = join(root, "taken.json");
const question = "How does the company decide about a takedown notice?";
const builds = { here: fileURLToPath(new URL("../../dist", import.meta.url)), ...(values.beside && { beside: resolve(values.beside) }) };

const example = fileURLToPath(new URL("../../examples/policy-handbook", import.meta.url));
for (const name of Object.keys(builds)) cpSync(example, join(root, name), { recursive: true });
const samples = { node: [], ...Object.fromEntries(Object.keys(builds).map((name) => [name, []])) };
for (let run = 0; run <= Number(values.runs); run++) {
  if (run > 0) samples.node.push(cpuOf("-e", "0"));
  for (const [name, dist] of Object.entries(builds)) {
    const project = join(root, name);
    if (run === 0) cpuOf(join(dist, "cli.js"), "index", "--project", project, "--log-level", "warn");
    const cpu = cpuOf(join(dist, "cli.js"), "query", question, "--project", project, "--log-level", "warn");
    if (run > 0) samples[name].push(cpu); // the first one warms the disk's cache
  }
}
rmSync(root, { recursive: true, force: true });

const floor = median(samples.node);
console.log(`${values.runs} runs each, Node ${process.version}`);
for (const [name, list] of Object.entries(samples)) {
  console.log(`${name.padEnd(7)} ${median(list).toFixed(0).padStart(5)} ms CPU, ${(median(list) / floor).toFixed(1)} × node -e 0`);
}

function cpuOf(...args) {
  const { status, stderr } = spawnSync(process.execPath, ["--import", `${meter}?${encodeURIComponent(taken)}`, ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
  return JSON.parse(readFileSync(taken, "utf8")).cpuMs;
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
