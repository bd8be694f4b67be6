import { createIndexWriter, discardExcept, openIndex, setCurrent } from "../../../../dist/search.js";
import { groupByDocument } from "../read-chunks.mjs";

export function describe() {
  return "default settings; one document = one file of the text folder; without --no-store the text is kept in the index";
}

async function write(dir, chunks, begin) {
  const writer = await createIndexWriter(dir, begin);
  for (const group of groupByDocument(chunks)) {
    const items = group.map(({ id, documentId, text }) => ({ id, documentId, text, path: [] }));
    await writer.replaceDocument(group[0].documentId, items);
  }
  const { manifest } = await writer.commit();
  await setCurrent(dir, manifest);
  await discardExcept(dir, manifest);
}

export function build(dir, chunks, { store }) {
  return write(dir, chunks, { options: { storeText: store } });
}

export async function append(dir, chunks) {
  const index = await openIndex(dir);
  const previous = index.stats.manifest;
  index.close();
  await write(dir, chunks, { previous });
}

export async function open(dir) {
  const index = await openIndex(dir);
  return {
    search: (text) => index.search({ text, topK: 10 }).hits.map(({ id }) => id),
    searchWithScores: (text) => index.search({ text, topK: 10 }).hits,
    searchExhaustive: (text) => index.searchExhaustive({ text, topK: 10 }).hits,
    close: () => index.close(),
  };
}
