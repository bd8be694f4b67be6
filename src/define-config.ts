import type { ModelSettings } from "./llm/settings.ts";
import type { Attributes } from "./model.ts";

/**
 * What `right-rag.config.*` may hold; everything has a default. Paths are absolute or relative to the project. In every text
 * `${NAME}` stands for a variable of the environment or of .env, `${NAME:-default}` for one that may be missing or empty,
 * and `$${` for the characters `${`.
 */
export interface ConfigInput {
  /** Folder of the sources. @default "data/documents" */
  readonly documents?: string;
  /** Folder for everything that right-rag makes. @default "output" */
  readonly output?: string;
  /** Folder of the nine plugin folders. @default "spec" */
  readonly spec?: string;
  /** Files of the documents folder to leave out, as .gitignore patterns, after a default list. @default [] */
  readonly ignore?: readonly string[];
  /** Names of the retrievers that a query uses, fused when several. @default all */
  readonly retrievers?: readonly string[];
  /** Name of the answer generator. @default the only one */
  readonly answerGenerator?: string;
  /** Pieces of evidence for a query, 1 or more. @default 10 */
  readonly topK?: number;
  /** Documents worked on at once, 1 or more. @default 8 */
  readonly concurrency?: number;
  /** Share of a document's text, 0 to 1, that may be in no unit before it counts as a loss. @default 0 */
  readonly tolerateUncovered?: number;
  /** What `right-rag check` looks for, and what an index run must keep. @default no thresholds */
  readonly proof?: {
    /** Least share of a document's text that must be in units, 0 to 1; below it an index run fails before the switch. */
    readonly minCoverage?: number;
    /** The same, of text in chunks. */
    readonly minChunkCoverage?: number;
    /** Most faults of a document, for an index run. */
    readonly maxFaults?: number;
    /** Most findings of a document, faults and hints, for an index run. */
    readonly maxFindings?: number;
    /** Codes of hints that count as faults (docs/proof.md). */
    readonly faults?: readonly string[];
    /** Codes that are not looked for. */
    readonly ignore?: readonly string[];
  };
  /** File of the evaluation cases. @default "eval/cases.example.json" */
  readonly cases?: string;
  readonly logging?: {
    /** @default "info" */
    readonly level?: ConfigLogLevel;
    /** A file that logs are added to, besides the terminal. */
    readonly file?: string;
  };
  /** Language models, by role. @default none: no model is asked and no network is used */
  readonly models?: ModelSettings;
  /** Settings of a plugin, by its name; it reads them as `run.settings`. */
  readonly plugins?: { readonly [name: string]: Attributes };
}

export type ConfigLogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** What a project gets that says nothing. Paths are relative to the project. */
export const defaultConfig = {
  documents: "data/documents",
  output: "output",
  spec: "spec",
  ignore: [],
  topK: 10,
  concurrency: 8,
  tolerateUncovered: 0,
  proof: {},
  cases: "eval/cases.example.json",
  logging: { level: "info" },
  models: {},
  plugins: {},
} as const satisfies ConfigInput;

/** Gives `right-rag.config.ts` its types: `export default defineConfig({ … })`. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
