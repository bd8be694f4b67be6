import type { XmlMapping } from "./xml-mapping.ts";
import { SelectorTable } from "./xml-selectors.ts";
import { hasText, type XmlElement } from "./xml-tree.ts";

/** What pages print for elements that hold no text: a cross-reference, a quotation mark, a date in attributes. */
export class XmlShown {
  readonly #shown = new SelectorTable<(element: XmlElement) => string | undefined>();

  /** @param numbers - printed before the headings of sections that have none in the file */
  constructor(mapping: XmlMapping, numbers: ReadonlyMap<XmlElement, string>) {
    for (const [selector, attributes] of Object.entries(mapping.shown ?? {})) {
      this.#shown.add(selector, ({ attributes: values }) => attributes.flatMap((name) => values[name] ?? []).join(" "));
    }
    for (const [selector, attribute] of Object.entries(mapping.characters ?? {})) {
      this.#shown.add(selector, ({ attributes: values }) => character(values[attribute]));
    }
    const references = Object.entries(mapping.references ?? {});
    if (references.length === 0) return;
    const sections = new Map<string, string>();
    const ids = mapping.ids ?? ["xml:id", "id"];
    for (const [element, number] of numbers) {
      for (const name of ids) if (element.attributes[name] !== undefined) sections.set(element.attributes[name], number);
    }
    for (const [selector, attribute] of references) {
      this.#shown.add(selector, ({ attributes: values }) => {
        const target = values[attribute];
        const number = target === undefined ? undefined : sections.get(target)?.replace(/\.$/, "");
        if (number === undefined) return target === undefined ? undefined : `[${target}]`;
        return number.startsWith("Appendix") || values.format === "counter" ? number : `Section ${number}`;
      });
    }
  }

  of(element: XmlElement): string | undefined {
    const show = this.#shown.find(element)?.value;
    if (show === undefined || hasText(element) || element.children.some((child) => typeof child !== "string")) return undefined;
    const text = show(element);
    return text === "" ? undefined : text;
  }
}

function character(code: string | undefined): string | undefined {
  const value = Number.parseInt(code ?? "", 16);
  return value > 0x20 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff) ? String.fromCodePoint(value) : undefined;
}
