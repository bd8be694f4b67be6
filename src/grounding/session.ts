import type { AnswerSources, Message, Run } from "../interfaces.ts";
import { DATA_RULE } from "../llm/data-marks.ts";
import type { Recalled } from "../llm/history.ts";
import type { Evidence, Query } from "../model.ts";
import type { Asker } from "./asker.ts";
import type { Journal } from "./journal.ts";
import type { GroundingSettings } from "./options.ts";

/** All that the steps of one answer share. */
export interface Session {
  readonly query: Query;
  /** What models are shown of the conversation. */
  readonly recalled: Recalled;
  readonly more: AnswerSources;
  readonly run: Run;
  readonly settings: GroundingSettings;
  readonly journal: Journal;
  readonly asker: Asker;
}

/** What one grader said of a piece of evidence; `ungraded` where no verdict could be had. */
export type Grade = "relevant" | "irrelevant" | "ungraded";

/** A piece of evidence as the writer is shown it. Its number is its place in a list, from 1. */
export interface Source {
  readonly evidence: Evidence;
  readonly grade: Grade;
}

/** What a reader of the source sees: where it stands, what is repeated for it, and its text. */
export function readable({ source, path, context, text }: Evidence): string {
  return [[source, ...path].join(" › "), context, text].filter((part) => part !== undefined && part !== "").join("\n");
}

/** Instructions, to which the rule on texts of others is always added; and what they are about. */
export function messages(instructions: string, parts: readonly (string | undefined)[]): Message[] {
  return [
    { role: "system", content: `${instructions}\n\n${DATA_RULE}` },
    { role: "user", content: parts.filter((part) => part !== undefined && part !== "").join("\n\n") },
  ];
}

/** The question, and what it means where the conversation was needed to tell. */
export function asked(query: Query, meaning: string): string {
  return meaning === query.text ? `Question: ${query.text}` : `Question: ${query.text}\nThat is: ${meaning}`;
}
