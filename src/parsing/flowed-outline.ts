import type { NumberedLevel, NumberedOutline } from "./numbered-outline.ts";
import { numberedOutline } from "./numbered-outline.ts";

/** A stretch without a heading that is longer than this, in characters, may hold some in the midst of its lines. */
const GIANT = 10_000;
/** How much better the headings must divide the text that are looked for there. */
const SHORTER = 2;
const MORE = 1.5;

const CLAUSES = ["1.", "1.1", "1.1.1"];
const NUMBERS: ReadonlySet<string> = new Set(["1", ...CLAUSES, "1.1.1.1", "1.1.1.1.1"]);

/**
 * Texts made from pages often have many clauses in a line, one behind the other: "… in good faith. 8.2 Termination. Either party …". Numbers
 * are then looked for behind the end of every sentence too, if that divides what is else a giant clause; undefined where it does not.
 *
 * @param plain - the outline by what begins lines
 */
export function flowedOutline(text: string, levels: readonly NumberedLevel[], plain: NumberedOutline): NumberedOutline | undefined {
  const longest = longestStretch(text, plain);
  if (longest <= GIANT || !levels.some(isNumber)) return undefined;
  const inline = CLAUSES.map((form) => ({ form, unitType: "clause", inline: true }));
  const flowed = numberedOutline(text, [...levels.filter((level) => !isNumber(level)), ...inline]);
  const isBetter = longestStretch(text, flowed) * SHORTER <= longest && flowed.headings.length >= plain.headings.length * MORE;
  return isBetter ? flowed : undefined;
}

function isNumber({ form }: NumberedLevel): boolean {
  return [form].flat().every((each) => NUMBERS.has(each));
}

function longestStretch(text: string, { headings }: NumberedOutline): number {
  let longest = 0;
  let before = 0;
  for (const start of [...headings.map(({ at }) => at.start), text.length]) {
    longest = Math.max(longest, start - before);
    before = start;
  }
  return longest;
}
