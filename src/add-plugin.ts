import { open, readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { optionInvalid, RightRagError, writeFailed } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { displayPath } from "./module-errors.ts";
import { extensionPoints, type Point, points } from "./plugin-shape.ts";
import { templatesFolder } from "./scaffold.ts";

export interface AddPluginOptions {
  /** The project folder, absolute. */
  readonly root: string;
  /** The folder of the nine plugin folders; absolute, or relative to `root`. */
  readonly spec: string;
  /** One of the nine, as its folder is called or as people write it: `unit_parsers`, `unit-parser`, `unitParsers`; or `tools`. */
  readonly point: string;
  /** Letters, digits and hyphens; `CaseLaw` becomes `case-law`. */
  readonly name: string;
  /** The project's plugins, where known: two of one name in one folder would stop every command. */
  readonly found?: readonly { readonly point: Point; readonly name: string; readonly file: string }[];
}

/** Files are named relative to the project, with `/`. */
export interface AddedPlugin {
  readonly point: Point | typeof TOOLS;
  /** Of the file, and what the plugin calls itself. */
  readonly name: string;
  readonly plugin: string;
  readonly test: string;
}

/** Beside the nine folders, tools of the agent: no plugins, but what plugins are given. */
export const TOOLS = "tools";

/**
 * Writes a plugin that works, and its test, into the folder of its kind: a copy of the starter in `templates/_plugins`, under
 * a name of its own; of a tool the same. Nothing is written over; either both files are there afterwards, or none.
 *
 * @throws OPTION_INVALID, NAME_INVALID, PLUGIN_NAME_TAKEN, PATH_TAKEN, WRITE_FAILED
 */
export async function addPlugin(options: AddPluginOptions): Promise<AddedPlugin> {
  const { root, spec, found = [] } = options;
  const point = pointNamed(options.point);
  const name = checkedName(options.name);
  const same = found.find((other) => other.point === point && other.name === name);
  if (same !== undefined) throw nameTaken(name, same.file);
  const folder = join(resolve(root, spec), point);
  await refuseTaken(folder, name, root);
  const plugin = join(folder, `${name}.ts`);
  const test = join(folder, `${name}.test.ts`);
  const contents = await Promise.all(["example.ts", "example.test.ts"].map((file) => readStarter(file, point, name)));
  const [pluginText = "", testText = ""] = contents;
  // The plugin last: from that moment on the project uses it.
  await writeBoth(folder, [
    [test, testText],
    [plugin, pluginText],
  ]);
  return { point, name, plugin: displayPath(plugin, root), test: displayPath(test, root) };
}

/** @throws OPTION_INVALID */
function pointNamed(text: string): Point | typeof TOOLS {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, "").replace(/s$/, "");
  const all = [...points, TOOLS] as const;
  const point = all.find((candidate) => plain(candidate) === plain(text));
  if (point === undefined) throw optionInvalid("The extension point", text, `one of: ${all.join(", ")}`);
  return point;
}

const LONGEST_NAME = 64;

/** Windows gives no file such a name; "constructor" is a member of every object, the one with the plugins' settings too. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|constructor)$/;

/** The name in kebab case. @throws NAME_INVALID */
function checkedName(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/.test(text)) {
    throw nameInvalid(text, "has to be made of letters (a to z), digits and single hyphens, and begin with a letter");
  }
  const name = text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
  if (name.length > LONGEST_NAME) throw nameInvalid(text, `is longer than ${LONGEST_NAME} characters`);
  if (RESERVED.test(name)) throw nameInvalid(text, "is reserved by the system");
  return name;
}

/** Any file that would be the same plugin counts, in whatever language, and in whatever case where the disk sees none. */
async function refuseTaken(folder: string, name: string, root: string): Promise<void> {
  const taken = (await namesIn(folder)).filter((file) => {
    const [stem = "", ...suffixes] = file.toLowerCase().split(".");
    return stem === name && /^(?:test\.ts|[cm]?[jt]s)$/.test(suffixes.join("."));
  });
  if (taken.length > 0) throw pathTaken(taken.map((file) => displayPath(join(folder, file), root)));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return [];
    throw writeFailed(folder, cause);
  }
}

/** The starter under the new name. Replaced are whole words that only a plugin's own name can be, by splitting and joining. */
async function readStarter(file: string, point: Point | typeof TOOLS, name: string): Promise<string> {
  const text = await readFile(join(templatesFolder, "_plugins", point, file), "utf8");
  const role = point === TOOLS ? undefined : extensionPoints[point].interface;
  const renames = [
    ...(role === undefined ? [] : [[`Example${role}`, className(name, role)] as const]),
    ['"example"', `"${name}"`],
    ['"./example.ts"', `"./${name}.ts"`],
  ] as const;
  return renames.reduce((renamed, [from, to]) => renamed.split(from).join(to), text);
}

/** `clauses` makes a ClausesUnitParser, and `clause-parser` no ClauseParserUnitParser. */
function className(name: string, role: string): string {
  const pascal = name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  const kind = role.split(/(?=[A-Z])/).at(-1) ?? role;
  const said = [role, kind].find((ending) => pascal.endsWith(ending) && pascal !== ending) ?? "";
  return pascal.slice(0, pascal.length - said.length) + role;
}

async function writeBoth(folder: string, files: readonly (readonly [path: string, text: string])[]): Promise<void> {
  const made: string[] = [];
  let at = folder;
  try {
    makeFolder(folder);
    for (const [path, text] of files) {
      at = path;
      // "wx": a file that came into being since the check is not ours to write over.
      const file = await open(path, "wx");
      made.push(path);
      await file.writeFile(text).finally(() => file.close());
    }
  } catch (cause) {
    for (const path of made) await rm(path, { force: true }).catch(() => {}); // the cause matters more
    throw hasCode(cause, "EEXIST") ? pathTaken([at]) : writeFailed(at, cause);
  }
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && "code" in cause && cause.code === code;
}

function nameInvalid(name: string, why: string): RightRagError {
  return new RightRagError(
    "NAME_INVALID",
    `${JSON.stringify(name)} cannot be a plugin's name: it ${why}.`,
    "Choose a name like numbered-clauses; the file and the class are called after it.",
  );
}

function nameTaken(name: string, file: string): RightRagError {
  return new RightRagError(
    "PLUGIN_NAME_TAKEN",
    `The plugin in ${file} already has the name "${name}". Nothing was written.`,
    "Choose another name; in one folder, each plugin has its own.",
  );
}

function pathTaken(taken: readonly string[]): RightRagError {
  const are = taken.length === 1 ? "is" : "are";
  return new RightRagError(
    "PATH_TAKEN",
    `${taken.join(" and ")} ${are} there already. Nothing was written.`,
    "Choose another name, or move what is there away first.",
  );
}
