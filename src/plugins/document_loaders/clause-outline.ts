import type { OutlineEntry } from "../../model.ts";
import type { NumberedHeading } from "../../parsing/numbered-outline.ts";
import { textOutline } from "../../parsing/text-outline.ts";

type Heading = OutlineEntry & Partial<NumberedHeading>;

/**
 * The outline of a contract is its numbers: "2.1 Term. This Agreement shall …" looks like any other paragraph, and is a clause. Where numbers
 * make up most of a text, they are its outline, and of the headings that only look like some those stay that part the numbered ones
 * ("RECITALS", "EXHIBIT A"); else the outline stays as it is.
 *
 * @param outline - by the looks of lines; rising by `at.start`
 */
export function clauseOutline(text: string, outline: readonly OutlineEntry[]): readonly OutlineEntry[] {
  if (!hasClauses(text)) return outline;
  const { headings } = textOutline(text);
  if (inClauses(text, headings) < text.length * CLAUSES_SHARE) return outline;
  const merged: OutlineEntry[] = [];
  let i = 0;
  for (const entry of outline) {
    while ((headings[i]?.at.start ?? Infinity) < entry.at.end) merged.push(headings[i++] as Heading); // there is one
    const [last, next] = [merged.at(-1), headings[i]];
    if (last !== undefined && last.at.end > entry.at.start) continue; // the same heading, or one within
    if (next === undefined || isOutermost(next)) merged.push({ ...entry, level: next?.level ?? 1 });
  }
  merged.push(...headings.slice(i));
  return merged.map(({ level, title, at }) => ({ level, title, at }));
}

/** Share of the text that stands in clauses no longer than this; characters. Contracts have 0.6 to 1, annual reports 0.4 at most. */
const CLAUSES_SHARE = 0.6;
const LONGEST_CLAUSE = 5000;

function inClauses(text: string, headings: readonly Heading[]): number {
  return headings.reduce((sum, { at }, i) => {
    const length = (headings[i + 1]?.at.start ?? text.length) - at.start;
    return length <= LONGEST_CLAUSE ? sum + length : sum;
  }, 0);
}

const FEWEST_CLAUSES = 8;
/** Characters for each line that begins with a number and words. Contracts have 250 to 2,300, annual reports 4,000 and more. */
const MOST_APART = 3000;
const CLAUSE = /^(?:(?:section|article|clause) )?\d{1,3}\.(?:\d{1,3}\.?){0,4} {1,9}["“(]?\p{Lu}/iu;

/** A look at the lines, since all else takes a hundred times as long. */
function hasClauses(text: string): boolean {
  let clauses = 0;
  for (const line of text.split("\n")) if (!line.includes("\t") && CLAUSE.test(line)) clauses++;
  return clauses >= FEWEST_CLAUSES && text.length <= clauses * MOST_APART;
}

/** "3", "3A" or "IV", and not "3.1" or "(a)". */
function isOutermost({ number = "" }: Heading): boolean {
  return /^(?:\d{1,3}[A-Z]?|[IVXLC]{1,7})$/.test(number);
}
