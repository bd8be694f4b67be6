import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchOptions, readArgs, USAGE } from "./args.ts";
import { type Corpus, writeCorpus } from "./corpus.ts";
import { type Measured, measure } from "./measure.ts";
import { QuestionSource, type Questions } from "./questions.ts";
import { figuresTable, ratios, ratiosTable } from "./report.ts";
import { STOP_WORDS } from "./stop-words.ts";

const INSTALL = "npm ci --prefix bench/search";

function main(): Promise<number> {
  let options: BenchOptions;
  try {
    options = readArgs(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return Promise.resolve(2);
  }
  if (options.engines.includes("right-rag") && !existsSync(new URL("../../dist/search.js", import.meta.url))) {
    console.error("dist/search.js is not there: run npm run build first, since what is measured is the built package.");
    return Promise.resolve(2);
  }
  if (!existsSync(new URL("./node_modules", import.meta.url))) {
    console.log(`The other engines are not installed, so only right-rag is measured. To have them: ${INSTALL}`);
  }
  return run(options);
}

async function run(options: BenchOptions): Promise<number> {
  const workDir = mkdtempSync(join(tmpdir(), "bench-search-"));
  try {
    const source = new QuestionSource(options.seed);
    const corpus = writeCorpus({ ...options, textDir: options.text, workDir, appendRounds: options.rounds }, (chunk) =>
      source.visit(chunk),
    );
    const questions = source.questions();
    describeInput(options, corpus, questions);
    const measured = await measure(options, corpus, questions, workDir, (line) => console.log(line));
    writeFileSync(options.json, `${JSON.stringify(resultFile(options, corpus, questions, measured), null, 2)}\n`);
    return printResult(measured);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function describeInput(options: BenchOptions, corpus: Corpus, questions: Questions): void {
  const mean = questions.main.reduce((sum, text) => sum + text.split(" ").length, 0) / questions.main.length;
  console.log(
    `${corpus.chunks} chunks, ${(corpus.textBytes / 1e6).toFixed(1)} MB of text from ${corpus.filesRead} files ` +
      `(${corpus.filesSkipped} not UTF-8, skipped), read ${corpus.copies} times; ${options.store ? "text stored" : "text not stored"}; seed ${options.seed}`,
  );
  console.log(
    `${questions.main.length} questions of ${mean.toFixed(1)} words on average, such as "${questions.main.slice(0, 3).join('", "')}"`,
  );
  console.log(`Taken out of them for every engine, ${STOP_WORDS.size} stop words: ${[...STOP_WORDS].join(" ")}`);
}

function resultFile(options: BenchOptions, corpus: Corpus, questions: Questions, measured: Measured): object {
  return {
    date: new Date().toISOString(),
    node: process.version,
    machine: `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${process.platform} ${process.arch}`,
    chunks: options.chunks,
    seed: options.seed,
    rounds: options.rounds,
    store: options.store,
    // Above the number of cores, others were at work and the figures are noisier.
    loadAverage: loadavg()[1],
    textBytes: corpus.textBytes,
    readingCpuMs: measured.readingCpuMs,
    engines: measured.engines,
    ratios: ratios(measured.engines),
    pruning: measured.pruning,
    stopWords: [...STOP_WORDS],
    questions,
  };
}

function printResult(measured: Measured): number {
  console.log(`\nReading the corpus alone takes ${((measured.readingCpuMs ?? Number.NaN) / 1000).toFixed(2)} s of every build.\n`);
  console.log(figuresTable(measured.engines));
  const table = ratiosTable(measured.engines);
  if (table !== undefined) {
    console.log(`\n${table}`);
  }
  if (measured.pruning === undefined) {
    return 0;
  }
  const { asked, withoutHits, differences } = measured.pruning;
  console.log(`\nPruned top 10 = exhaustive: ${asked - differences.length} of ${asked} questions (${withoutHits} without a hit)`);
  for (const text of differences.slice(0, 20)) {
    console.log(`  differs: ${text}`);
  }
  return differences.length === 0 ? 0 : 1;
}

process.exitCode = await main();
