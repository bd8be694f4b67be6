import type { Span } from "../model.ts";

const QUOTATION = /“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』|(?<![\p{L}\p{N}])"(?!\s)([^"\n]+)"/gu;
const ELLIPSIS = /\s*(?:\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3})\s*/;

/** Words between quotation marks, as spans of the text that leave the marks out. What has no letter or digit (5" by 7") is none. */
export function quotationsIn(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(QUOTATION)) {
    const inside = match.slice(1).find((group) => group !== undefined) ?? "";
    if (/[\p{L}\p{N}]/u.test(inside)) found.push({ start: match.index + 1, end: match.index + 1 + inside.length });
  }
  return found;
}

/**
 * Where a quotation stands in a source, so that the slice there is the source's own text. Every letter, digit and sign must agree; what a
 * printer would change need not: white space and line ends, the shape of quotation marks and dashes, emphasis, footnote marks, soft
 * hyphens, the case of a first letter in brackets. An
 * ellipsis stands for what was left out between two parts; a full stop at the end may be the sentence's own.
 */
export function placeQuotation(quotation: string, source: string): Span | undefined {
  for (const form of beginnings(quotation)) {
    const place = placeForm(form, source);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** "[T]he fee" and "[t]he fee": the first letter was made to fit the sentence around it, and is not the source's. */
function beginnings(quotation: string): readonly string[] {
  const [mark, letter] = /^\[(\p{L})\](?=\p{L})/u.exec(quotation) ?? [];
  if (mark === undefined || letter === undefined) return [quotation];
  const rest = quotation.slice(mark.length);
  return [letter.toLowerCase() + rest, letter.toUpperCase() + rest];
}

function placeForm(quotation: string, source: string): Span | undefined {
  const at = source.indexOf(quotation);
  if (at !== -1) return { start: at, end: at + quotation.length };
  const folded = fold(source);
  const whole = placeParts(quotation.split(ELLIPSIS), folded);
  return whole ?? placeParts(quotation.replace(/[.,;:!?…]+$/, "").split(ELLIPSIS), folded);
}

interface Folded {
  readonly text: string;
  /** For each code unit of the folded text, where its origin begins and ends in the source. */
  readonly places: readonly Span[];
}

function placeParts(parts: readonly string[], source: Folded): Span | undefined {
  let from = 0;
  let start: number | undefined;
  for (const part of parts) {
    const wanted = fold(part).text.trim();
    if (wanted === "") continue;
    const at = source.text.indexOf(wanted, from);
    if (at === -1) return undefined;
    start ??= at;
    from = at + wanted.length;
  }
  const [first, last] = [source.places[start ?? 0], source.places[from - 1]];
  return start === undefined || first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

const UNSEEN = /\u00ad(?:[^\S\n]{0,9}\n[^\S\n]{0,9})?|[*`\u200b\ufeff]|\[\^?\d{1,3}\]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/uy;

function fold(source: string): Folded {
  let text = "";
  const places: Span[] = [];
  for (let at = 0; at < source.length; ) {
    UNSEEN.lastIndex = at;
    const unseen = UNSEEN.exec(source)?.[0];
    if (unseen !== undefined) {
      at += unseen.length;
      continue;
    }
    const start = at;
    let written = source.charAt(at++);
    if (/\s/.test(written)) {
      while (at < source.length && /\s/.test(source.charAt(at))) at++;
      written = " ";
      if (text.endsWith(" ")) continue;
    } else if (/[“”„«»"]/.test(written)) written = '"';
    else if (/[‘’‚']/.test(written)) written = "'";
    else if (/[‐‑‒–—−-]/.test(written)) written = "-";
    text += written;
    places.push({ start, end: at });
  }
  return { text, places };
}
