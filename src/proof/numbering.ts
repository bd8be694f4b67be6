import type { Unit } from "../model.ts";
import { headingCitation } from "../parsing/heading-citation.ts";
import type { Found } from "./findings.ts";
import { LATER, type Label, labelOf } from "./labels.ts";

/** A unit with its number. */
export interface Numbered {
  readonly unit: Unit;
  readonly label: Label;
}

/** The number of a unit, as its parser says (`attributes.citation`) or as its topic begins. */
export function numberedUnit(unit: Unit): Numbered | undefined {
  const given = unit.attributes?.citation;
  // "(XXXX) §§ 3 bis 6": what stands in brackets before a number is a remark.
  const topic = unit.topic.replace(/^\([^()]{3,40}\)\s+(?=§|Art)/, "");
  const citation = withLater(typeof given === "string" ? given : headingCitation(topic), topic);
  const label = citation === undefined ? undefined : labelOf(citation);
  return label === undefined ? undefined : { unit, label };
}

/** A citation with the word that follows it in the topic, where that belongs to the number: "มาตรา ๑๔ ทวิ". */
function withLater(citation: string | undefined, topic: string): string | undefined {
  if (citation === undefined || !topic.startsWith(citation)) return citation;
  const next = /^\s\S{1,10}(?=\s|$)/.exec(topic.slice(citation.length))?.[0].trim().toLowerCase();
  return next !== undefined && LATER.flat().includes(next) ? `${citation} ${next}` : citation;
}

/** Numbers that are missing, come twice or go backwards, in each list of siblings and for each style of number. */
export function numberingFindings(siblings: ReadonlyMap<string | undefined, readonly Unit[]>): Found[] {
  return [...siblings.values()].flatMap((list) => {
    const styles = new Map<string, Numbered[]>();
    for (const unit of list) {
      const numbered = numberedUnit(unit);
      if (numbered === undefined) continue;
      const { style } = numbered.label;
      const same = styles.get(style);
      if (same === undefined) styles.set(style, [numbered]);
      else same.push(numbered);
    }
    return [...styles.values()].flatMap((numbered) => sequenceFindings(inOneAlphabet(numbered)));
  });
}

/** "i" is a letter after "h", and a Roman number before "ii": what reads with fewer breaks is meant. */
function inOneAlphabet(list: readonly Numbered[]): readonly Numbered[] {
  if (list.some(({ label }) => label.roman === undefined)) return list.filter(({ label }) => label.first > 0);
  const roman = list.map(({ unit, label }) => ({ unit, label: { ...label, first: label.roman ?? 0, last: label.roman ?? 0 } }));
  if (list.some(({ label }) => label.first === 0)) return roman;
  return sequenceFindings(roman).length < sequenceFindings(list).length ? roman : list;
}

function sequenceFindings(list: readonly Numbered[]): Found[] {
  const found: Found[] = [];
  let seen = new Map<string, Numbered>();
  let before: Numbered | undefined;
  for (const numbered of list) {
    const { unit, label } = numbered;
    const place = unit.source ?? { start: 0, end: 0 };
    const key = `${label.first}/${label.inserted}`;
    const twin = seen.get(key);
    const message = before === undefined ? undefined : breakBetween(before.label, label);
    if (before !== undefined && label.first === 1 && label.inserted === 0 && before.label.last > 1) {
      // A list that begins anew: what follows is compared with itself.
      found.push({
        ...place,
        code: "NUMBER_BACKWARDS",
        message: `${named(before)} is followed by ${named(numbered)}, under the same parent.`,
      });
      seen = new Map();
    } else if (twin !== undefined) {
      found.push({
        ...place,
        code: "NUMBER_TWICE",
        message: `${named(twin)} and ${named(numbered)} have one number under the same parent.`,
      });
    } else if (before !== undefined && message !== undefined) {
      found.push({ ...place, code: message, message: `${named(before)} is followed by ${named(numbered)}.` });
    }
    seen.set(key, numbered);
    before = numbered;
  }
  return found;
}

function breakBetween(before: Label, label: Label): "NUMBER_MISSING" | "NUMBER_BACKWARDS" | undefined {
  if (label.first === before.last) {
    if (label.inserted < before.inserted) return "NUMBER_BACKWARDS";
    return label.inserted > before.inserted + 1 ? "NUMBER_MISSING" : undefined;
  }
  if (label.first < before.last) return "NUMBER_BACKWARDS";
  // The first of inserted ones may stand alone: after "§ 4" comes "§ 5a" where "§ 5" is gone, which is missing all the same.
  return label.first > before.last + 1 || label.inserted > 0 ? "NUMBER_MISSING" : undefined;
}

function named({ unit, label }: Numbered): string {
  const topic = unit.topic.length > 60 ? `${unit.topic.slice(0, 60)}…` : unit.topic;
  return topic.startsWith(label.shown) ? `"${topic}"` : `${label.shown} ("${topic}")`;
}
