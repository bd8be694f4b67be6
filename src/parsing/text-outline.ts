import { checkText } from "../arguments.ts";
import { detectLevels } from "./detect-levels.ts";
import { flowedOutline } from "./flowed-outline.ts";
import { type NumberedHeading, type NumberedOutline, numberedOutline, type TextOutline } from "./numbered-outline.ts";
import { underlinedOutline } from "./underlined-outline.ts";

/** Two numbers in a row are a list; a text has an outline when more of it is ordered so, or when "§" or a word says what they number. */
const LEAST_HEADINGS = 3;
const LEAST_NAMED = 2;
/** Of a text's length: what may stand before the first heading, or, where the headings are only numbers, behind the last. */
const LARGEST_REST = 0.5;

/**
 * The outline of a plain text of unknown kind: its underlined headings where it has some, else its numbered ones (`detectLevels`), with
 * a table of contents declared as an omission. Without headings when the text has no outline: a letter, or prose with one numbered list in it.
 *
 * @example
 * textOutline("1. Scope\nAll staff.\n2. Leave\nTwenty days.\n3. End\nNone.").headings.length; // 3
 */
export function textOutline(text: string): TextOutline {
  checkText("textOutline", text);
  const underlined = underlinedOutline(text);
  const levels = detectLevels(text);
  const plain = numberedOutline(text, levels);
  const numbered = flowedOutline(text, levels, plain) ?? plain;
  if (underlined.length > 1) return { headings: underlined, omissions: numbered.omissions };
  return isOutline(text, numbered) ? numbered : { headings: [], omissions: [] };
}

function isOutline(text: string, { headings, omissions }: NumberedOutline): boolean {
  const [first, last] = [headings[0], headings.at(-1)];
  if (first === undefined || last === undefined || headings.length < (areNamed(headings) ? LEAST_NAMED : LEAST_HEADINGS)) return false;
  const omitted = omissions.reduce((sum, omission) => sum + omission.omitted.end - omission.omitted.start, 0);
  if (first.at.start - omitted > text.length * LARGEST_REST) return false;
  return !isOneList(headings) || text.length - last.at.start <= text.length * LARGEST_REST;
}

/** "§ 1 Loans" and "§ 2 Fees", or "Article 4 Fees" and "Article 5 Term"; a sentence that begins with "§ 433" in a letter has no title. */
function areNamed(headings: readonly NumberedHeading[]): boolean {
  return headings.every((heading) => NAMED.test(heading.citation) && !isBare(heading));
}

const NAMED = /^(?:§|第|\p{L}{3,}\.?\s)/u;

/** One run of numbers alone, without a title among them. */
function isOneList(headings: readonly NumberedHeading[]): boolean {
  return headings.every((heading) => heading.level === headings[0]?.level && isBare(heading));
}

function isBare({ title, citation }: NumberedHeading): boolean {
  return title.replace(/[.)]$/, "") === citation;
}
