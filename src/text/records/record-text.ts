import type { Attributes, OutlineEntry } from "../../model.ts";
import { type RecordRoles, rolesFor, type SourceRecord } from "./record.ts";

/** One record as it stands in a text. */
export interface WrittenRecord {
  readonly title: string;
  readonly text: string;
  /** Length of the first line, which stands for a heading. */
  readonly headingLength: number;
  readonly attributes: Attributes;
  readonly id: string | undefined;
}

export interface RecordsText {
  readonly records: readonly WrittenRecord[];
  /** Characters, white space not counted, of fields that were to be left out. */
  readonly leftOut: number;
}

/** Longest title taken from a value that no role names. */
const MAX_TITLE = 80;

/**
 * Records as text: the title on a line of its own, then `name: value` for each field, then the text. A record without a title is
 * called by its key, or by its first value; one without any value is left out.
 */
export function writeRecords(records: readonly SourceRecord[], given: RecordRoles = {}): RecordsText {
  const names = [...new Set(records.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const roles = rolesFor(names, given);
  const isTitle = new Set(roles.title);
  const isText = new Set(roles.text);
  const isMetadata = new Set(roles.metadata);
  const isOmitted = new Set(roles.omit);
  let leftOut = 0;
  const written: WrittenRecord[] = [];
  for (const { fields, key } of records) {
    const titles = roles.title.flatMap((name) => fields.filter((field) => field.name === name).map(({ value }) => oneLine(value)));
    const attributes: { [name: string]: string } = {};
    const lines: string[] = [];
    const texts: string[] = [];
    let id: string | undefined;
    for (const { name, value } of fields) {
      if (isTitle.has(name)) continue;
      if (isOmitted.has(name)) leftOut += value.replaceAll(/\s+/g, "").length;
      else if (name === roles.id) id = value.trim();
      else if (isMetadata.has(name))
        attributes[name] = attributes[name] === undefined ? value.trim() : `${attributes[name]}, ${value.trim()}`;
      else if (isText.has(name)) texts.push(value.trim());
      else lines.push(`${name}: ${value.trim()}`);
    }
    const given = titles.filter((title) => title !== "").join(" ");
    // A key that neither is the heading nor the id would be lost.
    if (key !== undefined && given !== "" && id !== undefined && id !== key) lines.unshift(`key: ${key}`);
    const first = lines[0] ?? texts[0];
    if (given === "" && first === undefined) continue;
    const heading = given === "" ? oneLine(key ?? "") : given;
    id ??= key;
    if (id !== undefined) attributes.id = id;
    const parts = [heading, lines.join("\n"), ...texts].filter((part) => part !== "");
    const text = parts.join("\n\n");
    const firstLine = /^.*/.exec(text)?.[0] ?? "";
    const title = heading === "" ? shortened(lines.length > 0 ? firstLine.slice(firstLine.indexOf(": ") + 2) : firstLine) : heading;
    written.push({ title, text, headingLength: firstLine.length, attributes, id });
  }
  return { records: written, leftOut };
}

/** All records in one text, a blank line between, each an entry of the outline. @param above - stands before the first */
export function joinRecords(
  records: readonly WrittenRecord[],
  above: string,
): { readonly text: string; readonly outline: readonly OutlineEntry[] } {
  const outline: OutlineEntry[] = [];
  const parts = above === "" ? [] : [above];
  let at = above === "" ? 0 : above.length + 2;
  for (const { title, text, headingLength, attributes } of records) {
    const facts = Object.keys(attributes).length === 0 ? {} : { attributes };
    outline.push({ level: 1, title, at: { start: at, end: at + headingLength }, ...facts });
    parts.push(text);
    at += text.length + 2;
  }
  return { text: parts.join("\n\n"), outline };
}

function oneLine(value: string): string {
  return value.replaceAll(/\s+/g, " ").trim();
}

function shortened(value: string): string {
  const line = oneLine(value);
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
