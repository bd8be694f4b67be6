import { messageOf, RightRagError } from "./errors.ts";
import type { Plugin, PluginContext, Plugins } from "./interfaces.ts";
import { defaultOf, type Namespace, namedOf } from "./load-module.ts";

interface PointRules {
  /** As `Plugins` names it. */
  readonly key: keyof Plugins;
  readonly interface: string;
  /** Members it must have; of an inner list, at least one. Methods, but for `offers` and `description`. */
  readonly required: readonly (string | readonly string[])[];
  readonly optional: readonly string[];
}

const saverMembers = { required: ["offers", "save", "open"], optional: ["damaged", "discard"] };

/** The nine folders of spec/, in the order of the pipeline, and what each holds. */
export const extensionPoints = {
  document_loaders: { key: "documentLoaders", interface: "DocumentLoader", required: ["canHandle", "load"], optional: ["discover"] },
  unit_parsers: { key: "unitParsers", interface: "UnitParser", required: ["canHandle", "parse"], optional: [] },
  chunk_parsers: { key: "chunkParsers", interface: "ChunkParser", required: [["parse", "enrich"]], optional: ["canHandle"] },
  unit_savers: { key: "unitSavers", interface: "UnitSaver", ...saverMembers },
  chunk_savers: { key: "chunkSavers", interface: "ChunkSaver", ...saverMembers },
  retrievers: { key: "retrievers", interface: "Retriever", required: ["description", "retrieve"], optional: [] },
  answer_generators: { key: "answerGenerators", interface: "AnswerGenerator", required: ["answer"], optional: [] },
  evaluators: { key: "evaluators", interface: "Evaluator", required: ["evaluate"], optional: [] },
  reporters: { key: "reporters", interface: "Reporter", required: ["report"], optional: ["append"] },
} as const satisfies { readonly [folder: string]: PointRules };

/** An extension point, by its folder in spec/. */
export type Point = keyof typeof extensionPoints;

export const points = Object.keys(extensionPoints) as readonly Point[];

/** Wide types: of one point, whichever it is. */
function rulesOf(point: Point): PointRules {
  return extensionPoints[point];
}

/**
 * The plugin that a module holds, made and checked; undefined when it holds none, as a file of helpers does.
 *
 * A default export, or the only named one; a class, which is given `context`, or an instance. Checked by its members, never
 * by `instanceof`: the project and a global command may each hold their own copy of this package.
 *
 * @param file - as errors should name it
 * @throws PLUGIN_INVALID, PLUGIN_CONSTRUCTOR_FAILED
 */
export function pluginIn(namespace: Namespace, point: Point, file: string, context: PluginContext): Plugin | undefined {
  const exported = exportedPlugin(namespace, point, file);
  if (exported === undefined) return undefined;
  if (!isClass(exported)) return checked(exported, point, file);
  return checked(construct(exported, file, context), point, file, exported);
}

type PluginClass = new (context: PluginContext) => unknown;

/** The class or instance that a file means to be its plugin; undefined when it is a file of helpers. */
function exportedPlugin(namespace: Namespace, point: Point, file: string): unknown {
  const named = Object.entries(namedOf(namespace)).filter(([, value]) => looksLikePlugin(value, point));
  const fallback = defaultOf(namespace);
  const isDefault = fallback !== undefined && !isExportsObject(fallback, namespace);
  if (isDefault) {
    if (!isClass(fallback) && (typeof fallback !== "object" || fallback === null || Array.isArray(fallback))) {
      throw pluginInvalid(file, point, `its default export is ${kindOf(fallback)}, but must be a class or an instance of one`);
    }
    const other = named.find(([, value]) => !areRelated(value, fallback));
    if (other !== undefined) throw severalPlugins(file, point, ["default", other[0]]);
    return fallback;
  }
  const distinct = [...new Map(named.map(([name, value]) => [value, name])).entries()];
  if (distinct.length > 1)
    throw severalPlugins(
      file,
      point,
      distinct.map(([, name]) => name),
    );
  return distinct[0]?.[0];
}

/** Has at least one of the methods that make the point what it is, if only to be told what else it lacks. */
function looksLikePlugin(value: unknown, point: Point): boolean {
  const members = isClass(value) ? value.prototype : value;
  if (typeof members !== "object" || members === null) return false;
  return rulesOf(point)
    .required.flat()
    .some((member) => member in members);
}

/** A CommonJS file without a default export arrives with all its exports as one. */
function isExportsObject(value: unknown, namespace: Namespace): boolean {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  const entries = Object.entries(value);
  return namespace.default === value && entries.every(([name, item]) => namespace[name] === item);
}

/** A class and its instance or subclass are one plugin, exported in two ways. */
function areRelated(a: unknown, b: unknown): boolean {
  return a === b || isMadeFrom(a, b) || isMadeFrom(b, a);
}

function isMadeFrom(value: unknown, base: unknown): boolean {
  if (!isClass(base)) return false;
  // Both come from one file, so there can be no second copy of the class.
  return value instanceof base || (isClass(value) && value.prototype instanceof base);
}

function isClass(value: unknown): value is PluginClass & { readonly prototype: object } {
  if (typeof value !== "function") return false;
  return /^class\b/.test(Function.prototype.toString.call(value)) || Object.getOwnPropertyNames(value.prototype ?? {}).length > 1;
}

function construct(pluginClass: PluginClass, file: string, context: PluginContext): unknown {
  try {
    return new pluginClass(context);
  } catch (cause) {
    throw new RightRagError(
      "PLUGIN_CONSTRUCTOR_FAILED",
      `The constructor of ${pluginClass.name || "the class"} in ${file} failed: ${messageOf(cause)}`,
      constructorHint(pluginClass),
      { cause },
    );
  }
}

function checked(plugin: unknown, point: Point, file: string, madeBy?: PluginClass): Plugin {
  const member = (name: string): unknown => {
    try {
      return (plugin as Namespace)[name];
    } catch (cause) {
      throw pluginInvalid(file, point, `reading its "${name}" failed: ${messageOf(cause)}`, undefined, cause);
    }
  };
  const name = member("name");
  if (typeof name !== "string" || name.trim() === "") {
    const takesOptions = madeBy !== undefined && madeBy.length > 0;
    const hint = takesOptions ? constructorHint(madeBy) : 'Give it one: readonly name = "my-plugin";';
    throw pluginInvalid(file, point, `its "name" is ${kindOf(name)}, but must be a text that is not empty`, hint);
  }
  const order = member("order");
  if (order !== undefined && !Number.isFinite(order))
    throw pluginInvalid(file, point, `its "order" is ${kindOf(order)}, but must be a number`);
  const { required, optional } = rulesOf(point);
  for (const alternatives of required.map((item) => [item].flat())) {
    if (alternatives.every((item) => member(item) === undefined)) {
      throw pluginInvalid(file, point, `it has no ${alternatives.map(written).join(" or ")}`);
    }
  }
  for (const item of [...required.flat(), ...optional]) {
    const value = member(item);
    if (value !== undefined && !isWhatItShould(item, value)) {
      throw pluginInvalid(file, point, `its "${item}" is ${kindOf(value)}, but must be ${wantedKind(item)}`);
    }
  }
  // Now it has every member that the point's interface asks for.
  return plugin as Plugin;
}

function isWhatItShould(member: string, value: unknown): boolean {
  if (member === "description") return typeof value === "string";
  if (member === "offers") return Array.isArray(value) && value.every((item) => typeof item === "string");
  return typeof value === "function";
}

function wantedKind(member: string): string {
  if (member === "description") return "a text";
  return member === "offers" ? "a list of capability names" : "a method";
}

function written(member: string): string {
  return wantedKind(member) === "a method" ? `method ${member}()` : `member "${member}"`;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return `the text ${JSON.stringify(value)}`;
  if (typeof value === "function") return isClass(value) ? "a class" : "a function";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${String(value)}`;
}

function constructorHint({ name }: PluginClass): string {
  return (
    "A constructor is called with one PluginContext ({ root, output, settings, log }) and nothing else. " +
    `Where options are needed, give them in the file: export default new ${name || "MyPlugin"}({ … });`
  );
}

function pluginInvalid(file: string, point: Point, what: string, hint?: string, cause?: unknown): RightRagError {
  const { interface: wanted } = rulesOf(point);
  return new RightRagError(
    "PLUGIN_INVALID",
    `${file} is no ${wanted}: ${what}.`,
    hint ?? `Files in ${point}/ implement ${wanted} from "right-rag": export default class … implements ${wanted} { … }.`,
    { cause },
  );
}

function severalPlugins(file: string, point: Point, names: readonly string[]): RightRagError {
  return pluginInvalid(
    file,
    point,
    `it exports several plugins (${names.join(", ")}), and a file holds one`,
    "Give each a file of its own with export default class …; what they share goes into a file whose name begins with _.",
  );
}
