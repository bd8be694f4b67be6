import { isDigit, isLetter, isMark, isRightToLeft, isSquare } from "./letters.ts";
import type { Glyph, Run } from "./page-ink.ts";

/**
 * The text of runs that stand side by side on one line: spaces where there is room for one, and right-to-left writing in the
 * order in which it is read.
 *
 * @param runs - rising by `left`
 */
export function textOf(runs: readonly Run[]): string {
  const glyphs = withSpaces(runs);
  const hasRightToLeft = glyphs.some(({ text }) => isRightToLeft(text.charCodeAt(0)));
  if (hasRightToLeft) return readingOrder(glyphs);
  let text = "";
  for (const glyph of glyphs) text += glyph.text;
  return collapse(text);
}

/** Room between two letters, in parts of the size, that is a space. Printers' kerning stays far below it. */
const SPACE_GAP = 0.13;
const SQUARE_SPACE_GAP = 0.5;

const SOFT_HYPHEN = "\u00ad";

function withSpaces(runs: readonly Run[]): readonly Glyph[] {
  const all: Glyph[] = [];
  let last: Glyph | undefined;
  let edge = 0;
  let pending = false;
  for (const run of runs) {
    const { size } = run;
    const glyphs = run.glyphs.some(({ text }) => isRightToLeft(text.charCodeAt(0))) ? visualOrder(run.glyphs) : run.glyphs;
    for (const glyph of glyphs) {
      if (glyph.text.trim() === "") {
        pending = last !== undefined;
        continue;
      }
      if (last !== undefined && !isMark(glyph.text)) {
        const isTight = isSquare(glyph.text.charCodeAt(0)) && isSquare(last.text.charCodeAt(0));
        const gap = glyph.left - edge;
        if (pending ? gap > size * -0.2 : gap > size * (isTight ? SQUARE_SPACE_GAP : SPACE_GAP)) {
          all.push({ text: " ", left: edge, right: glyph.left });
        }
      }
      all.push(glyph);
      pending = false;
      edge = last === undefined ? glyph.right : Math.max(edge, glyph.right);
      last = glyph;
    }
  }
  return all;
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
function readingOrder(glyphs: readonly Glyph[]): string {
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
    for (const glyph of part) text += kind === "R" ? (MIRRORED.get(glyph.text) ?? glyph.text) : glyph.text;
  }
  return collapse(text);
}

/** L or R for every glyph: spaces and signs follow what stands on both sides, else the line. */
function resolvedKinds(glyphs: readonly Glyph[]): readonly ("L" | "R" | "")[] {
  const kinds = glyphs.map(({ text }): "L" | "R" | "" => {
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
