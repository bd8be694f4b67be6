/**
 * Indexes 500 chunks with a model of which one call in ten fails, and dies at a given call: a process of its own, for
 * llm-indexer.test.ts.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RightRagError } from "../../../src/errors.ts";
import type { Model } from "../../../src/interfaces.ts";
import type { Chunk, RunEvent } from "../../../src/model.ts";
import { LlmIndexer } from "../../../src/plugins/chunk_parsers/llm-indexer.ts";
import { defaultSchemas } from "../../../src/schemas/defaults.ts";

const [output = "", dieAt = "0", seed = "1"] = process.argv.slice(2);

let state = Number(seed);
/** Park & Miller's minimal standard generator: the same faults in every run of the test. */
function random(): number {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

let calls = 0;
const model: Model = {
  name: "fake",
  // biome-ignore lint/correctness/useYield: it is never called.
  async *stream() {
    throw new Error("not used");
  },
  async object(_messages, schema) {
    if (++calls === Number(dieAt)) process.kill(process.pid, "SIGKILL");
    await sleep(1 + 3 * random());
    if (random() < 0.1) throw new RightRagError("MODEL_FAILED", "fake: HTTP 500", "Try again.");
    appendFileSync(`${output}/replies.log`, "1\n");
    return schema.parse({ topic: "t", doc_kind: "report" });
  },
};

const text = Array.from({ length: 500 }, (_, i) => `Chunk number ${i}.\n`).join("");
const document = { id: "d", source: "d.txt", text, mediaType: "text/plain" };
const chunks = Array.from({ length: 500 }, (_, i): Chunk => {
  return { id: `c${i}`, documentId: "d", unitId: "u", topic: "T", fulltext: `Chunk number ${i}.`, path: ["T"], parser: "p" };
});
const field = (name: string) => ({ name, description: "d", type: "string", search_weight: 1 }) as const;
const indexer = new LlmIndexer({ schema: { fields: [field("topic")], doc_fields: [field("doc_kind")] } });

const events: RunEvent[] = [];
const run = {
  root: output,
  output,
  settings: {},
  log: () => {},
  signal: new AbortController().signal,
  emit: (event: RunEvent) => events.push(event),
  model: () => model,
  schemas: async () => ({ ...defaultSchemas, files: {} }),
};
const before = await indexer.estimate(document, chunks, run);
const enriched = await indexer.enrich(document, chunks, run);
const complete = enriched.filter(({ attributes }) => attributes?.topic === "t" && attributes.doc_kind === "report").length;
console.log(JSON.stringify({ before, complete, totals: events.find(({ type }) => type === "index:model")?.totals }));
