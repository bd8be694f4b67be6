import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions } from "./args.ts";
import type { Corpus } from "./corpus.ts";
import { EngineRun } from "./engine-run.ts";
import { type EngineFigures, median } from "./figures.ts";
import { processCpuMs, runWorker } from "./processes.ts";
import { QUESTION_LENGTHS, type Questions } from "./questions.ts";

const WARM_SECONDS = 20;
const WARM_SECONDS_PER_EXTRA_SET = 6;
const COLD_READINGS_PER_ROUND = 5;
const NODE_RUNS = 4;
const VERIFY_LIMIT_SECONDS = 3600;

export interface Measured {
  readonly engines: Readonly<Record<string, EngineFigures>>;
  /** What reading the corpus costs; it is in every engine's build. */
  readonly readingCpuMs: number | undefined;
  readonly pruning: PruningCheck | undefined;
}

export interface PruningCheck {
  readonly asked: number;
  readonly withoutHits: number;
  /** Questions whose pruned top 10 is not the exhaustive one. */
  readonly differences: readonly string[];
}

/** Runs the engines in turns, so that what slows the machine for a while slows all of them. */
export async function measure(
  options: BenchOptions,
  corpus: Corpus,
  questions: Questions,
  workDir: string,
  say: (line: string) => void,
): Promise<Measured> {
  const questionFile = join(workDir, "questions.json");
  writeFileSync(questionFile, JSON.stringify(questionSets(questions)));
  const settings = { workDir, store: options.store, limitSeconds: options.limitSeconds, questionFile, say };
  const runs = options.engines.map((engine) => new EngineRun(engine, settings));
  const each = async (step: (run: EngineRun) => unknown) => {
    for (const run of runs) {
      if (run.working) {
        await step(run);
      }
    }
  };

  await each((run) => run.probe());
  const reading = await runWorker<{ cpuMs: number }>(
    { task: "build", engine: "reading", file: corpus.file, dir: "" },
    options.limitSeconds,
  );
  const node: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    say(`round ${round + 1} of ${options.rounds}`);
    await each((run) => run.build(corpus.file));
    await each((run) => run.warm(round));
    for (let i = 0; i < COLD_READINGS_PER_ROUND; i += 1) {
      node.push(processCpuMs([process.execPath, "-e", "0"], NODE_RUNS) ?? Number.NaN);
      const question = questions.main[(round * COLD_READINGS_PER_ROUND + i) % questions.main.length] ?? "";
      await each((run) => run.cold(question));
    }
  }
  // After the last build, so that nothing before is measured on an index that has grown.
  for (const file of corpus.appendFiles) {
    await each((run) => run.append(file));
  }
  const own = runs.find((run) => run.engine === "right-rag" && run.working);
  return {
    engines: Object.fromEntries(runs.map((run) => [run.engine, run.figures(corpus.textBytes, median(node))])),
    readingCpuMs: reading.kind === "done" ? reading.value.cpuMs : undefined,
    // Last, so that what is checked is an index of several segments.
    pruning: own === undefined ? undefined : await checkPruning(own.dir, questionFile),
  };
}

function questionSets(questions: Questions): { name: string; questions: readonly string[]; seconds: number }[] {
  const byLength = QUESTION_LENGTHS.map((length) => ({ name: String(length), questions: questions.byLength[length] }));
  return [
    { name: "main", questions: questions.main, seconds: WARM_SECONDS },
    ...[...byLength, { name: "withStopWords", questions: questions.withStopWords }].map((set) => ({
      ...set,
      seconds: WARM_SECONDS_PER_EXTRA_SET,
    })),
  ];
}

async function checkPruning(dir: string, questionFile: string): Promise<PruningCheck> {
  const outcome = await runWorker<PruningCheck>(
    { task: "verify", engine: "right-rag", dir, questions: questionFile },
    VERIFY_LIMIT_SECONDS,
  );
  if (outcome.kind === "done") {
    return outcome.value;
  }
  throw new Error(
    `Pruned and exhaustive search could not be compared: ${outcome.kind === "failed" ? outcome.reason : "not done in time"}.`,
  );
}
