import type { Placed } from "./limits.ts";

/** Places that are named one by one. */
const NAMED = 8;

/**
 * Names what limits an answer and is too much to be quoted: a handful of places, how many there are besides and the last of them.
 * Undefined where there is nothing.
 *
 * @param isWhole - whether all that the index has was looked at
 */
export function limitedFurther(further: readonly Placed[], isWhole: boolean): string | undefined {
  const places = [...new Set(further.map(placeOf))];
  const last = places.at(-1);
  if (last === undefined) return undefined;
  const named =
    places.length <= NAMED + 1 ? places : [...places.slice(0, NAMED), `${places.length - NAMED} more, the last of them ${last}`];
  const beyond = isWhole ? "" : " There may be others: not all that the document says of it was looked at.";
  return `Limited further, and too much to be quoted here: ${named.join("; ")}.${beyond}`;
}

/** A section, and the number of the clause in it where it has one: "handbook.md › Loans, (3)". */
function placeOf({ section, index }: Placed): string {
  const label = section.passages[index]?.label;
  return label === undefined ? section.evidence.citation : `${section.evidence.citation}, ${label}`;
}
