import type { Attributes } from "../../model.ts";
import { COMPOUNDING } from "../analysis/compounding.ts";
import { primarySubtag } from "../analysis/primary-subtag.ts";
import { fieldWeights } from "../options.ts";
import { optionInvalid } from "../search-errors.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { TEXT_FIELD } from "../segment/posting-format.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { Snapshot } from "../snapshot.ts";
import { boosted, contribution, inverseDocumentFrequency, lengthFactors, scaleOf } from "./bm25.ts";
import { compoundTerms } from "./compounds.ts";
import { checkFilters, filteredItems } from "./item-filters.ts";
import { type ParsedQuery, type Phrase, parseQuery, type WeightedTerm } from "./parse-query.ts";
import { itemsWithPhrase } from "./phrases.ts";
import type { SearchHit, SearchQuery, SearchResult } from "./search-query.ts";
import { type ItemRules, searchSegment } from "./search-segment.ts";
import { type Scoring, TermCursor } from "./term-cursor.ts";
import { TopHits } from "./top-hits.ts";

const MOST_HITS = 10_000;
/** Factor for an item with two words of a phrase side by side, when none has the whole phrase. */
const NEARBY_FACTOR = 1.25;
/** Share of the items that a language must have for its stop words to count as such. */
const STOP_SHARE = 0.1;
/** Languages in which a question is read, the commonest of the index first. */
const MOST_LANGUAGES = 8;

/** A query made ready for the segments of a snapshot. */
interface Plan {
  readonly parsed: ParsedQuery;
  readonly topK: number;
  /** Weight of each term, idf included; terms that no item has are left out. */
  readonly weights: readonly WeightedTerm[];
  readonly scoring: Scoring;
  /** Parts of 1 in which scores are counted. */
  readonly scale: number;
  /** For each segment. */
  readonly rules: readonly ItemRules[];
  readonly notes: SearchResult["notes"];
}

interface Candidate extends SearchHit {
  readonly segment: SegmentReader;
  readonly item: number;
}

/** The best hits, found without scoring what cannot be among them. Throws SEARCH_OPTION_INVALID. */
export function searchSnapshot(snapshot: Snapshot, query: SearchQuery): SearchResult {
  return answer(snapshot, query, (plan, wanted) => {
    let best: Candidate[] = [];
    for (const [index, segment] of snapshot.segments.entries()) {
      const cursors = cursorsOf(segment, plan);
      if (cursors.length === 0) continue;
      const threshold = best.length === wanted ? (best.at(-1) as Candidate).score : 0;
      const top = new TopHits(wanted, threshold, ranksOf(segment));
      searchSegment(cursors, segment.info.items, plan.rules[index] as ItemRules, top);
      for (let k = 0; k < top.size; k++) best.push(candidate(segment, top.items[k] as number, top.scores[k] as number));
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
      for (const { term, weight, supporting } of plan.weights) {
        const entry = segment.dictionary.find(term);
        if (entry === undefined) continue;
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
        if (score > 0) all.push(candidate(segment, item, score));
      }
    }
    total = all.length;
    return inOrder(all).slice(0, wanted);
  });
  return { ...result, total };
}

function answer(snapshot: Snapshot, query: SearchQuery, find: (plan: Plan, wanted: number) => Candidate[]): SearchResult {
  const topK = query.topK ?? 10;
  if (!Number.isInteger(topK) || topK < 1 || topK > MOST_HITS) throw optionInvalid("topK", topK, `a whole number from 1 to ${MOST_HITS}`);
  if (typeof query.text !== "string" || query.text.trim() === "") throw optionInvalid("text", query.text, "a question with words in it");
  checkFilters([...(query.filters ?? []), ...(query.boosts ?? []).map((boost) => boost.filter)]);
  const plan = planQuery(snapshot, query, topK);
  const { searched } = plan.parsed;
  if (plan.weights.length === 0) return { hits: [], searched, notes: plan.notes };
  const wanted = query.score === undefined ? topK : Math.min(MOST_HITS, Math.max(100, topK * 10));
  let best = find(plan, wanted).map((hit) => withScore(hit, hit.score / plan.scale));
  if (query.score !== undefined) best = inOrder(best.map((hit) => rescored(hit, query.score as NonNullable<SearchQuery["score"]>)));
  return { hits: best.slice(0, topK).map(({ id, documentId, score }) => ({ id, documentId, score })), searched, notes: plan.notes };
}

function planQuery(snapshot: Snapshot, query: SearchQuery, topK: number): Plan {
  const { manifest, segments } = snapshot;
  const [languages, stopLanguages] = languagesOf(manifest.languages, manifest.items, query.language ?? manifest.options.language);
  const parsed = parseQuery(query.text, languages, stopLanguages);
  const wanted = new Map(parsed.terms.map((term) => [term.term, term]));
  for (const { text, weight } of query.expansions ?? []) {
    if (!(weight >= 0 && weight <= 100)) throw optionInvalid("expansions.weight", weight, "a number from 0 to 100");
    for (const more of parseQuery(text, languages, stopLanguages).terms) {
      const known = wanted.get(more.term);
      const supporting = more.supporting && (known?.supporting ?? true);
      wanted.set(more.term, { term: more.term, weight: (known?.weight ?? 0) + more.weight * weight, supporting });
    }
  }
  if (languages.some((language) => COMPOUNDING.has(language))) {
    const counts = new Map<string, number>();
    const countOf = (term: string): number => {
      const count = counts.get(term) ?? liveCount(segments, term);
      counts.set(term, count);
      return count;
    };
    const words = parsed.words.filter((word) => !(wanted.get(word)?.supporting ?? true));
    for (const more of compoundTerms(words, segments, countOf)) if (!wanted.has(more.term)) wanted.set(more.term, more);
  }
  const weights: WeightedTerm[] = [];
  for (const { term, weight, supporting } of wanted.values()) {
    const count = liveCount(segments, term);
    if (count > 0 && weight > 0) weights.push({ term, weight: inverseDocumentFrequency(manifest.items, count) * weight, supporting });
  }
  const scale = scaleOf(weights.reduce((sum, { weight }) => sum + weight, 0));
  const { k1, b } = manifest.options;
  const averageLength = manifest.items > 0 ? (manifest.lengths[TEXT_FIELD] ?? 0) / manifest.items : 0;
  const phrases = phraseRules(snapshot, parsed);
  const none = phrases.nothing;
  return {
    parsed,
    topK,
    weights: none ? [] : weights.map((term) => ({ ...term, weight: term.weight * scale })),
    scale,
    scoring: { fieldWeights: fieldWeights(manifest.options, manifest.fields), factors: lengthFactors(k1, b, averageLength), k1 },
    rules: segments.map((segment, index) => rulesOf(segment, query, phrases.required?.[index], phrases.nearby?.[index])),
    notes: phrases.notes,
  };
}

/** The languages to read a question in, and those whose stop words count. */
function languagesOf(counts: { readonly [language: string]: number }, items: number, told: string | undefined): [string[], string[]] {
  if (told !== undefined) return [[primarySubtag(told)], [primarySubtag(told)]];
  const common = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const languages = common.slice(0, MOST_LANGUAGES).map(([language]) => language);
  const stop = common.filter(([, count], rank) => rank === 0 || count >= items * STOP_SHARE).map(([language]) => language);
  return [languages, stop];
}

function liveCount(segments: readonly SegmentReader[], term: string): number {
  let count = 0;
  for (const segment of segments) {
    const entry = segment.dictionary.find(term);
    if (entry !== undefined) count += segment.liveCount(entry);
  }
  return count;
}

interface PhraseRules {
  /** For each segment, the items that have every phrase that any item has. */
  readonly required?: readonly Uint8Array[];
  /** For each segment, the items with two words of a phrase side by side. */
  readonly nearby?: readonly Uint8Array[];
  /** Nothing can be found. */
  readonly nothing: boolean;
  readonly notes: SearchResult["notes"];
}

function phraseRules({ segments }: Snapshot, parsed: ParsedQuery): PhraseRules {
  if (parsed.commonWords !== undefined) {
    const required = segments.map((segment) => itemsWithPhrase(segment, parsed.commonWords as Phrase));
    const nothing = parsed.commonWords.length < 2 || !anyLive(segments, required);
    return { required, nothing, notes: ["only-common-words"] };
  }
  let required: Uint8Array[] | undefined;
  let nearby: Uint8Array[] | undefined;
  for (const phrase of parsed.phrases) {
    const found = segments.map((segment) => itemsWithPhrase(segment, phrase));
    const both = required?.map((bitmap, index) => bitmap.map((byte, k) => byte & ((found[index] as Uint8Array)[k] as number)));
    if (anyLive(segments, both ?? found)) required = both ?? found;
    else {
      for (let k = 1; k < phrase.length; k++) {
        const pairs = segments.map((segment) => itemsWithPhrase(segment, phrase.slice(k - 1, k + 1)));
        nearby = nearby?.map((bitmap, index) => bitmap.map((byte, at) => byte | ((pairs[index] as Uint8Array)[at] as number))) ?? pairs;
      }
    }
  }
  return {
    ...(required === undefined ? {} : { required }),
    ...(nearby === undefined ? {} : { nearby }),
    nothing: false,
    notes: nearby === undefined ? [] : ["phrase-not-found"],
  };
}

function anyLive(segments: readonly SegmentReader[], bitmaps: readonly Uint8Array[]): boolean {
  return bitmaps.some((bitmap, index) => {
    const deleted = (segments[index] as SegmentReader).deleted();
    return bitmap.some((byte, k) => (byte & ~(deleted?.[k] ?? 0)) !== 0);
  });
}

function rulesOf(segment: SegmentReader, query: SearchQuery, required: Uint8Array | undefined, nearby: Uint8Array | undefined): ItemRules {
  let allowed = filteredItems(segment, query.filters ?? []);
  if (required !== undefined) allowed = allowed?.map((byte, k) => byte & (required[k] as number)) ?? required;
  const deleted = segment.deleted();
  if (deleted !== undefined) allowed = allowed?.map((byte, k) => byte & ~(deleted[k] as number)) ?? deleted.map((byte) => ~byte);
  const boosts = (query.boosts ?? []).map(({ filter, factor }) => {
    if (!(factor >= 0 && factor <= 1000)) throw optionInvalid("boosts.factor", factor, "a number from 0 to 1000");
    return { bitmap: filteredItems(segment, [filter]) as Uint8Array, factor };
  });
  if (nearby !== undefined) boosts.push({ bitmap: nearby, factor: NEARBY_FACTOR });
  if (boosts.length === 0) return { allowed, factorOf: undefined, maxFactor: 1 };
  const factorOf = (item: number): number => {
    let product = 1;
    for (const { bitmap, factor } of boosts) if (((bitmap[item >> 3] as number) & (1 << (item & 7))) !== 0) product *= factor;
    return product;
  };
  return { allowed, factorOf, maxFactor: boosts.reduce((most, { factor }) => most * Math.max(1, factor), 1) };
}

function cursorsOf(segment: SegmentReader, plan: Plan): TermCursor[] {
  const cursors: TermCursor[] = [];
  for (const term of plan.weights) {
    const entry = segment.dictionary.find(term.term);
    if (entry !== undefined) cursors.push(new TermCursor(segment.list(entry), term, plan.scoring, segment.norms()));
  }
  return cursors;
}

/** Places of items in the order of ids, read when two scores are equal. */
function ranksOf(segment: SegmentReader): (item: number) => number {
  let ranks: Uint32Array | undefined;
  let known = false;
  return (item) => {
    if (!known) {
      ranks = segment.itemIds.ranks();
      known = true;
    }
    return ranks === undefined ? item : (ranks[item] as number);
  };
}

function candidate(segment: SegmentReader, item: number, score: number): Candidate {
  return {
    segment,
    item,
    score,
    id: segment.itemIds.key(item),
    get documentId() {
      return segment.documentIds.key(segment.documentOf(item));
    },
  };
}

function withScore({ segment, item, id, documentId }: Candidate, score: number): Candidate {
  return { segment, item, id, documentId, score };
}

function inOrder(hits: Candidate[]): Candidate[] {
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function rescored(hit: Candidate, score: NonNullable<SearchQuery["score"]>): Candidate {
  const { segment, item, id, documentId } = hit;
  const stored = segment.stored.read(item) as { readonly p: readonly string[]; readonly a?: Attributes };
  const given = score({ id, documentId, score: hit.score, path: stored.p, attributes: stored.a ?? {} });
  return withScore(hit, Number.isFinite(given) ? given : 0);
}
