import type { Tool } from "../interfaces.ts";
import { isRecord, jsonSchemaOf } from "../llm/json-schema.ts";

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
  const { properties, required } = jsonSchemaOf(tool.parameters) ?? {};
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: Array.isArray(required) && required.includes(name),
    type: typeOf(property),
    items: isRecord(property) ? typeOf(property.items) : "value",
    description: isRecord(property) && typeof property.description === "string" ? property.description : "",
  }));
}

/** One line for a prompt: `search_index(query: text, top_k?: whole number)`. */
export function signatureOf(tool: Pick<Tool, "name" | "parameters">): string {
  const parameters = parametersOf(tool).map(({ name, required, type }) => `${name}${required ? "" : "?"}: ${type}`);
  return `${tool.name}(${parameters.join(", ")})`;
}

function typeOf(property: unknown): string {
  if (!isRecord(property)) return "value";
  if (Array.isArray(property.enum)) return property.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (property.type === "array") return "list";
  return typeof property.type === "string" ? property.type : "value";
}
