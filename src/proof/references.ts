import type { Document, Span, Unit } from "../model.ts";
import { excerptOf, type Found } from "./findings.ts";
import { asciiDigits } from "./labels.ts";
import { numberedUnit } from "./numbering.ts";
import { namesAnotherText } from "./other-texts.ts";

/** Kinds of reference: those of one kind are looked for among units of that kind. */
type Kind = "§" | "art" | "section" | "มาตรา" | "ข้อ" | "第条";

/** Numbered units of a kind, below which a text is not taken to be numbered so. */
const LEAST_UNITS = 3;

const ARABIC = String.raw`\d{1,4}(?:\.\d{1,3}){0,5}[a-z]?`;
const REFERENCE = new RegExp(
  [
    String.raw`(?<par>§{1,2})\s?(?<parNumber>\d{1,5}(?:\.\d{1,3}){0,4}[a-z]?)`,
    String.raw`\b(?<art>art(?:icles?|ikeln?|ikels|ículos?|icol[oi]|igos?|s?\.))\s{1,2}(?<artNumber>\d{1,4}[a-z]?)`,
    String.raw`\b(?:sections?|secs?\.|clauses?|abschnitt(?:s|en?)?|ziffer)\s{1,2}(?<secNumber>${ARABIC})`,
    String.raw`(?<thai>มาตรา|ข้อ)\s?(?<thaiNumber>[\d๐-๙]{1,4}(?:\/[\d๐-๙]{1,3})?)`,
    String.raw`(?<cjkNumber>第[\d０-９〇零一二三四五六七八九十百千]{1,9}[条條](?:の[一二三四五六七八九十\d]{1,3})?)`,
  ].join("|"),
  "giu",
);

/** Further numbers of the same reference: "sections 4.1 and 4.2". Years and amounts after a comma are not taken for one. */
const FURTHER = new RegExp(String.raw`\s?(?:and|or|und|oder|et|ou|bis|to)\s{1,2}(?:§\s?)?(${ARABIC})(?![\d\p{L}])`, "uy");

/**
 * References to a number that no unit, and no line of the text, begins with. Only where the document has units of that kind, and
 * never where the sentence names another law, contract or document, so that some broken references are not seen.
 */
export function referenceFindings(document: Document, units: readonly Unit[]): Found[] {
  const { text, omissions = [] } = document;
  const known = knownNumbers(text, units);
  const starts = new Set(units.map(({ source }) => source?.start));
  const found: Found[] = [];
  let omission = 0;
  const sorted = omissions.toSorted((a, b) => a.omitted.start - b.omitted.start);
  REFERENCE.lastIndex = 0;
  for (let match = REFERENCE.exec(text); match !== null; match = REFERENCE.exec(text)) {
    const { kind, number } = kindOf(match.groups ?? {});
    while ((sorted[omission]?.omitted.end ?? Number.POSITIVE_INFINITY) <= match.index) omission++;
    if ((sorted[omission]?.omitted.start ?? Number.POSITIVE_INFINITY) <= match.index) continue;
    let end = match.index + match[0].length;
    if (/[\d\p{L}]/u.test(text.charAt(end)) && kind !== "มาตรา" && kind !== "ข้อ" && kind !== "第条") continue;
    const numbers = [number];
    FURTHER.lastIndex = end;
    for (let more = FURTHER.exec(text); more !== null; more = FURTHER.exec(text)) {
      if (more[1] !== undefined) numbers.push(more[1].toLowerCase());
      end = FURTHER.lastIndex;
    }
    const missing = numbers.filter((wanted) => !resolves(wanted, known.get(kind)));
    if (missing.length === 0 || (known.get(kind)?.units ?? 0) < LEAST_UNITS) continue;
    const span = { start: match.index, end };
    if (startsLine(text, match.index) || inHeading(text, match.index, starts) || namesAnotherText(text, span)) continue;
    found.push({
      ...span,
      code: "REFERENCE_UNRESOLVED",
      message: `No unit is numbered ${missing.join(" or ")}: ${excerptOf(text, around(text, span), 90)}.`,
    });
  }
  return found;
}

interface Known {
  units: number;
  readonly numbers: Set<string>;
  /** Numbers between points, at most: 2 for "9.9". */
  depth: number;
  /** First numbers of units, least and most. */
  least: number;
  most: number;
}

/** By kind: numbers of units, and of lines that begin with one. */
function knownNumbers(text: string, units: readonly Unit[]): Map<Kind, Known> {
  const known = new Map<Kind, Known>();
  const add = (kind: Kind, number: string, isUnit: boolean) => {
    const of = known.get(kind) ?? { units: 0, numbers: new Set<string>(), depth: 1, least: Number.POSITIVE_INFINITY, most: 0 };
    known.set(kind, of);
    of.numbers.add(number);
    if (!isUnit) return;
    const first = Number.parseInt(number, 10);
    of.units++;
    of.depth = Math.max(of.depth, number.split(".").length);
    of.least = Math.min(of.least, first);
    of.most = Math.max(of.most, first);
  };
  for (const unit of units) {
    const numbered = numberedUnit(unit);
    if (numbered === undefined) continue;
    const { label } = numbered;
    const reference = referenceIn(label.shown);
    if (reference !== undefined && label.last > label.first) {
      for (let n = label.first; n <= Math.min(label.last, label.first + 10_000); n++) add(reference.kind, String(n), n === label.first);
    }
    if (reference !== undefined) add(reference.kind, reference.number, true);
    else if (/^[\d.]+[a-z]?[.)]?$/i.test(label.shown)) add("section", label.shown.replace(/[.)]+$/, "").toLowerCase(), true);
    else if (label.style.startsWith("art ") && label.roman !== undefined) add("art", String(label.roman), true);
  }
  for (const [, line = ""] of text.matchAll(LINE_NUMBER)) {
    const reference = referenceIn(line);
    if (reference !== undefined) add(reference.kind, reference.number, false);
    else add("section", line.replace(/[.)]+$/, "").toLowerCase(), false);
  }
  for (const [, number = ""] of text.matchAll(INLINE_NUMBER)) add("section", number, false);
  return known;
}

const LINE_NUMBER =
  /^[ \t>*_#|-]{0,12}((?:§{1,2}\s?|(?:art(?:icle|ikel|\.)?|sections?|clause|มาตรา|ข้อ)\s?)?[\d๐-๙]{1,5}(?:[./][\d๐-๙]{1,3}){0,5}[a-z]?|第[\d０-９〇零一二三四五六七八九十百千]{1,9}[条條])/gimu;

/** Clauses that follow each other on one line: "… agrees. 4.12. Offers. …". */
const INLINE_NUMBER = /[.;:)”"]\s{1,3}(\d{1,3}(?:\.\d{1,3}){1,4})\.?\s{1,3}(?=[\p{Lu}“"])/gu;

/** The reference that a text is, or begins with. */
function referenceIn(text: string): { kind: Kind; number: string } | undefined {
  REFERENCE.lastIndex = 0;
  const match = REFERENCE.exec(text);
  return match === null || match.index > 0 ? undefined : kindOf(match.groups ?? {});
}

function kindOf(groups: { readonly [name: string]: string | undefined }): { kind: Kind; number: string } {
  if (groups.parNumber !== undefined) return { kind: "§", number: groups.parNumber.toLowerCase() };
  if (groups.artNumber !== undefined) return { kind: "art", number: groups.artNumber.toLowerCase() };
  if (groups.secNumber !== undefined) return { kind: "section", number: groups.secNumber.toLowerCase() };
  if (groups.thaiNumber !== undefined) return { kind: groups.thai === "ข้อ" ? "ข้อ" : "มาตรา", number: asciiDigits(groups.thaiNumber) };
  return { kind: "第条", number: asciiDigits(groups.cjkNumber ?? "").replace(/[第条條]/g, "") };
}

/** Looked for no deeper than units are numbered: where sections end at 4.2, "4.2.1" is a paragraph of 4.2. */
function resolves(number: string, known: Known | undefined): boolean {
  if (known === undefined) return true;
  // "10.3.2a" is item a of 10.3.2 where there is no such clause; "12a" is a section of its own.
  if (/\.\d{1,3}[a-z]$/.test(number) && !known.numbers.has(number)) return resolves(number.slice(0, -1), known);
  const parts = number.split(".");
  for (let depth = parts.length; depth >= Math.min(known.depth, parts.length); depth--) {
    if (known.numbers.has(parts.slice(0, depth).join("."))) return true;
  }
  // A document that does not begin with 1 is a part of a larger one, and refers to its other parts.
  if (known.least <= 1) return false;
  const first = Number.parseInt(number, 10);
  return parts.length > 1 ? !known.numbers.has(parts.slice(0, -1).join(".")) : first < known.least || first > known.most;
}

/** A line that begins with a number is a heading or an item, and no reference. */
function startsLine(text: string, at: number): boolean {
  return /(?:^|[\r\n])[\s>*_#|-]{0,12}$/.test(text.slice(Math.max(0, at - 13), at)) || at === 0;
}

/** In the first line of a unit, which is its heading more often than not. */
function inHeading(text: string, at: number, starts: ReadonlySet<number | undefined>): boolean {
  const from = Math.max(0, at - 200);
  const before = text.slice(from, at);
  const line = from + Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return starts.has(line + (/^\s*/.exec(text.slice(line, at))?.[0].length ?? 0));
}

function around(text: string, { start, end }: Span): Span {
  const before = text.slice(Math.max(0, start - 40), start);
  const from = start - before.length + Math.max(before.lastIndexOf("\n") + 1, before.search(/\s/) + 1);
  return { start: Math.min(from, start), end: Math.min(text.length, end + 40) };
}
