import { z } from "zod";
import { optionInvalid } from "../errors.ts";
import { defaultPrompts, type GroundingPrompts } from "./prompts.ts";
import { defaultWording, type GroundingWording } from "./wording.ts";

/**
 * How an answer is grounded. All loops together ask models at most `maxCalls` times; each loop has its own bound below that, with the
 * default in the same line. In all, for p pieces of evidence in each of 1 + `maxRewrites` (+ 1, rewritten first) retrievals and s
 * statements in each draft: rewrites ≤ 1 + `maxRewrites`; gradings ≤ (1 + `retries`) × p for each retrieval, none twice; drafts ≤
 * 1 + `maxRegenerations`; polishes ≤ 1; checks ≤ (1 + `retries`) × s for each draft and polish.
 */
export interface GroundingOptions {
  /** Rewrite the question before anything is graded: never, in a conversation only, or always. @default "history" */
  readonly rewriteFirst?: "never" | "history" | "always";
  /** Last exchanges of a conversation that models are shown as they were, 0 or more. @default 5 */
  readonly historyTurns?: number;
  /** Have the searcher sum up what was said before them: one call in `historyTurns` questions of a conversation. @default false */
  readonly historySummary?: boolean;
  /** Times that the question is rewritten and searched for again when too little evidence is relevant, 0 or more. @default 2 */
  readonly maxRewrites?: number;
  /** Grade evidence; without it all of it is used, ungraded. @default true */
  readonly grade?: boolean;
  /** Pieces of evidence that are graded after each retrieval, and that the writer is shown; best first, 1 or more. @default 10 */
  readonly maxEvidence?: number;
  /** Share of what was graded, 0 to 1, that must be relevant; at least one piece always must. Ungraded pieces count as relevant. @default 0 */
  readonly minRelevantShare?: number;
  /** Words for a piece that is relevant, the first of which is asked for. @default ["relevant", "yes", …] */
  readonly acceptGrades?: readonly string[];
  readonly rejectGrades?: readonly string[];
  /** Words for a statement that its sources carry, the first of which is asked for. @default ["yes", "supported", "grounded", …] */
  readonly acceptChecks?: readonly string[];
  readonly rejectChecks?: readonly string[];
  /** Times that a grade or check is asked for again when no verdict can be read, 0 or more. @default 3 */
  readonly retries?: number;
  /** Times that an answer which fails its check is written anew, with the complaint, 0 or more. @default 2 */
  readonly maxRegenerations?: number;
  /** Statements of an answer that are checked by themselves; a longer answer's rest counts as one with the last. 1 or more. @default 16 */
  readonly maxStatements?: number;
  /** Have a good answer rewritten for clarity and tone. @default false */
  readonly polish?: boolean;
  /** Have an answer rewritten once when it fails its check though its evidence is relevant. @default true */
  readonly repair?: boolean;
  /** What becomes of a statement that its sources do not carry: left out of the answer, or marked in it. @default "withhold" */
  readonly unsupported?: "withhold" | "mark";
  /** What becomes of a statement on which no verdict could be had. The answer is not grounded either way. @default "mark" */
  readonly unverified?: "withhold" | "mark";
  /** Calls of models in all, 1 or more. At the bound nothing more is graded, checked or written. @default 150 */
  readonly maxCalls?: number;
  /** Gradings, and checks, at one time, 1 or more. @default 4 */
  readonly parallel?: number;
  readonly prompts?: Partial<GroundingPrompts>;
  /** What we say ourselves: marks, and the sentences of an abstention. */
  readonly wording?: Partial<GroundingWording>;
  /** More hints for the writer beside those of the answer schema, by a field of the query's `extra` and its value: `{ questionType: { yesNo: "Begin with Yes or No." } }`. */
  readonly hints?: { readonly [field: string]: { readonly [value: string]: string } };
}

/** Options with every default in its place. */
export interface GroundingSettings extends Required<Omit<GroundingOptions, "prompts" | "wording">> {
  readonly prompts: GroundingPrompts;
  readonly wording: GroundingWording;
}

export const defaultGrounding: GroundingSettings = {
  rewriteFirst: "history",
  historyTurns: 5,
  historySummary: false,
  maxRewrites: 2,
  grade: true,
  maxEvidence: 10,
  minRelevantShare: 0,
  acceptGrades: ["relevant", "yes", "true"],
  rejectGrades: ["irrelevant", "not relevant", "no", "false"],
  acceptChecks: ["yes", "supported", "grounded", "true"],
  rejectChecks: ["no", "not supported", "unsupported", "not grounded", "ungrounded", "false"],
  retries: 3,
  maxRegenerations: 2,
  maxStatements: 16,
  polish: false,
  repair: true,
  unsupported: "withhold",
  unverified: "mark",
  maxCalls: 150,
  parallel: 4,
  prompts: defaultPrompts,
  wording: defaultWording,
  hints: {},
};

const whole = (least: number) => z.int(`a whole number, ${least} or more`).min(least, `a whole number, ${least} or more`).optional();
const words = z.array(z.string().trim().min(1), "a list of words").min(1, "a list of at least one word").optional();
const fate = z.enum(["withhold", "mark"], '"withhold" or "mark"').optional();
const texts = (names: object) =>
  z.strictObject(Object.fromEntries(Object.keys(names).map((name) => [name, z.string("a text").optional()]))).optional();

const optionsSchema = z.strictObject({
  rewriteFirst: z.enum(["never", "history", "always"], '"never", "history" or "always"').optional(),
  historyTurns: whole(0),
  historySummary: z.boolean("true or false").optional(),
  maxRewrites: whole(0),
  grade: z.boolean("true or false").optional(),
  maxEvidence: whole(1),
  minRelevantShare: z.number("0 to 1").min(0, "0 to 1").max(1, "0 to 1").optional(),
  acceptGrades: words,
  rejectGrades: words,
  acceptChecks: words,
  rejectChecks: words,
  retries: whole(0),
  maxRegenerations: whole(0),
  maxStatements: whole(1),
  polish: z.boolean("true or false").optional(),
  repair: z.boolean("true or false").optional(),
  unsupported: fate,
  unverified: fate,
  maxCalls: whole(1),
  parallel: whole(1),
  prompts: texts(defaultPrompts),
  wording: texts(defaultWording),
  hints: z.record(z.string(), z.record(z.string(), z.string("a text"))).optional(),
});

/** @throws OPTION_INVALID naming the option */
export function groundingSettings(options: GroundingOptions): GroundingSettings {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
    const value = path.reduce<unknown>((at, key) => (at as { readonly [key: PropertyKey]: unknown } | undefined)?.[key], options);
    const known = Object.keys(path.length === 2 && path[0] === "prompts" ? defaultPrompts : defaultGrounding);
    const wanted = unknown === undefined ? (issue?.message ?? "valid") : `an option that there is: ${known.join(", ")}`;
    throw optionInvalid(`${path.join(".")} of the grounded answer generator`, value, wanted);
  }
  const { prompts, wording, ...rest } = options;
  return { ...defaultGrounding, ...rest, prompts: { ...defaultPrompts, ...prompts }, wording: { ...defaultWording, ...wording } };
}
