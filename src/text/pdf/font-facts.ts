import type { FontFacts } from "./page-ink.ts";
import type { LoadedFont } from "./pdf-operators.ts";
import type { PenFont } from "./pen.ts";

/** What a page needs to know of a font. A font that the library could not read has no characters at all. */
export function penFont(font: LoadedFont | undefined): PenFont {
  const facts = factsOf(font);
  const matrix = font?.fontMatrix;
  const unit = Math.abs(matrix?.[0] ?? 0) || 0.001;
  const isType3 = font?.isType3Font === true;
  return {
    facts,
    unit,
    scale: isType3 ? type3Scale(font, matrix) : 1,
    vertical: font?.vertical === true,
    defaultVMetrics: font?.defaultVMetrics,
  };
}

/** Names of families say the weight where the font itself does not: "Helvetica-Bold", "ABCDEF+Arial,BoldItalic". */
const BOLD_NAME = /bold|black|heavy|semibold|demi(?!r)|[-,.]bd\b|-w[6-9]\b/i;
const ITALIC_NAME = /italic|oblique|[-,.]it\b/i;

function factsOf(font: LoadedFont | undefined): FontFacts {
  const name = (font?.name ?? "").replace(/^[A-Z]{6}\+/, "");
  const ascent = within(font?.ascent, 0.5, 1.1, 0.8);
  const descent = within(Math.abs(font?.descent ?? 0), 0.05, 0.5, 0.22);
  return {
    name,
    bold: font?.bold === true || font?.black === true || BOLD_NAME.test(name),
    italic: font?.italic === true || ITALIC_NAME.test(name),
    unmapped: font === undefined || isUnmapped(font),
    ascent,
    descent,
  };
}

/** A font of glyph numbers whose map to characters is none but "the number is the character". */
function isUnmapped({ composite, toUnicode, cMap }: LoadedFont): boolean {
  if (composite !== true || cMap === undefined) return false;
  const isIdentity = toUnicode === undefined || (toUnicode._map === undefined && typeof toUnicode.firstChar === "number");
  // A built-in map other than Identity has codes of a known character set.
  return isIdentity && (cMap.name ?? "").replace(/^Identity-[HV]$/, "") === "";
}

/** Letters of a Type 3 font are drawn in a space of their own; its box says how high they are. */
function type3Scale(font: LoadedFont, matrix: readonly number[] | undefined): number {
  const unit = Math.abs(matrix?.[3] ?? 0) || 0.001;
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const height = Math.abs(top - bottom) * unit;
  return height > 0.05 && height < 50 ? height : 1;
}

function within(value: number | undefined, low: number, high: number, otherwise: number): number {
  return value !== undefined && value >= low && value <= high ? value : otherwise;
}
