import { attribute, type HtmlElement, type HtmlParent, walkHtml } from "./html-tree.ts";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Elements whose content is for machines or for browsers that lack something. */
export const SILENT = wordSet(
  "annotation annotation-xml audio canvas datalist iframe noembed noframes noscript script select style svg template textarea video",
);
export const BLOCKS = wordSet(
  "address article aside blockquote caption center details dialog div dl fieldset figcaption figure footer form header hgroup hr " +
    "legend main optgroup p search section summary table tbody td tfoot th thead tr",
);
export const TABLE_PARTS = wordSet("tbody td tfoot th thead tr");
const NAVIGATION_ROLES = wordSet("contentinfo doc-toc navigation search");
/** What DocBook, Sphinx and others call their page turners and lists of headings, and the signs behind headings that link to themselves. */
const NAVIGATION_CLASSES = wordSet(
  "anchor-link hash-link headeranchor headerlink headline-anchor id_link navfooter navheader permalink toc",
);
/** The signs themselves, by whatever name. */
export const PERMALINK = /^[¶§#🔗\s]+$/u;
/** Elements whose ids are worth a place. Those inside a line would cut every paragraph into words. */
export const LINKED = wordSet(
  "address article aside blockquote dd details div dl dt fieldset figure footer form header hgroup li main ol p pre section table ul",
);

export function isHeading(element: HtmlElement): boolean {
  return /^h[1-6]$/.test(element.tagName) || attribute(element, "role") === "heading";
}

/** Of a heading by role, as ARIA says it; 2 where it does not. */
export function levelOf(element: HtmlElement): number {
  const level = Number.parseInt(attribute(element, "aria-level") ?? /^h([1-6])$/.exec(element.tagName)?.[1] ?? "2", 10);
  return level >= 1 && level <= 20 ? level : 2;
}

/** All text in an element, in order, what machines read left out. */
export function textOf(root: HtmlParent): string {
  const parts: string[] = [];
  walkHtml(root, { text: (value) => parts.push(value), enter: ({ tagName }) => (SILENT.has(tagName) ? "skip" : undefined) });
  return parts.join("");
}

/** Navigation, or the footer of the whole page, which has the role of one by HTML's own rules. */
export function isAround(element: HtmlElement): boolean {
  const { tagName, parentNode } = element;
  if (tagName === "nav" || NAVIGATION_ROLES.has(attribute(element, "role") ?? "")) return true;
  if (tagName === "footer" && parentNode !== null && "tagName" in parentNode && parentNode.tagName === "body") return true;
  const classes = attribute(element, "class")?.split(/\s+/) ?? [];
  return classes.some((name) => NAVIGATION_CLASSES.has(name));
}

/** Not shown to any reader. What is hidden until it is found in the page is shown to those who look for it. */
export function isHidden(element: HtmlElement): boolean {
  const hidden = attribute(element, "hidden");
  return hidden !== undefined && hidden.toLowerCase() !== "until-found";
}
