import { childOf, integerOf, isOn, valOf, type XmlNode } from "./ooxml.ts";

/** A field whose end is still to come. Its code says what Word computes; its result is what Word shows. */
export interface OpenField {
  code: string;
  phase: "code" | "result";
  /** How far the story had come when the field began. */
  readonly blocks: number;
  readonly paragraph: number;
  readonly offset: number;
  /** Of a form's box or list: what it shows, since its field has no result. */
  readonly shown: string | undefined;
}

/** What a form field shows that has no text of its own: a box, ticked or not, or the entry chosen from a list. */
export function formFieldText(data: XmlNode | undefined): string | undefined {
  const box = childOf(data, "w:checkBox");
  if (box !== undefined) {
    const state = childOf(box, "w:checked") ?? childOf(box, "w:default");
    return state !== undefined && isOn(state.attributes.get("w:val")) ? "☒" : "☐";
  }
  const list = childOf(data, "w:ddList");
  if (list === undefined) return undefined;
  const chosen = integerOf(valOf(list, "w:result")) ?? integerOf(valOf(list, "w:default")) ?? 0;
  return list.children.filter(({ name }) => name === "w:listEntry")[chosen]?.attributes.get("w:val");
}

/** The text of a field that shows a part of its own code: `MACROBUTTON NoMacro [Click here]`. */
export function textInCode(code: string): string | undefined {
  return /^\s{0,20}MACROBUTTON\s{1,20}\S{1,200}\s{1,20}(\S.*)$/is.exec(code)?.[1];
}

/** A number that stands nowhere in the file: Word computes it when it shows the page. */
export function isComputedNumber(code: string): boolean {
  return /^\s{0,20}(?:LISTNUM|AUTONUM(?:LGL|OUT)?)(?!\w)/i.test(code);
}

export function isContentsField(code: string): boolean {
  return /^\s{0,20}TO[CA](?!\w)/i.test(code);
}

/** Fields that show something on the page; others mark a place, set a value or do something. */
const SHOWN =
  /^\s{0,20}(?:=|(?:AUTOTEXT|BARCODE|CITATION|BIBLIOGRAPHY|DATABASE|DOCPROPERTY|DOCVARIABLE|EQ|FILLIN|FORMULA|IF|INCLUDETEXT|INDEX|LINK|MERGEFIELD|NOTEREF|QUOTE|REF|SEQ|STYLEREF|SYMBOL)(?!\w))/i;

export function showsSomething(code: string): boolean {
  return SHOWN.test(code);
}

/** `REF` of `REF _Ref123 \r \h`. */
export function nameOfField(code: string): string {
  return /^\s{0,20}(=|\w{1,20})/.exec(code)?.[1]?.toUpperCase() ?? "";
}
