import type { ModelSchema } from "../interfaces.ts";

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * What a schema takes, as JSON Schema; undefined for one that cannot say. Asked of the schema itself, so that it works with
 * any copy of zod 4 and with what follows the Standard Schema convention, and nothing is imported for it.
 */
export function jsonSchemaOf(schema: ModelSchema<unknown>): JsonSchema | undefined {
  const form = tryBoth(schema);
  if (!isRecord(form)) return undefined;
  const { $schema: _, ...rest } = form;
  return rest;
}

/** The same in the form that OpenAI holds to strictly: closed objects with no optional member. Undefined where that is impossible. */
export function strictSchema(schema: JsonSchema): JsonSchema | undefined {
  const closed = close(schema);
  // The root was an object, and stays one.
  return closed === undefined ? undefined : (closed as JsonSchema);
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tryBoth(schema: ModelSchema<unknown>): unknown {
  try {
    if ("toJSONSchema" in schema && typeof schema.toJSONSchema === "function") {
      return schema.toJSONSchema({ io: "input", unrepresentable: "any" });
    }
    const standard = "~standard" in schema && isRecord(schema["~standard"]) ? schema["~standard"].jsonSchema : undefined;
    return isRecord(standard) && typeof standard.input === "function" ? standard.input({ target: "draft-2020-12" }) : undefined;
  } catch {
    // A part of it has no JSON Schema; the reply is checked by the schema all the same.
    return undefined;
  }
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(close);
    return items.includes(undefined) ? undefined : items;
  }
  if (!isRecord(value)) return value;
  const closed: { [key: string]: unknown } = {};
  for (const [key, item] of Object.entries(value)) {
    const inner = key === "properties" || key === "$defs" ? closeEach(item) : close(item);
    if (inner === undefined) return undefined;
    closed[key] = inner;
  }
  if (value.type !== "object") return closed;
  const properties = Object.keys(isRecord(value.properties) ? value.properties : {});
  const required = Array.isArray(value.required) ? value.required : [];
  const open = value.additionalProperties !== undefined && value.additionalProperties !== false;
  if (open || properties.some((name) => !required.includes(name))) return undefined;
  return { ...closed, properties: closed.properties ?? {}, required: properties, additionalProperties: false };
}

/** The members of `properties` are schemas, whatever their names: one called "type" is no type. */
function closeEach(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, close(item)] as const);
  return entries.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(entries);
}
