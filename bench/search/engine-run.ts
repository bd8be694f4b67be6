import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EngineName } from "./args.ts";
import { type EngineFigures, median, percentile, percentiles } from "./figures.ts";
import { coldCommand, processCpuMs, runWorker, type WorkerOutcome } from "./processes.ts";
import { QUESTION_LENGTHS } from "./questions.ts";

/** A build that took longer than this is not repeated in the next round. */
const REPEAT_BUILD_BELOW_MS = 60_000;
const WARM_PASSES = 10;
const WARM_LIMIT_SECONDS = 600;
const COLD_RUNS = 4;
/** An engine whose first answer costs more than this is started once a reading: the reading needs no mean. */
const SLOW_COLD_MS = 1000;

export interface RunSettings {
  readonly workDir: string;
  readonly store: boolean;
  readonly limitSeconds: number;
  readonly questionFile: string;
  readonly say: (line: string) => void;
}

/** CPU milliseconds of every query: by question set, by question, in the order asked. */
type Samples = Record<string, number[][]>;

/** One engine over all rounds: each step is a process of its own, and a failure ends the engine, not the bench. */
export class EngineRun {
  readonly engine: EngineName;
  readonly dir: string;
  readonly #settings: RunSettings;
  readonly #figures: EngineFigures = { status: "ok" };
  readonly #builds: number[] = [];
  readonly #colds: number[] = [];
  readonly #appends: number[] = [];
  readonly #samples: Samples[] = [];

  constructor(engine: EngineName, settings: RunSettings) {
    this.engine = engine;
    this.dir = join(settings.workDir, engine);
    this.#settings = settings;
  }

  get working(): boolean {
    return this.#figures.status === "ok";
  }

  async probe(): Promise<void> {
    const outcome = await runWorker<{ description?: string; missing?: string }>({ task: "probe", engine: this.engine }, 60);
    if (outcome.kind === "done" && outcome.value.description !== undefined) {
      this.#figures.setUp = outcome.value.description;
      this.#say(outcome.value.description);
    } else {
      this.#end("missing", outcome.kind === "done" ? (outcome.value.missing ?? "") : reasonOf(outcome));
    }
  }

  async build(file: string): Promise<void> {
    if ((this.#builds[0] ?? 0) > REPEAT_BUILD_BELOW_MS) {
      return;
    }
    rmSync(this.dir, { recursive: true, force: true });
    mkdirSync(this.dir, { recursive: true });
    const outcome = await this.#work<{ cpuMs: number; peakMb: number }>({ task: "build", file }, this.#settings.limitSeconds);
    if (outcome !== undefined) {
      this.#builds.push(outcome.cpuMs);
      this.#figures.buildPeakMb = Math.max(this.#figures.buildPeakMb ?? 0, outcome.peakMb);
      this.#figures.diskBytes = folderBytes(this.dir);
      this.#say(`built in ${(outcome.cpuMs / 1000).toFixed(2)} s of CPU, ${outcome.peakMb.toFixed(0)} MB at most`);
    }
  }

  async warm(round: number): Promise<void> {
    const task = { task: "warm", questions: this.#settings.questionFile, round, passes: WARM_PASSES };
    const outcome = await this.#work<{ samples: Samples; hitsPerQuestion: number }>(task, WARM_LIMIT_SECONDS);
    if (outcome !== undefined) {
      this.#samples.push(outcome.samples);
      this.#figures.hitsPerQuestion = outcome.hitsPerQuestion;
      this.#say(`warm p50 ${percentile((outcome.samples.main ?? []).flat(), 0.5).toFixed(3)} ms`);
    }
  }

  /** One reading of a whole new process up to its first answer. */
  cold(question: string): void {
    const loadsEverything = this.engine === "minisearch" || this.engine === "orama" || this.engine === "flexsearch";
    const slow = this.#colds.length === 0 ? loadsEverything : (this.#colds[0] ?? 0) > SLOW_COLD_MS;
    const cpuMs = processCpuMs(coldCommand(this.engine, this.dir, this.#settings.store, question), slow ? 1 : COLD_RUNS);
    if (cpuMs !== undefined) {
      this.#colds.push(cpuMs);
    }
  }

  async append(file: string): Promise<void> {
    const outcome = await this.#work<{ cpuMs: number }>({ task: "append", file }, this.#settings.limitSeconds);
    if (outcome !== undefined) {
      this.#appends.push(outcome.cpuMs);
      this.#say(`1,000 chunks appended in ${outcome.cpuMs.toFixed(0)} ms of CPU`);
    }
  }

  figures(textBytes: number, nodeCpuMs: number): EngineFigures {
    const figures: EngineFigures = { ...this.#figures, textBytes, nodeCpuMs };
    if (this.#builds.length > 0) {
      figures.buildCpuMs = median(this.#builds);
    }
    if (this.#colds.length > 0) {
      figures.coldCpuMs = median(this.#colds);
    }
    if (this.#appends.length > 0) {
      figures.append1000Ms = median(this.#appends);
    }
    if (this.#samples.length > 0) {
      this.#addWarm(figures);
    }
    figures.rounds = {
      buildCpuMs: this.#builds,
      warmP50Ms: this.#samples.map((round) => percentile((round.main ?? []).flat(), 0.5)),
      coldCpuMs: this.#colds,
      append1000Ms: this.#appends,
    };
    return figures;
  }

  #addWarm(figures: EngineFigures): void {
    const all = (set: string) => percentiles(this.#samples.flatMap((round) => round[set] ?? []).flat());
    const questions = this.#samples[0]?.main?.length ?? 0;
    const medians = Array.from({ length: questions }, (_, i) => this.#samples.flatMap((round) => round.main?.[i] ?? []))
      .filter((values) => values.length > 0)
      .map(median);
    const main = all("main");
    figures.warmP50Ms = main.p50;
    figures.warmP99Ms = main.p99;
    figures.warmP99OfMediansMs = percentile(medians, 0.99);
    figures.warmQueries = main.queries;
    figures.warmByLength = Object.fromEntries(QUESTION_LENGTHS.map((length) => [length, all(String(length))]));
    figures.warmWithStopWords = all("withStopWords");
  }

  async #work<T>(task: object, limitSeconds: number): Promise<T | undefined> {
    const whole = { ...task, engine: this.engine, dir: this.dir, store: this.#settings.store };
    const outcome = await runWorker<T>(whole, limitSeconds);
    if (outcome.kind === "done") {
      return outcome.value;
    }
    this.#end(outcome.kind, `${JSON.stringify(task)}: ${outcome.kind === "failed" ? outcome.reason : `not done in ${limitSeconds} s`}`);
    return undefined;
  }

  #end(status: "missing" | "unfinished" | "failed", note: string): void {
    this.#figures.status = status;
    this.#figures.note = note;
    this.#say(status === "missing" ? `skipped, cannot be loaded: ${note}` : `${status}: ${note}`);
  }

  #say(line: string): void {
    this.#settings.say(`${this.engine}: ${line}`);
  }
}

function reasonOf(outcome: WorkerOutcome<unknown>): string {
  return outcome.kind === "failed" ? outcome.reason : "no answer";
}

function folderBytes(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
