import { argumentInvalid } from "../arguments.ts";
import type { Many } from "../interfaces.ts";

/** All that a plugin hands back, as an array, however it hands it back. */
export async function collect<T>(many: Many<T>): Promise<T[]> {
  const items: T[] = [];
  const given: unknown = await many;
  const isMany = typeof given === "object" && given !== null && (Symbol.asyncIterator in given || Symbol.iterator in given);
  if (!isMany) throw argumentInvalid("collect", "many", "a list or a generator", given);
  for await (const item of await many) items.push(item);
  return items;
}
