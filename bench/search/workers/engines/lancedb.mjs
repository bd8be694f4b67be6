import { inBatches } from "../read-chunks.mjs";

// On two cores the build of an FTS index waits for itself for ever with the default of one thread (lancedb issue 3568).
process.env.LANCE_CPU_THREADS ??= "4";
const lancedb = await import("@lancedb/lancedb");

const ROWS_PER_BATCH = 10_000;

export function describe() {
  return "FTS index without positions (with them its optimize() fails after an append), English stemming, stop words kept, accents folded, LANCE_CPU_THREADS=4; append = add, then optimize() so that the index covers the new rows; it always keeps the text";
}

const rows = (batch) => batch.map(({ id, text }) => ({ id, text }));

export async function build(dir, chunks) {
  const database = await lancedb.connect(dir);
  let table;
  for (const batch of inBatches(chunks, ROWS_PER_BATCH)) {
    if (table === undefined) {
      table = await database.createTable("chunk", rows(batch));
    } else {
      await table.add(rows(batch));
    }
  }
  await table.createIndex("text", {
    config: lancedb.Index.fts({
      withPosition: false,
      language: "English",
      stem: true,
      removeStopWords: false,
      lowercase: true,
      asciiFolding: true,
    }),
  });
}

export async function append(dir, chunks) {
  const database = await lancedb.connect(dir);
  const table = await database.openTable("chunk");
  await table.add(rows([...chunks]));
  await table.optimize();
}

export async function open(dir) {
  const database = await lancedb.connect(dir);
  const table = await database.openTable("chunk");
  return {
    search: async (text) => {
      const found = await table
        .query()
        .fullTextSearch(text, { columns: ["text"] })
        .select(["id"])
        .limit(10)
        .toArray();
      return found.map(({ id }) => id);
    },
    close: () => database.close(),
  };
}
