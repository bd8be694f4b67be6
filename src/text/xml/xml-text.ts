import type { Attributes, OutlineEntry, SourcePlace, Span } from "../../model.ts";
import { AnchorTrail } from "../anchor-trail.ts";
import { BlockWriter } from "../block-writer.ts";
import { TableRows } from "../table-rows.ts";
import { readFacts, type XmlFacts } from "./xml-facts.ts";
import { XmlHeadings } from "./xml-headings.ts";
import type { XmlMapping } from "./xml-mapping.ts";
import { XmlNotes } from "./xml-notes.ts";
import { type XmlRole, XmlRoles } from "./xml-roles.ts";
import { SelectorTable } from "./xml-selectors.ts";
import { XmlShown } from "./xml-shown.ts";
import { columnsOf, endOfGroup, rowsOf } from "./xml-table.ts";
import { hasText, plainText, walkXml, type XmlElement } from "./xml-tree.ts";

/** A document as text. Spans count in `text`. */
export interface XmlText extends XmlFacts {
  readonly text: string;
  readonly outline: readonly OutlineEntry[];
  readonly places: readonly SourcePlace[];
  /** Characters, white space not counted, of what the mapping leaves out, by the elements' names. */
  readonly leftOut: Attributes;
}

/**
 * The text of an XML document: blocks apart by a blank line, a number on the line of what it numbers, items with `- ` or their
 * number, the rows of tables as Markdown has them, a footnote in brackets behind its word.
 */
export function xmlToText(root: XmlElement, mapping: XmlMapping): XmlText {
  const page = new Page(root, mapping);
  page.read(root);
  return { ...page.result(), ...readFacts(root, mapping) };
}

type Leave = (() => void) | undefined;

/** Roles whose ids are worth linking to. Those inside a line would make a place of every word. */
const LINKED: ReadonlySet<XmlRole> = new Set([
  "block",
  "definition",
  "footnote",
  "heading",
  "item",
  "list",
  "paragraph",
  "section",
  "table",
  "term",
]);
const TEXTUAL: ReadonlySet<XmlRole> = new Set(["cell", "footnote", "heading", "header", "number", "paragraph", "pre", "term"]);

class Page {
  readonly #mapping: XmlMapping;
  readonly #roles: XmlRoles;
  readonly #headings: XmlHeadings;
  readonly #notes: XmlNotes;
  readonly #shown: XmlShown;
  readonly #page = new BlockWriter();
  readonly #trail = new AnchorTrail();
  readonly #leftOut = new Map<string, number>();
  /** The page's, or that of the cell or note that is being read. */
  #writer = this.#page;
  readonly #outline: { readonly level: number; readonly at: Span }[] = [];
  /** Elements that were written ahead of their place. */
  readonly #written = new Set<XmlElement>();
  /** Parents that an item was written of. */
  readonly #listed = new Map<XmlElement | undefined, number>();
  #table: TableRows | undefined;
  #inText = 0;
  #items = 0;
  #isInNote = false;
  readonly #isQuoted = new SelectorTable<true>();
  #quoted = 0;
  #preformatted = 0;

  constructor(root: XmlElement, mapping: XmlMapping) {
    this.#mapping = mapping;
    this.#roles = new XmlRoles(mapping, root);
    this.#headings = new XmlHeadings(root, mapping, (element) => this.#roles.of(element, false));
    this.#notes = new XmlNotes(root, mapping, (element) => this.#roles.of(element, false) === "footnote");
    for (const selector of mapping.quoted ?? []) this.#isQuoted.add(selector, true);
    this.#shown = new XmlShown(mapping, this.#headings.printed.numbers);
  }

  read(root: XmlElement): void {
    const leave = this.#visit(root);
    if (leave === "skip") return;
    this.#walk(root);
    leave?.();
  }

  result(): Omit<XmlText, keyof XmlFacts> {
    const text = this.#page.text();
    return {
      text,
      outline: this.#outline.map(({ level, at }) => ({ level, title: text.slice(at.start, at.end), at })),
      places: this.#trail.places(text),
      leftOut: Object.fromEntries(this.#leftOut),
    };
  }

  #walk(element: XmlElement): void {
    walkXml(element, { text: (value) => this.#text(value), enter: (child) => this.#visit(child) });
  }

  #text(value: string): void {
    if (this.#preformatted > 0) this.#writer.verbatim(value);
    else this.#writer.write(value);
  }

  #visit(element: XmlElement): Leave | "skip" {
    if (this.#written.has(element)) return "skip";
    const note = this.#notes.markedBy(element);
    if (note !== undefined && !this.#isInNote) {
      this.#writeNote(note, plainText(element));
      return "skip";
    }
    const role = this.#roles.of(element, this.#inText > 0);
    if (role === "omitted") {
      const count = plainText(element).replaceAll(" ", "").length;
      if (count > 0) this.#leftOut.set(element.local, (this.#leftOut.get(element.local) ?? 0) + count);
      return "skip";
    }
    const anchor = LINKED.has(role) && this.#writer === this.#page ? this.#idOf(element) : undefined;
    if (anchor !== undefined) this.#trail.enter(anchor, this.#page.length);
    if (TEXTUAL.has(role)) this.#inText++;
    const isQuoted = this.#isQuoted.find(element) !== undefined;
    if (isQuoted) this.#quoted++;
    const leave = this.#enter(element, role);
    if (leave !== "skip") {
      const shown = this.#shown.of(element);
      if (shown !== undefined) this.#text(shown);
    }
    const close = () => {
      if (leave !== "skip") leave?.();
      this.#headings.leave(element);
      if (isQuoted) this.#quoted--;
      if (TEXTUAL.has(role)) this.#inText--;
      if (anchor !== undefined) this.#trail.leave(this.#page.length);
    };
    if (leave !== "skip") return close;
    close();
    return "skip";
  }

  #idOf(element: XmlElement): string | undefined {
    for (const name of this.#mapping.ids ?? ["xml:id", "id"]) {
      const id = element.attributes[name]?.trim();
      if (id !== undefined && id !== "") return id;
    }
    return undefined;
  }

  #enter(element: XmlElement, role: XmlRole): Leave | "skip" {
    const isInCell = this.#writer !== this.#page;
    switch (role) {
      case "inline":
        return undefined;
      case "apart":
        return this.#apart();
      case "break":
        if (this.#preformatted > 0) this.#writer.verbatim("\n");
        else this.#writer.lineBreak();
        return undefined;
      case "section":
        if (this.#writer.isMarking || isInCell) return this.#apart();
        return this.#quoted > 0 ? this.#enterBlock() : this.#enterSection(element);
      case "heading":
        return this.#enterHeading(element);
      case "number":
        return this.#enterNumber(element);
      case "item":
        return this.#enterItem(element);
      case "definition":
        this.#writer.startItem("", this.#items, 1);
        return () => this.#writer.endItem(this.#items);
      case "term":
        this.#writer.gap(2);
        return () => this.#writer.gap(1);
      case "footnote":
        return this.#enterNote(element);
      case "pre":
        this.#writer.gap(2);
        this.#preformatted++;
        return () => {
          this.#preformatted--;
          this.#writer.gap(2);
        };
      case "table":
        return isInCell ? this.#apart() : this.#enterTable();
      case "row":
      case "cell":
      case "header":
        return this.#table === undefined ? this.#enterBlock() : this.#enterTablePart(element, role, this.#table);
      case "raised":
        this.#writer.raise(true);
        return () => this.#writer.raise(false);
      case "block":
        // Between a table and its rows there are heads and bodies, which part nothing but the reach of cells.
        return this.#table !== undefined && !isInCell ? endOfGroup(element, this.#table) : this.#enterBlock();
      default:
        return this.#enterParagraph(element);
    }
  }

  #enterParagraph(element: XmlElement): Leave {
    const leave = this.#enterBlock();
    const number = this.#headings.numberFromAttribute(element);
    if (number !== undefined) this.#writer.label(number);
    return leave;
  }

  #apart(): Leave {
    this.#writer.write(" ");
    return () => this.#writer.write(" ");
  }

  #enterBlock(): Leave {
    const writer = this.#writer;
    writer.gap(2);
    return () => {
      writer.settle();
      writer.gap(2);
    };
  }

  #enterSection(element: XmlElement): Leave {
    const { number, headings, written } = this.#headings.of(element);
    this.#writer.settle();
    this.#writer.gap(2);
    for (const each of written) this.#written.add(each);
    const group = this.#headings.printed.groups.get(element);
    if (group !== undefined) this.#heading(this.#headings.openGroup(), group.number, [group.heading]);
    const level = this.#headings.open(number !== undefined || headings.length > 0);
    if (headings.length > 0) this.#heading(level, number, headings);
    else if (number !== undefined) this.#outline.push({ level, at: this.#writer.label(number) });
    return () => {
      this.#headings.close(element);
      this.#writer.settle();
      this.#writer.gap(2);
    };
  }

  #enterHeading(element: XmlElement): Leave | "skip" {
    if (this.#writer.isMarking || this.#writer !== this.#page || this.#quoted > 0) return this.#apart();
    this.#heading(this.#headings.flat(element), undefined, [element]);
    return "skip";
  }

  #heading(level: number, number: string | undefined, headings: readonly (XmlElement | string)[]): void {
    const writer = this.#writer;
    writer.settle();
    writer.gap(2);
    writer.startMark();
    if (number !== undefined) writer.write(number);
    this.#inText++;
    for (const heading of headings) {
      writer.write(" ");
      if (typeof heading === "string") writer.write(heading);
      else this.#walk(heading);
    }
    this.#inText--;
    const at = writer.endMark();
    writer.gap(2);
    if (at !== undefined) this.#outline.push({ level, at });
    for (const note of this.#notes.takeHeld()) {
      this.#writeNote(note);
      writer.gap(2);
    }
  }

  #enterNumber(element: XmlElement): Leave | "skip" {
    if (this.#writer.isMarking || (element.parent !== undefined && hasText(element.parent))) return this.#apart();
    const number = this.#headings.numberText(element);
    if (number !== "") this.#writer.label(number);
    return "skip";
  }

  #enterItem(element: XmlElement): Leave {
    const { number, written } = this.#headings.numberOfItem(element);
    for (const each of written) this.#written.add(each);
    const count = (this.#listed.get(element.parent) ?? 0) + 1;
    this.#listed.set(element.parent, count);
    const ordered = element.parent !== undefined && this.#roles.of(element.parent, false) === "list";
    const marker = number !== undefined ? `${number} ` : ordered ? `${count}. ` : "- ";
    this.#items++;
    this.#writer.startItem(marker, this.#items, count === 1 && this.#items === 1 ? 2 : 1);
    return () => {
      this.#items--;
      this.#writer.endItem(this.#items);
      this.#writer.gap(1);
    };
  }

  #enterNote(element: XmlElement): Leave | "skip" {
    if (this.#notes.isMoved(element)) return "skip";
    if (this.#isInNote) return this.#apart();
    if (!this.#isAmongText(element)) return this.#enterBlock();
    if (this.#writer.isMarking) this.#notes.hold(element);
    else this.#writeNote(element);
    return "skip";
  }

  #isAmongText(element: XmlElement): boolean {
    let at = element.parent;
    for (let left = 20; at !== undefined && left > 0; left--) {
      if (hasText(at)) return true;
      const role = this.#roles.of(at, true);
      if (role !== "inline" && role !== "raised") return false;
      at = at.parent;
    }
    return false;
  }

  /** @param mark - as printed; the note's own number, where it has one, stands for it */
  #writeNote(note: XmlElement, mark = ""): void {
    const outer = this.#writer;
    const wasInNote = this.#isInNote;
    this.#writer = new BlockWriter(true);
    this.#isInNote = true;
    this.#inText++;
    if (mark !== "" && this.#headings.numberOfItem(note).number === undefined) this.#writer.write(`${mark} `);
    this.#walk(note);
    this.#inText--;
    const text = this.#writer.text();
    this.#writer = outer;
    this.#isInNote = wasInNote;
    if (text !== "") outer.write(` [${text}]`);
  }

  #enterTable(): Leave {
    const outer = this.#table;
    this.#table = new TableRows();
    this.#writer.settle();
    this.#writer.gap(2);
    return () => {
      this.#table = outer;
      this.#writer.gap(2);
    };
  }

  #enterTablePart(element: XmlElement, role: "row" | "cell" | "header", table: TableRows): Leave {
    if (this.#writer !== this.#page) return this.#apart();
    if (role === "row") {
      return () => {
        for (const line of table.endRow(element.parent?.local === "thead")) this.#writer.line(line);
      };
    }
    const outer = this.#writer;
    this.#writer = new BlockWriter(true);
    return () => {
      table.addCell({ text: this.#writer.text(), isHeader: role === "header", columns: columnsOf(element), rows: rowsOf(element) });
      this.#writer = outer;
    };
  }
}
