import * as z from "zod";
import type { ModelSchema, Tool } from "../interfaces.ts";

/** The part of a JSON Schema that is needed to describe an object, and to read its members. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** Of a list: the type of its items. */
  readonly items: string;
  readonly description: string;
}

/** Parameters of a tool, in order; none where its schema has no JSON Schema form. */
export function parametersOf(tool: Pick<Tool, "parameters">): readonly Parameter[] {
  const schema = jsonSchemaOf(tool.parameters);
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    type: typeOf(property),
    items:
      typeof property === "object" && typeof property.items === "object" && !Array.isArray(property.items)
        ? typeOf(property.items)
        : "value",
    description: typeof property === "object" ? (property.description ?? "") : "",
  }));
}

/** One line for a prompt: `search_index(query: text, top_k?: whole number)`. */
export function signatureOf(tool: Pick<Tool, "name" | "parameters">): string {
  const parameters = parametersOf(tool).map(({ name, required, type }) => `${name}${required ? "" : "?"}: ${type}`);
  return `${tool.name}(${parameters.join(", ")})`;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** By shape, since a tool of the user's may come from a zod of their own. */
function jsonSchemaOf(schema: ModelSchema<unknown>): JsonSchema | undefined {
  if (!("_zod" in schema)) return undefined;
  try {
    // The shape that toJSONSchema reads was seen on the line above.
    return z.toJSONSchema(schema as unknown as z.ZodType, { io: "input", unrepresentable: "any" });
  } catch {
    return undefined;
  }
}

function typeOf(property: z.core.JSONSchema._JSONSchema): string {
  if (typeof property !== "object") return "value";
  if (Array.isArray(property.enum)) return property.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (property.type === "array") return "list";
  return typeof property.type === "string" ? property.type : "value";
}
