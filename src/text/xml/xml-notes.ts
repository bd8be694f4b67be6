import type { XmlMapping } from "./xml-mapping.ts";
import { eachElement, SelectorTable } from "./xml-selectors.ts";
import type { XmlElement } from "./xml-tree.ts";

/** How far up is looked, so that deep nesting costs little. */
const FAR = 200;

/** Footnotes that stand apart from the words they belong to: each goes to the first mark that names it. */
export class XmlNotes {
  readonly #byMark = new Map<XmlElement, XmlElement>();
  readonly #moved = new Set<XmlElement>();
  #held: XmlElement[] = [];

  constructor(root: XmlElement, mapping: XmlMapping, isNote: (element: XmlElement) => boolean) {
    const marks = new SelectorTable<string>();
    for (const [selector, attribute] of Object.entries(mapping.footnoteMarks ?? {})) marks.add(selector, attribute);
    const notes = new Map<string, XmlElement>();
    eachElement(root, (element) => {
      const id = element.attributes.id ?? element.attributes["xml:id"];
      if (id !== undefined && isNote(element)) notes.set(id, element);
    });
    if (notes.size === 0) return;
    const roles = new SelectorTable<true>();
    for (const selector of [
      ...(mapping.numbers ?? []),
      ...(mapping.headings ?? []),
      ...(mapping.omitted ?? []),
      ...(mapping.footnotes ?? []),
    ])
      roles.add(selector, true);
    eachElement(root, (element) => {
      const attribute = marks.find(element)?.value;
      const note = attribute === undefined ? undefined : notes.get(element.attributes[attribute] ?? "");
      if (note === undefined || this.#moved.has(note)) return;
      // A heading, a number or another note takes no note into its line; the note stays where it is.
      for (let [at, left] = [element.parent, FAR]; at !== undefined; [at, left] = [at.parent, left - 1]) {
        if (at === note || left === 0 || roles.find(at) !== undefined) return;
      }
      this.#byMark.set(element, note);
      this.#moved.add(note);
    });
  }

  markedBy(element: XmlElement): XmlElement | undefined {
    return this.#byMark.get(element);
  }

  isMoved(note: XmlElement): boolean {
    return this.#moved.has(note);
  }

  /** A note inside a heading, which is written behind it. */
  hold(note: XmlElement): void {
    this.#held.push(note);
  }

  takeHeld(): readonly XmlElement[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
