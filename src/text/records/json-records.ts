import type { RecordField, SourceRecord } from "./record.ts";
import { plainKey, type RepeatedKey, tellApart } from "./repeated-keys.ts";

/** A mistake in JSON, by its place. Both are 1-based. */
export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/**
 * Deepest nesting that is read. A value is named by its whole way, so that text grows with the square of the depth: 300 KB of
 * nested objects came to 400 million characters.
 */
export const MAX_DEPTH = 500;

/** `depth`: it is nested deeper than `MAX_DEPTH`. `value` has each number that a double would write otherwise as the text it is written as; `plain` has numbers only. */
export type JsonReading =
  | { readonly value: unknown; readonly plain: unknown; readonly repeated: readonly RepeatedKey[] }
  | { readonly mistake: JsonMistake }
  | { readonly depth: number };

/**
 * JSON with every number as the file writes it: `1.50`, `1e400` and 20 digits stay as text. Every value is kept too: a key that
 * its object has already is told apart (`plainKey` gives it back).
 */
export function readJson(source: string): JsonReading {
  try {
    const { text, repeated, depth } = tellApart(source);
    if (depth > MAX_DEPTH) return { depth };
    // Read without the quotes first: with them, a number that stands as a key would pass.
    const plain: unknown = JSON.parse(text);
    const quoted = withNumbersQuoted(text);
    return { value: quoted === text ? plain : JSON.parse(quoted), plain, repeated };
  } catch {
    // Asked again as it stands, so that the place is that of the file.
    return { mistake: mistakeIn(source) };
  }
}

// A quotation mark, an escape, or a number. No string as a whole: an expression runs out of stack on one of many millions of letters.
const MARK_OR_NUMBER = /"|\\[\s\S]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function withNumbersQuoted(source: string): string {
  let inString = false;
  return source.replaceAll(MARK_OR_NUMBER, (found) => {
    if (found === '"') inString = !inString;
    return inString || found === '"' || String(Number(found)) === found ? found : `"${found}"`;
  });
}

function mistakeIn(source: string): JsonMistake {
  let message = "it ends too soon";
  let position = source.length;
  try {
    JSON.parse(source);
  } catch (error) {
    const [, what = "", at] = /^(.*?)(?:,? in JSON)?(?: at position (\d+).*)?$/s.exec(error instanceof Error ? error.message : "") ?? [];
    if (at !== undefined) {
      message = what;
      position = Number(at);
    } else if (!/end of JSON|[Uu]nterminated/.test(what)) {
      // Older engines quote the text and name no place: "Unexpected token ..., "…" is not valid JSON".
      message = what.replace(/, .*$/s, "");
    }
  }
  const before = source.slice(0, position);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return { line: before.split(/\r\n|\n|\r/).length, column: position - start + 1, reason: message.replace(/\.$/, "") };
}

/** The values of an object or list as fields; what is inside others is named by its way, `address.city`. Empty values have none. */
export function fieldsOf(value: unknown): RecordField[] {
  const fields: RecordField[] = [];
  const open: { readonly name: string; readonly value: unknown }[] = [{ name: "", value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value: inner } = next;
    if (inner === null || inner === undefined) continue;
    if (typeof inner !== "object") {
      if (String(inner).trim() !== "") fields.push({ name: name === "" ? "value" : name, value: String(inner) });
    } else if (Array.isArray(inner)) {
      if (inner.every((each) => typeof each !== "object")) open.push({ name, value: inner.filter((each) => each !== "").join(", ") });
      else for (const each of inner.toReversed()) open.push({ name, value: each });
    } else {
      for (const [key, each] of Object.entries(inner).toReversed()) {
        open.push({ name: name === "" ? plainKey(key) : `${name}.${plainKey(key)}`, value: each });
      }
    }
  }
  return fields;
}

/** JSON of any shape as records. */
export interface JsonRecords {
  readonly records: readonly SourceRecord[];
  /** The fields around the records, where they stand in a list inside an object. */
  readonly around: readonly RecordField[];
}

/**
 * The records of a JSON value: those of a list; those of the longest list of objects that an object holds; where there is none,
 * those of the largest object whose members are alike, each called by its key; else the value itself. `path` names the list or
 * object itself (`provisions`, `data.items`).
 */
export function recordsOf(value: unknown, path?: string): JsonRecords {
  const way = Array.isArray(value) ? [] : path === undefined ? (longestList(value) ?? largestMap(value)) : path.split(".");
  const found = way?.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
  const around = way === undefined || way.length === 0 ? [] : fieldsOf(without(value, way));
  if (Array.isArray(found)) return { records: found.map((each) => ({ fields: fieldsOf(each), line: 1 })), around };
  if (!isObject(found)) return { records: [{ fields: fieldsOf(value), line: 1 }], around: [] };
  return { records: Object.entries(found).map(([key, each]) => ({ fields: fieldsOf(each), key: plainKey(key), line: 1 })), around };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Two or more objects in a list, down to two levels in. */
function longestList(value: unknown): string[] | undefined {
  let longest: { readonly path: string[]; readonly length: number } | undefined;
  const look = (at: unknown, path: string[]) => {
    if (Array.isArray(at)) {
      if (at.length > Math.max(1, longest?.length ?? 0) && at.every(isObject)) longest = { path, length: at.length };
    } else if (isObject(at) && path.length < 2) for (const [key, each] of Object.entries(at)) look(each, [...path, key]);
  };
  look(value, []);
  return longest?.path;
}

/** Two or more objects with a key in common as the members of an object, down to two levels in. */
function largestMap(value: unknown): string[] | undefined {
  let largest: { readonly path: string[]; readonly size: number } | undefined;
  const look = (at: unknown, path: string[]) => {
    if (!isObject(at)) return;
    const members = Object.values(at);
    if (members.length > Math.max(1, largest?.size ?? 0) && areAlike(members)) largest = { path, size: members.length };
    else if (path.length < 2) for (const [key, each] of Object.entries(at)) look(each, [...path, key]);
  };
  look(value, []);
  return largest?.path;
}

function areAlike(members: readonly unknown[]): boolean {
  const [first] = members;
  if (!isObject(first) || !members.every(isObject)) return false;
  return Object.keys(first).some((key) => members.every((member) => Object.hasOwn(member, key)));
}

function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (!isObject(value) || key === undefined) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
}

export interface JsonLines {
  readonly records: readonly SourceRecord[];
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
  readonly repeated: readonly RepeatedKey[];
}

/** One JSON value a line. Blank lines are passed over. */
export function readJsonLines(source: string): JsonLines {
  const records: SourceRecord[] = [];
  const broken: { line: number; reason: string }[] = [];
  const repeated: RepeatedKey[] = [];
  for (const [i, line] of source.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === "") continue;
    const read = readJson(line);
    if ("value" in read) {
      records.push({ fields: fieldsOf(read.value), line: i + 1 });
      for (const { key } of read.repeated) repeated.push({ key, line: i + 1 });
    } else if ("depth" in read) broken.push({ line: i + 1, reason: `nested ${read.depth} levels deep, more than ${MAX_DEPTH}` });
    else broken.push({ line: i + 1, reason: `column ${read.mistake.column}: ${read.mistake.reason}` });
  }
  return { records, broken, repeated };
}
