export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  /** Queries measured. */
  readonly queries: number;
}

export interface EngineFigures {
  status: "ok" | "missing" | "unfinished" | "failed";
  note?: string;
  setUp?: string;
  buildCpuMs?: number;
  buildPeakMb?: number;
  diskBytes?: number;
  textBytes?: number;
  coldCpuMs?: number;
  nodeCpuMs?: number;
  warmP50Ms?: number;
  warmP99Ms?: number;
  /** Of each question's median: what the questions cost, without the odd garbage collection. */
  warmP99OfMediansMs?: number;
  warmQueries?: number;
  /** Of at most 10. */
  hitsPerQuestion?: number;
  warmByLength?: Record<string, Percentiles>;
  warmWithStopWords?: Percentiles;
  append1000Ms?: number;
  /** Every round's reading, to see how much the machine drifted. */
  rounds?: { buildCpuMs: number[]; warmP50Ms: number[]; coldCpuMs: number[]; append1000Ms: number[] };
}

/** Nearest-rank percentile; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export function percentiles(values: readonly number[]): Percentiles {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99), queries: values.length };
}
