import { grants, isLike, type Wish } from "./answer-kind.ts";
import type { Choice } from "./choose.ts";
import { areNear } from "./matching.ts";
import { type Passage, unlabelled } from "./passages.ts";
import type { Question } from "./question.ts";
import { ASKED_IN } from "./question-frames.ts";
import type { Ranking } from "./ranking.ts";
import type { Section } from "./sections.ts";
import { isSpaced } from "./words.ts";

const IN_HEADING = 0.9;
const IN_SECTION = 0.3;
/** A row of a table is read with what stands around the table. */
const AROUND_ROW = 0.6;
/** Two words that the question has side by side ("parental leave") and the answer far apart say something else. */
const SCATTERED = 0.5;
const REACH = 4;
/** Where verb or participle stand at the end, "Musik ist im Garten bis 22 Uhr erlaubt", words that belong together stand further apart. */
const REACH_TO_THE_END = 16;
const VERB_AT_END: ReadonlySet<string> = new Set(["de", "nl"]);
const IN_DOCUMENT = 0.3;
/** What kind of answer was asked for is not in it, or is: a number for "how many". */
const WITHOUT_WISH = 0.7;
/** It was asked for an age and there is none, or how many or how long and there is no number at all. */
const WITHOUT_NUMBER = 0.5;
const WITH_WISH = 1.15;
/** What is asked about is neither in it nor in its heading. */
const WITHOUT_KEY = 0.5;
const STRICT: ReadonlySet<Wish> = new Set<Wish>(["age", "duration", "price", "amount", "number"]);
/** How much of the question the best section's quotations carry, 0 to 1. */
export function confidenceOf(question: Question, ranking: Ranking, choices: readonly Choice[]): number {
  const section = choices[0]?.section;
  if (section === undefined) return 0;
  const own = choices.filter((choice) => choice.section === section);
  const indexes = own.flatMap((choice) => choice.indexes);
  const unspaced = !isSpaced(question.language);
  let carried = 0;
  let total = 0;
  for (const [i, word] of question.wanted.entries()) {
    const absent = ranking.absent.includes(word);
    const weight = (ranking.weights[i] ?? 0) * (!absent ? 1 : unspaced ? 0.3 : word.specific ? 2 : 1);
    const credit = creditOf(section, indexes, i);
    if (word.optional && credit === 0) continue;
    total += weight;
    const scattered = !unspaced && isScattered(question, section, indexes, i);
    carried += weight * credit * (scattered ? SCATTERED : 1);
  }
  if (total === 0) return 0;
  const text = own
    .flatMap(passagesIn)
    .map((passage) => unlabelled(section.text, passage))
    .join("\n");
  const strict = STRICT.has(question.wish) && ASKED_IN.includes(question.language);
  const keyed = question.wanted.every(({ key }, i) => !key || creditOf(section, indexes, i) >= IN_HEADING);
  const fit = !strict
    ? 1
    : grants(question.wish, text, question.language)
      ? keyed
        ? WITH_WISH
        : 1
      : isLike(question.wish, text, question.language)
        ? WITHOUT_WISH
        : WITHOUT_NUMBER;
  const lacksKey = question.wanted.some(
    ({ key, complement }, i) =>
      (complement && (section.all[i] ?? 0) === 0) ||
      (key && (creditOf(section, indexes, i) <= IN_SECTION || (!unspaced && isScattered(question, section, indexes, i)))),
  );
  return Math.min(1, Math.round((carried / total) * fit * (lacksKey ? WITHOUT_KEY : 1) * 100) / 100);
}

/** What is quoted; a question that the document asks before it is not. */
function passagesIn({ section, start, end }: Choice): Passage[] {
  return section.passages.filter((passage) => passage.start >= start && passage.end <= end);
}

function creditOf(section: Section, indexes: readonly number[], i: number): number {
  const quoted = Math.max(0, ...indexes.map((index) => Math.max(section.hits[index]?.[i] ?? 0, section.columns[index]?.[i] ?? 0)));
  const around = indexes.some((index) => section.passages[index]?.kind === "row") ? AROUND_ROW : IN_SECTION;
  return Math.max(quoted, IN_HEADING * (section.heading[i] ?? 0), around * (section.all[i] ?? 0), IN_DOCUMENT * (section.document[i] ?? 0));
}

function isScattered({ wanted, language }: Question, section: Section, indexes: readonly number[], i: number): boolean {
  const word = wanted[i];
  if (word === undefined || word.optional) return false;
  const reach = VERB_AT_END.has(language) ? REACH_TO_THE_END : REACH;
  return [i - 1, i + 1].some((j) => {
    const other = wanted[j];
    if (other === undefined || other.optional || Math.abs(other.position - word.position) !== 1) return false;
    // A word of the heading goes with every word below it; one that stands there in other words may have other neighbours.
    if ((section.heading[i] ?? 0) > 0 || (section.heading[j] ?? 0) > 0) return false;
    const holds = (index: number | undefined, which: number) => index !== undefined && section.hits[index]?.[which] === 1;
    if (![i, j].every((which) => indexes.some((index) => holds(index, which)))) return false;
    return !indexes.some((index) => {
      const leadIn = section.passages[index]?.leadIn;
      const introduced = (holds(leadIn, i) && holds(index, j)) || (holds(leadIn, j) && holds(index, i));
      return introduced || areNear(word.term, other.term, section.terms[index] ?? [], reach);
    });
  });
}
