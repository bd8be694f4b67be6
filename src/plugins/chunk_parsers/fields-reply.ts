import type { ModelSchema } from "../../interfaces.ts";
import type { Attributes, Json } from "../../model.ts";
import type { FieldSpec } from "../../schemas/schema-types.ts";

/** Of a text or a list that a model gives; more is no fact but a copy of the passage. */
const MOST_CHARACTERS = 2000;
const MOST_ITEMS = 50;

/**
 * The form of a reply that gives these fields: every key has its type or is `null`. A key that is left out counts as `null`, and one
 * that was not asked for is dropped: neither is worth paying for once more.
 */
export async function fieldsReply(specs: readonly FieldSpec[]): Promise<ModelSchema<Attributes>> {
  const z = await import("zod");
  const types = { string: z.string(), number: z.number(), boolean: z.boolean(), "list[string]": z.array(z.string()) };
  const shape = specs.map(({ name, type, description }) => [name, types[type].nullable().describe(description)] as const);
  const schema = z.object(Object.fromEntries(shape));
  const blank = Object.fromEntries(specs.map(({ name }) => [name, null]));
  const parse = (value: unknown): Attributes => {
    const given = typeof value === "object" && value !== null && !Array.isArray(value) ? { ...blank, ...value } : value;
    return facts(schema.parse(given));
  };
  // A client shows the model this form; `parse` alone would not tell it.
  return Object.assign({ parse }, { toJSONSchema: (options: Parameters<typeof schema.toJSONSchema>[0]) => schema.toJSONSchema(options) });
}

/** What says something: no `null`, no blank text, no empty list. */
function facts(values: { readonly [name: string]: unknown }): Attributes {
  const found: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(values)) {
    const fact = Array.isArray(value) ? listOf(value) : typeof value === "string" ? cut(value) : (value as number | boolean | null);
    if (fact !== null && fact !== "" && !(Array.isArray(fact) && fact.length === 0)) found[name] = fact;
  }
  return found;
}

function listOf(items: readonly string[]): string[] {
  return [...new Set(items.map(cut))].filter((item) => item !== "").slice(0, MOST_ITEMS);
}

function cut(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= MOST_CHARACTERS) return trimmed;
  // Not between the halves of a character.
  return trimmed.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
}
