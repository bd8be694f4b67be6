import { checkItems, checkList, checkObject, checkPart, wholeOf } from "../arguments.ts";
import type { Document, Omission, OutlineEntry, ParsedUnit, Span } from "../model.ts";
import { contentsList } from "./contents-list.ts";
import { headingForm } from "./heading-form.ts";
import { endOfTitle } from "./numbered-title.ts";
import { numeralText } from "./numerals.ts";
import { candidatesIn, type Level } from "./outline-candidates.ts";
import { type Accepted, headingsInSequence } from "./outline-sequence.ts";
import { type OutlineUnitsOptions, unitsFromOutline } from "./outline-units.ts";
import { runTogetherContents } from "./run-together-contents.ts";

/** One level of a numbered outline. A text alone is short for `{ form }`. */
export interface NumberedLevel {
  /**
   * How the first heading of the level is written, or several ways: "Part I", "§ 1", "Article 1", "1.", "1.1", "(a)", "(i)", "มาตรา 1",
   * "第1条", "Erster Teil". Words match as written and in capitals; digits of any script match.
   */
  readonly form: string | readonly string[];
  /** `unitType` of its units. @default the form's word in small letters ("article"), "section" for "§", "clause" for a number alone */
  readonly unitType?: string;
  /** Whether such headings also stand in the midst of a line, behind the end of a sentence. @default false: only behind a wide gap */
  readonly inline?: boolean;
}

/** A heading with its number. `title` is the label and the words of the heading: "Section 2.1 Transfers". */
export interface NumberedHeading extends OutlineEntry {
  readonly unitType: string;
  /** As a reader cites it, digits as written: "§ 312a"; a number or letter alone with what it stands under: "Section 2.1(a)(iii)". */
  readonly citation: string;
  /** The number alone, in ASCII digits: "312a", "1448/1", "iv". */
  readonly number: string;
}

/** An outline of which not every heading has a number. */
export interface TextOutline {
  readonly headings: readonly (OutlineEntry & Partial<NumberedHeading>)[];
  readonly omissions: readonly Omission[];
}

export interface NumberedOutline extends TextOutline {
  readonly headings: readonly NumberedHeading[];
  /** A table of contents that repeats the headings. */
  readonly omissions: readonly Omission[];
}

/**
 * Headings of a text that are known by their numbers. `levels` are the forms of headings from the outermost level to the innermost; all may
 * but need not occur. A heading starts a line (or stands behind a wide gap, as in texts made from filings), and its number follows from
 * those before it: a reference at the start of a line ("11.3 and 11.4 below apply") is none, nor is anything in a quotation
 * or in fenced code. A table of contents that repeats the headings is declared as an omission. Time is linear.
 *
 * @param span - @default the whole text
 * @throws OPTION_INVALID - a form has no number in it
 * @example
 * numberedOutline("Section 1. Duty\nPay.\nSection 2. Fine\nUp to 100.", ["Section 1."]).headings.map(({ title }) => title);
 * // ["Section 1. Duty", "Section 2. Fine"]
 */
export function numberedOutline(text: string, levels: readonly (string | NumberedLevel)[], span: Span = wholeOf(text)): NumberedOutline {
  checkPart("numberedOutline", text, span);
  checkList("numberedOutline", levels, "levels");
  const compiled = levels.map(compiledLevel);
  const candidates = candidatesIn(text, span, compiled);
  const contents = contentsList(text, candidates) ?? runTogetherContents(text);
  const real = contents === undefined ? candidates : candidates.filter(({ start }) => start < contents.start || start >= contents.end);
  const attached = new Set(compiled.flatMap(({ unitType }, level) => (ATTACHED.test(unitType) ? [level] : [])));
  const accepted = headingsInSequence(real, compiled.length, attached);
  const headings: NumberedHeading[] = [];
  const above: NumberedHeading[] = [];
  for (const [i, heading] of accepted.entries()) {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    const entry = headingOf(text, heading, accepted[i + 1], compiled, above.at(-1));
    above.push(entry);
    headings.push(entry);
  }
  const omissions = contents === undefined ? [] : [{ omitted: contents, reason: "table of contents" }];
  return { headings, omissions };
}

/**
 * Units from a numbered outline or a `textOutline`, as `unitsFromOutline` makes them, and what was left out. Each unit's attributes name its `unitType`,
 * `level`, `citation` and `number`.
 *
 * @example
 * numberedUnits(act, numberedOutline(act.text, ["Part I", "Section 1.", "(1)", "(a)"]));
 */
export function numberedUnits(document: Document, outline: TextOutline, options: OutlineUnitsOptions = {}): (ParsedUnit | Omission)[] {
  checkObject("numberedUnits", document, "document", ["source", "text"]);
  checkObject("numberedUnits", outline, "outline");
  const { headings, omissions } = outline;
  checkItems("numberedUnits", headings, "outline.headings");
  checkItems("numberedUnits", omissions, "outline.omissions");
  const known = new Map<OutlineEntry, Partial<NumberedHeading>>(headings.map((heading) => [heading, heading]));
  const units = unitsFromOutline(document, headings, {
    omissions: [...omissions, ...(options.omissions ?? [])],
    attributes: (entry) => {
      const { unitType, citation, number } = known.get(entry) ?? {};
      return {
        ...(unitType === undefined ? {} : { unitType }),
        ...(citation === undefined ? {} : { citation }),
        ...(number === undefined ? {} : { number }),
        ...options.attributes?.(entry),
      };
    },
  });
  return [...omissions, ...units];
}

function compiledLevel(level: string | NumberedLevel): Level {
  const { form, unitType, inline = false } = typeof level === "string" ? { form: level } : level;
  const written = [form].flat();
  return { unitType: unitType ?? typeOf(written[0] ?? ""), forms: written.map(headingForm), inline };
}

function typeOf(form: string): string {
  if (form.includes("§")) return "section";
  const word = /[\p{L}\p{M}]{2,}/u.exec(form.replace(/(?<!\p{L})[IVXLCivxlc]+(?!\p{L})/gu, ""))?.[0];
  return word === undefined ? "clause" : word.toLowerCase();
}

function headingOf(
  text: string,
  { candidate, reading, level }: Accepted,
  next: Accepted | undefined,
  levels: readonly Level[],
  above: NumberedHeading | undefined,
): NumberedHeading {
  const { start, lineStart, line } = candidate;
  const { label, form } = reading;
  const limit = next === undefined ? text.length : next.candidate.lineStart;
  const end = Math.max(label.end, endOfTitle(text, { label: label.end, line, limit, worded: form.worded }));
  const written = plainWords(text.slice(start, label.end)).replace(/[.:]$/, "");
  return {
    level,
    title: plainWords(text.slice(start, end)),
    at: { start: lineStart, end },
    unitType: levels[reading.level]?.unitType ?? "section",
    citation: above === undefined || form.worded || form.parts > 1 ? written : citedWithin(above, written),
    number: numeralText(label.numeral),
  };
}

/** What stands behind a text and has numbers of its own. */
const ATTACHED = /^(?:annex|schedule|exhibit|appendix|attachment)$/;

/** What only groups articles and sections, whose numbers run on through it: it is no part of their citation. */
const GROUPS =
  /^(?:annex|schedule|exhibit|appendix|attachment|book|part|title|chapter|division|subchapter|buch|teil|titel|kapitel|abschnitt)$/;

/** "(a)" within "Section 2.1" is "Section 2.1(a)", "1." within "Article 5" is "Article 5(1)", "B." within "II." is "II.B". */
function citedWithin(above: NumberedHeading, written: string): string {
  if (written.startsWith("(")) return `${above.citation}${written}`;
  if (GROUPS.test(above.unitType)) return written;
  const bare = written.replace(/[.)]$/, "");
  return /\p{L}{2}|§/u.test(above.citation.replace(/^[IVXLC]+(?=\.|$)/, "")) ? `${above.citation}(${bare})` : `${above.citation}.${bare}`;
}

/** Without emphasis, closing marks of a heading and double spaces. */
function plainWords(text: string): string {
  return text
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}|[ \t]#+$/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
