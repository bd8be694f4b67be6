import { join } from "node:path";
import Database from "better-sqlite3";
import { inBatches } from "../read-chunks.mjs";

const ROWS_PER_TRANSACTION = 10_000;

export function describe() {
  const { version } = Database(":memory:").prepare("SELECT sqlite_version() AS version").get();
  return (
    `SQLite ${version} FTS5, tokenize='porter unicode61', detail=full, journal_mode=WAL, synchronous=NORMAL, automerge=4 (default), no 'optimize', ` +
    `${ROWS_PER_TRANSACTION} rows a transaction; query: quoted words joined by OR, ORDER BY rank (bm25) LIMIT 10; without --no-store the table holds the text, with it content=''`
  );
}

function connect(dir) {
  const database = Database(join(dir, "index.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = NORMAL");
  return database;
}

function insert(database, chunks) {
  const statement = database.prepare("INSERT INTO chunk (text) VALUES (?)");
  for (const batch of inBatches(chunks, ROWS_PER_TRANSACTION)) {
    database.transaction(() => {
      for (const { text } of batch) {
        statement.run(text);
      }
    })();
  }
  database.close();
}

export function build(dir, chunks, { store }) {
  const database = connect(dir);
  database.exec(`CREATE VIRTUAL TABLE chunk USING fts5(text, tokenize='porter unicode61'${store ? "" : ", content=''"})`);
  insert(database, chunks);
}

export function append(dir, chunks) {
  insert(connect(dir), chunks);
}

export function open(dir) {
  const database = connect(dir);
  const statement = database.prepare("SELECT rowid FROM chunk WHERE chunk MATCH ? ORDER BY rank LIMIT 10").pluck();
  return {
    search: (text) => {
      const query = text
        .split(" ")
        .map((word) => `"${word}"`)
        .join(" OR ");
      // Row numbers stand for ids: the chunks were inserted in the order of their numbers.
      return statement.all(query).map((row) => `c${row}`);
    },
    close: () => database.close(),
  };
}
