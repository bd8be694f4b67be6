import { createReadStream, existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";

export interface SetDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface SetQuery {
  readonly id: string;
  readonly text: string;
  /** Grade of each judged document; a grade above 0 means relevant. */
  readonly grades: ReadonlyMap<string, number>;
}

export interface UniformSet {
  readonly name: string;
  readonly documents: () => AsyncGenerator<SetDocument>;
  /** Queries with at least one relevant document; the others cannot be scored. */
  readonly queries: readonly SetQuery[];
}

/** A folder with corpus.jsonl (id, title, text), queries.jsonl (id, text) and qrels.tsv (query_id, doc_id, grade; header or none). */
export function readUniformSet(dir: string): UniformSet | undefined {
  const files = ["corpus.jsonl", "queries.jsonl", "qrels.tsv"].map((name) => join(dir, name));
  if (!files.every((file) => existsSync(file))) {
    return undefined;
  }
  const [corpus = "", queries = "", qrels = ""] = files;
  const grades = readGrades(qrels);
  return {
    name: basename(resolve(dir)),
    documents: () => readDocuments(corpus),
    queries: readFileSync(queries, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as { id: string | number; text: string })
      .map(({ id, text }) => ({ id: String(id), text, grades: grades.get(String(id)) ?? new Map<string, number>() }))
      .filter((query) => [...query.grades.values()].some((grade) => grade > 0)),
  };
}

async function* readDocuments(file: string): AsyncGenerator<SetDocument> {
  for await (const line of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== "") {
      const { id, title, text } = JSON.parse(line) as { id: string | number; title?: string; text: string };
      yield { id: String(id), title: title ?? "", text };
    }
  }
}

function readGrades(file: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, "utf8").split(/\r?\n/)) {
    const [query = "", document = "", grade = ""] = line.split("\t");
    // A header has a word where the grade stands.
    if (grade.trim() === "" || Number.isNaN(Number(grade))) {
      continue;
    }
    const ofQuery = grades.get(query) ?? new Map<string, number>();
    grades.set(query, ofQuery.set(document, Number(grade)));
  }
  return grades;
}
