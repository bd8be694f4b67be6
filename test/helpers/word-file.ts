import { strToU8, zipSync } from "fflate";

/** Parts of a Word file as their inner XML; what is not given is left out, as some programs do. */
export interface WordParts {
  /** What stands in `w:body`. */
  readonly body?: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly comments?: string;
  readonly settings?: string;
  /** What stands in the core properties. */
  readonly core?: string;
  /** By relationship id: a header or footer of the main part, or any part by its type and whole XML. */
  readonly more?: { readonly [id: string]: { readonly type: string; readonly name: string; readonly xml: string } };
  /** The second set of namespaces, which "Strict Open XML" files use. */
  readonly strict?: boolean;
}

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A Word file, zipped. */
export function wordFile(parts: WordParts): Uint8Array {
  return zipSync(wordParts(parts));
}

export function wordParts(parts: WordParts): { [name: string]: Uint8Array } {
  const { more = {} } = parts;
  const files: { [name: string]: string } = {};
  const links: string[] = [];
  const link = (id: string, type: string, target: string) =>
    links.push(`<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`);
  const add = (type: keyof WordParts & string, root: string) => {
    const inner = parts[type];
    if (typeof inner !== "string") return;
    files[`word/${type}.xml`] = element(root, inner, parts.strict);
    link(`r-${type}`, type, `${type}.xml`);
  };
  files["word/document.xml"] = element("w:document", `<w:body>${parts.body ?? ""}</w:body>`, parts.strict);
  add("styles", "w:styles");
  add("numbering", "w:numbering");
  add("footnotes", "w:footnotes");
  add("endnotes", "w:endnotes");
  add("comments", "w:comments");
  add("settings", "w:settings");
  for (const [id, { type, name, xml }] of Object.entries(more)) {
    files[`word/${name}`] = xml;
    link(id, type, name);
  }
  if (parts.core !== undefined) files["docProps/core.xml"] = `<cp:coreProperties ${CORE}>${parts.core}</cp:coreProperties>`;
  const relations = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  files["_rels/.rels"] = relations(`<Relationship Id="r1" Type="${TYPE}/officeDocument" Target="word/document.xml"/>`);
  files["word/_rels/document.xml.rels"] = relations(links.join(""));
  return Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]));
}

const CORE =
  'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"';

/** An element with the namespaces that Word declares. */
export function element(name: string, inner: string, strict = false): string {
  const main = strict ? "http://purl.oclc.org/ooxml/wordprocessingml/main" : "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const spaces = {
    w: main,
    r: TYPE,
    m: "http://schemas.openxmlformats.org/officeDocument/2006/math",
    mc: "http://schemas.openxmlformats.org/markup-compatibility/2006",
    wps: "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    v: "urn:schemas-microsoft-com:vml",
    a: "http://schemas.openxmlformats.org/drawingml/2006/main",
    dgm: "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    c: "http://schemas.openxmlformats.org/drawingml/2006/chart",
    pic: "http://schemas.openxmlformats.org/drawingml/2006/picture",
  };
  const declared = Object.entries(spaces).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`);
  return `<?xml version="1.0" encoding="UTF-8"?><${name}${declared.join("")}>${inner}</${name}>`;
}

/** A run with text. */
export const r = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph; what is given as text without markup becomes a run. */
export const p = (content: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${content === "" || content.startsWith("<") ? content : r(content)}</w:p>`;

export const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;
export const numbered = (list: number, level = 0): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;

/** A table of rows of cells; a cell is its text, or XML that begins with `<`. */
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl><w:tblPr/>${rows.map((row) => `<w:tr>${row.map((cell) => (cell.startsWith("<w:tc") ? cell : tc(cell))).join("")}</w:tr>`).join("")}</w:tbl>`;
export const tc = (content: string, properties = ""): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith("<") ? content : p(content)}</w:tc>`;
