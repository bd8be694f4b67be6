import { foldWord } from "./characters.ts";
import { foldCitation, type JoinedWords, type ShowComposite } from "./joined-words.ts";
import { isAsciiDigit, type ShowSpaced, SpacedNumber, showNumbers } from "./numbers.ts";
import { ORDINAL_SIGN, ordinalTerm } from "./ordinals.ts";
import { cutTerm, EXACT, MAX_TERM_LENGTH, type Visitor, WORD } from "./visitor.ts";

/*
 * Citation forms. A number with its sub-numbers ("12(3)(a)", "12.3.2"), a model name ("AB-12.5/C"), an address, a name with a sign
 * ("C++", "#pump", "50%") is one term beside its words, so that it matches exactly and, being rare, ranks early. Prefixes of a
 * numbered citation are terms too: "12(3)" finds "12(3)(a)". With a word like "§", "Art." or "Section" before it, the citation is
 * also a term with that word, the same for all spellings and languages of it. A number is a term of its digits alone (numbers.ts).
 */

const MAX_PARTS = 8;

/** The one form under which each kind of provision is looked for, and the folded words that name it. */
const LABELS: { readonly [label: string]: string } = {
  第: "",
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

let labels: readonly { readonly label: string; readonly words: readonly string[] }[] | undefined;

/** What each label begins its citations with, and the words that stand for it. The signs that are no words come first. */
export function labelWords(): readonly { readonly label: string; readonly words: readonly string[] }[] {
  labels ??= Object.entries(LABELS).map(([label, words]) => ({
    label: label.charCodeAt(0) < 128 ? `${label} ` : label,
    words: words === "" ? [] : words.split(" "),
  }));
  return labels;
}

let labelOf: Map<string, string> | undefined;

/** Follows the words of one text and shows the composites they make, each when it is complete. */
export class Composites {
  private visit: Visitor = () => {};
  private readonly buffer = new Uint16Array(MAX_TERM_LENGTH);
  private readonly run = { text: "", start: 0, ends: new Uint32Array(MAX_PARTS), parts: 0, digits: false, label: "", labelStart: -1 };
  private runPosition = 0;
  private previousStart = 0;
  private previousEnd = -9;
  private readonly spaced = new SpacedNumber();

  /** Begins a text. One object serves many texts, one after the other. */
  open(text: string, visit: Visitor): void {
    this.run.text = text;
    this.visit = visit;
    this.run.parts = 0;
    this.spaced.clear();
    this.previousEnd = -9;
  }

  /** The next word of the text. */
  word(start: number, end: number, position: number, digitFirst: boolean): void {
    const { run } = this;
    const { text } = run;
    if (
      !digitFirst &&
      (end === text.length || isBlank(text.charCodeAt(end))) &&
      (start === 0 || isBlank(text.charCodeAt(start - 1))) &&
      !isAsciiDigit(text.charCodeAt(end - 1))
    ) {
      // Nearly all words: nothing joins them to others.
      if (run.parts > 0) this.close();
      this.previousStart = start;
      this.previousEnd = end;
      return;
    }
    if (run.parts > 0 && start - this.previousEnd <= 2 && start > this.previousEnd && this.joins(start)) {
      if (run.parts < MAX_PARTS) run.ends[run.parts++] = end;
    } else {
      this.showRun();
      run.start = start;
      this.runPosition = position;
      run.labelStart = digitFirst ? this.labelBefore(start) : -1;
      run.ends[0] = end;
      run.parts = 1;
      run.digits = false;
    }
    if (digitFirst) {
      run.digits = true;
      this.spaced.word(text, start, end, position, this.showSpaced);
    } else this.spaced.close(text, this.showSpaced);
    this.previousStart = start;
    this.previousEnd = end;
  }

  /** Ends the run of joined words, and the number that it may be the end of, and shows what they made. */
  close(): void {
    this.showRun();
    this.spaced.close(this.run.text, this.showSpaced);
  }

  private showRun(): void {
    if (this.run.parts === 0) return;
    showJoinedWords(this.run, this.show);
    this.run.parts = 0;
  }

  private readonly show: ShowComposite = (composite, start, end, kind) => this.showAt(composite, start, end, this.runPosition, kind);

  private readonly showSpaced: ShowSpaced = (digits, start, end, position) => this.showAt(digits, start, end, position, EXACT);

  private showAt(composite: string, start: number, end: number, position: number, kind: number): void {
    const term = cutTerm(composite);
    for (let k = 0; k < term.length; k++) this.buffer[k] = term.charCodeAt(k);
    if (term.length > 0) this.visit(this.buffer, term.length, start, end, position, kind);
  }

  /** Whether nothing but one joining mark stands between the previous word and the one at `start`. */
  private joins(start: number): boolean {
    const { previousEnd } = this;
    const { text } = this.run;
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
      case 39: // ' as in 1'000
      case 0x2019:
        return isAsciiDigit(text.charCodeAt(previousEnd - 1)) && isAsciiDigit(text.charCodeAt(start));
      case 40: // ( as in 12(3), closed within a few letters
        return /^[^\s()]{1,5}\)/.test(text.slice(start, start + 6));
      default:
        return false;
    }
  }

  /** Where the label before the number at `start` begins, -1 when there is none; the label's common form goes to `label`. */
  private labelBefore(start: number): number {
    const { run } = this;
    const { text } = run;
    let at = start - 1;
    if (isBlank(text.charCodeAt(at))) at--;
    const before = text.charCodeAt(at);
    if (before === 0xa7 || before === ORDINAL_SIGN) {
      run.label = text.charAt(at);
      return at;
    }
    if (text.charCodeAt(at) === 46) at--;
    if (at !== this.previousEnd - 1 || at === start - 1 || at - this.previousStart > 11) return -1;
    const word = foldWord(text.slice(this.previousStart, this.previousEnd));
    labelOf ??= new Map(labelWords().flatMap(({ label, words }) => words.map((spelling) => [spelling, label])));
    const label = labelOf.get(word);
    if (label === undefined) return -1;
    run.label = label;
    return this.previousStart;
  }
}

/** Shows the composites that joined words make. */
export function showJoinedWords(run: JoinedWords, show: ShowComposite): void {
  const { text, start, ends, parts, digits, label, labelStart } = run;
  const end = ends[parts - 1] as number;
  if (labelStart >= 0 && label.charCodeAt(0) === ORDINAL_SIGN) {
    showJoinedWords({ ...run, label: "", labelStart: -1 }, show);
    const at = isBlank(text.charCodeAt(ends[0] as number)) ? (ends[0] as number) + 1 : (ends[0] as number);
    const term = ordinalTerm(foldWord(text.slice(start, ends[0])), text.charCodeAt(at));
    if (term !== undefined) show(term, labelStart, at + 1, EXACT);
    return;
  }
  if (parts === 1) {
    const word = foldWord(text.slice(start, end));
    if (text.charCodeAt(start - 1) === 35 && isOpen(text.charCodeAt(start - 2))) show(`#${word}`, start - 1, end, EXACT);
    else if (isSign(text.charCodeAt(end))) {
      // "C++", "C#", "50%": the word with the signs behind it.
      let stop = end;
      while (stop < end + 3 && isSign(text.charCodeAt(stop))) stop++;
      show(word + text.slice(end, stop), start, stop, EXACT);
    }
    if (labelStart >= 0) show(label + word, labelStart, end, EXACT);
    showNumbers(run, show);
    return;
  }
  const joined = text.slice(start, end);
  if (!digits && !/\d/.test(joined)) {
    // Letters only: "pre-existing" is found as "preexisting", "U.S." as "us", an address or file name as it stands.
    if (/^[^./@\\:_&(]+$/.test(joined) || /^(.\.)+.$/u.test(joined)) show(foldWord(joined), start, end, WORD);
    else show(foldCitation(joined), start, end, EXACT);
    return;
  }
  for (let part = labelStart >= 0 ? 0 : 1; part < parts; part++) {
    let partEnd = ends[part] as number;
    if (text.charCodeAt(partEnd) === 41 && text.lastIndexOf("(", partEnd) > start) partEnd++;
    const citation = foldCitation(text.slice(start, partEnd));
    if (part > 0 && (digits || part === parts - 1)) show(citation, start, partEnd, EXACT);
    if (labelStart >= 0) show(label + citation, labelStart, partEnd, EXACT);
  }
  showNumbers(run, show);
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
