import type { RunEvent, Usage } from "../model.ts";

/** What a run's calls of models took together, from its `model:call` events; undefined where none was made. */
export function usageOf(events: readonly RunEvent[]): Usage | undefined {
  const calls = events.filter((event) => event.type === "model:call");
  if (calls.length === 0) return undefined;
  const sum = (key: string) => calls.reduce<number | null>((total, call) => add(total, call[key]), 0);
  return { calls: calls.length, inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens"), cost: sum("cost") };
}

function add(total: number | null, value: unknown): number | null {
  return total === null || typeof value !== "number" ? null : total + value;
}
