import type { DoclingBlock } from "./docling-block.ts";
import { type CellPart, cellText } from "./docling-cell.ts";
import { graphLines } from "./docling-graph.ts";
import {
  type DoclingItem,
  type DoclingPage,
  type DoclingPlace,
  isItem,
  itemsAt,
  numberAt,
  pagesOf,
  placesOf,
  resolve,
  textAt,
} from "./docling-item.ts";
import { isPiece, isUnknown, omittedFor } from "./docling-labels.ts";
import { isBullet, isCheckbox, markOf } from "./docling-mark.ts";
import { inPageOrder } from "./docling-page-order.ts";
import { chartsOf, descriptionsOf } from "./docling-picture.ts";
import { type DoclingPiece, glueOf, joinPieces } from "./docling-pieces.ts";
import { cellsOf, tableLines } from "./docling-table.ts";

export interface DoclingBlocks {
  readonly blocks: readonly DoclingBlock[];
  /** References that name nothing. */
  readonly broken: number;
  /** Labels of items that are of no known kind and say nothing in any known way. */
  readonly unknown: readonly string[];
}

const MAX_DEPTH = 100;

/** The items of a document in the order of its body, each once; those that no list names come last. */
export function doclingBlocks(document: DoclingItem): DoclingBlocks {
  const reader = new Reader(document);
  for (const root of ["body", "furniture"] as const) {
    const item = document[root];
    if (isItem(item)) reader.children(item, root === "furniture" ? "page furniture" : undefined);
  }
  for (const list of Object.keys(document)) for (const item of itemsAt(document, list)) reader.item(item, 0, list);
  return { blocks: inPageOrder(reader.blocks), broken: reader.broken.size, unknown: reader.unknown };
}

/** What stands before words that come from the item's children. */
interface Opening {
  readonly text: string;
  readonly isClose: boolean;
  readonly heading?: number;
  /** Where the item stands, for words that do not say it themselves. */
  readonly places: readonly DoclingPlace[];
}

class Reader {
  readonly blocks: DoclingBlock[] = [];
  readonly unknown: string[] = [];
  readonly broken = new Set<DoclingItem>();
  readonly #document: DoclingItem;
  readonly #pages: ReadonlyMap<number, DoclingPage>;
  readonly #seen = new Set<DoclingItem>();
  readonly #hasTitle: boolean;
  #lists = 0;
  #opening: Opening | undefined;
  /** Label of the item that was read last. */
  #before = "";
  /** Why all that is being read is no text of the document. */
  #omitted: string | undefined;
  /** Of the heading that what is being read stands under. */
  #level = 0;
  #depth = 0;

  constructor(document: DoclingItem) {
    this.#document = document;
    this.#pages = pagesOf(document);
    this.#hasTitle = itemsAt(document, "texts").some(({ label, content_layer }) => label === "title" && content_layer !== "furniture");
  }

  children(item: DoclingItem, omitted = this.#omitted): void {
    const outside = this.#omitted;
    this.#omitted = omitted;
    for (const [i, child] of this.#referred(item, "children").entries()) this.item(child, i);
    this.#omitted = outside;
  }

  item(item: DoclingItem, index: number, list = ""): void {
    if (this.#seen.has(item) || this.#depth >= MAX_DEPTH) return;
    this.#seen.add(item);
    this.#depth++;
    const label = textAt(item, "label");
    // Captions go before, notes behind what they belong to.
    for (const caption of this.#referred(item, "captions")) this.item(caption, 0);
    if (label === "inline" || label === "field_item") this.#line(item, label === "field_item" && this.#before === "field_item");
    else if (isItem(item.data)) this.#table(item, item.data);
    else if (isItem(item.graph)) this.#graph(item, item.graph);
    else if (typeof (item.text ?? item.orig) === "string") this.#text(item, label, index);
    else if (label === "sheet") this.#sheet(item);
    else if (isUnknown(item, label)) this.unknown.push(label || list);
    this.#picture(item);
    const isList = label === "list" || label === "ordered_list";
    if (isList) this.#lists++;
    this.children(item, label === "comment_section" ? "comment" : this.#omitted);
    if (isList) this.#lists--;
    for (const note of this.#referred(item, "footnotes")) this.item(note, 0);
    this.#before = label;
    this.#depth--;
  }

  #referred(item: DoclingItem, key: string): DoclingItem[] {
    return itemsAt(item, key).flatMap((reference) => {
      const found = resolve(this.#document, reference);
      if (found !== undefined) return [found];
      this.broken.add(reference);
      return [];
    });
  }

  /** Pieces of one paragraph that differ in their look, or a key with its values. */
  #line(group: DoclingItem, isNext: boolean): void {
    const rest: DoclingItem[] = [];
    const [first = group] = this.#referred(group, "children");
    const { text, places } = joinPieces(this.#pieces(group, rest));
    if (text !== "") {
      const { text: opening, places: around, ...how } = this.#opened(isNext || this.#lists > 0);
      const before = opening + voiceOf(first);
      const at = places.length > 0 ? places : around;
      this.#push({ ...how, text: before + text, places: at, offset: before.length }, group, textAt(first, "label"));
    }
    for (const item of rest) this.item(item, 0);
  }

  #pieces(group: DoclingItem, rest: DoclingItem[]): DoclingPiece[] {
    if (this.#depth >= MAX_DEPTH) return [];
    this.#depth++;
    const found: DoclingPiece[] = [];
    let before = "";
    for (const child of this.#referred(group, "children")) {
      const label = textAt(child, "label");
      if (this.#seen.has(child)) continue;
      if (!isPiece(child, label)) {
        rest.push(child);
        continue;
      }
      this.#seen.add(child);
      const raw = textAt(child, "text") || textAt(child, "orig");
      const mark = markOf(child, label, 0, raw.trim());
      const own = (mark + raw).trim() === "" ? [] : [{ text: mark + raw, places: placesOf(child, this.#pages), offset: mark.length }];
      const [first, ...others] = [...own, ...this.#pieces(child, rest)];
      if (first === undefined) continue;
      const glue = glueOf(before, label, found.at(-1)?.text ?? "");
      found.push(glue === undefined ? first : { ...first, glue }, ...others);
      before = label;
    }
    this.#depth--;
    return found;
  }

  #text(item: DoclingItem, label: string, index: number): void {
    const raw = textAt(item, "text") || textAt(item, "orig");
    const words = raw.trim();
    const { text: before, isClose, ...around } = this.#opened(label === "list_item" && (index > 0 || this.#lists > 1));
    const heading = this.#heading(item, label) ?? around.heading;
    const indent = label === "list_item" ? "  ".repeat(Math.min(Math.max(0, this.#lists - 1), 8)) : "";
    const mark = before + indent + markOf(item, label, index, words) + voiceOf(item);
    const own = placesOf(item, this.#pages);
    const how = { isClose, places: own.length > 0 ? own : around.places, ...(heading === undefined ? {} : { heading }) };
    if (words !== "") {
      this.#push({ ...how, text: mark + words, offset: mark.length - (raw.length - raw.trimStart().length) }, item, label);
      return;
    }
    // The item's words are pieces that differ in their look, and come next.
    this.#opening = { ...how, text: mark, places: how.places.slice(0, 1) };
    this.children(item);
    const { text: left, ...rest } = this.#opened(false);
    if (left !== "" && isCheckbox(label)) this.#push({ ...rest, text: left.trimEnd(), offset: 0 }, item, label);
  }

  #opened(isClose: boolean): Opening {
    const opening = this.#opening ?? { text: "", isClose, places: [] };
    this.#opening = undefined;
    return opening;
  }

  #heading(item: DoclingItem, label: string): number | undefined {
    const given = numberAt(item, "level") ?? 1;
    const own = given >= 1 && given <= 50 ? Math.floor(given) : 1;
    if (label === "field_heading") return this.#level + own;
    if (label !== "title" && label !== "section_header") return undefined;
    const level = label === "title" ? 1 : own + (this.#hasTitle ? 1 : 0);
    this.#level = level;
    return level;
  }

  /** The name of a sheet is said nowhere else. */
  #sheet(group: DoclingItem): void {
    const text = textAt(group, "name")
      .replace(/^sheet:/, "")
      .trim();
    this.#level = 1;
    const [place] = this.#referred(group, "children").flatMap((child) => placesOf(child, this.#pages));
    this.#push({ text, isClose: false, places: place === undefined ? [] : [{ page: place.page }], offset: 0, heading: 1 }, group);
  }

  #table(table: DoclingItem, data: DoclingItem): void {
    const places = placesOf(table, this.#pages).map(({ chars: _, ...place }) => place);
    const inside: DoclingItem[] = [];
    const rows = tableLines(data, this.#pages.get(places[0]?.page ?? 0), (cell) => this.#cell(cell, inside));
    let at = 0;
    let top = 0;
    for (const [i, { line, box }] of rows.entries()) {
      // A row above the one before it stands overleaf.
      if (box !== undefined && box[3] <= top && at < places.length - 1) at++;
      if (box !== undefined) top = box[1];
      const place = places[at];
      const here = place === undefined || box === undefined ? place : { ...place, box };
      this.#push({ text: line, isClose: i > 0, places: here === undefined ? [] : [here], offset: 0 }, table);
    }
    for (const item of inside) {
      if (isItem(item.graph)) this.#graph(item, item.graph);
      this.#picture(item);
    }
  }

  #cell(cell: DoclingItem, inside: DoclingItem[]): string {
    const given = textAt(cell, "text");
    if (!isItem(cell.ref)) return given;
    const parts: CellPart[] = [];
    for (const item of this.#referred({ ref: [cell.ref] }, "ref")) this.#cellParts(item, 0, parts, inside);
    return cellText(given, parts);
  }

  /** @param inside - takes what a cell's line cannot hold */
  #cellParts(item: DoclingItem, index: number, parts: CellPart[], inside: DoclingItem[]): void {
    if (this.#seen.has(item) || this.#depth >= MAX_DEPTH) return;
    this.#seen.add(item);
    this.#depth++;
    inside.push(item);
    const label = textAt(item, "label");
    const each = (key: string) => {
      for (const [i, child] of this.#referred(item, key).entries()) this.#cellParts(child, i, parts, inside);
    };
    each("captions");
    const words = (textAt(item, "text") || textAt(item, "orig")).trim();
    const mark = markOf(item, label, index, words);
    const shown = isBullet(mark) ? "" : mark;
    const first = parts.length;
    if (words !== "") parts.push({ mark: shown, text: words });
    const rest: DoclingItem[] = [];
    if (label === "inline" || label === "field_item") parts.push({ mark: "", text: joinPieces(this.#pieces(item, rest)).text });
    for (const other of rest) this.#cellParts(other, 0, parts, inside);
    if (isItem(item.data)) for (const cell of cellsOf(item.data)) parts.push({ mark: "", text: this.#cell(cell, inside) });
    each("children");
    const opened = parts[first];
    if (words === "" && opened !== undefined) parts[first] = { ...opened, mark: shown + opened.mark };
    else if (words === "" && isCheckbox(label)) parts.push({ mark: shown, text: "" });
    each("footnotes");
    this.#depth--;
  }

  #graph(item: DoclingItem, graph: DoclingItem): void {
    for (const [i, { text, cell }] of graphLines(graph).entries()) {
      const places = placesOf({ prov: isItem(cell.prov) ? [cell.prov] : [] }, this.#pages).slice(0, 1);
      this.#push({ text, isClose: i > 0, places, offset: 0 }, item);
    }
    // What cells say with an item of its own is not said again.
    for (const said of this.#referred(
      { said: itemsAt(graph, "cells").flatMap((cell) => (isItem(cell.item_ref) ? [cell.item_ref] : [])) },
      "said",
    )) {
      this.#seen.add(said);
    }
  }

  /** What is in a picture, as far as another program read it. */
  #picture(item: DoclingItem): void {
    const [place] = placesOf(item, this.#pages).map(({ chars: _, ...at }) => at);
    const push = (text: string, isClose: boolean, omitted?: string) =>
      this.#push(
        { text, isClose, places: place === undefined ? [] : [place], offset: 0, ...(omitted === undefined ? {} : { omitted }) },
        item,
      );
    for (const { title, data, lines } of chartsOf(item)) {
      push(title, false);
      const rows = data === undefined ? [] : tableLines(data, undefined, (cell) => textAt(cell, "text"));
      for (const [i, line] of [...rows.map(({ line: row }) => row), ...lines].entries()) push(line, i > 0);
    }
    for (const text of descriptionsOf(item)) push(text, false, "description by a program");
  }

  #push(block: DoclingBlock, item: DoclingItem, label = textAt(item, "label")): void {
    if (block.text.trim() === "") return;
    const omitted = block.omitted ?? omittedFor(item, label) ?? this.#omitted;
    const { heading, ...rest } = block;
    this.blocks.push(omitted === undefined ? block : { ...rest, omitted });
  }
}

/** Who speaks, in a transcript. */
function voiceOf(item: DoclingItem): string {
  const voice = itemsAt(item, "source")
    .map((source) => textAt(source, "voice").trim())
    .find((name) => name !== "");
  return voice === undefined ? "" : `${voice}: `;
}
