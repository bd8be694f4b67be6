import type { Attributes } from "../../model.ts";
import { readXmlTree } from "./ooxml.ts";
import type { Part, WordPackage } from "./word-package.ts";

export interface WordProperties {
  readonly title?: string;
  /** As the file gives it, unchecked. */
  readonly language?: string;
  /** `author`, `subject`, `keywords`, `description`, `category`, `modifiedBy`, `created` and `modified` (ISO 8601), where given. */
  readonly metadata: Attributes;
}

const NAMES = new Map([
  ["dc:creator", "author"],
  ["dc:subject", "subject"],
  ["dc:description", "description"],
  ["cp:keywords", "keywords"],
  ["cp:category", "category"],
  ["cp:lastModifiedBy", "modifiedBy"],
  ["dcterms:created", "created"],
  ["dcterms:modified", "modified"],
]);

/** What Word itself puts there when nobody has given a title. */
const NO_TITLE = /^(?:microsoft (?:office )?word\s*-|untitled|document\s?\d*$|word document$|new document$)|\.docx?$/i;

/** @throws DOCUMENT_DAMAGED */
export async function readProperties({
  properties: part,
  application,
}: Pick<WordPackage, "properties" | "application">): Promise<WordProperties> {
  if (part === undefined) return { metadata: {} };
  const metadata: { [name: string]: string } = {};
  let title: string | undefined;
  let language: string | undefined;
  for (const { name, text } of (await readXmlTree(part.bytes, part)).children) {
    const value = text.trim();
    if (value === "") continue;
    if (name === "dc:title" && !NO_TITLE.test(value)) title ??= value.replaceAll(/\s+/g, " ");
    if (name === "dc:language") language ??= value;
    const key = NAMES.get(name);
    if (key !== undefined) metadata[key] = value;
  }
  if (await isFromOffice(application)) language = undefined;
  return { ...(title === undefined ? {} : { title }), ...(language === undefined ? {} : { language }), metadata };
}

/** LibreOffice and OpenOffice write their own language into every file, whatever that of the text is. */
async function isFromOffice(application: Part | undefined): Promise<boolean> {
  if (application === undefined) return false;
  const root = await readXmlTree(application.bytes, application);
  return root.children.some(
    ({ name, text }) => name.endsWith(":Application") && /^(?:Libre|Open|Apache Open|Collabora)/i.test(text.trim()),
  );
}
