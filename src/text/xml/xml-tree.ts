/** An element of an XML document. Attributes keep their full names (`xml:lang`); `local` is the name without its prefix. */
export interface XmlElement {
  readonly name: string;
  readonly local: string;
  readonly attributes: { readonly [name: string]: string };
  /** Elements, and text with every entity and CDATA section resolved. Comments and processing instructions are left out. */
  readonly children: readonly (XmlElement | string)[];
  readonly parent: XmlElement | undefined;
}

/** What a walk does at each node. `enter` returns what to do when the children are read, or "skip" to pass them over. */
export interface XmlVisitor {
  text?(value: string, parent: XmlElement): void;
  enter?(element: XmlElement): (() => void) | "skip" | undefined;
}

/** Goes through all nodes below an element, in document order. The tree may be deeper than calls can nest. */
export function walkXml(root: XmlElement, visitor: XmlVisitor): void {
  const path: { readonly element: XmlElement; next: number; readonly leave: (() => void) | undefined }[] = [];
  path.push({ element: root, next: 0, leave: undefined });
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    const node = level.element.children[level.next++];
    if (node === undefined) {
      level.leave?.();
      path.pop();
    } else if (typeof node === "string") {
      visitor.text?.(node, level.element);
    } else {
      const leave = visitor.enter?.(node);
      if (leave !== "skip") path.push({ element: node, next: 0, leave });
    }
  }
}

/** All text in an element, white space collapsed, a space between elements that no text stands between. */
export function plainText(root: XmlElement, skip: (element: XmlElement) => boolean = () => false): string {
  const parts: string[] = [];
  walkXml(root, {
    text: (value) => parts.push(value),
    enter: (element) => {
      if (skip(element)) return "skip";
      if (element.parent === undefined || hasText(element.parent)) return undefined;
      parts.push(" ");
      return () => parts.push(" ");
    },
  });
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The namespace of an element whose declarations stand on it or above it; undefined when it is in none. */
export function namespaceOf(element: XmlElement): string | undefined {
  const prefix = element.name.includes(":") ? element.name.slice(0, element.name.indexOf(":")) : "";
  const attribute = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const found = at.attributes[attribute];
    if (found !== undefined) return found === "" ? undefined : found;
  }
  return undefined;
}

const known = new WeakMap<XmlElement, boolean>();

/** Whether an element has text of its own beside its elements. */
export function hasText(element: XmlElement): boolean {
  let found = known.get(element);
  if (found === undefined) {
    found = element.children.some((child) => typeof child === "string" && child.trim() !== "");
    known.set(element, found);
  }
  return found;
}
