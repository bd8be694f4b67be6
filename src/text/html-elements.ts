import { attribute, type HtmlElement, type HtmlParent, walkHtml } from "./html-tree.ts";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Elements whose content is for machines or for browsers that lack something. */
export const SILENT = wordSet(
  "annotation annotation-xml audio canvas datalist iframe noembed noframes noscript script select style svg template textarea video",
);
/** What a form shows stands apart from the words around it. */
export const FORM_FIELDS = wordSet("button input meter option output progress select textarea");
/** Of these the text is shown, though it is none of the page's running text. */
const DRAWN = wordSet("select svg textarea");
/** Of these the text is for browsers that cannot do what the element is for, or for scripts to show. */
const FALLBACKS = wordSet("audio canvas iframe noembed noframes noscript template video");
const SILENT_IN_DRAWING = wordSet("desc metadata script style title");
const UNSEEN_INPUTS = wordSet("checkbox color file hidden image password radio range");
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

/** What a reader may see of a form's field, a drawing or what stands for one, all of which is left out. */
export function drawnText(element: HtmlElement): string {
  const { tagName } = element;
  if (tagName === "input") {
    return UNSEEN_INPUTS.has(attribute(element, "type")?.toLowerCase() ?? "") ? "" : (attribute(element, "value") ?? "");
  }
  const isFallback = FALLBACKS.has(tagName);
  if (!isFallback && !DRAWN.has(tagName)) return "";
  const parts: string[] = [];
  walkHtml("content" in element ? (element.content as HtmlParent) : element, {
    text: (value) => parts.push(value),
    enter: (inner) => (SILENT_IN_DRAWING.has(inner.tagName) ? "skip" : undefined),
  });
  // What stands in some of them is no tree: its tags are text like the rest.
  return isFallback ? parts.join("").replaceAll(/<[^<>]*>/g, "") : parts.join("");
}

/** Navigation, or the footer of the whole page, which has the role of one by HTML's own rules. */
export function isAround(element: HtmlElement): boolean {
  const { tagName, parentNode } = element;
  if (tagName === "nav" || NAVIGATION_ROLES.has(attribute(element, "role") ?? "")) return true;
  if (tagName === "footer" && parentNode !== null && "tagName" in parentNode && parentNode.tagName === "body") return true;
  const classes = attribute(element, "class")?.split(/\s+/) ?? [];
  return classes.some((name) => NAVIGATION_CLASSES.has(name));
}

/**
 * Not shown to any reader, or not read aloud. What is hidden until it is found in the page is shown to those who look for it; a whole
 * part of a page is kept from being read aloud only while a window stands before it.
 */
export function isHidden(element: HtmlElement): boolean {
  const hidden = attribute(element, "hidden");
  if (hidden !== undefined) return hidden.toLowerCase() !== "until-found";
  if (HIDING_STYLE.test(attribute(element, "style") ?? "")) return true;
  return attribute(element, "aria-hidden")?.toLowerCase() === "true" && !holdsBlocks(element);
}

const HIDING_STYLE = /(?:^|[;\s])(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse))/i;

function holdsBlocks(root: HtmlElement): boolean {
  let found = false;
  walkHtml(root, {
    enter: (element) => {
      found ||= BLOCKS.has(element.tagName) || isHeading(element) || element.tagName === "li";
      return found ? "skip" : undefined;
    },
  });
  return found;
}
