import { stableHash } from "../../hash.ts";
import type { Message } from "../../interfaces.ts";
import { DATA_RULE, enclose } from "../../llm/data-marks.ts";
import type { Chunk, Document } from "../../model.ts";
import type { FieldSpec, IndexSchema } from "../../schemas/schema-types.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** Raised when the prompt below asks for something else, so that what was paid for under the old one is asked for again. */
const PROMPT = 1;
/** Of a document, for its `doc_fields`: enough to say what it is; the names of its sections say what else it holds. */
const MOST_OPENING = 12_000;
const MOST_SECTIONS = 3000;

/** Something to ask a model for: fields of a chunk, or of a document. */
export interface Job {
  readonly of: "chunk" | "document";
  readonly specs: readonly FieldSpec[];
  readonly text: string;
  /** The same for the same text, fields and model, wherever the text stands. */
  readonly key: string;
}

/** What to ask of a chunk; undefined when its own parser has given every field already. */
export function chunkJob(chunk: Chunk, { fields }: IndexSchema, model: string): Job | undefined {
  const specs = fields.filter(({ name }) => chunk.attributes?.[name] === undefined);
  return job(
    "chunk",
    specs,
    [chunk.path.join(" › "), chunk.context ?? "", chunk.fulltext].filter((part) => part !== "").join("\n\n"),
    model,
  );
}

/** What to ask of a document, by its beginning and the names of its sections. */
export function documentJob(document: Document, chunks: readonly Chunk[], { doc_fields }: IndexSchema, model: string): Job | undefined {
  const sections = [...new Set(chunks.map(({ path }) => path.join(" › ")))].join("\n");
  const parts = [document.title ?? "", document.text.slice(0, MOST_OPENING), `Sections:\n${sections.slice(0, MOST_SECTIONS)}`];
  return job("document", doc_fields, parts.filter((part) => part !== "").join("\n\n"), model);
}

function job(of: Job["of"], specs: readonly FieldSpec[], text: string, model: string): Job | undefined {
  if (specs.length === 0) return undefined;
  // The weight of a field changes how it is searched, not what is asked.
  const asked = specs.map(({ name, type, description }) => [name, type, description]);
  return { of, specs, text, key: stableHash([PROMPT, of, model, asked, text]) };
}

const TYPE_WORDS = { string: "a text", number: "a number", boolean: "true or false", "list[string]": "a list of texts" } as const;

export function messagesOf({ of, specs, text }: Job): Message[] {
  const what = of === "chunk" ? "passage" : "document";
  const blocks = enclose(what, [text]);
  const fields = specs.map(({ name, type, description }) => `- "${name}" (${TYPE_WORDS[type]}): ${description}`);
  return [
    {
      role: "system",
      content: [
        `You describe a ${what} for a search index. Give one JSON object with these keys, and nothing else:`,
        fields.join("\n"),
        `Give what the ${what} itself says, in its own language, and null where it says nothing of the kind.`,
        DATA_RULE,
      ].join("\n\n"),
    },
    { role: "user", content: blocks.join("\n") },
  ];
}

/** Tokens of one call, as far as they can be told beforehand. */
export function estimateJob(job: Job): { readonly inputTokens: number; readonly outputTokens: number } {
  const outputOf = { string: 25, number: 5, boolean: 3, "list[string]": 35 } as const;
  const inputTokens = messagesOf(job).reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
  const outputTokens = job.specs.reduce((sum, { name, type }) => sum + estimateTokens(name) + outputOf[type] + 4, 4);
  return { inputTokens, outputTokens };
}
