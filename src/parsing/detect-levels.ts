import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { headingForm } from "./heading-form.ts";
import type { NumberedLevel } from "./numbered-outline.ts";
import { type Candidate, candidatesIn } from "./outline-candidates.ts";

/** Forms that a word names. Which stands above which differs from land to land; a text tells it by how often each comes. */
const WORDED: readonly NumberedLevel[] = [
  {
    form: ["Exhibit A", "Exhibit 1", "Exhibit I", "Annex A", "Annex 1", "Annex I", "Appendix A", "Appendix 1", "Appendix I"],
    unitType: "annex",
  },
  { form: ["Schedule A", "Schedule 1", "Schedule I", "Attachment A", "Attachment 1"], unitType: "schedule" },
  { form: ["Anlage 1", "Anhang 1", "Anhang I", "Annexe 1", "Annexe I", "Anexo 1", "Anexo I", "Příloha 1"], unitType: "annex" },
  { form: ["Book 1", "Book I", "Buch 1", "Livre 1", "Livre I", "Erstes Buch", "บรรพ 1"], unitType: "book" },
  {
    form: [
      "Part 1",
      "Part I",
      "Part A",
      "Part One",
      "Teil 1",
      "Teil I",
      "Erster Teil",
      "Partie 1",
      "Partie I",
      "ภาค 1",
      "Část 1",
      "Část první",
    ],
    unitType: "part",
  },
  {
    form: ["Title 1", "Title I", "Titel 1", "Titre 1", "Titre I", "Título I", "Titolo I", "ลักษณะ 1", "Hlava 1", "Hlava I"],
    unitType: "title",
  },
  {
    form: ["Chapter 1", "Chapter I", "Kapitel 1", "Erstes Kapitel", "Chapitre 1", "Chapitre I", "Capítulo I", "Capo I", "หมวด 1"],
    unitType: "chapter",
  },
  { form: ["第1編", "第1编"], unitType: "part" },
  { form: "第1章", unitType: "chapter" },
  { form: ["第1節", "第1节"], unitType: "section" },
  { form: ["Division 1", "Subdivision 1", "Subchapter I", "Abschnitt 1", "Erster Abschnitt", "ส่วนที่ 1"], unitType: "division" },
  {
    form: ["Article 1", "Article I", "Article One", "Artikel 1", "Artikel I", "Art. 1", "Artículo 1", "Artigo 1", "Articolo 1", "Čl. 1"],
    unitType: "article",
  },
  { form: ["Section 1.1", "Section 1", "Sec. 1.1", "Sec. 1", "§ 1.1", "§ 1"], unitType: "section" },
  { form: ["Clause 1.1", "Clause 1", "Rule 1", "Regulation 1", "ข้อ 1"], unitType: "clause" },
  { form: ["มาตรา 1", "第1条", "第1條"], unitType: "section" },
];

const ROMAN: NumberedLevel = { form: "I.", unitType: "section" };
const LETTER: NumberedLevel = { form: "A.", unitType: "clause" };
const NUMBER: NumberedLevel = { form: "1.", unitType: "clause" };
/** Without a mark behind it; told from a quantity by what stands below it, "1.1". */
const BARE: NumberedLevel = { form: "1", unitType: "clause" };
const DOTTED: readonly NumberedLevel[] = ["1.1", "1.1.1", "1.1.1.1", "1.1.1.1.1"].map((form) => ({ form, unitType: "clause" }));

/**
 * The levels of numbered headings that a text seems to have, for `numberedOutline`: of the usual words of English, German, French, Spanish,
 * Italian, Portuguese, Czech, Thai, Chinese and Japanese documents, and of numbers alone. A word is a level when two different numbers of it come; those
 * that come seldom stand above those that come often. A parser for one kind of document does better by naming its levels.
 *
 * @example
 * detectLevels("Article 1\nScope\nArticle 2\nTerms").map(({ unitType }) => unitType); // ["article"]
 */
export function detectLevels(text: string, span: Span = wholeOf(text)): NumberedLevel[] {
  checkPart("detectLevels", text, span);
  const all = [...WORDED, ROMAN, LETTER, NUMBER, BARE, ...DOTTED];
  const compiled = all.map(({ form, unitType = "" }) => ({ unitType, inline: false, forms: [form].flat().map(headingForm) }));
  const counts = all.map(() => new Count());
  for (const candidate of candidatesIn(text, span, compiled)) {
    if (candidate.strength < 2) continue;
    for (const { level } of candidate.readings) counts[level]?.add(candidate, level);
  }
  const seen = all.map((level, i) => ({ level, count: counts[i] ?? new Count() })).filter(({ count }) => count.numbers.size > 1);
  const worded = seen.filter(({ level }) => WORDED.includes(level)).sort((a, b) => weight(a.count, a.level) - weight(b.count, b.level));
  const roman = seen.filter(({ level }) => level === ROMAN && isSequence(level, seen));
  const numbers = seen.filter(({ level }) => isNumber(level, seen));
  const [first] = numbers;
  // "7. Miscellaneous", and below it I., II., III.: numbers that began before and go on once stand above.
  const isBelow = first?.level === NUMBER && first.count.firsts === 1 && first.count.firstAt < (roman[0]?.count.firstAt ?? 0);
  const ordered = isBelow ? [first, ...roman, ...letters(seen), ...numbers.slice(1)] : [...roman, ...letters(seen), ...numbers];
  return [...worded, ...ordered].map(({ level }) => level);
}

interface Seen {
  readonly level: NumberedLevel;
  readonly count: Count;
}

/** How often a form comes, with which numbers, and how often it begins anew. */
class Count {
  readonly numbers = new Set<string>();
  total = 0;
  firsts = 0;
  firstAt = Number.POSITIVE_INFINITY;

  add({ start, readings }: Candidate, level: number): void {
    const label = readings.find((reading) => reading.level === level)?.label;
    if (label === undefined) return;
    const { parts, suffix } = label.value;
    this.numbers.add(`${parts.join(".")}/${suffix.join(".")}`);
    this.total++;
    if (parts.at(-1) === 1 && suffix.length === 0) this.firsts++;
    this.firstAt = Math.min(this.firstAt, start);
  }
}

/** Annexes and schedules stand at the top, however many there are. */
function weight({ total }: Count, { unitType }: NumberedLevel): number {
  return unitType === "annex" || unitType === "schedule" ? 0 : total;
}

function isNumber(level: NumberedLevel, seen: readonly Seen[]): boolean {
  const has = (wanted: NumberedLevel | undefined) => seen.some((one) => one.level === wanted);
  return level === NUMBER || DOTTED.includes(level) || (level === BARE && has(DOTTED[0]) && !has(NUMBER));
}

/** "I." is also a letter, and "C." a number: Roman numerals begin with I and II. */
function isSequence(level: NumberedLevel, seen: readonly Seen[]): boolean {
  const numbers = seen.find((one) => one.level === level)?.count.numbers;
  return numbers?.has("1/") === true && numbers.has("2/");
}

/** Letters are a level where they begin anew again and again, as parts of something, or where nothing else is numbered: recitals do neither. */
function letters(seen: readonly Seen[]): Seen[] {
  const found = seen.filter(({ level }) => level === LETTER);
  const others = seen.filter(({ level }) => level !== LETTER && level !== ROMAN && level !== BARE);
  return found.filter(({ count }) => count.numbers.has("1/") && count.numbers.has("2/") && (count.firsts > 1 || others.length === 0));
}
