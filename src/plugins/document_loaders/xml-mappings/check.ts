import { z } from "zod";
import { optionInvalid } from "../../../errors.ts";
import type { XmlMapping } from "../../../text/xml/xml-mapping.ts";
import { parseSelector } from "../../../text/xml/xml-selectors.ts";

const isSelector = (text: string) => parseSelector(text) !== undefined;
const selector = z.string().refine(isSelector, { error: 'is no selector, such as "sec/title" or "list[list-type=order]"' });
const selectors = z.array(selector).readonly().optional();
const names = z.array(z.string()).readonly().optional();
const attributeBySelector = z.record(selector, z.string()).optional();

const schema = z.strictObject({
  name: z.string().min(1),
  roots: names,
  namespaces: names,
  title: selectors,
  language: selectors,
  metadata: z.record(z.string(), z.array(selector)).optional(),
  facets: z.partialRecord(z.enum(["work", "version", "url", "published", "inForceFrom", "inForceTo"]), z.array(selector)).optional(),
  sections: selectors,
  headings: selectors,
  headingLevel: z.string().optional(),
  numbers: selectors,
  quoted: selectors,
  names: attributeBySelector,
  numbering: z.strictObject({ decimal: selectors, appendix: selectors, without: selectors, grouped: attributeBySelector }).optional(),
  paragraphs: selectors,
  orderedLists: selectors,
  items: selectors,
  terms: selectors,
  definitions: selectors,
  tables: selectors,
  rows: selectors,
  cells: selectors,
  headerCells: selectors,
  preformatted: selectors,
  lineBreaks: selectors,
  raised: selectors,
  inline: selectors,
  footnotes: selectors,
  footnoteMarks: attributeBySelector,
  shown: z.record(selector, z.array(z.string())).optional(),
  characters: attributeBySelector,
  references: attributeBySelector,
  omitted: selectors,
  ids: names,
});

/** @param option - as the user knows it. @throws OPTION_INVALID - naming the key that is wrong */
export function checkMappings(value: unknown, option: string): readonly XmlMapping[] {
  const read = z.array(schema).safeParse(value);
  if (read.success) return read.data as readonly XmlMapping[]; // what the schema lets through has the mapping's shape
  const [issue] = read.error.issues;
  const at = issue?.path.join(".") ?? "";
  throw optionInvalid(at === "" ? option : `${option}: ${at}`, valueAt(value, issue?.path ?? []), `a mapping's value: ${issue?.message}`);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), value);
}
