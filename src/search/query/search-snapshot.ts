import type { Attributes } from "../../model.ts";
import { expectArray, expectKnown, expectLanguage, expectObject, expectText } from "../arguments.ts";
import { theKernel } from "../kernel/kernel.ts";
import { optionInvalid } from "../search-errors.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { TEXT_FIELD } from "../segment/posting-format.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { Snapshot } from "../snapshot.ts";
import { boosted, contribution } from "./bm25.ts";
import { checkFilter, checkFilters } from "./item-filters.ts";
import { type SegmentHits, type SegmentTerm, searchByKernel } from "./kernel-search.ts";
import { type Plan, planQuery } from "./plan-query.ts";
import type { searchByScript as byScript } from "./script-search.ts";
import type { SearchHit, SearchQuery, SearchResult } from "./search-query.ts";
import type { ItemRules } from "./search-segment.ts";

const MOST_HITS = 10_000;

/** An item that was found. Its ids are read when they are asked for: most are dropped before. */
class Candidate implements SearchHit {
  readonly segment: SegmentReader;
  readonly item: number;
  readonly score: number;
  private readId: string | undefined;

  constructor(segment: SegmentReader, item: number, score: number) {
    this.segment = segment;
    this.item = item;
    this.score = score;
  }

  get id(): string {
    this.readId ??= this.segment.itemIds.key(this.item);
    return this.readId;
  }

  get documentId(): string {
    return this.segment.documentIds.key(this.segment.documentOf(this.item));
  }
}

/** The best hits, found without scoring what cannot be among them. Throws SEARCH_OPTION_INVALID. */
export function searchSnapshot(snapshot: Snapshot, query: SearchQuery): SearchResult {
  return answer(snapshot, query, (plan, wanted) => {
    let best: Candidate[] = [];
    for (let index = 0; index < snapshot.segments.length; index++) {
      const segment = snapshot.segments[index] as SegmentReader;
      const terms = termsIn(plan, index);
      if (terms.length === 0) continue;
      const threshold = best.length === wanted ? (best.at(-1) as Candidate).score : 0;
      const { size, items, scores } = bestOf(segment, terms, plan, plan.rules[index] as ItemRules, wanted, threshold);
      for (let k = 0; k < size; k++) best.push(new Candidate(segment, items[k] as number, scores[k] as number));
      best = inOrder(best).slice(0, wanted);
    }
    return best;
  });
}

/** The reference: scores every posting of every term and sorts. The same hits and scores, and their number. */
export function searchSnapshotExhaustively(snapshot: Snapshot, query: SearchQuery): SearchResult {
  let total = 0;
  const result = answer(snapshot, query, (plan, wanted) => {
    const all: Candidate[] = [];
    const { fieldWeights, factors, k1 } = plan.scoring;
    for (const [index, segment] of snapshot.segments.entries()) {
      const { allowed, factorOf } = plan.rules[index] as ItemRules;
      const norms = segment.norms();
      const sums = new Float64Array(segment.info.items);
      const found = new Uint8Array(segment.info.items);
      for (const { entry, weight, supporting } of termsIn(plan, index)) {
        const postings = new PostingReader().open(segment.listOf(entry), entry.count);
        while (postings.next()) {
          let inText = 0;
          let elsewhere = 0;
          for (let field = 0; field < fieldWeights.length; field++) {
            const times = (postings.fields & (1 << field)) === 0 ? 0 : (postings.times[field] as number) * (fieldWeights[field] as number);
            if (field === TEXT_FIELD) inText = times;
            else elsewhere += times;
          }
          const added = contribution(weight, inText, elsewhere, factors[norms[postings.item] as number] as number, k1);
          sums[postings.item] = (sums[postings.item] as number) + added;
          if (!supporting) found[postings.item] = 1;
        }
      }
      for (const [item, sum] of sums.entries()) {
        if (found[item] === 0 || (allowed !== undefined && ((allowed[item >> 3] as number) & (1 << (item & 7))) === 0)) continue;
        const score = factorOf === undefined ? sum : boosted(sum, factorOf(item));
        if (score > 0) all.push(new Candidate(segment, item, score));
      }
    }
    total = all.length;
    return inOrder(all).slice(0, wanted);
  });
  return { ...result, total };
}

/** Gives the best items, in order. */
type Find = (plan: Plan, wanted: number) => Candidate[];

function answer(snapshot: Snapshot, query: SearchQuery, find: Find): SearchResult {
  const { text, topK = 10, ...others } = query;
  if (!Number.isInteger(topK) || topK < 1 || topK > MOST_HITS) throw optionInvalid("topK", topK, `a whole number from 1 to ${MOST_HITS}`);
  if (typeof text !== "string" || text.trim() === "") throw optionInvalid("text", text, "a question with words in it");
  if (Object.keys(others).length > 0) checkOptions(others);
  const plan = planQuery(snapshot, query, topK);
  const { searched } = plan.parsed;
  if (plan.terms.length === 0) return { hits: [], searched, notes: plan.notes };
  const hits =
    query.score === undefined
      ? find(plan, topK).map(({ id, documentId, score }) => ({ id, documentId, score: score / plan.scale }))
      : rescored(plan, find, query.score);
  return { hits, searched, notes: plan.notes };
}

/** Throws SEARCH_OPTION_INVALID for what most questions have not. */
function checkOptions(query: Omit<SearchQuery, "text" | "topK">): void {
  if (query.language !== undefined) expectLanguage("language", query.language);
  if (query.score !== undefined && typeof query.score !== "function") throw optionInvalid("score", query.score, "a function");
  if (query.expansions !== undefined) {
    expectArray("expansions", query.expansions);
    for (const [k, expansion] of query.expansions.entries()) {
      const name = `expansions[${k}]`;
      expectObject(name, expansion);
      expectKnown(`${name}.`, expansion, ["text", "weight"]);
      expectText(`${name}.text`, expansion.text);
    }
  }
  if (query.filters !== undefined) checkFilters(query.filters);
  if (query.boosts !== undefined) {
    expectArray("boosts", query.boosts);
    for (const [k, boost] of query.boosts.entries()) {
      const name = `boosts[${k}]`;
      expectObject(name, boost);
      expectKnown(`${name}.`, boost, ["filter", "factor"]);
      checkFilter(`${name}.filter`, boost.filter);
    }
  }
}

function termsIn(plan: Plan, index: number): SegmentTerm[] {
  const terms: SegmentTerm[] = [];
  for (const { entries, weight, supporting } of plan.terms) {
    const entry = entries[index];
    if (entry !== undefined) terms.push({ entry, weight: weight * plan.scale, supporting });
  }
  return terms;
}

let searchByScript: typeof byScript | undefined;

/** Loads the search in JavaScript, which must be there before the first search where there is no kernel. */
export async function loadScriptSearch(): Promise<void> {
  ({ searchByScript } = await import("../on-demand.ts"));
}

/** The best items of a segment, by the kernel where there is one. */
function bestOf(
  segment: SegmentReader,
  terms: readonly SegmentTerm[],
  { scoring }: Plan,
  rules: ItemRules,
  wanted: number,
  threshold: number,
): SegmentHits {
  const kernel = theKernel();
  if (kernel !== undefined) return searchByKernel(kernel, segment, terms, scoring, rules, wanted, threshold);
  return (searchByScript as typeof byScript)(segment, terms, scoring, rules, wanted, threshold);
}

function inOrder(hits: Candidate[]): Candidate[] {
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** The best hits by what the hook says of those that are best without it. */
function rescored(plan: Plan, find: Find, score: NonNullable<SearchQuery["score"]>): SearchHit[] {
  const best = find(plan, Math.min(MOST_HITS, Math.max(100, plan.topK * 10))).map((hit) => {
    const { segment, item, id, documentId } = hit;
    const stored = segment.stored.read(item) as { readonly p: readonly string[]; readonly a?: Attributes };
    const given = score({ id, documentId, score: hit.score / plan.scale, path: stored.p, attributes: stored.a ?? {} });
    if (typeof given !== "number") throw optionInvalid("score()", given, "a number, given at once");
    return new Candidate(segment, item, Number.isFinite(given) ? given : 0);
  });
  return inOrder(best)
    .slice(0, plan.topK)
    .map(({ id, documentId, score: given }) => ({ id, documentId, score: given }));
}
