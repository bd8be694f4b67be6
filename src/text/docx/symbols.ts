/**
 * Signs of the fonts that have their own (`w:sym`, and letters set in them). Symbol is Adobe's encoding of that name; of
 * Wingdings there is what documents use: boxes, ticks, arrows, bullets.
 *
 * @param code - of the sign: 0x20 to 0xFF, or the same in the private use area, at 0xF000
 * @returns undefined for a sign that is not known, and for a code of an ordinary font
 */
export function symbolOf(font: string | undefined, code: number): string | undefined {
  const place = code >= 0xf020 && code <= 0xf0ff ? code - 0xf000 : code;
  if (place < 0x20 || place > 0xff) return undefined;
  const name = font?.toLowerCase() ?? "";
  if (name === "symbol") return SYMBOL.get(place);
  if (name === "wingdings") return WINGDINGS.get(place);
  if (name === "wingdings 2") return WINGDINGS_2.get(place);
  return undefined;
}

export function isSymbolFont(font: string | undefined): boolean {
  return font !== undefined && /^(?:symbol|wingdings(?: [23])?|webdings)$/i.test(font);
}

/** Consecutive places from `first` on; a space is a place without a sign of its own. */
const run = (first: number, signs: string): [number, string][] =>
  Array.from(signs, (sign, i) => [first + i, sign] as [number, string]).filter(([at, sign]) => sign !== " " || at === 0x20);

const SYMBOL = new Map<number, string>([
  ...run(0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?"),
  ...run(0x40, "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"),
  ...run(0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
  ...run(0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…"),
  ...run(0xbf, "↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"),
  ...run(0xf1, "〉∫"),
]);

const WINGDINGS = new Map<number, string>([
  ...run(0x20, " "),
  ...run(0x28, "☎"),
  ...run(0x2a, "✉"),
  ...run(0x6c, "●❍■□"),
  ...run(0x71, "❑❒"),
  ...run(0x75, "◆❖"),
  ...run(0x81, "①②③④⑤⑥⑦⑧⑨⑩"),
  ...run(0x8c, "❶❷❸❹❺❻❼❽❾❿"),
  ...run(0x9e, "·•"),
  ...run(0xa1, "○"),
  ...run(0xa7, "▪□"),
  ...run(0xb7, "•"),
  ...run(0xd8, "➢"),
  ...run(0xdf, "←→↑↓↖↗↙↘"),
  ...run(0xe8, "➔"),
  ...run(0xf0, "⇨"),
  ...run(0xfb, "✗✓☒☑"),
]);

const WINGDINGS_2 = new Map<number, string>([...run(0x20, " "), ...run(0x4f, "✗✓☒☑☒"), ...run(0xa3, "☐"), ...run(0x97, "●")]);
