import { attribute, type HtmlElement } from "./html-tree.ts";
import { roman } from "./roman-number.ts";

/** Counts the items of a list and names their markers as the page shows them: `- `, `3. `, `c. `, `iii. `. */
export class HtmlList {
  readonly #style: string | undefined;
  #next: number;
  #isEmpty = true;

  /** @param element - absent for an item outside any list */
  constructor(element?: HtmlElement) {
    this.#style = element?.tagName === "ol" ? (attribute(element, "type") ?? "1") : undefined;
    this.#next = integerOf(element, "start") ?? 1;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  marker(item: HtmlElement): string {
    const number = integerOf(item, "value") ?? this.#next;
    this.#next = number + 1;
    this.#isEmpty = false;
    return this.#style === undefined ? "- " : `${inStyle(number, this.#style)}. `;
  }
}

function integerOf(element: HtmlElement | undefined, name: string): number | undefined {
  const value = element === undefined ? Number.NaN : Number.parseInt(attribute(element, name) ?? "", 10);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Letters and Roman numerals as far as they are usual; past that, as browsers do for Roman ones, digits. */
function inStyle(number: number, style: string): string {
  if (number >= 1 && number <= 26 && style === "a") return String.fromCharCode(0x60 + number);
  if (number >= 1 && number <= 26 && style === "A") return String.fromCharCode(0x40 + number);
  if (number >= 1 && number <= 3999 && style === "i") return roman(number);
  if (number >= 1 && number <= 3999 && style === "I") return roman(number).toUpperCase();
  return String(number);
}
