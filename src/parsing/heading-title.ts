import { parser, Strikethrough } from "@lezer/markdown";
import { checkFunction, checkText } from "../arguments.ts";

/** Longer headings are no titles that anyone marked up by hand; bounding them keeps the inline parser's time bounded. */
const MARKUP_LIMIT = 1000;

const inline = parser.configure(Strikethrough);

/**
 * A Markdown heading's words: links and images become their text, emphasis and code lose their marks, tags, comments, footnote marks
 * and an id at the end (`{#scope}`) go, entities and escapes become what they stand for, white space becomes single spaces.
 *
 * @param raw - the heading without its `#` marks or underline
 * @param isReference - whether `[label]` is defined as a link in the document; if not, the brackets are part of the title
 * @example
 * headingTitle("The `Copy` [trait](copy.md) <a id=\"copy\"></a>"); // "The Copy trait"
 */
export function headingTitle(raw: string, isReference: (label: string) => boolean = () => false): string {
  checkText("headingTitle", raw, "raw");
  checkFunction("headingTitle", isReference, "isReference");
  const text = raw.replace(/\{#[^{}]{0,200}\}\s*$/, "");
  const words = text.length > MARKUP_LIMIT || !/[`*_~[\]!<&\\]/.test(text) ? text : withoutMarkup(text, isReference);
  return words.replace(/\s+/g, " ").trim();
}

function withoutMarkup(text: string, isReference: (label: string) => boolean): string {
  let words = "";
  let reached = 0;
  /** Writes what stands between the last change and this one, then `replacement` in place of the range. */
  const replace = (from: number, to: number, replacement: string) => {
    if (to <= reached) return;
    words += text.slice(reached, from) + replacement;
    reached = to;
  };
  // A word in front makes it a paragraph, whatever it starts with.
  const shift = 2;
  const tree = inline.parse(`x ${text}`);
  tree.iterate({
    enter(node) {
      const [from, to] = [node.from - shift, node.to - shift];
      switch (node.name) {
        case "EmphasisMark":
        case "CodeMark":
        case "StrikethroughMark":
        case "HTMLTag":
        case "Comment":
        case "ProcessingInstruction":
          replace(from, to, "");
          break;
        case "Escape":
          replace(from, to, text.slice(from + 1, to));
          break;
        case "Entity":
          replace(from, to, decodeEntity(text.slice(from, to)));
          break;
        case "HardBreak":
          replace(from, to, " ");
          break;
        case "Link":
        case "Image": {
          const whole = text.slice(from, to);
          if (whole.startsWith("[^")) {
            replace(from, to, "");
            return false;
          }
          return keepsBrackets(whole, isReference) ? false : undefined;
        }
        case "LinkMark":
          replace(from, to, "");
          break;
        case "URL":
        case "LinkTitle":
        case "LinkLabel":
          // Of a link the text is kept; of an autolink, which has no other text, the address.
          if (node.node.parent?.name !== "Autolink") replace(from, to, "");
          break;
      }
      return undefined;
    },
  });
  return words + text.slice(reached);
}

/** `[Reserved]` is a title in brackets unless a link of that label is defined. */
function keepsBrackets(whole: string, isReference: (label: string) => boolean): boolean {
  const label = /^\[([^[\]]*)\](?:\[\])?$/.exec(whole)?.[1];
  return label !== undefined && !isReference(label);
}

const ENTITIES: { readonly [name: string]: string } = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  sect: "§",
  para: "¶",
  copy: "©",
  reg: "®",
  trade: "™",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  middot: "·",
  bull: "•",
  euro: "€",
  pound: "£",
  deg: "°",
  times: "×",
};

function decodeEntity(entity: string): string {
  const number = /^&#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(entity);
  if (number === null) return ENTITIES[entity.slice(1, -1)] ?? entity;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}
