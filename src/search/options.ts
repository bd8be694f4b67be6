import { MAX_FIELDS } from "./segment/posting-format.ts";

/** How an index is made. Fixed for the life of an index; to change one, build it again. */
export interface IndexOptions {
  /** Weight of each schema field, 0 to 100; a field of an item that is not named here has 1. @default {} */
  readonly fields?: { readonly [field: string]: number };
  /** Weights of an item's own parts, 0 to 100. @default path 1.5, text 1, context 1 */
  readonly weights?: { readonly path?: number; readonly text?: number; readonly context?: number };
  /** How slowly a repeated word stops counting, 0.01 (at once) to 10. @default 0.9 */
  readonly k1?: number;
  /** How much length is held against an item's text, 0 (not at all) to 1 (fully). @default 0.7 */
  readonly b?: number;
  /** BCP 47, of every document that does not tell its own. @default detected per document */
  readonly language?: string;
  /** Whether `read` can give the text and the context back. @default true */
  readonly storeText?: boolean;
}

/** `IndexOptions` with every default filled in, as the manifest keeps it. Weights are multiples of 1/64, so that sums of them are exact. */
export interface ResolvedOptions {
  readonly fields: { readonly [field: string]: number };
  readonly weights: { readonly path: number; readonly text: number; readonly context: number };
  readonly k1: number;
  readonly b: number;
  readonly language?: string;
  readonly storeText: boolean;
}

/** Fields that every index has, by number; schema fields follow in the order in which they were first seen. */
export const OWN_FIELDS = ["text", "path", "context"] as const;

/** Weight of each field by its number. @param fields - names by number */
export function fieldWeights(options: ResolvedOptions, fields: readonly string[]): Float64Array {
  const weights = new Float64Array(MAX_FIELDS).fill(1);
  for (const [number, name] of fields.entries()) {
    const own =
      number < OWN_FIELDS.length
        ? options.weights[name as (typeof OWN_FIELDS)[number]]
        : Object.hasOwn(options.fields, name)
          ? options.fields[name]
          : 1;
    weights[number] = own ?? 1;
  }
  return weights;
}
