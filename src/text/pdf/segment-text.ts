import { isDigit, isLetter, isMark, isRightToLeft, isSquare } from "./letters.ts";
import type { Run } from "./page-ink.ts";

/** A character, or a letter with its marks, and where it stands. */
interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/**
 * The text of runs that stand side by side on one line: spaces where there is room for one, and right-to-left writing in the
 * order in which it is read.
 *
 * @param runs - rising by `left`
 */
export function textOf(runs: readonly Run[]): string {
  const line = new SpacedLine();
  const isPlain = !runs.some(hasRightToLeft);
  for (const run of runs) {
    if (isPlain || !hasRightToLeft(run)) {
      const { texts, lefts, rights } = run.glyphs;
      for (let i = run.from; i < run.to; i++) line.add(texts[i] as string, lefts[i] as number, rights[i] as number, run.size);
    } else for (const { text, left, right } of visualOrder(glyphsOf(run))) line.add(text, left, right, run.size);
  }
  return collapse(isPlain ? line.texts.join("") : readingOrder(line.texts));
}

function hasRightToLeft({ glyphs: { texts, isLeftToRight }, from, to }: Run): boolean {
  if (isLeftToRight) return false;
  for (let i = from; i < to; i++) if (isRightToLeft((texts[i] as string).charCodeAt(0))) return true;
  return false;
}

/** Room between two letters, in parts of the size, that is a space. Printers' kerning stays far below it. */
const SPACE_GAP = 0.1;
const SQUARE_SPACE_GAP = 0.5;

const SOFT_HYPHEN = "\u00ad";

/** Puts characters behind each other, with a space where there is room for one. */
class SpacedLine {
  readonly texts: string[] = [];
  #last = "";
  #edge = 0;
  #pending = false;

  /** @param size - of its letters; points */
  add(text: string, left: number, right: number, size: number): void {
    const last = this.#last;
    if (text === " " || text.trim() === "") {
      this.#pending = last !== "";
      return;
    }
    if (last !== "" && !isMark(text)) {
      const gap = left - this.#edge;
      if (gap > size * (this.#pending ? -0.2 : spaceGap(last, text))) this.texts.push(" ");
    }
    this.texts.push(text);
    this.#pending = false;
    this.#edge = last === "" || right > this.#edge ? right : this.#edge;
    this.#last = text;
  }
}

function spaceGap(last: string, next: string): number {
  const code = next.charCodeAt(0);
  return code > 0xff && isSquare(code) && isSquare(last.charCodeAt(0)) ? SQUARE_SPACE_GAP : SPACE_GAP;
}

function glyphsOf({ glyphs: { texts, lefts, rights }, from, to }: Run): Glyph[] {
  const found: Glyph[] = [];
  for (let i = from; i < to; i++) found.push({ text: texts[i] as string, left: lefts[i] as number, right: rights[i] as number });
  return found;
}

/** From left to right, each mark with the letter it was drawn for. */
function visualOrder(glyphs: readonly Glyph[]): readonly Glyph[] {
  const clusters: Glyph[] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last !== undefined && isMark(glyph.text)) clusters[clusters.length - 1] = { ...last, text: last.text + glyph.text };
    else clusters.push(glyph);
  }
  return clusters.sort((a, b) => a.left - b.left);
}

/**
 * Undoes what a typesetter's bidirectional layout did: stretches of the line are put into the order of reading, and letters of
 * right-to-left stretches turned round. Numbers keep their digits' order.
 */
function readingOrder(glyphs: readonly string[]): string {
  const kinds = resolvedKinds(glyphs);
  let strong = 0;
  for (const kind of kinds) strong += kind === "R" ? 1 : kind === "L" ? -1 : 0;
  const isRightToLeftLine = strong > 0;
  const stretches: { kind: "L" | "R"; from: number; to: number }[] = [];
  for (let i = 0; i < glyphs.length; i++) {
    const kind = kinds[i] === "R" ? "R" : "L";
    const open = stretches.at(-1);
    if (open?.kind === kind) open.to = i + 1;
    else stretches.push({ kind, from: i, to: i + 1 });
  }
  if (isRightToLeftLine) stretches.reverse();
  let text = "";
  for (const { kind, from, to } of stretches) {
    const part = glyphs.slice(from, to);
    if (kind === "R") part.reverse();
    for (const glyph of part) text += kind === "R" ? (MIRRORED.get(glyph) ?? glyph) : glyph;
  }
  return text;
}

/** L or R for every glyph: spaces and signs follow what stands on both sides, else the line. */
function resolvedKinds(glyphs: readonly string[]): readonly ("L" | "R" | "")[] {
  const kinds = glyphs.map((text): "L" | "R" | "" => {
    if (isRightToLeft(text.charCodeAt(0)) && !isDigit(text)) return "R";
    return isDigit(text) || isLetter(text) ? "L" : "";
  });
  const strong = kinds.reduce((sum, kind) => sum + (kind === "R" ? 1 : kind === "L" ? -1 : 0), 0);
  const base = strong > 0 ? "R" : "L";
  const resolved = [...kinds];
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== "") continue;
    let end = i;
    while (end < kinds.length && kinds[end] === "") end++;
    const before = resolved[i - 1] || base;
    const after = kinds[end] || base;
    for (let j = i; j < end; j++) resolved[j] = before === after ? before : base;
    i = end;
  }
  return resolved;
}

const MIRRORED: ReadonlyMap<string, string> = new Map(
  [..."()[]{}<>«»"].map((sign, i, all) => [sign, all[i % 2 === 0 ? i + 1 : i - 1] as string]), // pairs
);

/** One space at a time, and soft hyphens only where a line ends in one. */
function collapse(text: string): string {
  const plain = text.replaceAll(/ {2,}/g, " ").trim();
  return plain.includes(SOFT_HYPHEN) ? plain.replaceAll(/\u00ad(?!$)/g, "") : plain;
}
