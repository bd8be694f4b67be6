import { childOf, integerOf, switchOf, valOf, type XmlNode } from "./ooxml.ts";

/** What a paragraph's or a style's own properties say of structure; absent where they say nothing. */
export interface ParagraphFormat {
  /** 0 is a heading of level 1; 9 is body text. */
  readonly outlineLevel?: number;
  readonly numbering?: { readonly id?: string; readonly level?: number };
}

/** What decides whether and how a run's text is seen. */
export interface RunFormat {
  readonly bold?: boolean;
  readonly hidden?: boolean;
  readonly raised?: boolean;
  readonly font?: string;
}

interface Style {
  readonly id: string;
  readonly name: string;
  readonly basedOn?: string | undefined;
  readonly paragraph: ParagraphFormat;
  readonly run: RunFormat;
  readonly hasBoldFirstRow: boolean;
}

export interface StyleNumbering {
  /** The list's `numId`. */
  readonly id: string;
  /** The nearest first, each with the level that it asks for itself. */
  readonly styles: readonly { readonly id: string; readonly level: number | undefined }[];
}

/** Longest chain of styles, each based on the next; a longer one runs in a circle. */
const MAX_CHAIN = 50;

/** Styles with what they inherit. Without a styles part everything is told by the ids of styles. */
export class Styles {
  readonly #styles = new Map<string, Style>();
  readonly #defaults = new Map<string, Style>();
  readonly #numberingIds = new Map<string, string>();

  constructor(root: XmlNode | undefined) {
    for (const node of root?.children ?? []) {
      if (node.name !== "w:style") continue;
      const type = node.attributes.get("w:type") ?? "paragraph";
      const style = readStyle(node);
      if (!this.#styles.has(style.id)) this.#styles.set(style.id, style);
      if (/^(?:1|true|on)$/i.test(node.attributes.get("w:default") ?? "")) this.#defaults.set(type, style);
      const numberingId = style.paragraph.numbering?.id;
      if (type === "numbering" && numberingId !== undefined) this.#numberingIds.set(style.id, numberingId);
    }
  }

  /** Of a paragraph's style: the level of its headings (1 to 9), or undefined. */
  headingLevel(id: string | undefined): number | undefined {
    for (const style of this.#chain(id, "paragraph")) {
      const level = style.paragraph.outlineLevel;
      if (level !== undefined) return level < 9 ? level + 1 : undefined;
      const named = levelByName(style.name);
      if (named !== undefined) return named;
    }
    return id === undefined || this.#styles.has(id) ? undefined : levelById(id);
  }

  /** The numbering that a paragraph has by its style: the list, and the styles from its own to the one that names the list. */
  numbering(id: string | undefined): StyleNumbering | undefined {
    const styles: { id: string; level: number | undefined }[] = [];
    for (const style of this.#chain(id, "paragraph")) {
      const own = style.paragraph.numbering;
      styles.push({ id: style.id, level: own?.level });
      if (own?.id !== undefined) return { id: own.id, styles };
    }
    return undefined;
  }

  /** The `numId` of a numbering style. */
  numberingOfStyle(id: string): string | undefined {
    return this.#numberingIds.get(id);
  }

  /** The paragraph is a line of a table of contents or of figures, which the headings themselves replace. */
  isContents(id: string | undefined): boolean {
    const own = id === undefined ? undefined : this.#styles.get(id);
    return /^(?:toc ?(?:\d|heading)|table of figures|contents (?:\d|heading))$/i.test(own?.name ?? id ?? "");
  }

  isTitle(id: string | undefined): boolean {
    if (id === undefined) return false;
    return /^title$/i.test(this.#styles.get(id)?.name ?? id);
  }

  /** Of a table's style: it makes the first row bold, where the table asks for it. */
  hasBoldFirstRow(id: string | undefined): boolean {
    return [...this.#chain(id, "table")].some((style) => style.hasBoldFirstRow);
  }

  /** A run's format, what its character style and its paragraph's style say included. */
  run(own: RunFormat, characterStyle: string | undefined, paragraphStyle: string | undefined): RunFormat {
    let format = own;
    for (const style of this.#chain(characterStyle, "character", false)) format = { ...style.run, ...format };
    for (const style of this.#chain(paragraphStyle, "paragraph")) format = { ...style.run, ...format };
    return format;
  }

  *#chain(id: string | undefined, type: string, withDefault = true): Generator<Style> {
    let style = id === undefined ? (withDefault ? this.#defaults.get(type) : undefined) : this.#styles.get(id);
    for (let steps = 0; style !== undefined && steps < MAX_CHAIN; steps++) {
      yield style;
      style = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn);
    }
  }
}

export function readParagraphFormat(properties: XmlNode | undefined): ParagraphFormat {
  const outlineLevel = integerOf(valOf(properties, "w:outlineLvl"));
  const numbering = childOf(properties, "w:numPr");
  const id = valOf(numbering, "w:numId");
  const level = integerOf(valOf(numbering, "w:ilvl"));
  return {
    ...(outlineLevel === undefined ? {} : { outlineLevel }),
    ...(numbering === undefined ? {} : { numbering: { ...(id === undefined ? {} : { id }), ...(level === undefined ? {} : { level }) } }),
  };
}

export function readRunFormat(properties: XmlNode | undefined): RunFormat {
  const bold = switchOf(properties, "w:b");
  const hidden = switchOf(properties, "w:vanish");
  const align = valOf(properties, "w:vertAlign");
  const fonts = childOf(properties, "w:rFonts")?.attributes;
  const font = fonts?.get("w:ascii") ?? fonts?.get("w:hAnsi");
  return {
    ...(bold === undefined ? {} : { bold }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(align === undefined ? {} : { raised: align === "superscript" }),
    ...(font === undefined ? {} : { font }),
  };
}

function readStyle(node: XmlNode): Style {
  const firstRow = node.children.find((child) => child.name === "w:tblStylePr" && child.attributes.get("w:type") === "firstRow");
  return {
    id: node.attributes.get("w:styleId") ?? "",
    name: valOf(node, "w:name") ?? "",
    basedOn: valOf(node, "w:basedOn"),
    paragraph: readParagraphFormat(childOf(node, "w:pPr")),
    run: readRunFormat(childOf(node, "w:rPr")),
    hasBoldFirstRow: switchOf(childOf(firstRow, "w:rPr"), "w:b") === true,
  };
}

/** Word writes its own styles by their English names in every language; other programs may not. */
function levelByName(name: string): number | undefined {
  const level =
    /^(?:heading|Überschrift|Titre|Título|Titolo|Kop|Rubrik|Overskrift|Otsikko|Nagłówek|Nadpis|Заголовок|标题|標題|見出し|제목|หัวเรื่อง) ?([1-9])$/i.exec(
      name,
    )?.[1];
  return level === undefined ? undefined : Number(level);
}

/** An id is a name without spaces, or without the letters outside ASCII too: `Heading1`, `berschrift1`, `Ttulo1`. */
function levelById(id: string): number | undefined {
  const level =
    /^(?:heading|Ü?berschrift|Titre|T(?:í|i)?tulo|Titolo|Kop|Rubrik|Overskrift|Otsikko|Nag(?:łó)?wek|Nadpis)[ _-]?([1-9])$/iu.exec(id)?.[1];
  return level === undefined ? undefined : Number(level);
}
