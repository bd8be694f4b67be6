import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { messageOf } from "./errors.ts";
import { defaultOf, loadModule } from "./load-module.ts";
import { moduleGraph } from "./module-graph.ts";

/** 1-based; `column` in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What a config file says, and where it says it. */
export interface ConfigFile {
  readonly value: unknown;
  /** Where a key stands; undefined when that cannot be told. */
  positionOf(path: readonly PropertyKey[]): Promise<Position | undefined>;
}

/** A config file that cannot be read as what its suffix promises. */
export class ConfigSyntaxError extends Error {
  readonly position: Position | undefined;

  constructor(reason: string, position: Position | undefined, options?: ErrorOptions) {
    super(reason, options);
    this.position = position;
  }
}

/**
 * Reads a config by its suffix. The parsers are imported only where they are needed.
 *
 * @throws ConfigSyntaxError; MODULE_* for TypeScript and JavaScript
 */
export async function readConfigFile(path: string, root: string): Promise<ConfigFile> {
  const suffix = extname(path);
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  if (suffix === ".yaml" || suffix === ".yml") return parseYaml(text);
  if (suffix === ".json") return parseJson(text, path, root);
  if (suffix === ".toml") return parseToml(text);
  const value = defaultOf(await loadModule(path, { root }));
  if (value === undefined) throw new ConfigSyntaxError("it has no default export. Write: export default defineConfig({ … });", undefined);
  return { value, positionOf: async (keys) => positionByName(text, keys) };
}

async function parseYaml(text: string): Promise<ConfigFile> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined) throw new ConfigSyntaxError(error.message, at(error.pos[0]));
  return {
    value: toValue(document),
    async positionOf(path) {
      const offset = offsetIn(document.contents, path);
      return offset === undefined ? undefined : at(offset);
    },
  };
}

function toValue(document: { toJS(): unknown }): unknown {
  try {
    // An empty file says nothing, which is a config too.
    return document.toJS() ?? {};
  } catch (cause) {
    throw new ConfigSyntaxError(messageOf(cause), undefined, { cause });
  }
}

/** A part of a YAML tree, as far as finding a key in it goes: a map has pairs, a list has items. */
interface YamlNode {
  readonly key?: { readonly value?: unknown } & YamlNode;
  readonly value?: unknown;
  readonly items?: readonly YamlNode[];
  readonly range?: readonly [number, number, number] | null;
}

function offsetIn(node: unknown, [head, ...rest]: readonly PropertyKey[], found?: number): number | undefined {
  if (head === undefined) return found;
  const items = (node as YamlNode | null)?.items;
  const item = typeof head === "number" ? items?.[head] : items?.find(({ key }) => key?.value === head);
  const [offset] = (item?.key ?? item)?.range ?? [];
  if (item === undefined || offset === undefined) return found;
  return offsetIn(typeof head === "number" ? item : item.value, rest, offset);
}

async function parseJson(text: string, path: string, root: string): Promise<ConfigFile> {
  try {
    const value: unknown = JSON.parse(text);
    // JSON is YAML, so the parser that keeps places can find them.
    const yaml = () => parseYaml(text).catch(() => undefined);
    return { value, positionOf: async (keys) => (await (await yaml())?.positionOf(keys)) ?? positionByName(text, keys) };
  } catch (cause) {
    // esbuild says where, which JSON.parse does not on every Node.
    const { problems } = await moduleGraph([path], root);
    const [problem] = problems;
    if (problem?.line === undefined || problem.column === undefined) throw new ConfigSyntaxError(messageOf(cause), undefined, { cause });
    throw new ConfigSyntaxError(problem.reason, { line: problem.line, column: problem.column }, { cause });
  }
}

async function parseToml(text: string): Promise<ConfigFile> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return { value: parse(text), positionOf: async (keys) => positionByName(text, keys) };
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [reason = ""] = cause.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new ConfigSyntaxError(reason, { line: cause.line, column: cause.column }, { cause });
  }
}

/** Looks for a key by its name, which says where it is when it stands there once. */
function positionByName(text: string, path: readonly PropertyKey[]): Position | undefined {
  const name = path.findLast((part) => typeof part === "string");
  if (name === undefined) return undefined;
  const places = [...text.matchAll(new RegExp(`(?<![\\w.-])["']?${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}["']?\\s*[:=]`, "g"))];
  const [only] = places;
  if (only === undefined || places.length > 1) return undefined;
  const before = text.slice(0, only.index).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
