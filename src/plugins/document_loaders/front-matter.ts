import type { Attributes, Json } from "../../model.ts";

/** A block of facts at the start of a Markdown file. `end` is behind its closing line, the line end included. */
export interface FrontMatter {
  readonly end: number;
  readonly metadata: Attributes;
  /** It has a mistake, so only its plain lines (`name: value`) were read. */
  readonly isLoose: boolean;
}

/** In characters. Past it, two rules far apart in a text are not taken for a block, nor the text between them given to a parser. */
const MAX_LENGTH = 1 << 18;

/**
 * YAML between `---` lines, or TOML between `+++` lines. Undefined where there is no such block, "other" where there is one that
 * holds neither: ordinary text between two rules.
 */
export async function readFrontMatter(text: string): Promise<FrontMatter | "other" | undefined> {
  const block = blockAtStart(text);
  if (block === undefined) return undefined;
  const { inner, end, isToml } = block;
  const metadata = isToml ? await parseToml(inner) : await parseYaml(inner);
  if (metadata !== undefined) return { end, metadata, isLoose: false };
  const plain = plainLines(inner, isToml ? /^([\w.-]{1,80})\s{0,20}=(.*)$/ : /^([A-Za-z_][\w .-]{0,80}):(?:\s(.*))?$/);
  return plain === undefined ? "other" : { end, metadata: plain, isLoose: true };
}

/** The block between a first line `---` and a line `---` or `...`, or between two lines `+++`. */
function blockAtStart(text: string): { readonly inner: string; readonly end: number; readonly isToml: boolean } | undefined {
  const line = /^.*$(?:\r\n|\r|\n)?/my;
  const next = () => {
    const start = line.lastIndex;
    const content = start < text.length ? line.exec(text)?.[0] : undefined;
    return content === undefined ? undefined : { start, mark: content.trimEnd() };
  };
  const opening = next()?.mark;
  if (opening !== "---" && opening !== "+++") return undefined;
  const start = line.lastIndex;
  for (let found = next(); found !== undefined && found.start < MAX_LENGTH; found = next()) {
    if (found.mark === opening || (opening === "---" && found.mark === "...")) {
      return { inner: text.slice(start, found.start), end: line.lastIndex, isToml: opening === "+++" };
    }
  }
  return undefined;
}

/** The mapping as plain JSON, with dates as ISO strings; an empty block is an empty mapping. Undefined when it is anything else. */
async function parseYaml(yaml: string): Promise<Attributes | undefined> {
  const { parse } = await import("yaml");
  try {
    // YAML 1.2 has no dates of its own; with the tag, `2024-1-5` and `2024-01-05 10:00` come out alike and can be compared.
    const lines = yaml.replaceAll(/\r\n?/g, "\n");
    return mappingOf(parse(lines, { customTags: ["timestamp"], intAsBigInt: true, uniqueKeys: false, logLevel: "error" }));
  } catch {
    return undefined; // no YAML, or aliases that run in a circle or multiply without end
  }
}

async function parseToml(toml: string): Promise<Attributes | undefined> {
  const { parse } = await import("smol-toml");
  try {
    return mappingOf(parse(toml.replaceAll(/\r\n?/g, "\n"), { integersAsBigInt: "asNeeded" }));
  } catch {
    return undefined;
  }
}

function mappingOf(value: unknown): Attributes | undefined {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value) || value instanceof Date) return undefined;
  return JSON.parse(JSON.stringify(value, jsonValue)) as Attributes; // cast: JSON.parse of an object gives Json
}

/**
 * A date without a time of day came in as midnight, UTC; `this` holds the Date that JSON.stringify has already made a string.
 * An integer too long for a number, an account's or a case's, keeps its digits as a string.
 */
function jsonValue(this: { readonly [key: string]: unknown }, key: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return this[key] instanceof Date && typeof value === "string" ? value.replace("T00:00:00.000Z", "") : value;
}

/**
 * What people take for facts though a parser does not, such as `title: Leave: a guide`. Every line must be one of a name and a
 * value, go on with the one before (indented, or of a list), be a comment, a table's name or blank; at least one has a value.
 */
function plainLines(block: string, line: RegExp): Attributes | undefined {
  const facts = new Map<string, Json>();
  for (const content of block.split(/\r\n|\r|\n/)) {
    if (/^(?:\s|#|-\s|\[|\}|\]|$)/.test(content)) continue;
    const [, name, value] = line.exec(content) ?? [];
    if (name === undefined) return undefined;
    const plain = unquoted((value ?? "").trim());
    if (plain !== "") facts.set(name.trim(), plain);
  }
  return facts.size === 0 ? undefined : Object.fromEntries(facts);
}

function unquoted(value: string): string {
  const quote = value.charAt(0);
  return value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote) ? value.slice(1, -1) : value;
}
