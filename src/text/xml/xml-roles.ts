import type { XmlMapping } from "./xml-mapping.ts";
import { eachElement, SelectorTable } from "./xml-selectors.ts";
import { hasText, type XmlElement } from "./xml-tree.ts";

/** What an element is to the one who writes the text. `apart`: in its line, but never grown together with its neighbours. */
export type XmlRole =
  | "apart"
  | "block"
  | "break"
  | "cell"
  | "definition"
  | "footnote"
  | "heading"
  | "header"
  | "inline"
  | "item"
  | "list"
  | "number"
  | "omitted"
  | "paragraph"
  | "pre"
  | "raised"
  | "row"
  | "section"
  | "table"
  | "term";

/** The lists of a mapping and the role each gives; where two are equally exact, the first counts. */
const ROLES = [
  ["omitted", "omitted"],
  ["sections", "section"],
  ["headings", "heading"],
  ["numbers", "number"],
  ["footnotes", "footnote"],
  ["items", "item"],
  ["orderedLists", "list"],
  ["terms", "term"],
  ["definitions", "definition"],
  ["tables", "table"],
  ["rows", "row"],
  ["headerCells", "header"],
  ["cells", "cell"],
  ["preformatted", "pre"],
  ["lineBreaks", "break"],
  ["raised", "raised"],
  ["paragraphs", "paragraph"],
  ["inline", "inline"],
] as const satisfies readonly (readonly [keyof XmlMapping, XmlRole])[];

/** Tells the role of each element of one document: by its mapping, and where that is silent by how the document uses the name. */
export class XmlRoles {
  readonly #table = new SelectorTable<XmlRole>();
  readonly #inline: ReadonlySet<string>;

  constructor(mapping: XmlMapping, root: XmlElement) {
    for (const [list, role] of ROLES) {
      for (const selector of mapping[list] ?? []) if (!selector.includes("@")) this.#table.add(selector, role);
    }
    this.#inline = inlineNames(root);
  }

  /** @param inText - whether the element stands in a paragraph, heading or the like */
  of(element: XmlElement, inText: boolean): XmlRole {
    const said = this.#table.find(element)?.value;
    if (said !== undefined) return said;
    if (this.#inline.has(element.name)) return "inline";
    return inText ? "apart" : "block";
  }
}

/** Names of elements that stand among text as often as not, or more often. */
function inlineNames(root: XmlElement): ReadonlySet<string> {
  const counts = new Map<string, { among: number; all: number }>();
  eachElement(root, (element) => {
    if (element.parent === undefined) return;
    const count = counts.get(element.name) ?? { among: 0, all: 0 };
    count.all++;
    if (hasText(element.parent)) count.among++;
    counts.set(element.name, count);
  });
  return new Set([...counts].flatMap(([name, { among, all }]) => (among > 0 && among * 2 >= all ? [name] : [])));
}
