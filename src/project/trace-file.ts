import { appendFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFailed } from "../errors.ts";
import { confidenceBand } from "../grounding/confidence.ts";
import { makeFolder } from "../make-folder.ts";
import type { Answer, Json, RunEvent } from "../model.ts";

/**
 * Adds what a model did for an answer to `<output>/traces/<day>.jsonl`, one record a line, so that every search decision can be read
 * again offline. Field names are those of ReActRAG's results, whose tools can then read it; `confidence_score`, `usage` and `events`
 * are ours.
 *
 * @param recordId - the case's id in an evaluation, else the time
 * @throws WRITE_FAILED
 */
export async function keepTrace(output: string, recordId: string | undefined, answer: Answer, durationMs: number): Promise<void> {
  const now = new Date().toISOString();
  const path = join(output, "traces", `${now.slice(0, 10)}.jsonl`);
  const steps = toolCallsIn(answer.trace);
  const record: { readonly [key: string]: Json } = {
    record_id: recordId ?? now,
    question: answer.question,
    doc_name: [...new Set(answer.citations.map((citation) => citation.source))],
    predicted: answer.text,
    chunks_read: answer.evidence.flatMap((piece) => piece.chunkId ?? []),
    react_steps: answer.trace.filter((event) => event.type === "agent:iteration").length,
    confidence: answer.confidence === undefined ? null : confidenceBand(answer.confidence),
    confidence_score: answer.confidence ?? null,
    latency_seconds: Math.round(durationMs) / 1000,
    reasoning_trace: steps,
    // Plain data, as an Answer's other fields are.
    usage: (answer.usage ?? null) as unknown as Json,
    events: answer.trace.filter(isWhole) as unknown as Json,
    error: failureIn(answer.trace),
  };
  try {
    makeFolder(dirname(path));
    await appendFile(path, `${JSON.stringify(record)}\n`);
  } catch (cause) {
    throw writeFailed(path, cause);
  }
}

/** Each call of a tool with what came of it. `step` is the agent's message in which it was made, so several calls may share one. */
function toolCallsIn(trace: readonly RunEvent[]): Json[] {
  // A retriever and an answer generator may both be agents, and both count their calls from 1.
  const open: { readonly key: string; readonly call: { [key: string]: Json } }[] = [];
  const calls: Json[] = [];
  for (const event of trace) {
    const key = `${event.iteration} ${event.call}`;
    if (event.type === "agent:action") {
      const call: { [key: string]: Json } = {
        step: event.iteration as Json,
        tool: event.tool as Json,
        input: event.input as Json,
        output: null,
      };
      open.push({ key, call });
      calls.push(call);
    } else if (event.type === "agent:observation") {
      const asked = open.findLast((one) => one.key === key);
      if (asked !== undefined) asked.call.output = event.output as Json;
    }
  }
  return calls;
}

/** Pieces of text that came one by one are in the event that ends them. */
function isWhole(event: RunEvent): boolean {
  return event.delta === undefined;
}

/** Why the answer is not the model's, where a generator went on without it. */
function failureIn(trace: readonly RunEvent[]): string | null {
  const fallback = trace.findLast(
    ({ type, to }) => type === "grounding:fallback" || (type === "agent:fallback" && (to === "extractive" || to === "abstention")),
  );
  return typeof fallback?.reason === "string" ? fallback.reason : null;
}
