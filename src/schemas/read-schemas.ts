import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { type ConfigFile, ConfigSyntaxError, type Position, readConfigFile } from "../config-file.ts";
import { messageOf, RightRagError, schemaInvalid } from "../errors.ts";
import { check } from "../mistakes.ts";
import { displayPath } from "../module-errors.ts";
import { defaultSchemas } from "./defaults.ts";
import { type PipelineSchema, type SchemaKind, type Schemas, schemaKinds } from "./schema-types.ts";

/** Folder of a project's schema files. */
export const SCHEMA_FOLDER = "schemas";
const SUFFIXES = [".yaml", ".yml", ".json"];

export interface ReadSchemasOptions {
  /** A pipeline file, in place of the project's own; absolute, or relative to the working folder. @default `schemas/pipeline.yaml` */
  readonly pipeline?: string;
  /** Files for single schemas, before what the pipeline file names; absolute, or relative to the working folder. */
  readonly overrides?: { readonly [kind in SchemaKind]?: string };
}

/**
 * Reads a project's schemas. Each is looked for in `overrides`, then in the pipeline file, then as `schemas/<kind>.yaml` (or .yml or
 * .json); without any of them it has its defaults. A key that a file leaves out, or leaves empty, has its default.
 *
 * @throws SCHEMA_INVALID naming, for all files at once, file, line, column and key of each mistake and what is allowed;
 *   PATH_NOT_FOUND for an option's file that is not there
 */
export async function readSchemas(root: string, options: ReadSchemasOptions = {}): Promise<Schemas> {
  const named = await readPipeline(root, options.pipeline);
  const places = schemaKinds.map((kind): [SchemaKind, string | undefined] => {
    const override = options.overrides?.[kind];
    return [kind, override === undefined ? (named[kind] ?? ownFile(root, kind)) : givenFile(override, `${kind} schema`)];
  });
  const files = Object.fromEntries(places.filter(([, file]) => file !== undefined)) as Schemas["files"]; // the filter's types are lost
  if (Object.keys(files).length === 0) return { ...defaultSchemas, files };
  const results = await Promise.all(
    Object.entries(files).map(async ([kind, file]) => [kind, await readSchema(file, kind as SchemaKind, root)] as const),
  );
  const mistakes = results.flatMap(([, result]) => ("mistakes" in result ? result.mistakes : []));
  if (mistakes.length > 0) throw schemaInvalid(mistakes);
  const read = Object.fromEntries(results.flatMap(([kind, result]) => ("value" in result ? [[kind, result.value]] : [])));
  return { ...defaultSchemas, ...read, files };
}

type Result = { readonly value: unknown } | { readonly mistakes: readonly string[] };

/** A file's schema with its defaults, or what is wrong with it, each mistake with its place. */
async function readSchema(path: string, kind: SchemaKind | "pipeline", root: string, file?: ConfigFile): Promise<Result> {
  const shown = displayPath(path, root);
  const [{ zodSchemas }, source] = await Promise.all([import("./zod-schemas.ts"), file ?? readFile(path, root)]);
  if ("mistake" in source) return { mistakes: [source.mistake] };
  const checked = check<unknown>(
    zodSchemas[kind],
    withoutNulls(source.value),
    kind === "pipeline" ? "the pipeline file" : `the ${kind} schema`,
  );
  if ("value" in checked) return checked;
  const lines = checked.mistakes.map(async ({ path: keys, message }) => `${placed(shown, await source.positionOf(keys))}: ${message}`);
  return { mistakes: await Promise.all(lines) };
}

async function readFile(path: string, root: string): Promise<ConfigFile | { readonly mistake: string }> {
  const shown = displayPath(path, root);
  if (!SUFFIXES.includes(extname(path))) return { mistake: `${shown}: A schema file must end in ${SUFFIXES.join(", ")}.` };
  try {
    return await readConfigFile(path, root);
  } catch (cause) {
    if (cause instanceof ConfigSyntaxError) return { mistake: `${placed(shown, cause.position)}: ${cause.message}` };
    return { mistake: `${shown}: The file cannot be read: ${messageOf(cause)}` };
  }
}

/** In YAML a key whose list is all comments is `null`; these three mean it. */
const NULLABLE = ["doc_field", "answer_field", "id_field"];

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key, item]) => item !== null || NULLABLE.includes(key)));
}

/** Absolute paths of the schemas that the pipeline file names. */
async function readPipeline(root: string, given: string | undefined): Promise<{ readonly [kind in SchemaKind]?: string }> {
  const path = given === undefined ? ownFile(root, "pipeline") : givenFile(given, "pipeline file");
  if (path === undefined) return {};
  const file = await readFile(path, root);
  if ("mistake" in file) throw schemaInvalid([file.mistake]);
  const result = await readSchema(path, "pipeline", root, file);
  if ("mistakes" in result) throw schemaInvalid(result.mistakes);
  const names = result.value as PipelineSchema; // checked by its zod schema
  const found: { [kind in SchemaKind]?: string } = {};
  const missing: string[] = [];
  for (const kind of schemaKinds) {
    const name = names[`${kind}_schema`];
    if (name === undefined) continue;
    found[kind] = resolve(dirname(path), name);
    if (existsSync(found[kind])) continue;
    const place = placed(displayPath(path, root), await file.positionOf([`${kind}_schema`]));
    missing.push(`${place}: "${kind}_schema" names "${name}", which is not there ("${found[kind]}").`);
  }
  if (missing.length > 0) throw schemaInvalid(missing);
  return found;
}

/** @throws PATH_NOT_FOUND */
function givenFile(given: string, what: string): string {
  const path = resolve(given);
  if (existsSync(path)) return path;
  throw new RightRagError(
    "PATH_NOT_FOUND",
    `The ${what} "${given}" is not there.`,
    "Correct the path; it is relative to the working folder.",
  );
}

function ownFile(root: string, name: string): string | undefined {
  const [first, second] = SUFFIXES.map((suffix) => join(root, SCHEMA_FOLDER, `${name}${suffix}`)).filter((path) => existsSync(path));
  if (first === undefined || second === undefined) return first;
  throw schemaInvalid([`${displayPath(second, root)}: There is also ${displayPath(first, root)}. Keep one of the two.`]);
}

function placed(file: string, position: Position | undefined): string {
  return position === undefined ? file : `${file}:${position.line}:${position.column}`;
}
