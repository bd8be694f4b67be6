import { parseArgs } from "node:util";

/** In the order in which a round runs them. */
export const ENGINES = ["right-rag", "fts5", "minisearch", "orama", "flexsearch", "lancedb"] as const;
export type EngineName = (typeof ENGINES)[number];

export interface BenchOptions {
  readonly text: string;
  readonly chunks: number;
  readonly json: string;
  readonly engines: readonly EngineName[];
  readonly seed: number;
  readonly rounds: number;
  readonly store: boolean;
  /** A build that takes longer than this is ended and reported as unfinished. */
  readonly limitSeconds: number;
}

export const USAGE = `npm run bench:search -- --text DIR --chunks N --json FILE [options]
  --text DIR        folder of .md, .txt, .html and .xml files, read recursively
  --chunks N        chunks of about 1,000 characters
  --json FILE       where the figures go
  --engines a,b     some of: ${ENGINES.join(", ")} (default: all)
  --seed n          default 1
  --rounds n        default 3
  --no-store        keep no text in the indexes that can do without
  --limit SECONDS   longest build; default 180, or a second per 500 chunks if that is more`;

/** @throws Error with a message for the person who typed the command. */
export function readArgs(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      text: { type: "string" },
      chunks: { type: "string" },
      json: { type: "string" },
      engines: { type: "string" },
      seed: { type: "string" },
      rounds: { type: "string" },
      limit: { type: "string" },
      "no-store": { type: "boolean" },
    },
  });
  if (values.text === undefined || values.json === undefined || values.chunks === undefined) {
    throw new Error("--text, --chunks and --json are needed.");
  }
  const chunks = wholeNumber("--chunks", values.chunks);
  const wanted = values.engines?.split(",") ?? ENGINES;
  const unknown = wanted.filter((name) => !ENGINES.some((engine) => engine === name));
  if (unknown.length > 0) {
    throw new Error(`--engines: unknown ${unknown.join(", ")}; known: ${ENGINES.join(", ")}.`);
  }
  return {
    text: values.text,
    chunks,
    json: values.json,
    engines: ENGINES.filter((engine) => wanted.includes(engine)),
    seed: wholeNumber("--seed", values.seed ?? "1"),
    rounds: wholeNumber("--rounds", values.rounds ?? "3"),
    store: values["no-store"] !== true,
    limitSeconds: values.limit === undefined ? Math.max(180, chunks / 500) : wholeNumber("--limit", values.limit),
  };
}

function wholeNumber(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) {
    throw new Error(`${option} must be a whole number from 1 on, but is "${value}".`);
  }
  return number;
}
