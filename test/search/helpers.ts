import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createIndexWriter,
  type IndexedItem,
  type IndexOptions,
  openIndex,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
} from "right-rag/search";
import { onTestFinished } from "vitest";
import { withoutKernel } from "../../src/search/kernel/kernel.ts";
import { loadScriptSearch } from "../../src/search/query/search-snapshot.ts";

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "right-rag-search-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** What a search gives where there is no kernel. */
export async function searchByScript(index: SearchIndex, query: string | SearchQuery): Promise<SearchResult> {
  await loadScriptSearch();
  return withoutKernel(() => index.search(query));
}

/** An item of the document that its id names before the "#"; the path is the document and the id. */
export function item(id: string, text: string, more: Partial<IndexedItem> = {}): IndexedItem {
  const documentId = id.split("#")[0] as string;
  return { id, documentId, text, path: [], ...more };
}

/** An open index that holds exactly these items. */
export async function indexOf(items: readonly IndexedItem[], options?: IndexOptions): Promise<SearchIndex> {
  const dir = temporaryFolder();
  const manifest = await buildIn(dir, items, options);
  const index = await openIndex(dir, { manifest });
  onTestFinished(() => index.close());
  return index;
}

/** Builds a new index in `dir` and gives its manifest. */
export async function buildIn(dir: string, items: readonly IndexedItem[], options?: IndexOptions): Promise<string> {
  const writer = await createIndexWriter(dir, options === undefined ? {} : { options });
  for (const [documentId, own] of byDocument(items)) await writer.replaceDocument(documentId, own);
  return (await writer.commit()).manifest;
}

export function byDocument(items: readonly IndexedItem[]): Map<string, IndexedItem[]> {
  const documents = new Map<string, IndexedItem[]>();
  for (const one of items) documents.set(one.documentId, [...(documents.get(one.documentId) ?? []), one]);
  return documents;
}

/** The ids that a question finds, best first. */
export function idsOf(index: SearchIndex, query: Parameters<SearchIndex["search"]>[0]): string[] {
  return index.search(query).hits.map((hit) => hit.id);
}

/** Numbers in [0, 1), the same for the same seed: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS =
  "ferry act alarm hotel school owner test rule penalty notice valve pump driver lease tenant rent roof repair court appeal".split(" ");

/** Random documents of 1 to 4 items over a small vocabulary, rare words included. Edits of one document differ by `edition`. */
export function randomDocument(random: () => number, number: number, edition: number): IndexedItem[] {
  const pick = (): string => {
    const rank = Math.floor(random() ** 3 * 200);
    return rank < WORDS.length ? (WORDS[rank] as string) : `w${rank}`;
  };
  const words = (count: number): string => Array.from({ length: count }, pick).join(" ");
  return Array.from({ length: 1 + Math.floor(random() * 4) }, (_, part) => ({
    id: `d${number}#${part}.${edition}`,
    documentId: `d${number}`,
    text: words(1 + Math.floor(random() ** 2 * 60)),
    path: [`Chapter ${number % 7}`, words(2)],
    fields: { citation: `s. ${number}(${part})`, summary: words(3) },
    attributes: { year: 1990 + (number % 30), kind: number % 3 === 0 ? "rule" : "notice", tags: [`t${number % 11}`, `t${number % 13}`] },
  }));
}

/** Random questions over the vocabulary of `randomDocument`. */
export function randomQuestion(random: () => number): string {
  const count = 1 + Math.floor(random() * 6);
  return Array.from({ length: count }, () => {
    const rank = Math.floor(random() ** 2 * 200);
    return rank < WORDS.length ? (WORDS[rank] as string) : `w${rank}`;
  }).join(" ");
}
