import { FieldStack } from "./field-stack.ts";
import { formFieldText, isComputedNumber, isContentsField, nameOfField, type OpenField, showsSomething, textInCode } from "./fields.ts";
import { MathWriter } from "./math.ts";
import { childOf, valOf, type XmlNode } from "./ooxml.ts";
import { ParagraphBuilder, visible } from "./paragraph-builder.ts";
import type { Mark, StoryBlock, StoryTally } from "./story.ts";
import { type RunFormat, readRunFormat, type Styles } from "./styles.ts";
import { isSymbolFont, symbolOf } from "./symbols.ts";
import { TableBuilder } from "./table-builder.ts";

/** What holds paragraphs: the story itself, a cell, a text box. Fields do not reach out of it. */
interface Container {
  readonly blocks: StoryBlock[];
  paragraph: ParagraphBuilder | undefined;
  /** The paragraph before, when its mark was deleted. */
  joined: ParagraphBuilder | undefined;
  /** Text boxes anchored in the open paragraph: they follow it. */
  boxes: StoryBlock[];
  readonly fields: FieldStack;
  paragraphs: number;
}

/** Builds a story from what its XML tells, in order. */
export class StoryBuilder {
  readonly #styles: Styles;
  readonly #tally: StoryTally;
  readonly #containers: Container[] = [newContainer()];
  readonly #tables: TableBuilder[] = [];
  #run: RunFormat = {};
  #math: MathWriter | undefined;
  /** The reading of the words before, which is written when something other than further ruby text follows. */
  #reading = "";
  #rubies = 0;
  readonly #bookmarks: string[] = [];

  constructor(styles: Styles, tally: StoryTally) {
    this.#styles = styles;
    this.#tally = tally;
  }

  finish(): StoryBlock[] {
    return this.#close(this.#top);
  }

  get #top(): Container {
    return this.#containers.at(-1) as Container; // the story's own is never taken away
  }

  startParagraph(): void {
    const top = this.#top;
    this.#endOpen(top); // paragraphs do not stand in one another; in a damaged file they may
    top.paragraph = top.joined ?? new ParagraphBuilder();
    top.joined = undefined;
    top.paragraphs++;
    top.paragraph.begin();
    for (const name of this.#bookmarks.splice(0)) top.paragraph.mark("bookmark", name);
  }

  endParagraph(): void {
    this.#endOpen(this.#top);
  }

  #endOpen(top: Container): void {
    const { paragraph } = top;
    if (paragraph === undefined) return;
    this.#flushReading();
    top.fields.abandonCodes();
    top.paragraph = undefined;
    if (paragraph.isJoined) {
      top.joined = paragraph;
      this.#tally.deletions++;
    } else this.#push(top, paragraph);
  }

  #push(top: Container, paragraph: ParagraphBuilder): void {
    if (this.#styles.isContents(paragraph.style)) this.#tally.leftOut += paragraph.cut(0);
    top.blocks.push(paragraph.finish(), ...top.boxes.splice(0));
  }

  #close(container: Container): StoryBlock[] {
    this.#endOpen(container);
    if (container.joined !== undefined) this.#push(container, container.joined);
    container.joined = undefined;
    return [...container.blocks, ...container.boxes];
  }

  paragraphProperties(node: XmlNode): void {
    this.#top.paragraph?.properties(node);
    if (childOf(childOf(node, "w:rPr"), "w:ins") !== undefined) this.#tally.insertions++;
  }

  startRun(): void {
    this.#run = this.#styles.run({}, undefined, this.#top.paragraph?.style);
  }

  endRun(): void {
    this.#run = {};
  }

  runProperties(node: XmlNode): void {
    this.#run = this.#styles.run(readRunFormat(node), valOf(node, "w:rStyle"), this.#top.paragraph?.style);
  }

  /** `\n` is a line break; other line ends and tabs in the XML are spaces. */
  text(value: string): void {
    const plain = value === "\n" ? value : value.replaceAll(/[\t\n\r]+/g, " ").replaceAll(/[\u00ad\ufeff]/g, "");
    this.#write(/[\uf020-\uf0ff]/.test(plain) || isSymbolFont(this.#run.font) ? this.#signs(plain) : plain);
  }

  tab(): void {
    if (this.#isShown) {
      this.#flushReading();
      this.#top.paragraph?.tab();
    }
  }

  symbol(font: string | undefined, code: number): void {
    if (Number.isInteger(code) && code > 0 && code <= 0xffff) this.#write(this.#sign(font, code));
  }

  #signs(text: string): string {
    return Array.from(text, (char) => this.#sign(this.#run.font, char.codePointAt(0) ?? 0)).join("");
  }

  /** A letter of an ordinary font stays as it is; a private one of an unknown font is lost, and counted. */
  #sign(font: string | undefined, code: number): string {
    const found = symbolOf(font, code);
    if (found !== undefined) return found;
    if ((code < 0xe000 || code > 0xf8ff) && !(isSymbolFont(font) && code > 0x20)) return String.fromCodePoint(code);
    if (this.#isShown) this.#tally.unknownSymbols++;
    return "\ufffd";
  }

  mark(kind: Mark["kind"], id: string): void {
    const { paragraph } = this.#top;
    this.#flushReading();
    if (paragraph !== undefined) {
      if (kind === "bookmark" || kind.startsWith("comment") || this.#isShown) paragraph.mark(kind, id);
    } else if (kind === "bookmark") this.#bookmarks.push(id);
  }

  get #isShown(): boolean {
    return !this.#top.fields.inCode && this.#run.hidden !== true;
  }

  #write(text: string): void {
    const top = this.#top;
    if (top.fields.inCode) return;
    if (this.#run.hidden === true) {
      this.#tally.leftOut += visible(text);
      return;
    }
    if (this.#rubies === 0) this.#flushReading();
    if (top.paragraph === undefined && /\S/.test(text)) this.startParagraph();
    top.paragraph?.write(text, this.#run.bold === true, this.#run.raised === true);
  }

  // Fields

  fieldCharacter(node: XmlNode): void {
    const top = this.#top;
    const type = node.attributes.get("w:fldCharType");
    if (type === "begin") top.fields.begin({ ...placeIn(top), shown: formFieldText(childOf(node, "w:ffData")) });
    else if (type === "separate") top.fields.separate();
    else if (type === "end") {
      const field = top.fields.end();
      if (field !== undefined) this.#endField(field, top);
    }
  }

  fieldCode(text: string): void {
    this.#top.fields.code(text);
  }

  /** A field that is one element, its result inside it. */
  enterSimpleField(code: string): () => void {
    const top = this.#top;
    const place = placeIn(top);
    return () => {
      const now = placeIn(top);
      const isEmpty = now.paragraph === place.paragraph && now.offset === place.offset && now.blocks === place.blocks;
      this.#endField({ code, phase: isEmpty ? "code" : "result", ...place, shown: undefined }, top);
    };
  }

  #endField(field: OpenField, top: Container): void {
    if (isContentsField(field.code) && field.phase === "result") this.#leaveOut(field, top);
    else if (field.shown !== undefined) this.#write(field.shown);
    else if (field.phase === "code") {
      const text = textInCode(field.code);
      if (text !== undefined) this.#write(text);
      else if (!this.#isShown) return;
      else if (isComputedNumber(field.code)) this.#tally.missingNumbers++;
      else if (showsSomething(field.code)) this.#tally.emptyFields.push(nameOfField(field.code));
    }
  }

  /** A table of contents: the headings themselves say it better, and without the numbers of pages. */
  #leaveOut(field: OpenField, top: Container): void {
    const inside = top.blocks.slice(field.blocks);
    // Headings are in no such table: its end is missing, and this is that of another field.
    if (inside.some((block) => block.kind === "table" || this.#styles.headingLevel(block.style) !== undefined)) return;
    top.blocks.length -= inside.length;
    for (const block of inside) if (block.kind === "paragraph") this.#tally.leftOut += visible(block.text);
    this.#tally.leftOut += top.paragraph?.cut(field.paragraph === top.paragraphs ? field.offset : 0) ?? 0;
  }

  // Ruby: words with their reading above them. Neighbours are one word, written letter by letter: 東京(とうきょう).

  enterRuby(): () => void {
    this.#rubies++;
    return () => {
      this.#rubies--;
    };
  }

  enterReading(): () => void {
    const top = this.#top;
    const outer = top.paragraph;
    top.paragraph = new ParagraphBuilder();
    return () => {
      this.#reading += top.paragraph?.finish().text ?? "";
      top.paragraph = outer;
    };
  }

  #flushReading(): void {
    if (this.#reading === "" || this.#rubies > 0) return;
    const reading = this.#reading;
    this.#reading = "";
    this.#top.paragraph?.write(`(${reading})`, true, false);
  }

  // Formulas

  enterMath(name: string): () => void {
    const math = this.#math ?? new MathWriter();
    this.#math = math;
    math.enter(name);
    return () => {
      const text = math.leave();
      if (text === undefined) return;
      this.#math = undefined;
      this.#write(text);
    };
  }

  math(text: string): void {
    this.#math?.write(text);
  }

  mathProperties(node: XmlNode): void {
    for (const { name, attributes } of node.children) {
      if (name === "m:chr" || name === "m:begChr" || name === "m:endChr" || name === "m:sepChr") {
        this.#math?.sign(name, attributes.get("m:val") ?? "");
      }
    }
  }

  // Tables and boxes

  enterTable(): () => void {
    this.#endOpen(this.#top);
    const top = this.#top;
    if (top.joined !== undefined) this.#push(top, top.joined);
    top.joined = undefined;
    const table = new TableBuilder(this.#tally);
    this.#tables.push(table);
    return () => {
      this.#tables.pop();
      top.blocks.push(table.finish());
    };
  }

  /** The innermost table, to be told of its properties, rows and cells; none in a damaged file. */
  get table(): TableBuilder | undefined {
    return this.#tables.at(-1);
  }

  enterCell(): () => void {
    const { table } = this;
    const container = newContainer();
    this.#containers.push(container);
    table?.startCell();
    return () => {
      const blocks = this.#close(container);
      this.#containers.pop();
      if (table === undefined) this.#top.blocks.push(...blocks);
      else table.endCell(blocks);
    };
  }

  /** Lines of a drawing that has its text elsewhere. */
  drawn(lines: readonly string[]): void {
    const leave = this.enterBox();
    for (const line of lines) {
      this.startParagraph();
      this.#run = {};
      this.text(line);
    }
    leave();
  }

  enterBox(): () => void {
    const container = newContainer();
    const run = this.#run;
    this.#containers.push(container);
    return () => {
      const blocks = this.#close(container);
      this.#containers.pop();
      this.#run = run;
      const top = this.#top;
      if (top.paragraph === undefined) top.blocks.push(...blocks);
      else top.boxes.push(...blocks);
    };
  }
}

function placeIn(top: Container): Pick<OpenField, "blocks" | "paragraph" | "offset"> {
  return { blocks: top.blocks.length, paragraph: top.paragraphs, offset: top.paragraph?.length ?? 0 };
}

function newContainer(): Container {
  return { blocks: [], paragraph: undefined, joined: undefined, boxes: [], fields: new FieldStack(), paragraphs: 0 };
}
