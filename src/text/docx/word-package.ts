import { documentDamaged, documentFormatWrong, documentProtected } from "../../errors.ts";
import { readXmlTree, type XmlNode } from "./ooxml.ts";
import { openZip, type ZipParts } from "./zip-parts.ts";

/** A part of the package: its bytes, and its name for errors. */
export interface Part {
  readonly source: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where a relationship leads. `isExternal`: to an address outside the file. */
export interface Relationship {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** A Word file's main part, and the parts that it names. */
export interface WordPackage {
  readonly main: Part;
  /** By the id that the main part uses. Types are the last word of the standard's: `styles`, `footnotes`, `header`. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** The part to which the main part has a relationship of this type, or that has the usual name where there is none. */
  related(type: string): Part | undefined;
  part(name: string): Part | undefined;
  /** Title, author, dates. */
  readonly properties: Part | undefined;
  /** What made it. */
  readonly application: Part | undefined;
}

/** @throws DOCUMENT_FORMAT_WRONG, DOCUMENT_PROTECTED, DOCUMENT_DAMAGED, DOCUMENT_TOO_LARGE, PACKAGE_MISSING */
export async function openWordFile(bytes: Uint8Array, source: string): Promise<WordPackage> {
  refuseOtherFormats(bytes, source);
  const zip = await openZip(bytes, source);
  const part = (name: string): Part | undefined => {
    const content = zip.read(name);
    return content === undefined ? undefined : { source, name, bytes: content };
  };
  const links = await readRelationships(part("_rels/.rels"), "");
  const named = [...links.values()].find(({ type }) => type === "officeDocument")?.target;
  const main = (named === undefined ? undefined : part(named)) ?? part("word/document.xml");
  if (main === undefined) throw notWord(zip, source);
  const folder = main.name.slice(0, main.name.lastIndexOf("/") + 1);
  const file = main.name.slice(folder.length);
  if (/^(?:workbook|presentation)\./i.test(file)) throw notWord(zip, source);
  const relationships = await readRelationships(part(`${folder}_rels/${file}.rels`), folder);
  const related = (type: string) => {
    const target = [...relationships.values()].find((link) => link.type === type && !link.isExternal)?.target;
    return (target === undefined ? undefined : part(target)) ?? part(`${folder}${type}.xml`);
  };
  const core = [...links.values()].find(({ type }) => type === "core-properties")?.target;
  const properties = (core === undefined ? undefined : part(core)) ?? part("docProps/core.xml");
  return { main, relationships, related, part, properties, application: part("docProps/app.xml") };
}

async function readRelationships(part: Part | undefined, folder: string): Promise<Map<string, Relationship>> {
  const found = new Map<string, Relationship>();
  const root: XmlNode | undefined = part === undefined ? undefined : await readXmlTree(part.bytes, part);
  for (const { attributes } of root?.children ?? []) {
    const target = attributes.get("Target") ?? "";
    const type = attributes.get("Type") ?? "";
    const isExternal = attributes.get("TargetMode") === "External";
    found.set(attributes.get("Id") ?? "", {
      type: type.slice(type.lastIndexOf("/") + 1),
      target: isExternal ? target : resolved(target, folder),
      isExternal,
    });
  }
  return found;
}

/** `../media/x` and `/word/x` as names in the package. */
function resolved(target: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).replaceAll("\\", "/").split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

const SAVE_AS = "Open it in Word or LibreOffice, save it as .docx, and put that into the documents folder.";
const RENAME = "Give the file the ending of its format, or save it as .docx.";

/** By the first bytes: what has the ending .docx and is no zip. */
function refuseOtherFormats(bytes: Uint8Array, source: string): void {
  const head = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  if (head.startsWith("PK")) return;
  const wrong = (found: string, hint: string) => documentFormatWrong(source, "a Word file (.docx)", found, hint);
  if (head.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
    // Office keeps an encrypted file inside one of the old format; the names of what is in it are UTF-16.
    const within = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (within.includes(Buffer.from("EncryptedPackage", "utf16le"))) throw documentProtected(source);
    const isWord = within.includes(Buffer.from("WordDocument", "utf16le"));
    throw wrong(isWord ? "a Word file from before 2007 (.doc)" : "an Office file from before 2007", SAVE_AS);
  }
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (head.startsWith("%PDF-")) throw wrong("a PDF", RENAME);
  if (text.startsWith("{\\rtf")) throw wrong("an RTF file", SAVE_AS);
  if (/^<(?:!doctype\s+html|html)\b/i.test(text)) throw wrong("a web page (HTML)", RENAME);
  if (/^<\?xml|^<w:wordDocument|^<pkg:package/.test(text)) throw wrong("an XML file", SAVE_AS);
  if (bytes.length === 0) throw documentDamaged(source, "has no bytes");
  throw documentDamaged(source, "does not begin as a .docx file does");
}

function notWord(zip: ZipParts, source: string): Error {
  const wrong = (found: string, hint: string) => documentFormatWrong(source, "a Word file (.docx)", found, hint);
  if (zip.has("xl/workbook.xml")) return wrong("a spreadsheet (.xlsx)", RENAME);
  if (zip.has("ppt/presentation.xml")) return wrong("a presentation (.pptx)", RENAME);
  if (zip.has("META-INF/container.xml")) return wrong("a book (.epub)", RENAME);
  if (zip.has("content.xml")) return wrong("an OpenDocument file (.odt)", SAVE_AS);
  return wrong("a zip file without a Word document in it", RENAME);
}
