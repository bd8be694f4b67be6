import { type DoclingItem, type DoclingPlace, isItem, itemsAt, numberAt, pageHeights, placesOf, resolve, textAt } from "./docling-item.ts";
import { tableLines } from "./docling-table.ts";

/** A piece of the document's text, in reading order. */
export interface DoclingBlock {
  readonly text: string;
  /** On a new line below the block before it, instead of behind a blank line. */
  readonly isClose: boolean;
  readonly places: readonly DoclingPlace[];
  /** Where `chars` of the places count from in `text`. */
  readonly offset: number;
  readonly heading?: number;
  /** Why it is no text of the document. */
  readonly omitted?: string;
}

export interface DoclingBlocks {
  readonly blocks: readonly DoclingBlock[];
  /** References that name nothing. */
  readonly broken: number;
}

const FURNITURE = { page_header: "page header", page_footer: "page footer" } as const;
/** Layers that are no part of what a reader reads; speaker's notes are. */
const LAYERS: { readonly [layer: string]: string } = {
  furniture: "page furniture",
  background: "page background",
  invisible: "invisible text",
};
const MAX_DEPTH = 100;

/** The items of a document in the order of its body, each once; those that no list names come last. */
export function doclingBlocks(document: DoclingItem): DoclingBlocks {
  const reader = new Reader(document);
  for (const root of ["body", "furniture"] as const) {
    const item = document[root];
    if (isItem(item)) reader.children(item, root === "furniture");
  }
  for (const list of ["texts", "tables", "pictures", "key_value_items", "form_items"] as const) {
    for (const item of itemsAt(document, list)) reader.item(item, 0);
  }
  return { blocks: inPageOrder(reader.blocks), broken: reader.broken };
}

class Reader {
  readonly blocks: DoclingBlock[] = [];
  broken = 0;
  readonly #document: DoclingItem;
  readonly #heights: ReadonlyMap<number, number>;
  readonly #seen = new Set<DoclingItem>();
  readonly #hasTitle: boolean;
  #lists = 0;
  /** Marker of a list item that is yet without words. */
  #opening: { readonly text: string; readonly isClose: boolean } | undefined;
  #isFurniture = false;
  #depth = 0;

  constructor(document: DoclingItem) {
    this.#document = document;
    this.#heights = pageHeights(document);
    this.#hasTitle = itemsAt(document, "texts").some(({ label, content_layer }) => label === "title" && content_layer !== "furniture");
  }

  children(item: DoclingItem, isFurniture = this.#isFurniture): void {
    const wasFurniture = this.#isFurniture;
    this.#isFurniture = isFurniture;
    for (const [i, child] of this.#referred(item, "children").entries()) this.item(child, i);
    this.#isFurniture = wasFurniture;
  }

  item(item: DoclingItem, index: number): void {
    if (this.#seen.has(item) || this.#depth >= MAX_DEPTH) return;
    this.#seen.add(item);
    this.#depth++;
    const label = textAt(item, "label");
    if (label === "list" || label === "ordered_list") this.#list(item);
    else if (label === "inline") this.#inline(item);
    else if (isItem(item.data)) this.#table(item);
    else if (isItem(item.graph)) this.#graph(item, item.graph);
    else {
      for (const caption of this.#referred(item, "captions")) this.item(caption, 0);
      if (typeof item.text === "string" || typeof item.orig === "string") this.#text(item, label, index);
      this.children(item);
      if (label === "list_item") this.#opening = undefined;
      for (const note of this.#referred(item, "footnotes")) this.item(note, 0);
    }
    this.#depth--;
  }

  #referred(item: DoclingItem, key: string): DoclingItem[] {
    return itemsAt(item, key).flatMap((reference) => {
      const found = resolve(this.#document, reference);
      if (found !== undefined) return [found];
      this.broken++;
      return [];
    });
  }

  #list(group: DoclingItem): void {
    this.#lists++;
    this.children(group);
    this.#lists--;
  }

  /** Pieces of one paragraph that differ in their look. */
  #inline(group: DoclingItem): void {
    const parts = this.#referred(group, "children").filter((child) => !this.#seen.has(child));
    for (const part of parts) this.#seen.add(part);
    const text = parts
      .map((part) => textAt(part, "text") || textAt(part, "orig"))
      .filter((part) => part.trim() !== "")
      .join(" ");
    const places = parts.flatMap((part) => placesOf(part, this.#heights)).map(({ chars: _, ...place }) => place);
    const { text: opening, isClose } = this.#opening ?? { text: "", isClose: this.#lists > 0 };
    this.#opening = undefined;
    if (text !== "") this.#push({ text: opening + text, isClose, places: places.slice(0, 1), offset: 0 }, group);
    for (const part of parts) this.children(part);
  }

  #text(item: DoclingItem, label: string, index: number): void {
    const raw = textAt(item, "text") || textAt(item, "orig");
    const words = raw.trim();
    if (words === "" && label !== "list_item") return;
    const level = label === "title" ? 1 : label === "section_header" ? headingLevel(item) + (this.#hasTitle ? 1 : 0) : undefined;
    const marker = markerOf(item, label, index);
    const indent = label === "list_item" ? "  ".repeat(Math.min(Math.max(0, this.#lists - 1), 8)) : "";
    const isItemOfList = label === "list_item" && (index > 0 || this.#lists > 1);
    if (words === "") {
      // The item's words are pieces that differ in their look, and come next.
      this.#opening = { text: indent + marker, isClose: isItemOfList };
      return;
    }
    const text = indent + marker + words;
    const offset = text.length - words.length - (raw.length - raw.trimStart().length);
    const heading = level === undefined ? {} : { heading: level };
    this.#push({ text, isClose: isItemOfList, places: placesOf(item, this.#heights), offset, ...heading }, item, label);
  }

  #table(table: DoclingItem): void {
    for (const caption of this.#referred(table, "captions")) this.item(caption, 0);
    const [place] = placesOf(table, this.#heights);
    const height = place === undefined ? undefined : this.#heights.get(place.page);
    const rows = tableLines(table, height, (cell) => (isItem(cell.ref) ? this.#textIn(resolve(this.#document, cell.ref)) : ""));
    for (const [i, { line, box }] of rows.entries()) {
      const at = place === undefined ? [] : [{ page: place.page, ...((box ?? place.box) === undefined ? {} : { box: box ?? place.box }) }];
      this.#push({ text: line, isClose: i > 0, places: at as DoclingPlace[], offset: 0 }, table); // `box` is absent, never undefined
    }
    // What stands in cells is written with them; only what is around the table is left.
    if (rows.length > 0) for (const cell of cellReferences(table)) this.#take(resolve(this.#document, cell));
    this.children(table);
    for (const note of this.#referred(table, "footnotes")) this.item(note, 0);
  }

  /** Pairs of a form, `key: value`. */
  #graph(item: DoclingItem, graph: DoclingItem): void {
    const cells = new Map(itemsAt(graph, "cells").map((cell) => [numberAt(cell, "cell_id"), cell]));
    const values = new Map<number | undefined, DoclingItem[]>();
    const paired = new Set<DoclingItem>();
    for (const link of itemsAt(graph, "links")) {
      const [from, to] = [numberAt(link, "source_cell_id"), cells.get(numberAt(link, "target_cell_id"))];
      if (link.label !== "to_value" || to === undefined || !cells.has(from)) continue;
      values.set(from, [...(values.get(from) ?? []), to]);
      paired.add(to);
    }
    let isFirst = true;
    for (const [id, cell] of cells) {
      if (paired.has(cell)) continue;
      const said = (values.get(id) ?? []).map((value) => textAt(value, "text").trim()).filter((value) => value !== "");
      const key = textAt(cell, "text").trim();
      const text = [key, said.join(", ")].filter((part) => part !== "").join(key.endsWith(":") ? " " : ": ");
      const places = placesOf({ prov: isItem(cell.prov) ? [cell.prov] : [] }, this.#heights);
      this.#push({ text, isClose: !isFirst, places, offset: 0 }, item);
      isFirst = false;
    }
    this.children(item);
  }

  #textIn(item: DoclingItem | undefined, depth = 0): string {
    if (item === undefined || depth > MAX_DEPTH) return "";
    const inner = this.#referred(item, "children").map((child) => this.#textIn(child, depth + 1));
    return [textAt(item, "text"), ...inner].filter((part) => part.trim() !== "").join(" ");
  }

  #take(item: DoclingItem | undefined): void {
    if (item === undefined || this.#seen.has(item)) return;
    this.#seen.add(item);
    for (const child of this.#referred(item, "children")) this.#take(child);
  }

  #push(block: DoclingBlock, item: DoclingItem, label = ""): void {
    if (block.text.trim() === "") return;
    const layer = LAYERS[textAt(item, "content_layer")] ?? (this.#isFurniture ? LAYERS.furniture : undefined);
    const omitted = label === "page_header" || label === "page_footer" ? FURNITURE[label] : layer;
    const { heading, ...rest } = block;
    this.blocks.push(omitted === undefined ? block : { ...rest, omitted });
  }
}

function headingLevel(item: DoclingItem): number {
  const level = numberAt(item, "level") ?? 1;
  return level >= 1 && level <= 50 ? Math.floor(level) : 1;
}

function markerOf(item: DoclingItem, label: string, index: number): string {
  if (label === "checkbox_selected") return "[x] ";
  if (label === "checkbox_unselected") return "[ ] ";
  if (label !== "list_item") return "";
  const marker = textAt(item, "marker").trim();
  return marker !== "" ? `${marker} ` : item.enumerated === true ? `${index + 1}. ` : "- ";
}

function cellReferences(table: DoclingItem): DoclingItem[] {
  return itemsAt(isItem(table.data) ? table.data : {}, "table_cells").flatMap(({ ref }) => (isItem(ref) ? [ref] : []));
}

/** Furniture that stands in a list of its own goes to its page: headers before what is there, all else behind it. */
function inPageOrder(blocks: readonly DoclingBlock[]): DoclingBlock[] {
  const late: { readonly block: DoclingBlock; readonly before: number }[] = [];
  const rest: DoclingBlock[] = [];
  const begun = new Set<number>();
  let reached = 0;
  for (const block of blocks) {
    const page = block.places[0]?.page;
    const isHeader = block.omitted === FURNITURE.page_header;
    if (block.omitted !== undefined && page !== undefined && (isHeader ? begun.has(page) : page < reached)) {
      late.push({ block: { ...block, isClose: false }, before: isHeader ? page : page + 1 });
      continue;
    }
    rest.push(block);
    if (page === undefined) continue;
    reached = Math.max(reached, page);
    if (block.omitted === undefined) begun.add(page);
  }
  late.sort((a, b) => a.before - b.before);
  const ordered: DoclingBlock[] = [];
  let next = 0;
  for (const block of rest) {
    const page = block.places[0]?.page ?? 0;
    for (let due = late[next]; due !== undefined && due.before <= page; due = late[++next]) ordered.push(due.block);
    ordered.push(block);
  }
  return [...ordered, ...late.slice(next).map(({ block }) => block)];
}
