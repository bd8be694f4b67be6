import type { XmlMapping } from "./xml-mapping.ts";
import { type PrintedNumbers, printedNumbers } from "./xml-numbers.ts";
import type { XmlRole } from "./xml-roles.ts";
import { readValue, type Selector, SelectorTable } from "./xml-selectors.ts";
import { plainText, walkXml, type XmlElement } from "./xml-tree.ts";

/** What stands above a section. Texts come from attributes, elements are still to be written. */
export interface XmlHeading {
  readonly number: string | undefined;
  readonly headings: readonly (XmlElement | string)[];
  /** Elements that must not be written again in their place. */
  readonly written: readonly XmlElement[];
}

/** Sections further in are at this level, since a tree of units has its bound too. */
const DEEPEST = 60;

/** `flat`: level of the last heading without a section of its own in it, and the element it reaches to the end of. */
interface OpenSection {
  readonly level: number;
  flat: number;
  scope?: XmlElement | undefined;
}

/** Finds headings and numbers, and counts the levels of sections. */
export class XmlHeadings {
  /** Numbers that the file leaves out. */
  readonly printed: PrintedNumbers;
  readonly #mapping: XmlMapping;
  readonly #roleOf: (element: XmlElement) => XmlRole;
  readonly #names = new SelectorTable<string>();
  readonly #titles = new SelectorTable<true>();
  readonly #marks = new SelectorTable<true>();
  /** Selectors of attributes, by the role of what they hold. */
  readonly #attributes = new SelectorTable<"heading" | "number">();
  /** Sections that are open, the document first. */
  readonly #open: OpenSection[] = [{ level: 0, flat: 0 }];

  constructor(root: XmlElement, mapping: XmlMapping, roleOf: (element: XmlElement) => XmlRole) {
    this.#mapping = mapping;
    this.#roleOf = roleOf;
    this.printed = printedNumbers(root, mapping);
    for (const [selector, name] of Object.entries(mapping.names ?? {})) this.#names.add(selector, name);
    for (const selector of mapping.title ?? []) this.#titles.add(selector, true);
    for (const selector of Object.keys(mapping.footnoteMarks ?? {})) this.#marks.add(selector, true);
    for (const [role, selectors] of [
      ["heading", mapping.headings],
      ["number", mapping.numbers],
    ] as const) {
      for (const selector of selectors ?? []) if (selector.includes("@")) this.#attributes.add(selector, role);
    }
  }

  /** The first number and the headings of a section: those beside the first one, down to where its text begins. */
  of(section: XmlElement): XmlHeading {
    const found = this.#search(section, true);
    const fromAttributes = this.#attributes.all(section);
    const read = (role: "heading" | "number") => fromAttributes.find(({ value }) => value === role)?.selector;
    const number = found.number ?? valueFrom(section, read("number")) ?? this.printed.numbers.get(section);
    const heading = valueFrom(section, read("heading")) ?? (found.headings.length > 0 ? undefined : this.#names.find(section)?.value);
    return { number, headings: heading === undefined ? found.headings : [heading, ...found.headings], written: found.written };
  }

  numberOfItem(item: XmlElement): Pick<XmlHeading, "number" | "written"> {
    const number = this.numberFromAttribute(item);
    return { ...this.#search(item, false), ...(number === undefined ? {} : { number }) };
  }

  numberFromAttribute(element: XmlElement): string | undefined {
    return valueFrom(element, this.#attributes.all(element).find(({ value }) => value === "number")?.selector);
  }

  numberText(element: XmlElement): string {
    return plainText(element, (inner) => this.#marks.find(inner) !== undefined || this.#roleOf(inner) === "footnote");
  }

  /** @returns the section's level, 1 or more. One without heading and number is no level of its own. */
  open(isSeen: boolean): number {
    const around = this.#around();
    const level = Math.min(around.level + around.flat + 1, DEEPEST);
    this.#open.push(isSeen ? { level, flat: 0 } : around);
    return level;
  }

  close(section: XmlElement): void {
    if (this.#open.length > 1) this.#open.pop();
    if (this.printed.groupEnds.has(section)) this.#around().flat = 0;
  }

  /** An element's end, where a heading that opens no section ends too. */
  leave(element: XmlElement): void {
    const around = this.#around();
    if (around.scope === element) around.flat = 0;
  }

  /** The level of a heading over this section and those beside it. */
  openGroup(): number {
    const around = this.#around();
    around.flat = 1;
    return around.level + 1;
  }

  /** The level of a heading that opens no section. The document's title stands above all else. */
  flat(heading: XmlElement): number {
    const around = this.#around();
    if (this.#open.length === 1 && around.level === 0 && this.#titles.find(heading) !== undefined) {
      this.#open[0] = { level: 1, flat: 0 };
      return 1;
    }
    const given = Number.parseInt(heading.attributes[this.#mapping.headingLevel ?? "level"] ?? "", 10);
    around.flat = given >= 1 && given <= 20 ? given : 1;
    around.scope = heading.parent;
    while (around.scope !== undefined && isOnlyChild(around.scope)) around.scope = around.scope.parent;
    return around.level + around.flat;
  }

  #around(): OpenSection {
    const [document = { level: 0, flat: 0 }] = this.#open;
    return this.#open.at(-1) ?? document;
  }

  /** Down to where the text begins. What stands behind it is no heading of this element, though it may be one by itself. */
  #search(element: XmlElement, isSection: boolean): XmlHeading {
    let number: string | undefined;
    let isOver = false;
    const headings: XmlElement[] = [];
    const written: XmlElement[] = [];
    walkXml(element, {
      text: (value) => {
        if (value.trim() !== "") isOver = true;
      },
      enter: (child) => {
        const role = this.#roleOf(child);
        if (isOver) return "skip";
        // Once one is found the others stand beside it: a label further in belongs to a figure, say.
        const isBeside = written[0] === undefined || written[0].parent === child.parent;
        if (role === "number" && number === undefined && isBeside) {
          number = this.numberText(child);
          written.push(child);
        } else if (role === "heading" && isSection && isBeside && this.#goesWith(child, headings)) {
          headings.push(child);
          written.push(child);
        } else if (written.length > 0 && role !== "omitted" && role !== "inline") {
          isOver = true;
        } else if (role === "block" || role === "inline") {
          return undefined;
        } else if (role !== "omitted") {
          isOver = true;
        }
        return "skip";
      },
    });
    return { number: number === "" ? undefined : number, headings, written };
  }

  /** A heading and its subheading are two names side by side; one with a level of its own stands for itself. */
  #goesWith(heading: XmlElement, before: readonly XmlElement[]): boolean {
    const { headingLevel } = this.#mapping;
    if (headingLevel !== undefined && heading.attributes[headingLevel] !== undefined) return false;
    return before.every((other) => other.parent === heading.parent && other.name !== heading.name);
  }
}

/** A wrapper around a heading says nothing of how far it reaches. */
function isOnlyChild(wrapper: XmlElement): boolean {
  return wrapper.children.filter((child) => typeof child !== "string").length === 1;
}

function valueFrom(element: XmlElement, selector: Selector | undefined): string | undefined {
  return selector === undefined ? undefined : readValue(element, selector);
}
