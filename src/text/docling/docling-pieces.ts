import type { DoclingPlace } from "./docling-item.ts";

/** A part of one line or paragraph. */
export interface DoclingPiece {
  readonly text: string;
  /** `chars` count in the item's own text, which `text` holds from `offset` on. */
  readonly places: readonly DoclingPlace[];
  readonly offset: number;
  /** What goes between it and the piece before, where that is known. */
  readonly glue?: string;
}

/** Marks that stand close behind a word, and are not the beginning of another, as in `.npmrc`. */
const CLOSING = /^(?:[.,;:!?…)\]}]+(?:\s|$)|[)\]}])/;
const OPENING = /[([{]$/;
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u3001-\u3011\uff01-\uff1f]";
const UNSPACED_END = new RegExp(`${UNSPACED}$`, "u");
const UNSPACED_START = new RegExp(`^${UNSPACED}`, "u");

/** Pieces as one text, with a place for each part that stands elsewhere; `chars` then count in the whole. */
export function joinPieces(pieces: readonly DoclingPiece[]): { readonly text: string; readonly places: readonly DoclingPlace[] } {
  let text = "";
  const places: DoclingPlace[] = [];
  for (const piece of pieces) {
    const isFirst = text === "";
    const words = isFirst || piece.glue !== undefined ? piece.text.trimStart() : piece.text;
    if (!isFirst) text = piece.glue === undefined ? text + gap(text, words) : text.trimEnd() + piece.glue;
    const cut = piece.text.length - words.length;
    const known = piece.places.every(({ chars }) => chars !== undefined) ? piece.places : piece.places.slice(0, 1);
    for (const [i, place] of known.entries()) {
      const start = text.length + (i === 0 ? 0 : Math.max(0, (place.chars?.[0] ?? 0) + piece.offset - cut));
      if (!isSamePlace(places.at(-1), place)) places.push({ ...place, chars: [start, text.length + words.length] });
    }
    text += words;
  }
  return { text: text.trimEnd(), places };
}

/** Docling takes the spaces from the ends of most pieces, so that it must be told from the letters whether there was one. */
function gap(before: string, after: string): string {
  if (/\s$/.test(before) || /^\s/.test(after)) return "";
  if (CLOSING.test(after) || OPENING.test(before)) return "";
  return UNSPACED_END.test(before) && UNSPACED_START.test(after) ? "" : " ";
}

function isSamePlace(a: DoclingPlace | undefined, b: DoclingPlace): boolean {
  return a?.page === b.page && String(a.box) === String(b.box);
}

/** What goes between a key and its value, and between values. */
export function glueOf(before: string, label: string, text: string): string | undefined {
  if (before === "field_key" && label !== "field_key") return /[:\uff1a]\s*$/.test(text.slice(-20)) ? " " : ": ";
  return before === "field_value" && label === "field_value" ? ", " : undefined;
}
