import { checkObject } from "../../arguments.ts";
import { optionInvalid } from "../../errors.ts";
import type { Evaluator, Outcome } from "../../interfaces.ts";
import type { Answer, Attributes, Citation, EvalCase, Evidence, Json, Score } from "../../model.ts";
import { withoutMarkers } from "./without-markers.ts";

export interface DefaultEvaluatorOptions {
  /** How many pieces of evidence `recallAtK` looks at, 1 or more. @default 10 */
  readonly k?: number;
}

/**
 * Five measures that need no model, each 0 to 1, or `null` where a case gives nothing to measure it by.
 *
 * - `expectedText`: 1 when every expected text stands in the answer as whole words. Case, accents, white space, quotation
 *   marks, Markdown emphasis and thousands separators do not count; an answer that abstains holds nothing.
 * - `expectedCitation`: share of `expectedEvidence` that the answer cites.
 * - `recallAtK`: share of `expectedEvidence` among the first k pieces of evidence.
 * - `mrr`: 1 / rank of the first piece that is expected, 0 when none is; its mean is the mean reciprocal rank.
 * - `abstention`: 1 when the answer abstains exactly if `expectAbstention` says so.
 *
 * Evidence is expected when all that an entry names fits: `source` (whole, or its last folders and name), `path` (a tail
 * of topics), `citation` and `text` (contained, compared as expected texts are; a cited quote may also be part of `text`).
 */
export class DefaultEvaluator implements Evaluator {
  readonly name = "default";
  readonly #k: number;

  /** @throws OPTION_INVALID */
  constructor(options: DefaultEvaluatorOptions = {}) {
    checkObject("new DefaultEvaluator", options, "options");
    const { k = 10 } = options;
    if (!Number.isInteger(k) || k < 1) throw optionInvalid("k of the default evaluator", k, "a whole number, 1 or more");
    this.#k = k;
  }

  evaluate(evalCase: EvalCase, outcome: Outcome): Score[] {
    const { retrieval, answer } = outcome;
    return [
      expectedText(evalCase, answer),
      expectedCitation(evalCase, answer),
      recallAtK(evalCase, retrieval.evidence.slice(0, this.#k), this.#k),
      reciprocalRank(evalCase, retrieval.evidence),
      abstention(evalCase, answer),
    ];
  }
}

function expectedText(evalCase: EvalCase, answer: Answer | undefined): Score {
  const metric = "expectedText";
  const { expected } = evalCase;
  if (expected === undefined || expected === null) return none(metric, "the case expects no text");
  if (answer === undefined) return none(metric, "no answer was asked for");
  if (evalCase.expectAbstention === true) return none(metric, "the case expects no answer");
  if (answer.abstained) return { metric, value: 0, reason: "the answer abstains" };
  const texts = (Array.isArray(expected) ? expected : [expected]).map(String);
  const folded = fold(withoutMarkers(answer));
  const missing = texts.filter((text) => !holds(folded, fold(text)));
  const reason = missing.length === 0 ? "all that was expected is there" : `not in the answer: ${missing.map(quoted).join(", ")}`;
  return { metric, value: missing.length === 0 ? 1 : 0, reason };
}

function expectedCitation(evalCase: EvalCase, answer: Answer | undefined): Score {
  const metric = "expectedCitation";
  const wanted = evalCase.expectedEvidence ?? [];
  if (wanted.length === 0) return none(metric, "the case expects no evidence");
  if (answer === undefined) return none(metric, "no answer was asked for");
  return shareFound(metric, wanted, (entry) => answer.citations.some((citation) => isExpectedCitation(entry, citation)), "not cited");
}

function recallAtK(evalCase: EvalCase, evidence: readonly Evidence[], k: number): Score {
  const metric = "recallAtK";
  const wanted = evalCase.expectedEvidence ?? [];
  if (wanted.length === 0) return none(metric, "the case expects no evidence");
  return shareFound(metric, wanted, (entry) => evidence.some((piece) => isExpected(entry, piece)), `not among the first ${k}`);
}

function reciprocalRank(evalCase: EvalCase, evidence: readonly Evidence[]): Score {
  const metric = "mrr";
  const wanted = evalCase.expectedEvidence ?? [];
  if (wanted.length === 0) return none(metric, "the case expects no evidence");
  const first = evidence.findIndex((piece) => wanted.some((entry) => isExpected(entry, piece)));
  if (first === -1) return { metric, value: 0, reason: `none of the ${evidence.length} pieces of evidence was expected` };
  return { metric, value: 1 / (first + 1), reason: `the first expected piece is number ${first + 1}` };
}

function abstention(evalCase: EvalCase, answer: Answer | undefined): Score {
  const metric = "abstention";
  if (evalCase.expectAbstention === undefined) return none(metric, "the case does not say whether to abstain");
  if (answer === undefined) return none(metric, "no answer was asked for");
  const reason = answer.abstained ? "the answer abstains" : "the answer does not abstain";
  return { metric, value: answer.abstained === evalCase.expectAbstention ? 1 : 0, reason };
}

function none(metric: string, reason: string): Score {
  return { metric, value: null, reason };
}

function shareFound(metric: string, wanted: readonly Attributes[], isFound: (entry: Attributes) => boolean, fault: string): Score {
  const missing = wanted.filter((entry) => !isFound(entry));
  const reason = missing.length === 0 ? "all that was expected is there" : `${fault}: ${missing.map(nameOf).join("; ")}`;
  return { metric, value: (wanted.length - missing.length) / wanted.length, reason };
}

function isExpected(entry: Attributes, evidence: Evidence): boolean {
  return fits(entry, evidence, evidence.citation, (text) => holds(fold(evidence.text), text));
}

function isExpectedCitation(entry: Attributes, citation: Citation): boolean {
  const quote = fold(citation.quote);
  return fits(entry, citation, citation.label, (text) => holds(quote, text) || holds(text, quote));
}

function fits(
  entry: Attributes,
  found: Pick<Evidence, "source" | "path">,
  citation: string,
  holdsText: (folded: string) => boolean,
): boolean {
  const { source, path, text } = entry;
  if (source === undefined && path === undefined && entry.citation === undefined && text === undefined) return false;
  if (source !== undefined && !endsWith(found.source.split("/"), String(source).split("/"))) return false;
  if (path !== undefined && !endsWith(found.path, listOf(path))) return false;
  if (entry.citation !== undefined && !holds(fold(citation), fold(String(entry.citation)))) return false;
  return text === undefined || holdsText(fold(String(text)));
}

function listOf(value: Json): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function endsWith(whole: readonly string[], tail: readonly string[]): boolean {
  if (tail.length === 0 || tail.length > whole.length) return false;
  const end = whole.slice(whole.length - tail.length);
  return tail.every((part, i) => fold(part) === fold(end[i] ?? ""));
}

/** One spelling for all that should compare as equal. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/(?<=\d)[,'\s](?=\d{3}(?!\d))/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Words of these scripts are written without spaces (or, in Hangul, with endings), so a word has no edge to look for. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]/u;

/** Containment by whole words and whole numbers: "12" is not in "120", "12.5" or "A12". Both texts are folded. */
function holds(text: string, part: string): boolean {
  if (part === "") return false;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + part.length)) return true;
  }
  return false;
}

function isEdge(text: string, at: number): boolean {
  const [before, after] = [text.slice(0, at).at(-1) ?? "", text.slice(at, at + 1)];
  if (WORD.test(before) && WORD.test(after)) return UNSPACED.test(before) || UNSPACED.test(after);
  // A point or comma between digits is part of the number.
  if (/\d/.test(before) && /^[.,]\d/.test(text.slice(at, at + 2))) return false;
  return !(/\d/.test(after) && /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at)));
}

function quoted(text: string): string {
  return `"${text}"`;
}

function nameOf(entry: Attributes): string {
  return Object.entries(entry)
    .map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(" › ") : String(value)}`)
    .join(", ");
}
