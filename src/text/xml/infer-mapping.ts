import type { XmlMapping } from "./xml-mapping.ts";
import { eachElement } from "./xml-selectors.ts";
import { hasText, type XmlElement } from "./xml-tree.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** What vocabularies of all kinds call these things, in lower case. */
const HEADINGS = words("title head heading h h1 h2 h3 h4 h5 h6 header-title headline");
const NUMBERS = words("num number no label enum");
const ITEMS = words("li item listitem list-item");
const ORDERED = words("ol orderedlist ordered-list");
const PARAGRAPHS = words("p para par paragraph simpara t");
const PREFORMATTED = words("pre programlisting literallayout screen sourcecode artwork codeblock preformat verse");
const BREAKS = words("br lb break linebreak line-break");
const NOTES = words("footnote fn");
const TABLES = words("table informaltable");
/** Never part of a line, though files put them right behind text. */
const BLOCKS = words("article blockquote body chapter clause div list part quote section sect subsection verse");

/**
 * A mapping for a document that no mapping was made for, from its own names: what is commonly called a title, an item or a table
 * is one, and an element that begins with a title is a section.
 */
export function inferMapping(root: XmlElement): XmlMapping {
  const found = new Map<string, Set<string>>();
  const add = (role: string, name: string) => {
    const names = found.get(role) ?? new Set();
    found.set(role, names.add(name));
  };
  eachElement(root, (element) => {
    const name = element.local.toLowerCase();
    if (ITEMS.has(name)) add("items", element.name);
    else if (ORDERED.has(name)) add("orderedLists", element.name);
    else if (PARAGRAPHS.has(name)) add("paragraphs", element.name);
    else if (PREFORMATTED.has(name)) add("preformatted", element.name);
    else if (BREAKS.has(name)) add("lineBreaks", element.name);
    else if (NOTES.has(name)) add("footnotes", element.name);
    else if (TABLES.has(name)) addTable(element, add);
    else if (BLOCKS.has(name) && element.parent !== undefined && hasText(element.parent)) add("paragraphs", element.name);
    addHeading(element, root, add);
  });
  const mapping: { [list: string]: readonly string[] } = {};
  for (const [role, names] of found) mapping[role] = [...names];
  return { name: "inferred", ids: ["xml:id", "id", "ID"], ...mapping };
}

type Add = (role: string, selector: string) => void;

/** A heading is the first element in another that goes on after it; a number may stand before it, or take its place. */
function addHeading(element: XmlElement, root: XmlElement, add: Add): void {
  const children = element.children.filter((child) => typeof child !== "string");
  if (hasText(element)) return;
  const [first, second] = children;
  const isNumber = first !== undefined && NUMBERS.has(first.local.toLowerCase());
  const heading = isNumber ? second : first;
  if (isNumber && children.length > 1) add("numbers", `${element.name}/${first.name}`);
  if (heading === undefined || !HEADINGS.has(heading.local.toLowerCase()) || children.indexOf(heading) === children.length - 1) return;
  add("headings", `${element.name}/${heading.name}`);
  if (element === root) add("title", `${element.name}/${heading.name}`);
  else add("sections", element.name);
}

function addTable(table: XmlElement, add: Add): void {
  add("tables", table.name);
  eachElement(table, ({ name, local }) => {
    if (/^(?:tr|row)$/i.test(local)) add("rows", name);
    else if (/^(?:td|cell|entry)$/i.test(local)) add("cells", name);
    else if (/^th$/i.test(local)) add("headerCells", name);
  });
}
