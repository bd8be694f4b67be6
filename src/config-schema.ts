import * as z from "zod";
import { defaultConfig } from "./define-config.ts";
import { findingCodes } from "./finding-codes.ts";
import { modelSettingsSchema } from "./llm/settings-schema.ts";
import { type Checked, check } from "./mistakes.ts";

const finding = z.enum(Object.keys(findingCodes));

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
    proof: z
      .strictObject({
        minCoverage: z.number().min(0).max(1).describe("Least share of a document's text, 0 to 1, that must be in units.").exactOptional(),
        minChunkCoverage: z
          .number()
          .min(0)
          .max(1)
          .describe("Least share of a document's text, 0 to 1, that must be in chunks.")
          .exactOptional(),
        maxFaults: z.int().min(0).describe("Most faults of a document.").exactOptional(),
        maxFindings: z.int().min(0).describe("Most findings of a document, faults and hints.").exactOptional(),
        faults: z.array(finding).describe("Codes of hints that count as faults.").exactOptional(),
        ignore: z.array(finding).describe("Codes that are not looked for.").exactOptional(),
      })
      .describe("What right-rag check looks for. With a threshold, an index run that falls below it fails before the switch.")
      .default({ ...defaultConfig.proof }),
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
    models: modelSettingsSchema.default({}),
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

/** A config whose every key is right and has its value or its default. */
export type CheckedConfig = z.output<typeof configSchema>;

/** The config with its defaults, or everything that is wrong with it. */
export function checkConfig(value: unknown): Checked<CheckedConfig> {
  return check(configSchema, value, "the config");
}
