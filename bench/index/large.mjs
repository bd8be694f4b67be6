// Do large files index in linear time, and in memory that follows their size? One text file of M, M/2 and M/4 megabytes, and one
// Markdown file of half of each, every one indexed by a process of its own in a new project from the default template.
//
//   npm run bench:large -- [--text DIR] [--megabytes 100] [--only text|markdown] [--json FILE]
//
// DIR is a folder of .txt and .md files, read again until there is enough; without one, text is generated from a seed.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { generatedText } from "./generated-text.mjs";

const { values } = parseArgs({
  options: {
    text: { type: "string" },
    megabytes: { type: "string", default: "100" },
    only: { type: "string" },
    json: { type: "string" },
  },
});
const MB = 1 << 20;
const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const meter = pathToFileURL(fileURLToPath(new URL("meter.mjs", import.meta.url))).href;
const folder = mkdtempSync(join(tmpdir(), "right-rag-large-"));
const largest = Number(values.megabytes);
const kinds = [
  { kind: "text", ending: ".txt", share: 1 },
  { kind: "markdown", ending: ".md", share: 0.5 },
].filter(({ kind }) => values.only === undefined || values.only === kind);

const measured = [];
try {
  for (const { kind, ending, share } of kinds) {
    const rows = [1 / 4, 1 / 2, 1].map((part) => measure(kind, ending, largest * share * part));
    measured.push(...rows);
    print(kind, rows);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ node: process.version, measured }, null, 2));

/** Indexes one file in a new project; sizes in bytes, CPU in milliseconds of all threads. */
function measure(kind, ending, megabytes) {
  const project = join(folder, `${kind}-${megabytes}`);
  run([], "init", project, "--no-install");
  const documents = join(project, "data", "documents");
  rmSync(documents, { recursive: true });
  mkdirSync(documents);
  const file = join(documents, `large${ending}`);
  writeLarge(file, ending, Math.round(megabytes * MB));
  const figures = join(folder, "figures.json");
  const json = run(["--import", `${meter}?${encodeURIComponent(figures)}`], "index", "--project", project, "--json", "--log-level", "warn");
  const { cpuMs, peakBytes } = JSON.parse(readFileSync(figures, "utf8"));
  const { total } = JSON.parse(json);
  const bytes = statSync(file).size;
  rmSync(project, { recursive: true });
  return { kind, bytes, cpuMs, peakBytes, units: total.units, chunks: total.chunks };
}

function run(options, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, cli, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * MB,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
  return stdout;
}

function writeLarge(file, ending, bytes) {
  writeFileSync(file, "");
  let written = 0;
  for (const part of values.text === undefined ? generatedText(ending === ".md") : readAgain(values.text, ending)) {
    const piece = Buffer.from(part);
    appendFileSync(file, piece.subarray(0, bytes - written));
    written += piece.length;
    if (written >= bytes) return;
  }
}

/** The files of a folder in the order of their names, over and over, each time after a line that counts. */
function* readAgain(root, ending) {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => extname(name) === ending)
    .sort();
  if (files.length === 0) throw new Error(`"${root}" holds no ${ending} file.`);
  for (let round = 1; ; round++) {
    for (const name of files)
      yield `\n\n${ending === ".md" ? "# " : ""}Volume ${round}: ${name}\n\n${readFileSync(join(root, name), "utf8")}`;
  }
}

/** The last column is what matters: 1 is linear, and below 10 is the bound of memory. */
function print(kind, rows) {
  const [first] = rows;
  console.log(`${kind}, Node ${process.version}${values.text === undefined ? ", generated" : ""}`);
  for (const row of rows) {
    const size = row.bytes / first.bytes;
    console.log(
      `  ${(row.bytes / MB).toFixed(1).padStart(6)} MB  CPU ${(row.cpuMs / 1000).toFixed(1)} s, per byte ${(row.cpuMs / first.cpuMs / size).toFixed(2)}× that of the smallest;` +
        ` peak ${(row.peakBytes / MB).toFixed(0)} MB, ${(row.peakBytes / row.bytes).toFixed(1)}× the file; ${row.units} units, ${row.chunks} chunks`,
    );
  }
}
