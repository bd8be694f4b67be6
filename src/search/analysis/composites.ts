import { foldWord } from "./characters.ts";
import { EXACT, MAX_TERM_LENGTH, type Visitor, WORD } from "./visitor.ts";

/*
 * Citation forms. A number with its sub-numbers ("12(3)(a)", "12.3.2"), a model name ("AB-12.5/C"), an address, a name with a sign
 * ("C++", "#pump", "50%") is one term beside its words, so that it matches exactly and, being rare, ranks early. Prefixes of a
 * numbered citation are terms too: "12(3)" finds "12(3)(a)". With a word like "§", "Art." or "Section" before it, the citation is
 * also a term with that word, the same for all spellings and languages of it.
 */

const MAX_PARTS = 8;

/** The one form under which each kind of provision is looked for, and the folded words that name it. */
const LABELS: { readonly [label: string]: string } = {
  "§": "section sections sec s ss paragraf seccion sezione secao",
  art: "art arts article articles artikel articulo articolo artigo artykul",
  rule: "rule rules regel",
  reg: "reg regulation regulations",
  clause: "clause clauses klausel clausula",
  chapter: "chapter chap ch kapitel chapitre capitulo capitolo",
  part: "part teil partie parte",
  title: "title titel titre",
  para: "paragraph paragraphs para paras absatz abs alinea lid",
  schedule: "schedule",
  annex: "annex anhang annexe anexo appendix",
  exhibit: "exhibit",
  table: "table tabelle tableau tabla",
  figure: "figure fig abbildung",
  item: "item point",
  step: "step",
  form: "form",
  note: "note",
  page: "page seite",
  no: "no nr number nummer numero",
};

let labelOf: Map<string, string> | undefined;

/** Follows the words of one text and shows the composites they make, each when it is complete. */
export class Composites {
  private text = "";
  private visit: Visitor = () => {};
  private readonly buffer = new Uint16Array(MAX_TERM_LENGTH);
  private readonly ends = new Uint32Array(MAX_PARTS);
  private parts = 0;
  private runStart = 0;
  private runPosition = 0;
  private digits = false;
  private previousStart = 0;
  private previousEnd = -9;
  private labelStart = -1;
  private label = "";

  /** Begins a text. One object serves many texts, one after the other. */
  open(text: string, visit: Visitor): void {
    this.text = text;
    this.visit = visit;
    this.parts = 0;
    this.previousEnd = -9;
  }

  /** The next word of the text. */
  word(start: number, end: number, position: number, digitFirst: boolean): void {
    if (!digitFirst && isBlank(this.text.charCodeAt(end)) && isBlank(this.text.charCodeAt(start - 1))) {
      // Nearly all words: nothing joins them to others.
      if (this.parts > 0) this.close();
      this.previousStart = start;
      this.previousEnd = end;
      return;
    }
    if (this.parts > 0 && start - this.previousEnd <= 2 && start > this.previousEnd && this.joins(start)) {
      if (this.parts < MAX_PARTS) this.ends[this.parts++] = end;
    } else {
      this.close();
      this.runStart = start;
      this.runPosition = position;
      this.labelStart = digitFirst ? this.labelBefore(start) : -1;
      this.ends[0] = end;
      this.parts = 1;
      this.digits = false;
    }
    if (digitFirst) this.digits = true;
    this.previousStart = start;
    this.previousEnd = end;
  }

  /** Ends the run of joined words and shows what it made. */
  close(): void {
    if (this.parts === 0) return;
    const parts = this.parts;
    this.parts = 0;
    const { text, runStart } = this;
    const end = this.ends[parts - 1] as number;
    const before = text.charCodeAt(runStart - 1);
    const after = text.charCodeAt(end);
    if (parts === 1) {
      if (before === 35 && isOpen(text.charCodeAt(runStart - 2))) this.show(`#${foldWord(text.slice(runStart, end))}`, runStart - 1, end);
      else if (after === 43 || after === 35 || after === 37) this.showSigned(end);
      if (this.labelStart >= 0) this.show(this.label + foldWord(text.slice(runStart, end)), this.labelStart, end);
      return;
    }
    const run = text.slice(runStart, end);
    if (!this.digits && !/\d/.test(run)) {
      this.showJoined(run, end);
      return;
    }
    for (let part = this.labelStart >= 0 ? 0 : 1; part < parts; part++) {
      let partEnd = this.ends[part] as number;
      if (text.charCodeAt(partEnd) === 41 && text.lastIndexOf("(", partEnd) > runStart) partEnd++;
      const citation = foldCitation(text.slice(runStart, partEnd));
      if (part > 0 && (this.digits || part === parts - 1)) this.show(citation, runStart, partEnd);
      if (this.labelStart >= 0) this.show(this.label + citation, this.labelStart, partEnd);
    }
  }

  /** "C++", "C#", "50%": the word with the signs behind it. */
  private showSigned(end: number): void {
    let stop = end;
    while (stop < end + 3 && isSign(this.text.charCodeAt(stop))) stop++;
    this.show(foldWord(this.text.slice(this.runStart, end)) + this.text.slice(end, stop), this.runStart, stop);
  }

  /** Letters only: "pre-existing" is found as "preexisting", "U.S." as "us", an address or file name as it stands. */
  private showJoined(run: string, end: number): void {
    if (/^[^./@\\:_&(]+$/.test(run) || /^(.\.)+.$/u.test(run)) this.show(foldWord(run), this.runStart, end, WORD);
    else this.show(foldCitation(run), this.runStart, end);
  }

  private show(term: string, start: number, end: number, kind = EXACT): void {
    const length = Math.min(term.length, this.buffer.length);
    for (let k = 0; k < length; k++) this.buffer[k] = term.charCodeAt(k);
    if (length > 0) this.visit(this.buffer, length, start, end, this.runPosition, kind);
  }

  /** Whether nothing but one joining mark stands between the previous word and the one at `start`. */
  private joins(start: number): boolean {
    const { text, previousEnd } = this;
    const mark = text.charCodeAt(previousEnd);
    if (start - previousEnd === 2) {
      const second = text.charCodeAt(previousEnd + 1);
      return (
        (mark === 41 && (second === 40 || second === 46 || second === 45)) ||
        (second === 40 && mark === 46) ||
        (mark === 58 && second === 92)
      );
    }
    switch (mark) {
      case 45: // -
      case 0x2010:
      case 0x2011:
      case 46: // .
      case 47: // /
      case 92: // backslash
      case 58: // :
      case 95: // _
      case 64: // @
      case 38: // &
        return true;
      case 44: // , as in 1,000
        return isAsciiDigit(text.charCodeAt(previousEnd - 1)) && isAsciiDigit(text.charCodeAt(start));
      case 40: // ( as in 12(3), closed within a few letters
        return /^[^\s()]{1,5}\)/.test(text.slice(start, start + 6));
      default:
        return false;
    }
  }

  /** Where the label before the number at `start` begins, -1 when there is none; the label's common form goes to `label`. */
  private labelBefore(start: number): number {
    const { text } = this;
    let at = start - 1;
    if (isBlank(text.charCodeAt(at))) at--;
    if (text.charCodeAt(at) === 0xa7) {
      this.label = "§";
      return at;
    }
    if (text.charCodeAt(at) === 46) at--;
    if (at !== this.previousEnd - 1 || at === start - 1 || at - this.previousStart > 11) return -1;
    const word = foldWord(text.slice(this.previousStart, this.previousEnd));
    labelOf ??= new Map(Object.entries(LABELS).flatMap(([label, words]) => words.split(" ").map((spelling) => [spelling, label])));
    const label = labelOf.get(word);
    if (label === undefined) return -1;
    this.label = label === "§" ? label : `${label} `;
    return this.previousStart;
  }
}

/** A citation without the differences that mean nothing: case, width, kinds of hyphen. */
function foldCitation(citation: string): string {
  return citation
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2010\u2011]/g, "-");
}

function isSign(code: number): boolean {
  return code === 43 || code === 35 || code === 37;
}

function isOpen(code: number): boolean {
  return Number.isNaN(code) || code <= 32 || code === 40;
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x202f || code === 0x2009;
}

function isAsciiDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
