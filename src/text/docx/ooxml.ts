import type { SaxesParser, SaxesTagNS } from "saxes";
import { documentDamaged } from "../../errors.ts";

/**
 * An element with what is below it. Names are written with the prefixes of the standard (`w:p`), whatever prefix the file uses
 * and whichever of the standard's two sets of namespaces; an element of any other namespace has `?:` and its local name.
 */
export interface XmlNode {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** By name as above; an attribute without a prefix has its plain name. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** What a reader does at an element: nothing, something when it is left, pass over it, or take it whole. */
export type Enter = undefined | "skip" | (() => void) | { readonly whole: (node: XmlNode) => void };

export interface XmlVisitor {
  text?(value: string, parent: string): void;
  enter(name: string, attributes: XmlAttributes): Enter;
}

/** Word nests tables about 20 deep, which is some 150 elements; files made to break readers nest thousands. */
const MAX_DEPTH = 1000;

/**
 * Goes through a part's XML once, from its start to its end; nothing of it is kept. A DOCTYPE, which the format forbids, is an
 * error, so no entity is ever expanded.
 *
 * @param place - names the part in errors: `"contract.docx" (word/styles.xml)`
 * @throws DOCUMENT_DAMAGED
 */
export async function readXml(
  bytes: Uint8Array,
  part: { readonly source: string; readonly name: string },
  visitor: XmlVisitor,
): Promise<void> {
  const { SaxesParser } = await import("saxes");
  const parser: SaxesParser<{ xmlns: true; position: true }> = new SaxesParser({ xmlns: true, position: true });
  const walk = new Walk(visitor, (reason) => damaged(reason));
  parser.on("error", (error) => {
    throw damaged(`is no well-formed XML at ${error.message.replace(/\.$/, "")}`);
  });
  parser.on("doctype", () => {
    throw damaged("holds a document type declaration, which the format forbids");
  });
  parser.on("opentag", (tag) => walk.open(tag));
  parser.on("closetag", () => walk.close());
  parser.on("text", (text) => walk.text(text));
  parser.on("cdata", (text) => walk.text(text));
  const xml = decodeXml(bytes);
  for (let at = 0; at < xml.length; at += CHUNK) parser.write(xml.slice(at, at + CHUNK));
  parser.close();

  function damaged(reason: string) {
    return documentDamaged(part.source, `has a part "${part.name}" that ${reason}`);
  }
}

/** A small part as a tree. @throws DOCUMENT_DAMAGED */
export async function readXmlTree(bytes: Uint8Array, part: { readonly source: string; readonly name: string }): Promise<XmlNode> {
  let root: XmlNode | undefined;
  const whole = (node: XmlNode) => {
    root ??= node;
  };
  await readXml(bytes, part, { enter: () => ({ whole }) });
  return root ?? { name: "", attributes: new Map(), children: [], text: "" };
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** `w:val` of a child; undefined when there is no such child or it has none. */
export function valOf(node: XmlNode | undefined, name: string): string | undefined {
  return childOf(node, name)?.attributes.get("w:val");
}

/** An integer; undefined when it is none. */
export function integerOf(value: string | undefined): number | undefined {
  const number = value === undefined ? Number.NaN : Number.parseInt(value, 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether a switch is on: `<w:vanish/>` and `w:val="1"` are, `w:val="0"` is not; undefined when it does not stand there. */
export function switchOf(node: XmlNode | undefined, name: string): boolean | undefined {
  const found = childOf(node, name);
  return found === undefined ? undefined : isOn(found.attributes.get("w:val"));
}

export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off)$/i.test(value);
}

const CHUNK = 1 << 16;

const PREFIXES = new Map(
  Object.entries({
    w: ["schemas.openxmlformats.org/wordprocessingml/2006/main", "purl.oclc.org/ooxml/wordprocessingml/main"],
    m: ["schemas.openxmlformats.org/officeDocument/2006/math", "purl.oclc.org/ooxml/officeDocument/math"],
    r: ["schemas.openxmlformats.org/officeDocument/2006/relationships", "purl.oclc.org/ooxml/officeDocument/relationships"],
    wp: ["schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "purl.oclc.org/ooxml/drawingml/wordprocessingDrawing"],
    a: ["schemas.openxmlformats.org/drawingml/2006/main", "purl.oclc.org/ooxml/drawingml/main"],
    pic: ["schemas.openxmlformats.org/drawingml/2006/picture", "purl.oclc.org/ooxml/drawingml/picture"],
    c: ["schemas.openxmlformats.org/drawingml/2006/chart", "purl.oclc.org/ooxml/drawingml/chart"],
    dgm: ["schemas.openxmlformats.org/drawingml/2006/diagram", "purl.oclc.org/ooxml/drawingml/diagram"],
    mc: ["schemas.openxmlformats.org/markup-compatibility/2006"],
    w14: ["schemas.microsoft.com/office/word/2010/wordml"],
    rel: ["schemas.openxmlformats.org/package/2006/relationships"],
    cp: ["schemas.openxmlformats.org/package/2006/metadata/core-properties"],
    dc: ["purl.org/dc/elements/1.1/"],
    dcterms: ["purl.org/dc/terms/"],
  }).flatMap(([prefix, addresses]) => addresses.map((address) => [`http://${address}`, prefix])),
)
  .set("urn:schemas-microsoft-com:vml", "v")
  .set("urn:schemas-microsoft-com:office:office", "o")
  .set("http://www.w3.org/XML/1998/namespace", "xml");

interface Level {
  readonly name: string;
  readonly leave?: (() => void) | undefined;
  /** The element is taken whole, or is part of one that is. */
  readonly node?: { readonly name: string; readonly attributes: XmlAttributes; readonly children: XmlNode[]; text: string };
}

class Walk {
  readonly #visitor: XmlVisitor;
  readonly #fault: (reason: string) => Error;
  readonly #levels: Level[] = [];
  /** Depth inside an element that is passed over. */
  #skipped = 0;

  constructor(visitor: XmlVisitor, fault: (reason: string) => Error) {
    this.#visitor = visitor;
    this.#fault = fault;
  }

  open(tag: SaxesTagNS): void {
    if (this.#levels.length + this.#skipped >= MAX_DEPTH) throw this.#fault(`is nested deeper than ${MAX_DEPTH} elements`);
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    const name = nameOf(tag.uri, tag.local);
    const attributes = new Map<string, string>();
    for (const { uri, prefix, local, value } of Object.values(tag.attributes)) {
      if (prefix !== "xmlns" && local !== "xmlns") attributes.set(prefix === "" ? local : nameOf(uri, local), value);
    }
    const above = this.#levels.at(-1)?.node;
    if (above !== undefined) {
      const node = { name, attributes, children: [], text: "" };
      above.children.push(node);
      this.#levels.push({ name, node });
      return;
    }
    const todo = this.#visitor.enter(name, attributes);
    if (todo === "skip") this.#skipped = 1;
    else if (typeof todo === "object") {
      const node = { name, attributes, children: [], text: "" };
      this.#levels.push({ name, node, leave: () => todo.whole(node) });
    } else this.#levels.push({ name, leave: todo });
  }

  close(): void {
    if (this.#skipped > 0) this.#skipped--;
    else this.#levels.pop()?.leave?.();
  }

  text(value: string): void {
    const level = this.#levels.at(-1);
    if (this.#skipped > 0 || level === undefined) return;
    if (level.node !== undefined) level.node.text += value;
    else this.#visitor.text?.(value, level.name);
  }
}

function nameOf(uri: string, local: string): string {
  return `${PREFIXES.get(uri) ?? "?"}:${local}`;
}

/** UTF-8, or UTF-16 by its mark: the two that the format allows. */
function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
