import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, insert, load, save, search } from "@orama/orama";

// Orama keeps the documents in any case; without --no-store and with it are the same.
const empty = () => create({ schema: { text: "string" } });

export function describe() {
  return "English tokenizer (no stemming), bm25, any word (threshold 1), kept on disk as JSON of its own save(), which a new process loads whole";
}

async function addAll(index, chunks) {
  for (const { id, text } of chunks) {
    await insert(index, { id, text });
  }
}

const write = (dir, index) => writeFileSync(join(dir, "index.json"), JSON.stringify(save(index)));

function read(dir) {
  const index = empty();
  load(index, JSON.parse(readFileSync(join(dir, "index.json"), "utf8")));
  return index;
}

export async function build(dir, chunks) {
  const index = empty();
  await addAll(index, chunks);
  write(dir, index);
}

export async function append(dir, chunks) {
  const index = read(dir);
  await addAll(index, chunks);
  write(dir, index);
}

export function open(dir) {
  const index = read(dir);
  return {
    search: async (text) => (await search(index, { term: text, limit: 10, threshold: 1 })).hits.map(({ id }) => id),
    close: () => {},
  };
}
