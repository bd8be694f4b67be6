import type { EngineFigures } from "./figures.ts";

type Engines = Readonly<Record<string, EngineFigures>>;
type Figure = (figures: EngineFigures) => number | undefined;

const divide = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

const subtract = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a - b;

const FIGURES: readonly [label: string, figure: Figure, digits: number][] = [
  ["build CPU, s", (f) => divide(f.buildCpuMs, 1000), 2],
  ["build peak memory, MB", (f) => f.buildPeakMb, 0],
  ["index / text", (f) => divide(f.diskBytes, f.textBytes), 3],
  ["first query, new process, CPU ms", (f) => f.coldCpuMs, 1],
  ["the same / node -e 0", (f) => divide(f.coldCpuMs, f.nodeCpuMs), 2],
  ["the same less node -e 0, ms", (f) => subtract(f.coldCpuMs, f.nodeCpuMs), 1],
  ["warm p50, CPU ms", (f) => f.warmP50Ms, 3],
  ["warm p99, CPU ms", (f) => f.warmP99Ms, 3],
  ["p99 / p50", (f) => divide(f.warmP99Ms, f.warmP50Ms), 1],
  ["p99 of question medians / p50", (f) => divide(f.warmP99OfMediansMs, f.warmP50Ms), 1],
  ["warm p50, 2 words", (f) => f.warmByLength?.["2"]?.p50, 3],
  ["warm p50, 4 words", (f) => f.warmByLength?.["4"]?.p50, 3],
  ["warm p50, 8 words", (f) => f.warmByLength?.["8"]?.p50, 3],
  ["warm p50, 16 words", (f) => f.warmByLength?.["16"]?.p50, 3],
  ["warm p50, stop words left in", (f) => f.warmWithStopWords?.p50, 3],
  ["append 1,000, CPU ms", (f) => f.append1000Ms, 0],
  ["hits a question, of 10", (f) => f.hitsPerQuestion, 1],
  ["warm queries measured", (f) => f.warmQueries, 0],
];

const RATIOS: readonly [label: string, figure: Figure][] = [
  ["build CPU", (f) => f.buildCpuMs],
  ["build peak memory", (f) => f.buildPeakMb],
  ["index size", (f) => f.diskBytes],
  ["first query, new process", (f) => f.coldCpuMs],
  ["warm p50", (f) => f.warmP50Ms],
  ["warm p99", (f) => f.warmP99Ms],
  ["warm p50, 2 words", (f) => f.warmByLength?.["2"]?.p50],
  ["warm p50, 4 words", (f) => f.warmByLength?.["4"]?.p50],
  ["warm p50, 8 words", (f) => f.warmByLength?.["8"]?.p50],
  ["warm p50, 16 words", (f) => f.warmByLength?.["16"]?.p50],
  ["append 1,000", (f) => f.append1000Ms],
];

export function figuresTable(engines: Engines): string {
  const names = Object.keys(engines);
  const status = ["", ...Object.values(engines).map((figures) => (figures.status === "ok" ? "" : figures.status))];
  const rows = FIGURES.map(([label, figure, digits]) => [
    label,
    ...names.map((name) => show(figure(engines[name] as EngineFigures), digits)),
  ]);
  return table([["", ...names], ...(status.some((word) => word !== "") ? [status] : []), ...rows]);
}

/** right-rag's figure over each other engine's: below 1 is better. */
export function ratiosTable(engines: Engines): string | undefined {
  const own = engines["right-rag"];
  const others = Object.keys(engines).filter((name) => name !== "right-rag" && engines[name]?.buildCpuMs !== undefined);
  if (own?.buildCpuMs === undefined || others.length === 0) {
    return undefined;
  }
  const rows = RATIOS.map(([label, figure]) => [
    label,
    ...others.map((name) => showRatio(divide(figure(own), figure(engines[name] as EngineFigures)))),
  ]);
  return table([["right-rag /", ...others], ...rows]);
}

/** The ratios by name, for the file. */
export function ratios(engines: Engines): Record<string, Record<string, number>> {
  const own = engines["right-rag"];
  const result: Record<string, Record<string, number>> = {};
  for (const [name, figures] of Object.entries(engines)) {
    for (const [label, figure] of name === "right-rag" || own === undefined ? [] : RATIOS) {
      const ratio = divide(figure(own as EngineFigures), figure(figures));
      if (ratio !== undefined) {
        result[name] = { ...result[name], [label]: ratio };
      }
    }
  }
  return result;
}

function show(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits);
}

function showRatio(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) {
    return "-";
  }
  return value > 0 && value < 0.2 ? `1/${(1 / value).toFixed(1)}` : value.toFixed(2);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "))
    .join("\n");
}
