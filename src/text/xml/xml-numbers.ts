import type { XmlMapping } from "./xml-mapping.ts";
import { eachElement, SelectorTable } from "./xml-selectors.ts";
import { walkXml, type XmlElement } from "./xml-tree.ts";

/** What a page prints before headings where the file leaves it to who shows it. */
export interface PrintedNumbers {
  /** `2.1.`, `Appendix A.` */
  readonly numbers: ReadonlyMap<XmlElement, string>;
  /** A heading over several sections, by the first and the last of them. */
  readonly groups: ReadonlyMap<XmlElement, { readonly number: string; readonly heading: string }>;
  readonly groupEnds: ReadonlySet<XmlElement>;
}

export function printedNumbers(root: XmlElement, mapping: XmlMapping): PrintedNumbers {
  const { decimal = [], appendix = [], without = [], grouped = {} } = mapping.numbering ?? {};
  const kinds = tableOf([...decimal.map((each) => [each, "decimal"] as const), ...appendix.map((each) => [each, "appendix"] as const)]);
  const excluded = tableOf(without.map((each) => [each, true] as const));
  const sections = tableOf((mapping.sections ?? []).map((each) => [each, true] as const));
  const { starts, ends } = groupsOf(root, grouped);

  const numbers = new Map<XmlElement, string>();
  const groups = new Map<XmlElement, { number: string; heading: string }>();
  const open: { readonly number: string; count: number }[] = [];
  let [decimals, letters] = [0, 0];
  let group: { readonly number: string; count: number } | undefined;
  walkXml(root, {
    enter: (element) => {
      const around = open.at(-1) ?? group;
      if (excluded.find(element) !== undefined) return undefined;
      const kind = open.length === 0 ? kinds.find(element)?.value : undefined;
      const heading = starts.get(element);
      let number: string | undefined;
      if (heading !== undefined) {
        group = { number: `${++decimals}.`, count: 1 };
        groups.set(element, { number: group.number, heading });
        number = `${group.number}1.`;
      } else if (around !== undefined && sections.find(element) !== undefined) number = `${around.number}${++around.count}.`;
      else if (kind === "decimal") number = `${++decimals}.`;
      else if (kind === "appendix") number = `${String.fromCharCode(0x41 + (letters++ % 26))}.`;
      if (ends.has(element)) group = undefined;
      if (number === undefined) return undefined;
      numbers.set(element, kind === "appendix" ? `Appendix ${number}` : number);
      open.push({ number, count: 0 });
      return () => {
        open.pop();
      };
    },
  });
  return { numbers, groups, groupEnds: ends };
}

function tableOf<T>(entries: readonly (readonly [selector: string, value: T])[]): SelectorTable<T> {
  const table = new SelectorTable<T>();
  for (const [selector, value] of entries) table.add(selector, value);
  return table;
}

/** Two or more that a selector matches below one parent come under one heading. */
function groupsOf(root: XmlElement, grouped: { readonly [selector: string]: string }) {
  const table = tableOf(Object.entries(grouped));
  const members = new Map<XmlElement, { readonly heading: string; readonly elements: XmlElement[] }>();
  eachElement(root, (element) => {
    const heading = table.find(element)?.value;
    if (heading === undefined || element.parent === undefined) return;
    const group = members.get(element.parent) ?? { heading, elements: [] };
    group.elements.push(element);
    members.set(element.parent, group);
  });
  const starts = new Map<XmlElement, string>();
  const ends = new Set<XmlElement>();
  for (const { heading, elements } of members.values()) {
    const [first, last] = [elements[0], elements.at(-1)];
    if (first === undefined || last === undefined || first === last) continue;
    starts.set(first, heading);
    ends.add(last);
  }
  return { starts, ends };
}
