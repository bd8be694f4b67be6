/** How an entity that a document refers to is written out. */
export type XmlEntity =
  /** Text, which may hold markup and references of its own. */
  | { readonly kind: "internal"; readonly value: string }
  /** In a file of its own, which is never opened. */
  | { readonly kind: "external" };

/** What a DOCTYPE declares. `isExternal`: it names a file with further declarations, which is never opened. */
export interface XmlDoctype {
  readonly entities: ReadonlyMap<string, XmlEntity>;
  readonly isExternal: boolean;
}

const DECLARATION = /<!ENTITY\s+([^\s%"'<>&;]{1,200})\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\s[^>]*)\s*>/g;

/** @param doctype - what stands between `<!DOCTYPE` and its `>` */
export function readDoctype(doctype: string): XmlDoctype {
  const open = doctype.indexOf("[");
  const head = open === -1 ? doctype : doctype.slice(0, open);
  const entities = new Map<string, XmlEntity>();
  const subset = open === -1 ? "" : withoutComments(doctype.slice(open + 1));
  for (const [, name = "", double, single] of subset.matchAll(DECLARATION)) {
    const value = double ?? single;
    // The first declaration of a name is the one that counts.
    if (!entities.has(name))
      entities.set(name, value === undefined ? { kind: "external" } : { kind: "internal", value: characters(value) });
  }
  return { entities, isExternal: /\s(?:SYSTEM|PUBLIC)\s/.test(head) };
}

function withoutComments(subset: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = subset.indexOf("<!--"); start !== -1; start = subset.indexOf("<!--", from)) {
    kept.push(subset.slice(from, start));
    const end = subset.indexOf("-->", start + 4);
    if (end === -1) return kept.join("");
    from = end + 3;
  }
  return kept.join("") + subset.slice(from);
}

/** Character references in a declaration are resolved where it stands, all others where the entity is used. */
function characters(value: string): string {
  return value.replaceAll(/&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g, (whole, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Names that a text refers to, in order, each once. Those in comments and CDATA sections are among them. */
export function referredNames(source: string): string[] {
  return [...new Set(Array.from(source.matchAll(/&([A-Za-z_][\w.-]{0,63});/g), ([, name = ""]) => name))];
}

/** The entities of HTML, which documents use in XML too since their DTD declares them: `nbsp`, `eacute`. */
export async function htmlEntities(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  const { parseFragment } = await import("parse5");
  for (const name of names) {
    const [node] = parseFragment(`&${name};`).childNodes;
    if (node !== undefined && "value" in node && node.value !== `&${name};` && !node.value.includes(";")) found.set(name, node.value);
  }
  return found;
}
