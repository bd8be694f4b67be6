import { primarySubtag } from "../analysis/primary-subtag.ts";
import { expectKnown, expectLanguage, expectObject, type MembersOf } from "../arguments.ts";
import { type IndexOptions, OWN_FIELDS, type ResolvedOptions } from "../options.ts";
import { optionInvalid } from "../search-errors.ts";
import { MAX_FIELDS } from "../segment/posting-format.ts";

/**
 * k1 is that of Anserini's BM25 baselines (Lin et al., "Pyserini", SIGIR 2021); b is higher than their 0.4, because here it concerns the
 * text alone and not the path. Of the values tried, these were best or near it on nine sets of questions in five languages.
 */
const DEFAULTS = { path: 1.5, text: 1, context: 1, k1: 0.9, b: 0.7 } as const;

const MEMBERS: MembersOf<IndexOptions> = { fields: true, weights: true, k1: true, b: true, language: true, storeText: true };
const KNOWN = Object.keys(MEMBERS);

/** Throws SEARCH_OPTION_INVALID for a value out of range and an option that there is not, naming it. */
export function resolveOptions(options: IndexOptions = {}): ResolvedOptions {
  expectKnown("", options, KNOWN);
  if (options.fields !== undefined) expectObject("fields", options.fields);
  if (options.weights !== undefined) {
    expectObject("weights", options.weights);
    expectKnown("weights.", options.weights, OWN_FIELDS);
  }
  if (options.language !== undefined) expectLanguage("language", options.language);
  const { storeText = true } = options;
  if (typeof storeText !== "boolean") throw optionInvalid("storeText", storeText, "true or false");
  const weight = (name: string, value: number | undefined, otherwise: number): number =>
    Math.round(inRange(name, value ?? otherwise, 0, 100) * 64) / 64;
  const fields: { [field: string]: number } = {};
  for (const name of Object.keys(options.fields ?? {}).sort()) fields[name] = weight(`fields.${name}`, options.fields?.[name], 1);
  if (Object.keys(fields).length > MAX_FIELDS - OWN_FIELDS.length) {
    throw optionInvalid("fields", Object.keys(fields).join(", "), `at most ${MAX_FIELDS - OWN_FIELDS.length} fields`);
  }
  return {
    fields,
    weights: {
      path: weight("weights.path", options.weights?.path, DEFAULTS.path),
      text: weight("weights.text", options.weights?.text, DEFAULTS.text),
      context: weight("weights.context", options.weights?.context, DEFAULTS.context),
    },
    k1: inRange("k1", options.k1 ?? DEFAULTS.k1, 0.01, 10),
    b: inRange("b", options.b ?? DEFAULTS.b, 0, 1),
    ...(options.language === undefined ? {} : { language: primarySubtag(options.language) }),
    storeText,
  };
}

function inRange(name: string, value: number, low: number, high: number): number {
  if (typeof value !== "number" || !(value >= low && value <= high)) throw optionInvalid(name, value, `a number from ${low} to ${high}`);
  return value;
}
