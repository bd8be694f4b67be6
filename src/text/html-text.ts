import type { OutlineEntry, SourcePlace, Span } from "../model.ts";
import { AnchorTrail } from "./anchor-trail.ts";
import { BlockWriter } from "./block-writer.ts";
import {
  BLOCKS,
  drawnText,
  FORM_FIELDS,
  isAround,
  isHeading,
  isHidden,
  LINKED,
  levelOf,
  PERMALINK,
  SILENT,
  TABLE_PARTS,
  textOf,
} from "./html-elements.ts";
import { HtmlList } from "./html-list.ts";
import { footnotes, type HtmlNote, isBackLink } from "./html-notes.ts";
import { htmlCell, layoutTables } from "./html-table.ts";
import { attribute, type HtmlElement, type HtmlParent, type ParsedHtml, parseHtml, type UnclosedHtml, walkHtml } from "./html-tree.ts";
import { TableRows } from "./table-rows.ts";

/** A page as text. Spans count in `text`. */
export interface HtmlText {
  readonly text: string;
  readonly title?: string;
  /** As the page gives it, unchecked. */
  readonly language?: string;
  readonly outline: readonly OutlineEntry[];
  /** For each entry of the outline the id to link to, where there is one. */
  readonly anchors: readonly (string | null)[];
  /** What each stretch can be linked to by: the id of the innermost block around it, or of the last heading before it. */
  readonly places: readonly SourcePlace[];
  /** Characters of navigation, hidden text, drawings and form fields that were left out, white space not counted. */
  readonly leftOut: number;
  /** Also an element that is left out and goes on to the end of the page. */
  readonly unclosed?: UnclosedHtml;
  /** Of a page without text, the element with most of what was left out. */
  readonly hiding?: UnclosedHtml;
}

/**
 * The text of a page as a reader takes it in: blocks apart by a blank line, list items with `- ` or their number, the rows of
 * a data table as Markdown has them, `<pre>` as it stands, a footnote in brackets behind its word. Navigation, tables of contents,
 * the page's footer, what is hidden, scripts, drawings and form fields are left out.
 */
export async function htmlToText(source: string): Promise<HtmlText> {
  const page = readPage(await parseHtml(source));
  const isEmpty = page.text.trim() === "";
  if (page.unclosed === undefined && !isEmpty) return page;
  // Once more, since only a reading with places knows the lines.
  const { unclosed, hiding, ...rest } = readPage(await parseHtml(source, true));
  return { ...rest, ...(unclosed === undefined ? {} : { unclosed }), ...(isEmpty && hiding !== undefined ? { hiding } : {}) };
}

function readPage({ document, open, unclosed }: ParsedHtml): HtmlText {
  const page = new Page(layoutTables(document), footnotes(document), open);
  page.read(document);
  page.readRest();
  return { ...page.result(), ...(unclosed === undefined ? {} : { unclosed }) };
}

/** Elements whose end tags may be left out. */
const MAY_STAY_OPEN: ReadonlySet<string> = new Set(
  "body caption colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr".split(" "),
);

/** What to do when the children of an element are read. */
type Leave = () => void;

class Page {
  readonly #layout: ReadonlySet<HtmlElement>;
  readonly #notes: ReadonlyMap<HtmlElement, HtmlNote>;
  readonly #movedNotes = new Set<HtmlElement>();
  readonly #writtenNotes = new Set<HtmlElement>();
  #heldNotes: HtmlElement[] = [];
  #isInNote = false;
  readonly #trail = new AnchorTrail();
  readonly #page = new BlockWriter();
  /** The page's, or that of the table cell that is being read. */
  #writer = this.#page;
  readonly #headings: { readonly level: number; readonly at: Span; readonly anchor: string | null }[] = [];
  readonly #lists: HtmlList[] = [];
  #table: TableRows | undefined;
  #preformatted = 0;
  #title = "";
  #language: string | undefined;
  /** The last id that was passed, while no text has come since. */
  #anchor: string | null = null;
  #leftOut = 0;
  readonly #open: ReadonlySet<unknown>;
  #unclosed: UnclosedHtml | undefined;
  #hiding: UnclosedHtml | undefined;

  /** @param open - elements that nothing closes */
  constructor(layout: ReadonlySet<HtmlElement>, notes: ReadonlyMap<HtmlElement, HtmlNote>, open: ReadonlySet<unknown>) {
    this.#layout = layout;
    this.#notes = notes;
    this.#open = open;
    for (const { written } of notes.values()) for (const element of written) this.#movedNotes.add(element);
  }

  read(root: HtmlParent): void {
    walkHtml(root, {
      text: (value) => this.#text(value),
      enter: (element) => this.#visit(element),
    });
  }

  /** Notes whose mark is in what was left out, or in another note. */
  readRest(): void {
    for (const { body } of this.#notes.values()) {
      if (this.#writtenNotes.has(body)) continue;
      this.#writtenNotes.add(body);
      this.#page.gap(2);
      this.read(body);
    }
  }

  #visit(element: HtmlElement): Leave | "skip" | undefined {
    const isField = FORM_FIELDS.has(element.tagName);
    if (isField) this.#writer.part();
    if (this.#movedNotes.has(element) || this.#isLeftOut(element)) return "skip";
    const leave = this.#visitShown(element);
    if (!isField || leave === "skip") return leave;
    return () => {
      leave?.();
      this.#writer.part();
    };
  }

  #visitShown(element: HtmlElement): Leave | "skip" | undefined {
    const note = this.#preformatted > 0 || this.#isInNote ? undefined : this.#notes.get(element);
    if (note !== undefined) {
      const mark = textOf(element).replaceAll(/\s+/g, " ").trim();
      if (this.#writer.isMarking) this.#heldNotes.push(note.body);
      else this.#writeNote(note.body, mark.replace(/^\[(.*)\]$/s, "$1"));
      return "skip";
    }
    const anchor = this.#placeOf(element);
    if (anchor === undefined) return this.#enter(element);
    this.#trail.enter(anchor, this.#page.length);
    const leave = this.#enter(element);
    const reach = isHeading(element) ? "onward" : LINKED.has(element.tagName) ? "itself" : "mark";
    return () => {
      leave?.();
      this.#trail.leave(this.#page.length, reach);
    };
  }

  #placeOf(element: HtmlElement): string | undefined {
    if (this.#writer !== this.#page) return undefined;
    const tag = element.tagName;
    const id = attribute(element, "id") ?? (tag === "a" ? attribute(element, "name") : undefined);
    if (id === undefined || id === "") return undefined;
    return isHeading(element) || LINKED.has(tag) || element.childNodes.length === 0 ? id : undefined;
  }

  #writeNote(body: HtmlElement, mark: string): void {
    const outer = this.#writer;
    this.#writer = new BlockWriter(true);
    this.#isInNote = true;
    this.#writtenNotes.add(body);
    // Its own walk, one level deep: a note holds no other.
    this.read(body);
    this.#isInNote = false;
    // A note begins with its mark again, in brackets or without, as a rule.
    const text = this.#writer.text().replace(/^\[\] ?/, "");
    this.#writer = outer;
    const bare = [`[${mark}]`, `${mark}.`, mark].find((again) => text.startsWith(`${again} `));
    const words = bare === undefined ? text : text.slice(bare.length + 1);
    const said = mark === "" ? words : `${mark} ${words}`;
    if (text !== "") outer.write(` [${said}]`);
  }

  result(): HtmlText {
    const text = this.#page.text();
    return {
      text,
      ...(this.#title === "" ? {} : { title: this.#title }),
      ...(this.#language === undefined ? {} : { language: this.#language }),
      outline: this.#headings.map(({ level, at }) => ({ level, title: text.slice(at.start, at.end), at })),
      places: this.#trail.places(text),
      anchors: this.#headings.map(({ anchor }) => anchor),
      leftOut: this.#leftOut,
      ...(this.#unclosed === undefined ? {} : { unclosed: this.#unclosed }),
      ...(this.#hiding === undefined ? {} : { hiding: this.#hiding }),
    };
  }

  #text(value: string): void {
    if (this.#preformatted > 0) this.#writer.verbatim(value);
    else this.#writer.write(value);
    if (!this.#writer.isMarking && /\S/.test(value)) this.#anchor = null;
  }

  #isLeftOut(element: HtmlElement): boolean {
    const { tagName } = element;
    if (SILENT.has(tagName) || tagName === "input") {
      this.#countOut(element, drawnText(element));
      return true;
    }
    if (this.#isInNote && isBackLink(element)) return true;
    if (this.#writer.isMarking && tagName === "a" && PERMALINK.test(textOf(element))) return true;
    if (tagName === "title") {
      if (this.#title === "") this.#title = textOf(element).replaceAll(/\s+/g, " ").trim();
      return true;
    }
    if (!isAround(element) && !isHidden(element)) return false;
    this.#countOut(element, textOf(element));
    return true;
  }

  #countOut(element: HtmlElement, text: string): void {
    const characters = text.replaceAll(/\s+/g, "").length;
    if (characters === 0) return;
    this.#leftOut += characters;
    const left = { name: `<${element.tagName}>`, line: element.sourceCodeLocation?.startLine ?? 1, characters };
    if (characters > (this.#hiding?.characters ?? 0)) this.#hiding = left;
    if (this.#open.has(element) && !MAY_STAY_OPEN.has(element.tagName)) this.#unclosed = left;
  }

  #enter(element: HtmlElement): Leave | undefined {
    const tag = element.tagName;
    const id = attribute(element, "id") ?? (tag === "a" ? attribute(element, "name") : undefined);
    if (id !== undefined && id !== "") this.#anchor = this.#writer.isMarking ? (this.#anchor ?? id) : id;
    if (isHeading(element)) return this.#enterHeading(levelOf(element));
    if (this.#table !== undefined && TABLE_PARTS.has(tag)) return this.#enterTablePart(element, this.#table);
    switch (tag) {
      case "html":
      case "body":
        this.#language ??= attribute(element, "lang") ?? attribute(element, "xml:lang");
        return undefined;
      case "br":
        if (this.#preformatted > 0) this.#writer.verbatim("\n");
        else this.#writer.lineBreak();
        return undefined;
      case "dd":
        this.#writer.startItem("", this.#lists.length, 1);
        return () => this.#leaveItem();
      case "dt":
        this.#writer.gap(2);
        return () => this.#writer.gap(1);
      case "dir":
      case "menu":
      case "ol":
      case "ul":
        return this.#enterList(element);
      case "li":
        return this.#enterItem(element);
      case "listing":
      case "plaintext":
      case "pre":
      case "xmp":
        return this.#enterPreformatted();
      case "rt":
        return this.#enterReading(element);
      case "sup":
        this.#writer.raise(true);
        return () => this.#writer.raise(false);
      case "table":
        return this.#enterTable(element);
      default:
        return BLOCKS.has(tag) ? this.#enterBlock() : undefined;
    }
  }

  #enterBlock(): Leave {
    this.#writer.gap(2);
    return () => this.#writer.gap(2);
  }

  #enterHeading(level: number): Leave | undefined {
    const writer = this.#writer;
    if (writer.isMarking) return undefined;
    writer.gap(2);
    writer.startMark();
    return () => {
      const at = writer.endMark();
      writer.gap(2);
      if (at === undefined) return;
      this.#headings.push({ level, at, anchor: this.#anchor });
      this.#anchor = null;
      for (const note of this.#heldNotes.splice(0)) {
        this.#writeNote(note, "");
        writer.gap(2);
      }
    };
  }

  #enterPreformatted(): Leave {
    this.#writer.gap(2);
    this.#preformatted++;
    return () => {
      this.#preformatted--;
      this.#writer.gap(2);
    };
  }

  /** The reading of a word (ruby), in brackets where the page has none for those who do not see it above the word. */
  #enterReading({ parentNode }: HtmlElement): Leave | undefined {
    if (parentNode?.childNodes.some((node) => "tagName" in node && node.tagName === "rp")) return undefined;
    this.#text("(");
    return () => this.#text(")");
  }

  #enterList(element: HtmlElement): Leave {
    const lines = () => (this.#lists.length === 0 ? 2 : 1);
    this.#writer.gap(lines());
    this.#lists.push(new HtmlList(element));
    return () => {
      this.#lists.pop();
      this.#writer.endItem(this.#lists.length);
      this.#writer.gap(lines());
    };
  }

  #enterItem(element: HtmlElement): Leave {
    const list = this.#lists.at(-1) ?? new HtmlList();
    const opensText = list.isEmpty && this.#lists.length === 1;
    this.#writer.startItem(list.marker(element), Math.max(1, this.#lists.length), opensText ? 2 : 1);
    return () => this.#leaveItem();
  }

  #leaveItem(): void {
    this.#writer.endItem(this.#lists.length);
    this.#writer.gap(1);
  }

  #enterTable(element: HtmlElement): Leave {
    const outer = this.#table;
    this.#table = this.#layout.has(element) ? undefined : new TableRows();
    this.#writer.gap(2);
    return () => {
      this.#table = outer;
      this.#writer.gap(2);
    };
  }

  /** A data table holds no other table, so its cells are the only ones about. */
  #enterTablePart(element: HtmlElement, table: TableRows): Leave | undefined {
    if (element.tagName === "tr") {
      const isInHead = element.parentNode !== null && "tagName" in element.parentNode && element.parentNode.tagName === "thead";
      return () => {
        for (const line of table.endRow(isInHead)) this.#writer.line(line);
      };
    }
    if (element.tagName !== "td" && element.tagName !== "th") return () => table.endGroup();
    const outer = this.#writer;
    this.#writer = new BlockWriter(true);
    return () => {
      table.addCell(htmlCell(element, this.#writer.text()));
      this.#writer = outer;
    };
  }
}
