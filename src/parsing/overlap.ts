import { checkItems, checkText } from "../arguments.ts";
import type { Span } from "../model.ts";
import { sentences } from "../text/sentences.ts";
import { blocks } from "./blocks.ts";
import type { Piece } from "./cut.ts";
import { wordsOf } from "./words.ts";

/**
 * The same pieces, each beginning a little earlier: with the last sentence or words of the piece before it, so that what was cut apart is
 * also found together. Rows of a table and lines of code are not repeated; a table's header is repeated as `context` anyway.
 *
 * @param overlap - the most that is repeated, in UTF-16 code units; 0 for none
 * @example
 * // of "One two. Three four." cut into two sentences, with an overlap of 10: the second piece is "One two. Three four."
 */
export function withOverlap(text: string, pieces: readonly Piece[], overlap: number): Piece[] {
  checkText("withOverlap", text);
  checkItems("withOverlap", pieces, "pieces");
  return pieces.map((piece, i) => {
    const before = pieces[i - 1];
    if (before === undefined || overlap < 1 || piece.context !== undefined) return piece;
    const start = startOfRepeat(text, before.span, overlap);
    return start === undefined ? piece : { ...piece, span: { start, end: piece.span.end } };
  });
}

function startOfRepeat(text: string, before: Span, overlap: number): number | undefined {
  const last = blocks(text, before).at(-1);
  if (last === undefined || (last.kind !== "text" && last.kind !== "item")) return undefined;
  const from = Math.max(last.start, before.end - overlap);
  const sentence = sentences(text, { start: last.start, end: before.end }).find(({ start }) => start >= from);
  if (sentence !== undefined) return sentence.start;
  for (const word of wordsOf(text, { start: last.start, end: before.end })) if (word.start >= from) return word.start;
  return undefined;
}
