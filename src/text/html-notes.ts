import { attribute, type HtmlElement, type HtmlParent, walkHtml } from "./html-tree.ts";

/** A footnote: what is written at its mark, and what is no longer written where it stands. */
export interface HtmlNote {
  readonly body: HtmlElement;
  readonly written: readonly HtmlElement[];
}

/** What writers of pages call the marks of footnotes: docutils, DocBook, pandoc, markdown-it, GitHub, and the roles of DPUB-ARIA. */
const MARK = /^(?:footnote(?:-ref(?:erence)?)?|noteref|fnref|doc-noteref)$/;
const BACK = /^(?:fn-backref|footnote-back(?:ref)?|doc-backlink|reversefootnote|data-footnote-backref)$/;

/** Footnotes that stand apart from the words they belong to, each by the first mark that leads to it. */
export function footnotes(root: HtmlParent): ReadonlyMap<HtmlElement, HtmlNote> {
  const byId = new Map<string, HtmlElement>();
  const marks: { readonly mark: HtmlElement; readonly target: string }[] = [];
  walkHtml(root, {
    enter: (element) => {
      const id = attribute(element, "id");
      if (id !== undefined && id !== "" && !byId.has(id)) byId.set(id, element);
      const target = element.tagName === "a" ? attribute(element, "href") : undefined;
      if (target?.startsWith("#") === true && isMark(element)) marks.push({ mark: element, target: decoded(target.slice(1)) });
      return undefined;
    },
  });
  const found = new Map<HtmlElement, HtmlNote>();
  const moved = new Set<HtmlElement>();
  for (const { mark, target } of marks) {
    const element = byId.get(target);
    const note = element === undefined || moved.has(element) || holds(element, mark) ? undefined : noteAt(element);
    if (element === undefined || note === undefined) continue;
    moved.add(element);
    found.set(mark, note);
  }
  return found;
}

/** The link from a note back to its mark, which says nothing. */
export function isBackLink(element: HtmlElement): boolean {
  return element.tagName === "a" && namesOf(element).some((name) => BACK.test(name));
}

function isMark(link: HtmlElement): boolean {
  if (isBackLink(link)) return false;
  const { parentNode } = link;
  const around = parentNode !== null && "tagName" in parentNode && parentNode.tagName === "sup" ? namesOf(parentNode) : [];
  return [...namesOf(link), ...around].some((name) => MARK.test(name)) || attribute(link, "data-footnote-ref") !== undefined;
}

function namesOf(element: HtmlElement): string[] {
  const words = `${attribute(element, "class") ?? ""} ${attribute(element, "role") ?? ""} ${attribute(element, "epub:type") ?? ""}`;
  return words.split(/\s+/).filter((word) => word !== "");
}

function noteAt(element: HtmlElement): HtmlNote | undefined {
  if (element.tagName !== "dt")
    return /^(?:a|sup|h[1-6]|body|html)$/.test(element.tagName) ? undefined : { body: element, written: [element] };
  const siblings = element.parentNode?.childNodes ?? [];
  const next = siblings.slice(siblings.indexOf(element) + 1).find((node) => "tagName" in node);
  return next !== undefined && "tagName" in next && next.tagName === "dd" ? { body: next, written: [element, next] } : undefined;
}

/** How far up is looked; what is deeper in counts as held. */
const FAR = 500;

/** A note that holds its own mark is none: the page is what it names. */
function holds(element: HtmlElement, inner: HtmlElement): boolean {
  let at: HtmlElement["parentNode"] = inner.parentNode;
  for (let left = FAR; at !== null; left--) {
    if (at === element || left === 0) return true;
    at = "parentNode" in at ? at.parentNode : null;
  }
  return false;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
