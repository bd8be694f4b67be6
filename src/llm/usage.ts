import type { ModelSettings } from "./settings.ts";

/** Tokens of one reply; null: the server did not say. */
export interface TokenCounts {
  readonly input: number | null;
  readonly output: number | null;
}

export function readUsage(usage: { readonly [key: string]: unknown }): TokenCounts {
  return { input: count(usage.prompt_tokens), output: count(usage.completion_tokens) };
}

/** In the currency of the prices; null when a count or the model's price is unknown: never 0 for "no idea". */
export function costOf(model: string, { input, output }: TokenCounts, prices: ModelSettings["prices"]): number | null {
  const price = prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined || input === null || output === null) return null;
  const cost = (input * price.input + output * price.output) / 1_000_000;
  return Number.isFinite(cost) ? cost : null;
}

/** Of several replies; unknown as soon as one is. */
export function addTokens(a: TokenCounts, b: TokenCounts): TokenCounts {
  return { input: sum(a.input, b.input), output: sum(a.output, b.output) };
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
