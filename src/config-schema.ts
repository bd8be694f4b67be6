import * as z from "zod";
import { defaultConfig } from "./define-config.ts";

const path = (description: string) => z.string().min(1).describe(`${description} Absolute, or relative to the project.`);

export const configSchema = z
  .strictObject({
    $schema: z.string().describe("For editors; right-rag does not read it.").exactOptional(),
    documents: path("Folder of the sources.").default(defaultConfig.documents),
    output: path("Folder for everything that right-rag makes.").default(defaultConfig.output),
    spec: path("Folder of the nine plugin folders.").default(defaultConfig.spec),
    ignore: z
      .array(z.string().min(1))
      .describe("Files of the documents folder to leave out, as .gitignore patterns, after a default list; !pattern takes one back in.")
      .default([...defaultConfig.ignore]),
    retrievers: z
      .array(z.string().min(1))
      .min(1)
      .describe("Names of the retrievers that a query uses; several are fused. Absent: all.")
      .exactOptional(),
    answerGenerator: z.string().min(1).describe("Name of the answer generator. Absent: the only one.").exactOptional(),
    topK: z.int().min(1).describe("Pieces of evidence for a query.").default(defaultConfig.topK),
    concurrency: z.int().min(1).max(256).describe("Documents worked on at once.").default(defaultConfig.concurrency),
    tolerateUncovered: z
      .number()
      .min(0)
      .max(1)
      .describe("Share of a document's text, 0 to 1, that may be in no unit before it counts as a loss.")
      .default(defaultConfig.tolerateUncovered),
    cases: path("File of the evaluation cases.").default(defaultConfig.cases),
    logging: z
      .strictObject({
        level: z
          .enum(["debug", "info", "warn", "error", "silent"])
          .describe("The least that is logged.")
          .default(defaultConfig.logging.level),
        file: path("A file that logs are added to, besides the terminal.").exactOptional(),
      })
      .describe("What is logged, and where.")
      .default({ ...defaultConfig.logging }),
    plugins: z
      .record(z.string(), z.record(z.string(), z.json()))
      .describe("Settings of a plugin, by its name.")
      .default({ ...defaultConfig.plugins }),
  })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it shows how a config writes a variable.
  .describe("The config of a right-rag project. ${NAME} and ${NAME:-default} in a text stand for variables of the environment or .env.");

/** JSON Schema of a config file as it is written, for editors. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema, { io: "input" });
  return { title: "right-rag.config", ...schema };
}

/** What is wrong with one key of a config, in words. `path` leads to the key. */
export interface ConfigMistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A config whose every key is right and has its value or its default. */
export type CheckedConfig = z.output<typeof configSchema>;

/** The config with its defaults, or everything that is wrong with it. */
export function checkConfig(value: unknown): { readonly config: CheckedConfig } | { readonly mistakes: readonly ConfigMistake[] } {
  const result = configSchema.safeParse(value);
  return result.success ? { config: result.data } : { mistakes: result.error.issues.flatMap((issue) => mistakesOf(issue, value)) };
}

function mistakesOf(issue: z.core.$ZodIssue, config: unknown): ConfigMistake[] {
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(issue.path);
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `"${[...issue.path, key].join(".")}" is not a key of the config. ${suggestion(key, known)}`,
    }));
  }
  const name = issue.path.length === 0 ? "The config" : `"${issue.path.join(".")}"`;
  return [{ path: issue.path, message: `${name} is ${shown(valueAt(config, issue.path))}, but must be ${wanted(issue)}.` }];
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return kinds[issue.expected] ?? issue.expected;
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return issue.origin === "number" ? `${issue.minimum} or more` : "not empty";
  if (issue.code === "too_big") return `${issue.maximum} or less`;
  return "text, a number, true, false, null, or lists and objects of them";
}

const kinds: { readonly [expected: string]: string } = {
  string: "text",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
  record: "an object",
};

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  return value instanceof Object && JSON.stringify(value).length > 60 ? "a large value" : JSON.stringify(value);
}

function valueAt(config: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as { readonly [key: PropertyKey]: unknown })[key], config);
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  return Object.keys(path.length === 0 ? configSchema.shape : configSchema.shape.logging.unwrap().shape).filter((key) => key !== "$schema");
}

function suggestion(key: string, known: readonly string[]): string {
  const [closest] = known
    .map((name) => ({ name, distance: editDistance(name.toLowerCase(), key.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return closest !== undefined && closest.distance <= 2 ? `Did you mean "${closest.name}"?` : `Its keys are ${known.join(", ")}.`;
}

/** Levenshtein: the fewest letters to add, drop or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const above = row;
    row = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const change = (above[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
