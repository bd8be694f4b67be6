import type { Span } from "../../model.ts";
import { asides, withoutAsides } from "../../parsing/asides.ts";
import { beginsNote, wholeNotes } from "../../parsing/written-notes.ts";
import { contentStart, type Line, type ListMarker, linesOf, listMarker, startsItem } from "../../text/lines.ts";
import { sentences } from "../../text/sentences.ts";

/** A piece of evidence that can be quoted by itself: a sentence, a list item, a table row or a block of code. */
export interface Passage extends Span {
  readonly kind: "sentence" | "item" | "row" | "code";
  /** Index of the passage that introduces this one: "You may not:" before the items of a list, or before code. */
  readonly leadIn?: number;
  /** Counts the lists of the text, so that items of one list are told from those of the next; for items only. */
  readonly list?: number;
  /** Counts the paragraphs, items and rows of the text: the sentences of one have the same. */
  readonly block: number;
  /** The mark by which people refer to its paragraph or item ("1.2", "(b)", "3."), on the first passage of that; never a bullet. */
  readonly label?: string;
  /** The head row above a table row. */
  readonly columns?: string;
}

/** A list item up to this length is quoted whole, a longer one by sentences. */
const MAX_ITEM = 320;

/**
 * Cuts evidence into what can be quoted, in order. Spans count in `text` and hold no bullet, quote mark or outer white space;
 * headings, rules, head rows, lines of bare markup and what is written for tools (`asides`) are left out. A run-in title ("**Fees.**")
 * is one passage with the sentence after it.
 */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  let lists = 0;
  /** Of the open list: what introduces each level of it, from the outermost in. */
  let levels: { readonly indent: number; readonly shape: string; readonly leadIn: number | undefined }[] = [];
  let columns: string | undefined;
  const blocks = blocksOf(text);
  for (const [i, block] of blocks.entries()) {
    const { kind } = block;
    if (kind !== "item") levels = [];
    if (kind !== "row" || startsTable(text, blocks[i - 1], block)) columns = undefined;
    const opened = passages.length;
    const labelled = () => (block.label === undefined || passages.length > opened ? {} : { label: block.label });
    if (kind === "text") {
      for (const { start, end } of sentencesOf(text, block)) passages.push({ start, end, kind: "sentence", block: i, ...labelled() });
    } else if (kind === "item") {
      if (levels.length === 0) lists++;
      levels = levels.filter(({ indent }) => indent <= block.indent);
      const { indent } = block;
      const shape = shapeOf(block.label);
      const known = levels.findLastIndex((level) => level.indent === indent && level.shape === shape);
      const leadInHere = leadInBefore(text, passages);
      // "(a)" below "(1) These are:" is a level of its own though it stands as far left.
      if (known >= 0) levels = levels.slice(0, known + 1);
      else if (levels.at(-1)?.indent !== indent || leadInHere !== undefined) levels.push({ indent, shape, leadIn: leadInHere });
      const leadIn = levels.at(-1)?.leadIn;
      for (const { start, end } of block.end - block.start <= MAX_ITEM ? [block] : sentencesOf(text, block)) {
        passages.push({ start, end, kind, list: lists, block: i, ...labelled(), ...(leadIn === undefined ? {} : { leadIn }) });
      }
    } else if (kind === "code") {
      const leadIn = leadInBefore(text, passages);
      passages.push({ start: block.start, end: block.end, kind, block: i, ...(leadIn === undefined ? {} : { leadIn }) });
    } else if (!isRowRule(text, block)) {
      const next = blocks[i + 1];
      if (next?.kind === "row" && isRowRule(text, next)) columns = text.slice(block.start, block.end);
      else passages.push({ start: block.start, end: block.end, kind, block: i, ...(columns === undefined ? {} : { columns }) });
    }
  }
  return passages;
}

interface Block extends Span {
  readonly kind: "text" | "item" | "row" | "code";
  /** Characters before the block's first line begins. */
  readonly indent: number;
  readonly label?: string;
}

const HEADING = /^#{1,6}(?:\s|$)/;
const UNDERLINE = /^(?:=+|-{2,})\s*$/;
const RULE = /^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const FENCE = /^(?:`{3}|~{3})/;
/** With outer bars, or with two bars inside: the cells of a table whose outer bars were left out. */
const ROW = /^\|.*\|\s*$|^[^|]*\S\s+\|[^|]*\|\s*\S/;

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: "text" | "item"; start: number; end: number; indent: number; shape?: string; label?: string } | undefined;
  let before: Line | undefined;
  let code: { mark: string; start: number } | undefined = startsInCode(text) ? { mark: "`", start: 0 } : undefined;
  const known = asides(text);
  const add = (kind: Block["kind"], start: number, end: number, indent = 0, label?: string) => {
    const span = withoutAsides(text, { start, end }, known);
    if (span === undefined || !saysSomething(text.slice(span.start, span.end), kind)) return;
    blocks.push({ kind, indent, ...span, ...(label === undefined ? {} : { label }) });
  };
  const close = () => {
    if (open !== undefined) add(open.kind, open.start, open.end, open.indent, open.label);
    open = undefined;
  };

  for (const line of linesOf(text)) {
    const at = contentStart(text, line);
    const content = text.slice(at, line.end);
    if (code !== undefined) {
      if (!content.startsWith(code.mark) || !FENCE.test(content)) continue;
      add("code", code.start, line.end);
      code = undefined;
    } else if (FENCE.test(content)) {
      close();
      code = { mark: content.slice(0, 3), start: line.start };
    } else if (open?.kind === "text" && before !== undefined && UNDERLINE.test(content)) {
      open = undefined; // what stands above was a heading
    } else if (content === "" || withoutAsides(text, { start: at, end: line.end }, known) === undefined) {
      // A comment on a line of its own parts nothing; a call-out's mark or a rule's label stands above a new paragraph.
      if (!content.startsWith("<!--")) close();
    } else if (HEADING.test(content) || RULE.test(content)) {
      close();
    } else if (ROW.test(content)) {
      close();
      add("row", at, line.end);
    } else {
      const marker = listMarker(text, line);
      const opens = marker !== undefined && startsItem(text, line, marker, open === undefined ? undefined : before, open?.shape);
      if (opens || open === undefined) {
        close();
        const indent = at - line.start;
        open = opens ? { ...itemBlock(text, marker, at), end: line.end, indent } : { kind: "text", start: at, end: line.end, indent };
      } else open.end = line.end;
    }
    before = line;
  }
  if (code !== undefined) add("code", code.start, text.length);
  close();
  return blocks;
}

const RUN_IN_TITLE = /^(?:\*{2,3}|__)[^*_]{1,120}(?:\*{2,3}|__)[.:]?$/;

function sentencesOf(text: string, block: Span): Span[] {
  const found = withNotes(text, sentences(text, block));
  const [title, first, ...rest] = found;
  if (title === undefined || first === undefined || !RUN_IN_TITLE.test(text.slice(title.start, title.end))) return found;
  return [{ start: title.start, end: first.end }, ...rest];
}

/** A note that its loader wrote behind a sentence is quoted with it: it may take back what the sentence says. */
function withNotes(text: string, found: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of wholeNotes(text, found)) {
    const before = joined.at(-1);
    if (before !== undefined && beginsNote(text, start)) joined[joined.length - 1] = { start: before.start, end };
    else joined.push({ start, end });
  }
  return joined;
}

/** A clause is a text of its own that keeps its number; so does "(a)", by which people refer to it. A bullet or "1." is left out. */
function itemBlock(text: string, { shape, textStart }: ListMarker, at: number) {
  const label = shape === "-" ? {} : { label: text.slice(at, textStart).trim() };
  if (shape === "9.9" || shape === "§") return { kind: "text" as const, start: at, shape, ...label };
  return { kind: "item" as const, start: shape === "-" || shape === "9." ? textStart : at, shape, ...label };
}

/**
 * A chunk may be cut in the midst of code. Then its first fence closes: another that names a language opens right after it, or what
 * stands above it reads like code.
 */
function startsInCode(text: string): boolean {
  const fences = [...text.matchAll(/^[^\S\n]*(?:`{3,}|~{3,})[^\S\n]*(\S*)/gm)];
  const [first, second] = fences;
  if (first === undefined || first[1] !== "") return false;
  if (second !== undefined && second[1] !== "") return true;
  return fences.length % 2 === 1 && /(?:[;{}]|\/\/.*)[^\S\n]*(?:\n|$)/.test(text.slice(0, first.index));
}

const ROW_RULE = /^[|:\s-]*-[|:\s-]*$/;

function startsTable(text: string, before: Block | undefined, row: Block): boolean {
  return before?.kind !== "row" || /\n[^\S\n]*\r?\n/.test(text.slice(before.end, row.start));
}

function isRowRule(text: string, row: Span): boolean {
  return ROW_RULE.test(text.slice(row.start, row.end));
}

function saysSomething(text: string, kind: Block["kind"]): boolean {
  return kind === "row" || /[\p{L}\p{N}]/u.test(text.replace(/<[^>]*>/g, ""));
}

/** The words of a passage without the number or letter by which people refer to it: "1.3" says nothing of how many. */
export function unlabelled(text: string, { start, end, label = "" }: Passage): string {
  const words = text.slice(start, end);
  return words.startsWith(label) ? words.slice(label.length).trimStart() : words;
}

/** "(1)" and "(2)" are alike, "(1)" and "(a)" are not; bullets have no label. */
export function shapeOf(label = ""): string {
  return label.replace(/\d+/g, "9").replace(/\p{L}+/gu, "a");
}

const ENDS_WITH_COLON = /[:：][*_"”’)\s]*$/;

function leadInBefore(text: string, passages: readonly Passage[]): number | undefined {
  const last = passages.at(-1);
  if (last === undefined || last.kind === "code" || last.kind === "row") return undefined;
  return ENDS_WITH_COLON.test(text.slice(Math.max(last.start, last.end - 20), last.end)) ? passages.length - 1 : undefined;
}
