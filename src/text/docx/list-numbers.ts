import { formatNumber } from "./number-formats.ts";
import { childOf, integerOf, switchOf, valOf, type XmlNode } from "./ooxml.ts";
import type { ParagraphFormat, StyleNumbering, Styles } from "./styles.ts";

/** What stands before a paragraph's text. */
export interface ListLabel {
  /** As Word shows it: "1.2", "(a)", "Article IV", "-" for any bullet. May be empty. */
  readonly text: string;
  /** Between label and text: a space, or nothing. */
  readonly gap: string;
  /** 0 is the outermost. */
  readonly level: number;
  readonly isBullet: boolean;
  /** Its `numId`: paragraphs of one list have the same. */
  readonly list: string;
}

interface Level {
  readonly start: number;
  readonly format: string;
  readonly pattern: string;
  /** With `%1` to `%9` for the numbers of levels. */
  readonly text: string;
  readonly gap: string;
  /** 1-based: it starts anew after a number of this level or a higher one; 0: never; undefined: after any higher one. */
  readonly restartAfter: number | undefined;
  readonly isLegal: boolean;
  readonly style: string | undefined;
  readonly isHidden: boolean;
}

type Levels = readonly (Level | undefined)[];

interface List {
  /** Lists with one abstract definition count on from one another. */
  readonly definition: string;
  readonly levels: Levels;
  /** Numbers at which this list starts its own count, by level. */
  readonly starts: ReadonlyMap<number, number>;
}

const LEVELS = 9;

/** The numbers that Word computes (ECMA-376 part 1, 17.9): it must be asked for every paragraph, in the document's order. */
export class ListNumbers {
  readonly #styles: Styles;
  readonly #lists: ReadonlyMap<string, List>;
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  /** @param root - of the numbering part, where there is one */
  constructor(root: XmlNode | undefined, styles: Styles) {
    this.#styles = styles;
    this.#lists = readLists(root, styles);
  }

  /** Counts, and says what stands before the paragraph; undefined when it has no number. */
  next(format: ParagraphFormat, style: string | undefined): ListLabel | undefined {
    const place = this.#placeOf(format, style);
    const list = place === undefined ? undefined : this.#lists.get(place.id);
    const level = place === undefined ? undefined : list?.levels[place.level];
    if (place === undefined || list === undefined || level === undefined) return undefined;
    const isBullet = level.format === "bullet";
    const counters = this.#count(place.id, list, place.level);
    const facts = { level: place.level, isBullet, list: place.id };
    if (level.isHidden) return { ...facts, text: "", gap: "" };
    if (isBullet && !/[\p{L}\p{N}]{2}/u.test(level.text)) return { ...facts, text: "-", gap: " " };
    const text = level.text.replaceAll(/%([1-9])/g, (_, digit: string) => this.#printed(Number(digit) - 1, list, counters, level)).trim();
    return { ...facts, text, gap: text === "" ? "" : level.gap };
  }

  #placeOf(format: ParagraphFormat, style: string | undefined): { readonly id: string; readonly level: number } | undefined {
    const own = format.numbering;
    if (own?.id !== undefined) return own.id === "0" ? undefined : { id: own.id, level: clamped(own.level ?? 0) };
    const inherited = this.#styles.numbering(style);
    if (inherited === undefined || inherited.id === "0") return undefined;
    return { id: inherited.id, level: clamped(own?.level ?? this.#levelOf(inherited)) };
  }

  /** The level of a style is the one that names the style, whatever the style says; else what it asks for, else that of the style it is based on. */
  #levelOf({ id, styles }: StyleNumbering): number {
    const levels = this.#lists.get(id)?.levels ?? [];
    for (const style of styles) {
      const named = levels.findIndex((level) => level?.style === style.id);
      if (named >= 0) return named;
      if (style.level !== undefined) return style.level;
    }
    return 0;
  }

  #count(id: string, list: List, at: number): readonly (number | undefined)[] {
    let counters = this.#counters.get(list.definition);
    if (counters === undefined) {
      counters = new Array<number | undefined>(LEVELS).fill(undefined);
      this.#counters.set(list.definition, counters);
    }
    if (!this.#begun.has(id)) {
      this.#begun.add(id);
      for (const level of list.starts.keys()) counters[level] = undefined;
    }
    const before = counters[at];
    counters[at] = before === undefined ? startOf(list, at) : Math.min(before + 1, Number.MAX_SAFE_INTEGER - 1);
    for (let below = at + 1; below < LEVELS; below++) {
      const after = list.levels[below]?.restartAfter;
      if (after === undefined || at < after) counters[below] = undefined;
    }
    return counters;
  }

  #printed(level: number, list: List, counters: readonly (number | undefined)[], asked: Level): string {
    const own = list.levels[level];
    if (own === undefined || own.format === "bullet") return "";
    const number = counters[level] ?? startOf(list, level);
    return asked.isLegal ? String(number) : formatNumber(number, own.format, own.pattern);
  }
}

function startOf(list: List, level: number): number {
  return list.starts.get(level) ?? list.levels[level]?.start ?? 1;
}

function clamped(level: number): number {
  return Math.min(Math.max(level, 0), LEVELS - 1);
}

function readLists(root: XmlNode | undefined, styles: Styles): ReadonlyMap<string, List> {
  const definitions = new Map<string, XmlNode>();
  const lists = new Map<string, List>();
  const numbers = (root?.children ?? []).filter((node) => node.name === "w:num");
  for (const node of root?.children ?? []) {
    if (node.name === "w:abstractNum") definitions.set(node.attributes.get("w:abstractNumId") ?? "", node);
  }
  const definitionOf = (numberId: string | undefined) =>
    valOf(
      numbers.find((node) => node.attributes.get("w:numId") === numberId),
      "w:abstractNumId",
    );
  for (const node of numbers) {
    const id = node.attributes.get("w:numId") ?? "";
    const own = valOf(node, "w:abstractNumId") ?? "";
    // A definition may hold nothing but the name of a numbering style, whose own definition has the levels.
    const link = valOf(definitions.get(own), "w:numStyleLink");
    const linked = link === undefined ? undefined : definitionOf(styles.numberingOfStyle(link));
    const definition = linked !== undefined && definitions.has(linked) ? linked : own;
    const levels = readLevels(definitions.get(definition));
    const starts = new Map<number, number>();
    for (const override of node.children.filter((child) => child.name === "w:lvlOverride")) {
      const at = clamped(integerOf(override.attributes.get("w:ilvl")) ?? 0);
      const level = childOf(override, "w:lvl");
      if (level !== undefined) levels[at] = readLevel(level);
      const start = integerOf(valOf(override, "w:startOverride"));
      if (start !== undefined) starts.set(at, Math.max(0, start));
    }
    if (!lists.has(id)) lists.set(id, { definition, levels, starts });
  }
  return lists;
}

function readLevels(definition: XmlNode | undefined): (Level | undefined)[] {
  const levels = new Array<Level | undefined>(LEVELS).fill(undefined);
  for (const node of definition?.children ?? []) {
    if (node.name === "w:lvl") levels[clamped(integerOf(node.attributes.get("w:ilvl")) ?? 0)] = readLevel(node);
  }
  return levels;
}

function readLevel(node: XmlNode): Level {
  // Word 2010 and later wrap formats that older versions lack: `<mc:AlternateContent><mc:Choice><w:numFmt w:val="custom" …`.
  const choice = childOf(childOf(node, "mc:AlternateContent"), "mc:Choice");
  const format = childOf(node, "w:numFmt") ?? childOf(choice, "w:numFmt");
  return {
    start: Math.max(0, integerOf(valOf(node, "w:start")) ?? 0),
    format: format?.attributes.get("w:val") ?? "decimal",
    pattern: format?.attributes.get("w:format") ?? "",
    text: childOf(node, "w:lvlPicBulletId") === undefined ? (valOf(node, "w:lvlText") ?? "") : "",
    gap: valOf(node, "w:suff") === "nothing" ? "" : " ",
    restartAfter: integerOf(valOf(node, "w:lvlRestart")),
    isLegal: switchOf(node, "w:isLgl") === true,
    style: valOf(node, "w:pStyle"),
    isHidden: switchOf(childOf(node, "w:rPr"), "w:vanish") === true,
  };
}
