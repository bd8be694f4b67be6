import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document } from "flexsearch";

const empty = ({ store }) => new Document({ document: { id: "id", index: ["text"], store: store ? ["text"] : false } });

export function describe() {
  return "Document, tokenize 'strict', default encoder, suggest: true (any word; it has no BM25), kept on disk by export(), which a new process loads whole";
}

function addAll(index, chunks) {
  for (const { id, text } of chunks) {
    index.add({ id, text });
  }
}

function write(dir, index) {
  return index.export((key, data) => {
    if (data !== undefined) {
      writeFileSync(join(dir, `${key}.json`), data);
    }
  });
}

function read(dir, settings) {
  const index = empty(settings);
  for (const file of readdirSync(dir)) {
    index.import(file.slice(0, -".json".length), readFileSync(join(dir, file), "utf8"));
  }
  return index;
}

export async function build(dir, chunks, settings) {
  const index = empty(settings);
  addAll(index, chunks);
  await write(dir, index);
}

export async function append(dir, chunks, settings) {
  const index = read(dir, settings);
  addAll(index, chunks);
  await write(dir, index);
}

export function open(dir, settings) {
  const index = read(dir, settings);
  return {
    search: (text) => index.search(text, { limit: 10, suggest: true })[0]?.result ?? [],
    close: () => {},
  };
}
