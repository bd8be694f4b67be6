import type { Filter, Json, Span } from "../model.ts";
import type { QuestionWords } from "./question-words.ts";
import type { QuestionFilter } from "./schema-types.ts";
import { fillTemplate } from "./template.ts";

/** The condition that a question sets by a fact in it; undefined when it says nothing of the kind. */
export function filterOf(filter: QuestionFilter, question: QuestionWords): Filter | undefined {
  const { attribute, read } = filter;
  if (read === undefined) {
    const values = Object.entries(filter.words).filter(([, words]) => words.some((phrase) => question.has(phrase)));
    return among(
      attribute,
      [...new Set(values.map(([value]) => value))].map((value) => written(value, filter)),
    );
  }
  const facts = [...readers[read](question, filter)].filter((fact) => filter.after.length === 0 || stands(fact, filter.after, question));
  const range = read === "year" || read === "date" ? rangeIn(facts, question.text) : undefined;
  if (range !== undefined) return { attribute, op: "range", value: range.map((value) => written(value, filter)) };
  return among(
    attribute,
    [...new Set(facts.map(({ value }) => value))].map((value) => written(value, filter)),
  );
}

function among(attribute: string, values: readonly Json[]): Filter | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  return values.length === 1 ? { attribute, op: "is", value: first } : { attribute, op: "oneOf", value: values };
}

interface Fact extends Span {
  readonly value: string;
}

type Reader = (question: QuestionWords, filter: QuestionFilter) => Iterable<Fact>;

const readers: { readonly [kind in NonNullable<QuestionFilter["read"]>]: Reader } = {
  year: ({ text }) => matches(text, /(?<![\p{L}\p{N}]|\d[.,])(?:FY[ '’]?)?((?:1[5-9]|2[01])\d\d)(?![\p{N}]|[.,]\d|(?!Q\d)\p{L})/giu),
  number: ({ text }) =>
    [...matches(text, /(?<![\p{L}\p{N}.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{L}\p{N}])/gu)].map(withoutCommas),
  date: ({ text }) => matches(text, /(?<![\p{N}-])(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?![\p{N}-])/gu),
  quoted: ({ text }) => matches(text, /["“„«]([^"“”„«»]{1,200})["”“»]/gu),
  reference: (question, { after }) =>
    after.flatMap((word) => question.find(word)).flatMap(({ end }) => referenceAt(question.text, end) ?? []),
};

function* matches(text: string, pattern: RegExp): Generator<Fact> {
  for (const { index, 0: whole, 1: value = whole } of text.matchAll(pattern)) yield { value, start: index, end: index + whole.length };
}

function withoutCommas(fact: Fact): Fact {
  return { ...fact, value: fact.value.replaceAll(",", "") };
}

/** "12(3)(a)" of " 12(3)(a)?"; undefined where no number, Roman number or single letter comes next. */
function referenceAt(text: string, at: number): Fact | undefined {
  const [whole = "", gap = "", run = ""] = /^([\s.:#]{0,3})([\p{L}\p{N}.()/-]{1,40})/u.exec(text.slice(at, at + 43)) ?? [];
  let value = run.replace(/[.\-/]+$/, "");
  while (value.endsWith(")") && value.split(")").length > value.split("(").length) value = value.slice(0, -1);
  if (!/\d/.test(value) && !/^(?:[IVXLC]{1,7}|\p{Lu})$/u.test(value)) return undefined;
  return whole === "" ? undefined : { value, start: at + gap.length, end: at + gap.length + value.length };
}

/** Whether a fact comes right after one of the words. */
function stands({ start }: Fact, after: readonly string[], question: QuestionWords): boolean {
  return after.some((word) =>
    question.find(word).some(({ end }) => end <= start && /^[\s.:#]{0,3}$/.test(question.text.slice(end, start))),
  );
}

const TO = /^\s*(?:-|–|—|to|through|until|till|bis|à|au|hasta|al?|t\/m)\s*$/i;

/** "2020 to 2022": two facts with nothing but a word for "to" between them. */
function rangeIn([low, high, ...others]: readonly Fact[], text: string): [string, string] | undefined {
  if (low === undefined || high === undefined || others.length > 0 || !TO.test(text.slice(low.end, high.start))) return undefined;
  return low.value <= high.value ? [low.value, high.value] : undefined;
}

/** As the attribute has it. */
function written(value: string, { format, as }: QuestionFilter): Json {
  const text = format === undefined ? value : fillTemplate(format, { value });
  return as === "number" && Number.isFinite(Number(text)) ? Number(text) : text;
}
