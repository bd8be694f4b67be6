import type { Many } from "../interfaces.ts";

/** All that a plugin hands back, as an array, however it hands it back. */
export async function collect<T>(many: Many<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of await many) items.push(item);
  return items;
}
