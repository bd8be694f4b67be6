import { COMPOUNDING } from "../analysis/compounding.ts";
import { primarySubtag } from "../analysis/primary-subtag.ts";
import { fieldWeights } from "../options.ts";
import { optionInvalid } from "../search-errors.ts";
import type { TermEntry } from "../segment/dictionary.ts";
import { TEXT_FIELD } from "../segment/posting-format.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Manifest } from "../storage/manifest.ts";
import { inverseDocumentFrequency, lengthFactors, scaleOf } from "./bm25.ts";
import { compoundTerms } from "./compounds.ts";
import { filteredItems } from "./item-filters.ts";
import { type ParsedQuery, type Phrase, parseQuery, type WeightedTerm } from "./parse-query.ts";
import { itemsWithPhrase } from "./phrases.ts";
import type { SearchQuery, SearchResult } from "./search-query.ts";
import type { ItemRules } from "./search-segment.ts";
import { shortWordTerms } from "./short-words.ts";
import type { Scoring } from "./term-cursor.ts";

/** Largest product of the factors of boosts. */
const MOST_FACTOR = 1e100;
/** Factor for an item with two words of a phrase side by side, when none has the whole phrase. */
const NEARBY_FACTOR = 1.25;
/** Share of the items that a language must have for its stop words to count as such. */
const STOP_SHARE = 0.1;
/** Languages in which a question is read, the commonest of the index first. */
const MOST_LANGUAGES = 8;

/** A term to look for, by its place in each segment that has it. */
interface PlannedTerm extends Omit<WeightedTerm, "term"> {
  readonly entries: readonly (TermEntry | undefined)[];
}

/** A query made ready for the segments of a snapshot. */
export interface Plan {
  readonly parsed: ParsedQuery;
  readonly topK: number;
  /** Weights include the idf; terms that no item has are left out. */
  readonly terms: readonly PlannedTerm[];
  readonly scoring: Scoring;
  /** Parts of 1 in which scores are counted. */
  readonly scale: number;
  /** For each segment. */
  readonly rules: readonly ItemRules[];
  readonly notes: SearchResult["notes"];
}

/** Throws SEARCH_OPTION_INVALID. */
export function planQuery(snapshot: Snapshot, query: SearchQuery, topK: number): Plan {
  const { manifest, segments } = snapshot;
  const [languages, stopLanguages] = languagesOf(manifest.languages, manifest.items, query.language ?? manifest.options.language);
  const liveCount = liveCounts(segments);
  const parsed = parseQuery(query.text, languages, stopLanguages, liveCount);
  const wanted = parsed.terms;
  if (query.expansions !== undefined) expand(wanted, query.expansions, (text) => parseQuery(text, languages, stopLanguages, liveCount));
  const words = parsed.words.filter(({ terms }) => terms.some((term) => wanted.get(term)?.supporting === false));
  const compounding = languages.filter((language) => COMPOUNDING.has(language));
  const more = compounding.length > 0 ? compoundTerms(words, compounding, segments, liveCount) : [];
  more.push(...shortWordTerms(words, segments, liveCount));
  for (const term of more) if (!wanted.has(term.term)) wanted.set(term.term, term);
  const terms: PlannedTerm[] = [];
  let sum = 0;
  for (const { term, weight, supporting } of wanted.values()) {
    if (weight === 0) continue;
    const entries = entriesOf(segments, term);
    const count = countOf(segments, entries);
    if (count === 0) continue;
    const whole = inverseDocumentFrequency(manifest.items, count) * weight;
    sum += whole;
    terms.push({ weight: whole, supporting, entries });
  }
  const phrases = parsed.phrases.length === 0 && parsed.commonWords === undefined ? NO_PHRASE : phraseRules(snapshot, parsed);
  return {
    parsed,
    topK,
    terms: phrases.nothing ? [] : terms,
    scale: scaleOf(sum),
    scoring: scoringOf(manifest),
    rules: segments.map((segment, index) =>
      isPlain(segment, query, phrases) ? NO_RULES : rulesOf(segment, query, phrases.required?.[index], phrases.nearby?.[index]),
    ),
    notes: phrases.notes,
  };
}

/** Adds the terms of expansions to those that are wanted. */
function expand(
  wanted: Map<string, WeightedTerm>,
  expansions: NonNullable<SearchQuery["expansions"]>,
  parse: (text: string) => ParsedQuery,
): void {
  for (const { text, weight } of expansions) {
    if (!(typeof weight === "number" && weight >= 0 && weight <= 100))
      throw optionInvalid("expansions.weight", weight, "a number from 0 to 100");
    for (const more of parse(text).terms.values()) {
      const known = wanted.get(more.term);
      const supporting = more.supporting && (known?.supporting ?? true);
      wanted.set(more.term, { term: more.term, weight: (known?.weight ?? 0) + more.weight * weight, supporting });
    }
  }
}

/** The languages to read a question in, and those whose stop words count. */
function languagesOf(counts: { readonly [language: string]: number }, items: number, told: string | undefined): [string[], string[]] {
  if (told !== undefined) return [[primarySubtag(told)], [primarySubtag(told)]];
  const known = Object.keys(counts);
  if (known.length < 2) return [known, known];
  const common = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const languages = common.slice(0, MOST_LANGUAGES).map(([language]) => language);
  const stop = common.filter(([, count], rank) => rank === 0 || count >= items * STOP_SHARE).map(([language]) => language);
  return [languages, stop];
}

/** Items that have a term and are not deleted, each counted once. */
function liveCounts(segments: readonly SegmentReader[]): (term: string) => number {
  const counts = new Map<string, number>();
  return (term) => {
    let count = counts.get(term);
    if (count === undefined) {
      count = countOf(segments, entriesOf(segments, term));
      counts.set(term, count);
    }
    return count;
  };
}

function entriesOf(segments: readonly SegmentReader[], term: string): (TermEntry | undefined)[] {
  return segments.map((segment) => segment.dictionary.find(term));
}

/** Items that are not deleted, over all segments. */
function countOf(segments: readonly SegmentReader[], entries: readonly (TermEntry | undefined)[]): number {
  let count = 0;
  for (let k = 0; k < segments.length; k++) {
    const entry = entries[k];
    if (entry !== undefined) count += (segments[k] as SegmentReader).liveCount(entry);
  }
  return count;
}

const scorings = new WeakMap<Manifest, Scoring>();

/** The same for all questions to one generation. */
function scoringOf(manifest: Manifest): Scoring {
  let scoring = scorings.get(manifest);
  if (scoring === undefined) {
    const { k1, b } = manifest.options;
    const averageLength = manifest.items > 0 ? (manifest.lengths[TEXT_FIELD] ?? 0) / manifest.items : 0;
    scoring = { fieldWeights: fieldWeights(manifest.options, manifest.fields), factors: lengthFactors(k1, b, averageLength), k1 };
    scorings.set(manifest, scoring);
  }
  return scoring;
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

const NO_PHRASE: PhraseRules = { nothing: false, notes: [] };

function phraseRules({ segments }: Snapshot, parsed: ParsedQuery): PhraseRules {
  if (parsed.commonWords !== undefined) {
    const required = segments.map((segment) => itemsWithPhrase(segment, parsed.commonWords as Phrase));
    const nothing = parsed.commonWords.length < 2 || !anyLive(segments, required);
    return { required, nothing, notes: ["only-common-words"] };
  }
  let required: Uint8Array[] | undefined;
  let nearby: Uint8Array[] | undefined;
  for (const spellings of parsed.phrases) {
    const found = segments.map((segment) =>
      spellings.map((phrase) => itemsWithPhrase(segment, phrase)).reduce((all, more) => all.map((byte, k) => byte | (more[k] as number))),
    );
    const both = required?.map((bitmap, index) => bitmap.map((byte, k) => byte & ((found[index] as Uint8Array)[k] as number)));
    if (anyLive(segments, both ?? found)) required = both ?? found;
    else {
      nearby ??= segments.map(({ info }) => new Uint8Array(Math.ceil(info.items / 8)));
      for (const pair of pairsOf(spellings[0] as Phrase)) {
        const pairs = segments.map((segment) => itemsWithPhrase(segment, pair));
        nearby = nearby.map((bitmap, index) => bitmap.map((byte, at) => byte | ((pairs[index] as Uint8Array)[at] as number)));
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

/** The words of a phrase two by two, as they follow each other, each pair once. */
function pairsOf(phrase: Phrase): Phrase[] {
  const pairs = new Map<string, Phrase>();
  for (let k = 1; k < phrase.length; k++) {
    const [first, second] = [phrase[k - 1] as Phrase[number], phrase[k] as Phrase[number]];
    const key = JSON.stringify([first.terms, second.terms, second.offset - first.offset]);
    if (!pairs.has(key)) pairs.set(key, [first, second]);
  }
  return [...pairs.values()];
}

function anyLive(segments: readonly SegmentReader[], bitmaps: readonly Uint8Array[]): boolean {
  return bitmaps.some((bitmap, index) => {
    const deleted = (segments[index] as SegmentReader).deleted();
    return bitmap.some((byte, k) => (byte & ~(deleted?.[k] ?? 0)) !== 0);
  });
}

const NO_RULES: ItemRules = { allowed: undefined, boosts: [], factorOf: undefined, maxFactor: 1 };

/** Whether every item of a segment counts, and as much as its terms say: so it is for most questions. */
function isPlain({ info }: SegmentReader, { filters, boosts }: SearchQuery, phrases: PhraseRules): boolean {
  return filters === undefined && boosts === undefined && phrases === NO_PHRASE && info.deletes === undefined;
}

function rulesOf(segment: SegmentReader, query: SearchQuery, required: Uint8Array | undefined, nearby: Uint8Array | undefined): ItemRules {
  let allowed = filteredItems(segment, query.filters ?? []);
  if (required !== undefined) allowed = allowed?.map((byte, k) => byte & (required[k] as number)) ?? required;
  const deleted = segment.deleted();
  if (deleted !== undefined) allowed = allowed?.map((byte, k) => byte & ~(deleted[k] as number)) ?? deleted.map((byte) => ~byte);
  const boosts = (query.boosts ?? []).map(({ filter, factor }) => {
    if (!(typeof factor === "number" && factor >= 0 && factor <= 1000))
      throw optionInvalid("boosts.factor", factor, "a number from 0 to 1000");
    return { bitmap: filteredItems(segment, [filter]) as Uint8Array, factor };
  });
  if (nearby !== undefined) boosts.push({ bitmap: nearby, factor: NEARBY_FACTOR });
  if (boosts.length === 0) return { allowed, boosts, factorOf: undefined, maxFactor: 1 };
  const factorOf = (item: number): number => {
    let product = 1;
    for (const { bitmap, factor } of boosts) if (((bitmap[item >> 3] as number) & (1 << (item & 7))) !== 0) product *= factor;
    return product;
  };
  const maxFactor = boosts.reduce((most, { factor }) => most * Math.max(1, factor), 1);
  if (maxFactor > MOST_FACTOR) throw optionInvalid("boosts", `${boosts.length} boosts`, "boosts whose factors multiply to 1e100 at most");
  return { allowed, boosts, factorOf, maxFactor };
}
