import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { meanQuality, type Quality, scoreRanking } from "./metrics.ts";
import { indexDocuments } from "./product.ts";
import { readUniformSet, type UniformSet } from "./uniform-set.ts";

const USAGE = "npm run bench:quality -- DIR... --json FILE";
const TOP_K = 100;

type SetResult = Quality & { readonly queries: number };

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
  if (positionals.length === 0 || values.json === undefined) {
    console.error(USAGE);
    return 2;
  }
  const results: Record<string, SetResult> = {};
  console.log(row("set", ["queries", "nDCG@10", "R@10", "R@100", "MRR@10"]));
  for (const dir of positionals) {
    const set = readUniformSet(dir);
    if (set === undefined || set.queries.length === 0) {
      console.log(`${dir}: skipped, ${set === undefined ? "it lacks corpus.jsonl, queries.jsonl or qrels.tsv" : "it has no judged query"}`);
      continue;
    }
    const result = await measure(set);
    results[set.name] = result;
    const scores = [result.ndcg10, result.recall10, result.recall100, result.mrr10].map((score) => score.toFixed(4));
    console.log(row(set.name, [String(result.queries), ...scores]));
  }
  writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  return Object.keys(results).length > 0 ? 0 : 1;
}

async function measure(set: UniformSet): Promise<SetResult> {
  const retrieval = await indexDocuments(set.documents());
  try {
    const scores: Quality[] = [];
    for (const query of set.queries) {
      scores.push(scoreRanking(await retrieval.rank(query.text, TOP_K), query.grades));
    }
    return { ...meanQuality(scores), queries: scores.length };
  } finally {
    await retrieval.close();
  }
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(20) + cells.map((cell) => cell.padStart(9)).join("");
}

process.exitCode = await main();
