import { appendFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFailed } from "../errors.ts";
import type { Answer, Json, RunEvent } from "../model.ts";

/**
 * Adds what a model did for an answer to `<output>/traces/<day>.jsonl`, one record a line, under the field names of
 * ReActRAG's results, so that every search decision can be read again offline.
 *
 * @param recordId - the case's id in an evaluation, else the time
 * @throws WRITE_FAILED
 */
export async function keepTrace(output: string, recordId: string | undefined, answer: Answer, durationMs: number): Promise<void> {
  const now = new Date().toISOString();
  const path = join(output, "traces", `${now.slice(0, 10)}.jsonl`);
  const record: { readonly [key: string]: Json } = {
    record_id: recordId ?? now,
    question: answer.question,
    doc_name: [...new Set(answer.citations.map((citation) => citation.source))],
    predicted: answer.text,
    chunks_read: answer.evidence.flatMap((piece) => piece.chunkId ?? []),
    react_steps: answer.trace.filter((event) => event.type === "agent:action").length,
    confidence: answer.confidence ?? null,
    latency_seconds: Math.round(durationMs) / 1000,
    reasoning_trace: answer.trace.flatMap(stepOf),
    error: null,
  };
  try {
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, `${JSON.stringify(record)}\n`);
  } catch (cause) {
    throw writeFailed(path, cause);
  }
}

/** Whole events only: pieces of text that came one by one are in the event that ends them. */
function stepOf(event: RunEvent): Json[] {
  return event.delta === undefined ? [event as unknown as Json] : []; // plain data
}
