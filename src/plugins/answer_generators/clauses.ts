import type { Passage } from "./passages.ts";

/**
 * Where a passage stands, or what a reference points at, by the numbers that people use: of "§ 5 Abs. 2 Satz 1" section "5", paragraph
 * "2", sentence 1. What is not numbered, or not said, is left out.
 */
export interface Clause {
  /** "5" of "§ 5", "Article 5" or "5 Loans"; "1.2" of "1.2". */
  readonly section?: string;
  /** "2" of "(2)", of "lid 2", and of "2." below a section. */
  readonly paragraph?: string;
  /** "3" of "3." below a paragraph. */
  readonly number?: string;
  /** "a" of "(a)" or "a)", and "ii" of "(ii)". */
  readonly letter?: string;
  /** 1-based, of the sentences of its paragraph; absent for one that is quoted whole. */
  readonly sentence?: number;
}

const SECTION =
  /^(?:§{1,2}|art(?:icle|ikel|ículo|icolo|igo)?\.?(?=\s)|(?:sections?|sec|clause|rule|abschnitt|ziffer|klausel|regel|cláusula|clausola)\.?(?=\s))?\s{0,3}(\d{1,4}(?:\.\d{1,4}){0,6}[a-z]?)(?![\p{L}\p{N}])/iu;
const PAREN_NUMBER = /^\((\d{1,4}[a-z]?)\)/;
const LETTER = /^\(?([a-z]{1,2}|[ivxlc]{1,7})[.)]/i;

/** The clause of each passage. Topics are from the top down: numbers in them are those of sections. */
export function clausesOf(path: readonly string[], passages: readonly Passage[]): Clause[] {
  const top = path.reduce<Clause>((place, topic) => below(place, topic.trim()), {});
  let at = top;
  /** Whether the open paragraph was written "1.": the next "2." is its sibling, and not below it. */
  let plain = false;
  let sentence = 0;
  return passages.map(({ label, kind, block }, i) => {
    if (label !== undefined) {
      const number = /^(\d{1,9})[.)]$/.exec(label)?.[1];
      const next = number === undefined ? (marked(at, label) ?? below(at, label)) : counted(at, number, top, plain);
      if (next.section !== at.section || next.paragraph !== at.paragraph) {
        sentence = 0;
        plain = number !== undefined;
      }
      at = next;
    }
    const isPart = passages[i - 1]?.block === block || passages[i + 1]?.block === block;
    if (kind !== "sentence" && !isPart) return at;
    sentence++;
    return { ...at, sentence };
  });
}

/** Whether a passage stands in what a reference points at, both in one document. */
export function covers(reference: Clause, { section, paragraph, number, letter, sentence }: Clause): boolean {
  const isIn = reference.section === section || (reference.section !== undefined && section?.startsWith(`${reference.section}.`) === true);
  return (
    isIn &&
    (reference.paragraph ?? paragraph) === paragraph &&
    (reference.number ?? number) === number &&
    (reference.letter ?? letter) === letter &&
    (reference.sentence ?? sentence) === (sentence ?? (number === undefined && letter === undefined ? reference.sentence : undefined))
  );
}

/** A topic: "§ 5 Loans", "1.2 Exception", "(2)". */
function below(place: Clause, topic: string): Clause {
  const [, section] = SECTION.exec(topic) ?? [];
  if (section !== undefined) return { section: section.toLowerCase() };
  return marked(place, topic) ?? place;
}

/** "3." is a section where there is no other, a paragraph of one, and a number below a paragraph that is written "(1)". */
function counted({ section, paragraph }: Clause, number: string, top: Clause, plain: boolean): Clause {
  if (top.section === undefined && (section === undefined || plain) && paragraph === undefined) return { section: number };
  return paragraph === undefined || plain ? { ...keep(section), paragraph: number } : { ...keep(section, paragraph), number };
}

function marked(at: Clause, label: string): Clause | undefined {
  const { section, paragraph, number } = at;
  const [, inParens] = PAREN_NUMBER.exec(label) ?? [];
  if (inParens !== undefined) return { ...keep(section), paragraph: inParens.toLowerCase() };
  const [, letter] = LETTER.exec(label) ?? [];
  return letter === undefined ? undefined : { ...keep(section, paragraph, number), letter: letter.toLowerCase() };
}

function keep(section: string | undefined, paragraph?: string, number?: string): Clause {
  return {
    ...(section === undefined ? {} : { section }),
    ...(paragraph === undefined ? {} : { paragraph }),
    ...(number === undefined ? {} : { number }),
  };
}
