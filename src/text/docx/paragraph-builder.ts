import { childOf, switchOf, valOf, type XmlNode } from "./ooxml.ts";
import type { Mark, Paragraph } from "./story.ts";
import { type ParagraphFormat, readParagraphFormat } from "./styles.ts";

/** Puts a paragraph together from its runs. One whose mark was deleted goes on into the next, whose properties then count. */
export class ParagraphBuilder {
  #parts: string[] = [];
  #length = 0;
  #last = "";
  #marks: Mark[] = [];
  #style: string | undefined;
  #format: ParagraphFormat = {};
  #isDeleted = false;
  #runsOn = false;
  #plain = 0;

  get style(): string | undefined {
    return this.#style;
  }

  /** Its mark was deleted: the next paragraph goes on in it. */
  get isJoined(): boolean {
    return this.#isDeleted;
  }

  /** Takes the properties of a paragraph that begins here, or that goes on here. */
  begin(): void {
    this.#style = undefined;
    this.#format = {};
    this.#isDeleted = false;
    this.#runsOn = false;
  }

  properties(node: XmlNode): void {
    this.#style = valOf(node, "w:pStyle");
    this.#format = readParagraphFormat(node);
    const mark = childOf(node, "w:rPr");
    this.#isDeleted = childOf(mark, "w:del") !== undefined || childOf(mark, "w:moveFrom") !== undefined;
    this.#runsOn = switchOf(mark, "w:vanish") === true;
  }

  /** @param raised - set small and high: after a digit, `^` keeps 10² from becoming 102 */
  write(text: string, isBold: boolean, raised: boolean): void {
    if (text === "") return;
    if (raised && /\d$/.test(this.#last) && /^[\d+\-−]/.test(text)) this.#push("^");
    if (!isBold && /\S/.test(text)) this.#plain++;
    this.#push(text);
  }

  /** After a number or letter that was typed ("1.", "(a)") a tab is a space, as it is where Word computes the number. */
  tab(): void {
    const isLabel = this.#length <= 12 && /^\s*\S{1,12}$/.test(this.#parts.join(""));
    this.#push(isLabel ? " " : "\t");
  }

  mark(kind: Mark["kind"], id: string): void {
    this.#marks.push({ at: this.#length, kind, id });
  }

  /** Characters so far. */
  get length(): number {
    return this.#length;
  }

  /** Takes away what was written from `start` on. @returns the characters that were no white space */
  cut(start: number): number {
    const text = this.#parts.join("");
    this.#parts = [text.slice(0, start)];
    this.#length = start;
    this.#last = text.slice(start - 1, start);
    this.#marks = this.#marks.filter(({ at }) => at <= start);
    return visible(text.slice(start));
  }

  finish(): Paragraph {
    const raw = this.#parts.join("");
    const text = raw.trim();
    const start = raw.length - raw.trimStart().length;
    const marks = this.#marks.map((mark) => ({ ...mark, at: Math.min(Math.max(mark.at - start, 0), text.length) }));
    return {
      kind: "paragraph",
      style: this.#style,
      format: this.#format,
      text,
      marks,
      isBold: this.#plain === 0 && text !== "",
      runsOn: this.#runsOn,
    };
  }

  #push(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
    this.#last = text.slice(-1);
  }
}

export function visible(text: string): number {
  return text.replaceAll(/\s+/g, "").length;
}
