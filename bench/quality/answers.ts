import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { indexDocuments, type Retrieval } from "./product.ts";
import { readUniformSet, type SetDocument, type SetQuery, type UniformSet } from "./uniform-set.ts";

const USAGE = "npm run bench:answers -- DIR... [--every 2] [--json FILE] [--against FILE]";

/** What became of a question: quoted from a document that answers it, from another, or refused; and with those that answer it gone. */
interface Outcome {
  readonly id: string;
  readonly question: string;
  readonly with: "right" | "wrong" | "refused";
  readonly without: "refused" | "answered";
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "string" }, against: { type: "string" }, every: { type: "string", default: "1" } },
  });
  if (positionals.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const before: Record<string, Outcome[]> = values.against === undefined ? {} : JSON.parse(readFileSync(values.against, "utf8"));
  const results: Record<string, Outcome[]> = {};
  for (const dir of positionals) {
    const set = readUniformSet(dir);
    if (set === undefined) {
      console.log(`${dir}: skipped, it lacks corpus.jsonl, queries.jsonl or qrels.tsv`);
      continue;
    }
    const outcomes = await measure(set, Number(values.every));
    results[set.name] = outcomes;
    const count = (is: (outcome: Outcome) => boolean) => String(outcomes.filter(is).length);
    const [right, wrong] = [count((each) => each.with === "right"), count((each) => each.with === "wrong")];
    const refused = count((each) => each.without === "refused");
    console.log(
      `${set.name}: ${outcomes.length} questions, ${right} right, ${wrong} from another document; ${refused} refused without the article`,
    );
    tellChanges(outcomes, before[set.name] ?? []);
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
  return Object.keys(results).length > 0 ? 0 : 1;
}

/** Documents of one title are one article; where it is gone, nothing else answers the question. */
async function measure(set: UniformSet, every: number): Promise<Outcome[]> {
  const documents: SetDocument[] = [];
  for await (const document of set.documents()) documents.push(document);
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  const articleOf = ({ grades }: SetQuery) => titles.get([...grades].find(([, grade]) => grade > 0)?.[0] ?? "") ?? "";
  const asked = set.queries.filter((_, i) => i % every === 0);
  const answered = await withIndex(documents, async ({ answer }) => {
    const found = new Map<string, Outcome["with"]>();
    for (const { id, text, grades } of asked) {
      const { abstained, evidence, cites } = await answer(text);
      const cited = evidence[(cites[0]?.evidence ?? 0) - 1]?.documentId ?? "";
      found.set(id, abstained === true ? "refused" : (grades.get(cited) ?? 0) > 0 ? "right" : "wrong");
    }
    return found;
  });
  const outcomes: Outcome[] = [];
  for (const article of new Set(asked.map(articleOf))) {
    const others = documents.filter(({ title }) => title !== article);
    await withIndex(others, async ({ answer }) => {
      for (const query of asked.filter((each) => articleOf(each) === article)) {
        const { abstained } = await answer(query.text);
        const { id, text: question } = query;
        outcomes.push({ id, question, with: answered.get(id) ?? "refused", without: abstained === true ? "refused" : "answered" });
      }
    });
  }
  return outcomes;
}

async function withIndex<T>(documents: readonly SetDocument[], use: (retrieval: Retrieval) => Promise<T>): Promise<T> {
  const retrieval = await indexDocuments(documents);
  try {
    return await use(retrieval);
  } finally {
    await retrieval.close();
  }
}

function tellChanges(now: readonly Outcome[], before: readonly Outcome[]): void {
  const earlier = new Map(before.map((outcome) => [outcome.id, outcome]));
  for (const { id, question, ...is } of now) {
    const was = earlier.get(id);
    if (was === undefined) continue;
    if (was.with !== is.with) console.log(`  ${was.with} → ${is.with}: ${question}`);
    if (was.without !== is.without) console.log(`  without the article ${was.without} → ${is.without}: ${question}`);
  }
}

process.exitCode = await main();
