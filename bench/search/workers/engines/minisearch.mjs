import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";

const options = ({ store }) => ({ fields: ["text"], storeFields: store ? ["text"] : [] });

export function describe() {
  return "default tokenizer (no stemming), OR, kept on disk as its own JSON, which a new process loads whole";
}

export function build(dir, chunks, settings) {
  const index = new MiniSearch(options(settings));
  for (const { id, text } of chunks) {
    index.add({ id, text });
  }
  writeFileSync(join(dir, "index.json"), JSON.stringify(index));
}

function load(dir, settings) {
  return MiniSearch.loadJSON(readFileSync(join(dir, "index.json"), "utf8"), options(settings));
}

export function append(dir, chunks, settings) {
  const index = load(dir, settings);
  for (const { id, text } of chunks) {
    index.add({ id, text });
  }
  writeFileSync(join(dir, "index.json"), JSON.stringify(index));
}

export function open(dir, settings) {
  const index = load(dir, settings);
  return {
    search: (text) =>
      index
        .search(text)
        .slice(0, 10)
        .map(({ id }) => id),
    close: () => {},
  };
}
