/**
 * node bench/pdf/speed.mjs DIR [--rounds N]
 *
 * DIR holds PDF files. Processor time of the PDF loader beside that of unpdf's own `extractText`, each in a process of its own, in turns,
 * and the most memory that each took. `ratio` is of whole processes, in which importing all of right-rag's plugins counts too;
 * `loaderRatio` leaves out what each side took to be imported, which is paid once and not for each file. Needs `npm run build`. Read the
 * ratios: seconds depend on the machine.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, flag, count] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write("Skipped: give a folder with PDF files.\n");
  process.exit(0);
}
const rounds = flag === "--rounds" ? Number(count) : 3;
const worker = fileURLToPath(new URL("./speed-run.mjs", import.meta.url));
const rows = [];
for (const name of readdirSync(folder)
  .filter((file) => /\.pdf$/i.test(file))
  .sort()) {
  const ours = [];
  const theirs = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(measure("loader", join(folder, name)));
    theirs.push(measure("unpdf", join(folder, name)));
  }
  const row = { name, ours: middle(ours), theirs: middle(theirs) };
  rows.push(row);
  process.stdout.write(
    `${JSON.stringify({ ...row, ratio: whole(row.ours) / whole(row.theirs), loaderRatio: own(row.ours) / own(row.theirs) })}\n`,
  );
}
const report = {
  files: rows.length,
  ...summary(whole, ["ratio", "median", "worst"]),
  ...summary(own, ["loaderRatio", "loaderMedian", "loaderWorst"]),
  mostMemoryMb: Math.max(...rows.map((row) => row.ours.memoryMb)),
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);

function whole({ cpuMs }) {
  return cpuMs;
}

function own({ cpuMs, importMs }) {
  return cpuMs - importMs;
}

/** Of all files together, in the middle and at worst, under these names. */
function summary(time, [all, median, worst]) {
  const sum = (side) => rows.reduce((total, row) => total + time(row[side]), 0);
  const ratios = rows.map(({ ours, theirs }) => time(ours) / time(theirs)).sort((a, b) => a - b);
  return { [all]: sum("ours") / sum("theirs"), [median]: ratios[ratios.length >> 1], [worst]: ratios.at(-1) };
}

function measure(side, path) {
  const ended = spawnSync(process.execPath, [worker, side, path], { encoding: "utf8" });
  if (ended.status !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout.split("\n").filter(Boolean).at(-1));
}

function middle(runs) {
  return [...runs].sort((a, b) => a.cpuMs - b.cpuMs)[runs.length >> 1];
}
