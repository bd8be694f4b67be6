import type { Attributes } from "../../model.ts";
import type { XmlFacet, XmlMapping } from "./xml-mapping.ts";
import { eachElement, readValue, SelectorTable } from "./xml-selectors.ts";
import type { XmlElement } from "./xml-tree.ts";

/** What a mapping reads of a document beside its text. */
export interface XmlFacts {
  readonly title?: string;
  /** As the document gives it, unchecked. */
  readonly language?: string;
  /** A list where a key was found more than once. */
  readonly metadata: Attributes;
  readonly facets: { readonly [key in XmlFacet]?: string };
}

const DATES: ReadonlySet<string> = new Set(["published", "inForceFrom", "inForceTo"]);
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
/** Values of one key; further ones are the text's business. */
const MAX_VALUES = 100;
const MAX_READS = 500;

export function readFacts(root: XmlElement, mapping: XmlMapping): XmlFacts {
  const wanted = new SelectorTable<{
    readonly group: "title" | "language" | "metadata" | "facets";
    readonly key: string;
    readonly rank: number;
  }>();
  const add = (group: "title" | "language" | "metadata" | "facets", key: string, selectors: readonly string[] = []) => {
    for (const [rank, selector] of selectors.entries()) wanted.add(selector, { group, key, rank });
  };
  add("title", "title", mapping.title);
  add("language", "language", mapping.language);
  for (const [key, selectors] of Object.entries(mapping.metadata ?? {})) add("metadata", key, selectors);
  for (const [key, selectors] of Object.entries(mapping.facets ?? {})) add("facets", key, selectors);

  const single = new Map<string, { readonly rank: number; readonly value: string }>();
  const lists = new Map<string, string[]>();
  const reads = new Map<string, number>();
  eachElement(root, (element) => {
    for (const { value: found, selector } of wanted.all(element)) {
      const { group, key, rank } = found;
      const name = `${group} ${key}`;
      const read = (reads.get(name) ?? 0) + 1;
      reads.set(name, read);
      // Elements of one name may be nested, and what is in them is gone through for each.
      if (read > MAX_READS || (group !== "metadata" && rank >= (single.get(name)?.rank ?? Number.POSITIVE_INFINITY))) continue;
      const value = group === "facets" && DATES.has(key) ? dateOf(element, selector.attribute) : readValue(element, selector);
      if (value === undefined) continue;
      if (group === "metadata") {
        const list = lists.get(key) ?? [];
        if (!list.includes(value) && list.length < MAX_VALUES) list.push(value);
        lists.set(key, list);
      } else {
        single.set(name, { rank, value });
      }
    }
  });
  const title = single.get("title title")?.value;
  const language = single.get("language language")?.value ?? root.attributes["xml:lang"] ?? root.attributes.lang;
  return {
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    metadata: Object.fromEntries([...lists].map(([key, values]) => [key, values.length === 1 ? (values[0] ?? "") : values])),
    facets: Object.fromEntries(
      Object.keys(mapping.facets ?? {}).flatMap((key) => {
        const value = single.get(`facets ${key}`)?.value.replace(DIGITS, "$1-$2-$3");
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  };
}

/** An ISO date, of digits in a row or in parts, or of children called year, month and day. */
function dateOf(element: XmlElement, attribute: string | undefined): string | undefined {
  const text = attribute === undefined ? readValue(element, { steps: [], attribute, weight: 0 }) : element.attributes[attribute];
  const [, year, month = "01", day = "01"] = /^\s*(\d{4})-?(\d{2})?-?(\d{2})?(?!\d)/.exec(text ?? "") ?? [];
  const parts = new Map<string, string>();
  for (const child of element.children) {
    if (typeof child === "string") continue;
    const part = { year: "year", yyyy: "year", month: "month", mm: "month", day: "day", dd: "day" }[child.local.toLowerCase()];
    const value = readValue(child, { steps: [], attribute: undefined, weight: 0 });
    if (part !== undefined && value !== undefined && /^\d{1,4}$/.test(value)) parts.set(part, value);
  }
  const iso =
    attribute === undefined && parts.has("year")
      ? `${parts.get("year")}-${(parts.get("month") ?? "1").padStart(2, "0")}-${(parts.get("day") ?? "1").padStart(2, "0")}`
      : year === undefined
        ? undefined
        : `${year}-${month}-${day}`;
  return iso !== undefined && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}
