import { checkObject } from "../../arguments.ts";
import { messageOf } from "../../errors.ts";
import { readVerdict } from "../../grounding/verdict.ts";
import type { Evaluator, Message, Model, ModelSchema, Outcome, Run } from "../../interfaces.ts";
import { DATA_RULE, enclose } from "../../llm/data-marks.ts";
import type { Answer, EvalCase, Json, Score } from "../../model.ts";
import type { JudgeSchema } from "../../schemas/schema-types.ts";
import { fillTemplate } from "../../schemas/template.ts";
import { type Comparison, compareNumbers } from "./compare-numbers.ts";
import { compareYesNo } from "./compare-yes-no.ts";
import { withoutMarkers } from "./without-markers.ts";

export interface LlmJudgeOptions {
  /** In place of the project's judge schema. */
  readonly schema?: JudgeSchema;
}

/**
 * Whether an answer is right, each measure 1 or 0, or `null` where it does not apply:
 *
 * - `numericMatch`: the expected number is in the answer, within `numeric_tolerance_pct`, whatever its scale and spelling: "$1.2 billion"
 *   is "1,200 million USD". Another unit, currency or sign is wrong. Needs no model.
 * - `yesNoMatch`: the answer begins with the expected yes or no. Needs no model.
 * - `judge`: the answer says what was expected. Taken from the two above where they leave no doubt; else a model is asked.
 * - `judged`: 1 when the model that was asked gave a verdict, 0 when it gave none: its mean says over how many `judge` can be trusted.
 *   A case without a verdict counts neither as right nor as wrong.
 */
export class LlmJudge implements Evaluator {
  readonly name = "llm-judge";
  readonly #schema: JudgeSchema | undefined;

  constructor(options: LlmJudgeOptions = {}) {
    checkObject("new LlmJudge", options, "options");
    this.#schema = options.schema;
  }

  async evaluate(evalCase: EvalCase, { answer }: Outcome, run: Run): Promise<readonly Score[]> {
    const { expected, query, expectAbstention } = evalCase;
    const excused =
      expected === undefined || expected === null
        ? "the case expects no text"
        : answer === undefined
          ? "no answer was asked for"
          : expectAbstention === true
            ? "the case expects no answer"
            : undefined;
    if (excused !== undefined || expected === undefined || answer === undefined) return unscored(excused ?? "");
    const schema = this.#schema ?? (await run.schemas()).judge;
    const items: readonly Json[] = Array.isArray(expected) ? expected : [expected];
    const text = withoutMarkers(answer);
    const numeric = all(items, (item) =>
      typeof item === "boolean"
        ? undefined
        : compareNumbers(item as string | number, text, { tolerancePct: schema.numeric_tolerance_pct, question: query.text }),
    );
    const yesNo = all(items, (item) => (typeof item === "number" ? undefined : compareYesNo(item as string | boolean, text)));
    const judged = await judge(numeric ?? yesNo, { question: query.text, expected: items.map(String).join("\n"), answer, schema, run });
    return [
      local("numericMatch", numeric, answer, "what is expected is no single number"),
      local("yesNoMatch", yesNo, answer, "what is expected is no yes or no"),
      ...judged,
    ];
  }
}

interface Matter {
  readonly question: string;
  readonly expected: string;
  readonly answer: Answer;
  readonly schema: JudgeSchema;
  readonly run: Run;
}

async function judge(known: Comparison | undefined, matter: Matter): Promise<Score[]> {
  const untold = { metric: "judged", value: null, reason: "no model was asked" };
  if (matter.answer.abstained) return [{ metric: "judge", value: 0, reason: "the answer abstains" }, untold];
  if (known?.sure === true) return [{ metric: "judge", value: known.right ? 1 : 0, reason: `without a model: ${known.reason}` }, untold];
  try {
    const model = matter.run.model("judge");
    if (model === undefined) return [{ metric: "judge", value: null, reason: "no model is configured for the role of judge" }, untold];
    const { right, reason } = await verdictOf(model, matter);
    return [
      { metric: "judge", value: right ? 1 : 0, reason },
      { metric: "judged", value: 1, reason: "the model gave a verdict" },
    ];
  } catch (cause) {
    if (matter.run.signal.aborted) throw cause;
    const reason = `judge error: ${messageOf(cause)}`;
    return [
      { metric: "judge", value: null, reason },
      { metric: "judged", value: 0, reason },
    ];
  }
}

interface JudgeVerdict {
  readonly right: boolean;
  readonly reason: string;
}

async function verdictOf(model: Model, { question, expected, answer, schema }: Matter): Promise<JudgeVerdict> {
  const [q = "", e = "", p = ""] = enclose("text", [question, expected, answer.text]);
  const form = 'Whatever form is asked for elsewhere, reply with one JSON object: {"correct": true or false, "reason": "one sentence"}.';
  const values = { question: q, expected: e, predicted: p, numeric_tolerance_pct: schema.numeric_tolerance_pct };
  const messages: Message[] = [
    { role: "system", content: [schema.system_prompt.trim(), form, DATA_RULE].join("\n\n") },
    { role: "user", content: fillTemplate(schema.prompt_template, values) },
  ];
  return model.object(messages, await verdictForm(schema), { temperature: 0 });
}

async function verdictForm({ correct_prefix, incorrect_prefix }: JudgeSchema): Promise<ModelSchema<JudgeVerdict>> {
  const z = await import("zod");
  const words = {
    accepted: ["yes", "true", "correct", "right", correct_prefix],
    rejected: ["no", "false", "incorrect", "wrong", incorrect_prefix],
  };
  const schema = z.object({ correct: z.union([z.boolean(), z.string()]), reason: z.string().nullable() });
  const parse = (value: unknown): JudgeVerdict => {
    const given = typeof value === "object" && value !== null && !Array.isArray(value) ? { reason: null, ...value } : value;
    const { correct, reason } = schema.parse(given);
    const verdict = typeof correct === "boolean" ? (correct ? "accepted" : "rejected") : readVerdict(correct, words);
    if (verdict === "unclear") throw new Error(`"correct" is ${JSON.stringify(correct)}, but must be true or false`);
    return { right: verdict === "accepted", reason: reason?.trim() || "the model gave no reason" };
  };
  return Object.assign({ parse }, { toJSONSchema: (options: Parameters<typeof schema.toJSONSchema>[0]) => schema.toJSONSchema(options) });
}

/** A list of expected texts is right when each is; undefined when one of them cannot be compared in this way. */
function all(items: readonly Json[], compare: (item: Json) => Comparison | undefined): Comparison | undefined {
  const compared = items.map(compare);
  if (compared.length === 0 || compared.includes(undefined)) return undefined;
  const known = compared.filter((one) => one !== undefined);
  const wrong = known.find(({ right }) => right === false) ?? known.find(({ right }) => right === null);
  const sure = known.length === 1 && known[0]?.sure === true;
  return { right: wrong === undefined ? true : wrong.right, sure, reason: wrong?.reason ?? known.map(({ reason }) => reason).join("; ") };
}

function local(metric: string, comparison: Comparison | undefined, answer: Answer, otherwise: string): Score {
  if (comparison === undefined) return { metric, value: null, reason: otherwise };
  if (answer.abstained) return { metric, value: 0, reason: "the answer abstains" };
  return { metric, value: comparison.right === null ? null : comparison.right ? 1 : 0, reason: comparison.reason };
}

function unscored(reason: string): Score[] {
  return ["numericMatch", "yesNoMatch", "judge", "judged"].map((metric) => ({ metric, value: null, reason }));
}
