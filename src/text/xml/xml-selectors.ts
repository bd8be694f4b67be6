import { plainText, walkXml, type XmlElement } from "./xml-tree.ts";

interface Step {
  readonly name: string;
  readonly tests: readonly { readonly attribute: string; readonly value: string; readonly isEqual: boolean }[];
}

/** A selector in parts; `attribute` is what is read instead of the element's text. */
export interface Selector {
  /** The element itself, then its parent, and so on. */
  readonly steps: readonly Step[];
  readonly attribute: string | undefined;
  /** How exact it is: more steps and tests beat fewer. */
  readonly weight: number;
}

const STEP = /^([\w.\-:]+|\*)((?:\[[\w.\-:]+!?=[^\][]*\])*)$/u;

/** Undefined when the text is no selector. */
export function parseSelector(text: string): Selector | undefined {
  const parts = text.split("/");
  const attribute = parts.at(-1)?.startsWith("@") ? parts.pop()?.slice(1) : undefined;
  const steps: Step[] = [];
  for (const part of parts) {
    const [, name, tests = ""] = STEP.exec(part) ?? [];
    if (name === undefined) return undefined;
    steps.unshift({
      name,
      tests: Array.from(tests.matchAll(/\[([\w.\-:]+)(!?)=([^\][]*)\]/gu), ([, attribute = "", not, value = ""]) => ({
        attribute,
        value,
        isEqual: not === "",
      })),
    });
  }
  if (steps.length === 0 || attribute === "") return undefined;
  return { steps, attribute, weight: steps.reduce((sum, { tests }) => sum + 2 + tests.length, 0) };
}

export function matches(element: XmlElement, { steps }: Selector): boolean {
  let at: XmlElement | undefined = element;
  for (const { name, tests } of steps) {
    if (at === undefined || (name !== "*" && at.local !== name && at.name !== name)) return false;
    for (const { attribute, value, isEqual } of tests) if ((at.attributes[attribute] === value) !== isEqual) return false;
    at = at.parent;
  }
  return true;
}

/** Finds for an element the most exact of many selectors, and what was said with it. */
export class SelectorTable<T> {
  readonly #byName = new Map<string, { readonly selector: Selector; readonly value: T }[]>();

  /** Of equal weight, the one that was added first counts. Text that is no selector is passed over. */
  add(text: string, value: T): void {
    const selector = parseSelector(text);
    const name = selector?.steps[0]?.name;
    if (selector === undefined || name === undefined) return;
    const entries = this.#byName.get(name) ?? [];
    entries.push({ selector, value });
    entries.sort((a, b) => b.selector.weight - a.selector.weight);
    this.#byName.set(name, entries);
  }

  find(element: XmlElement): { readonly value: T; readonly selector: Selector } | undefined {
    let best: { readonly value: T; readonly selector: Selector } | undefined;
    for (const name of element.local === element.name ? [element.local, "*"] : [element.name, element.local, "*"]) {
      const found = this.#byName.get(name)?.find(({ selector }) => matches(element, selector));
      if (found !== undefined && (best === undefined || found.selector.weight > best.selector.weight)) best = found;
    }
    return best;
  }

  all(element: XmlElement): { readonly value: T; readonly selector: Selector }[] {
    const names = element.local === element.name ? [element.local, "*"] : [element.name, element.local, "*"];
    return names.flatMap((name) => this.#byName.get(name)?.filter(({ selector }) => matches(element, selector)) ?? []);
  }
}

/** What a selector reads of an element that it matches: an attribute, or all text in it. Undefined when that is blank. */
export function readValue(element: XmlElement, { attribute }: Selector): string | undefined {
  const value = attribute === undefined ? plainText(element) : (element.attributes[attribute] ?? "").replaceAll(/\s+/g, " ").trim();
  return value === "" ? undefined : value;
}

/** All elements below and including `root`, in document order. */
export function eachElement(root: XmlElement, visit: (element: XmlElement) => void): void {
  visit(root);
  walkXml(root, {
    enter: (element) => {
      visit(element);
      return undefined;
    },
  });
}
