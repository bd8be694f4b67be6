import { isGram, LanguageVotes } from "../analysis/language.ts";
import { primarySubtag } from "../analysis/primary-subtag.ts";
import { scanText } from "../analysis/scan.ts";
import { EXACT, type Visitor, WORD } from "../analysis/visitor.ts";
import type { IndexedItem } from "../indexed-item.ts";
import { attributeKey, backwardKey, hasPositions, isAttributeValue, pathKey } from "../keys.ts";
import { OWN_FIELDS } from "../options.ts";
import { optionInvalid } from "../search-errors.ts";
import { ItemColumns } from "../segment/item-columns.ts";
import { PostingEncoder } from "../segment/posting-encoder.ts";
import { MAX_FIELDS } from "../segment/posting-format.ts";
import type { SegmentInfo } from "../segment/segment-format.ts";
import type { SegmentWriter } from "../segment/segment-writer.ts";
import { compareKeys } from "../storage/bytes.ts";
import { Lexicon } from "./lexicon.ts";

/** Words after which a batch should be written. Sorting them takes 16 bytes each. */
const FULL_BATCH = 3_000_000;
/** Different words after which the lexicon starts anew, which costs a little time and bounds its memory. */
const FULL_LEXICON = 400_000;
/** Words at the beginning of a document that tell its language. */
const VOTING_WORDS = 300;
/** A field's number stands in the lower five bits of a place, the position above. */
const PLACE_SHIFT = 5;

/**
 * Inverts a batch of documents in memory: texts become rows of term numbers, and a counting sort by term number makes posting lists of
 * them when the batch is written.
 */
export class Inverter {
  private lexicon = new Lexicon();
  private readonly weights: Float64Array;
  private readonly fieldNumber: (name: string) => number;
  private readonly defaultLanguage: string | undefined;
  private columns: ItemColumns;
  private terms = new Int32Array(1 << 16);
  private places = new Uint32Array(1 << 16);
  private count = 0;
  private itemStarts: number[] = [];
  /** Words of the document being added: number, kind, place. */
  private words = new Int32Array(1 << 12);
  private kinds = new Uint8Array(1 << 12);
  private wordPlaces = new Uint32Array(1 << 12);
  private wordCount = 0;
  private readonly votes = new LanguageVotes();
  /** Of the text being read. */
  private field = 0;
  private firstPosition = 0;

  /** @param fieldNumber - gives a schema field its number, the same for the life of the index */
  constructor(weights: Float64Array, fieldNumber: (name: string) => number, language: string | undefined) {
    this.weights = weights;
    this.fieldNumber = fieldNumber;
    this.defaultLanguage = language;
    this.columns = new ItemColumns();
  }

  /** Items in the batch. */
  get items(): number {
    return this.columns.items;
  }

  get full(): boolean {
    return this.count >= FULL_BATCH;
  }

  /** Adds a document with at least one item and gives its language. @param hash - 8 bytes that stand for its contents */
  addDocument(documentId: string, items: readonly IndexedItem[], hash: Uint8Array): string {
    this.wordCount = 0;
    this.votes.clear();
    const ends: number[] = [];
    const lengths: number[][] = [];
    for (const item of items) {
      lengths.push(this.readItem(item));
      ends.push(this.wordCount);
    }
    const told = items.find((item) => item.language !== undefined)?.language ?? this.defaultLanguage;
    const language = told === undefined ? this.votes.winner() : primarySubtag(told);
    this.columns.addDocument(documentId, hash, language);
    let from = 0;
    for (const [index, item] of items.entries()) {
      this.itemStarts.push(this.count);
      const to = ends[index] as number;
      this.logWords(from, to, language);
      this.logKeys(item);
      this.columns.addItem(item.id, lengths[index] as number[], item.path);
      from = to;
    }
    return language;
  }

  /** Writes the batch as a segment, whose stored values are already in `out`, and begins the next. */
  write(out: SegmentWriter): SegmentInfo {
    const { terms } = this.lexicon;
    const starts = this.sortByTerm();
    const { sortedItems, sortedPlaces } = this;
    const encoder = new PostingEncoder(this.columns.norms.bytes, this.weights);
    for (const key of this.keysInUse(starts)) {
      const term = this.lexicon.termNumber(key.charCodeAt(0) === 3 ? "" : key);
      encoder.clear();
      if (key.charCodeAt(0) !== 3) {
        encodeTerm(encoder, sortedItems, sortedPlaces, starts[term] as number, starts[term + 1] as number, hasPositions(key));
      }
      encoder.finish();
      out.addTerm(key, encoder);
    }
    const info = out.finish(this.columns);
    this.columns = new ItemColumns();
    this.count = 0;
    this.itemStarts = [];
    if (terms.length > FULL_LEXICON) this.lexicon = new Lexicon();
    return info;
  }

  /** Appends the words of all fields of an item, and gives its words per field. */
  private readItem(item: IndexedItem): number[] {
    const lengths = [
      this.readText(item.text, 0, 0),
      this.readTexts(item.path, 1),
      item.context === undefined ? 0 : this.readText(item.context, 2, 0),
    ];
    const fields = Object.entries(item.fields ?? {}).map(([name, value]) => [this.fieldNumber(name), value] as const);
    for (const [field, value] of fields.sort(([a], [b]) => a - b)) {
      while (lengths.length <= field) lengths.push(0);
      lengths[field] = typeof value === "string" ? this.readText(value, field, 0) : this.readTexts(value, field);
    }
    return lengths;
  }

  /** Texts of one field, with a gap between them so that no phrase runs from one into the next. */
  private readTexts(texts: readonly string[], field: number): number {
    let words = 0;
    for (const [index, text] of texts.entries()) words += this.readText(text, field, words + index);
    return words;
  }

  private readText(text: string, field: number, firstPosition: number): number {
    this.field = field;
    this.firstPosition = firstPosition;
    return scanText(text, this.takeWord);
  }

  /** One function for all texts, so that none is made for each. */
  private readonly takeWord: Visitor = (folded, length, _start, _end, position, kind) => {
    const word = this.lexicon.word(folded, length);
    const at = this.wordCount++;
    if (at === this.words.length) this.growWords();
    this.words[at] = word;
    this.kinds[at] = kind;
    this.wordPlaces[at] = ((this.firstPosition + position) << PLACE_SHIFT) | this.field;
    if (at < VOTING_WORDS && (kind === WORD || isGram(folded[0] as number))) this.votes.add(this.lexicon.vote(word));
  };

  /** Puts the words `[from, to)` of the document into the batch, as terms of its language. */
  private logWords(from: number, to: number, language: string): void {
    this.reserve(to - from);
    const { lexicon, words, kinds, wordPlaces, terms, places } = this;
    const stemmed = lexicon.column(WORD, language);
    const exact = lexicon.column(EXACT, language);
    let count = this.count;
    for (let k = from; k < to; k++) {
      const word = words[k] as number;
      const kind = kinds[k] as number;
      let term = kind === WORD ? (stemmed[word] as number) : (exact[word] as number);
      if (term < 0) term = lexicon.term(word, kind, language);
      terms[count] = term;
      places[count++] = wordPlaces[k] as number;
    }
    this.count = count;
  }

  /** Puts the keys that filters ask for into the batch. */
  private logKeys(item: IndexedItem): void {
    const keys = new Set<string>();
    for (const [name, value] of Object.entries(item.attributes ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) if (isAttributeValue(one)) keys.add(attributeKey(name, one));
    }
    for (let depth = 1; depth <= item.path.length; depth++) keys.add(pathKey(item.path.slice(0, depth)));
    this.reserve(keys.size);
    for (const key of keys) {
      this.terms[this.count] = this.lexicon.termNumber(key);
      this.places[this.count++] = 0;
    }
  }

  private sortedItems = new Uint32Array(0);
  private sortedPlaces = new Uint32Array(0);

  /** Counting sort of the batch by term number, which keeps the order of items. Gives where each term begins. */
  private sortByTerm(): Uint32Array {
    const { terms, places, count, itemStarts } = this;
    const starts = new Uint32Array(this.lexicon.terms.length + 2);
    for (let k = 0; k < count; k++) (starts[(terms[k] as number) + 2] as number)++;
    for (let term = 2; term < starts.length; term++) starts[term] = (starts[term] as number) + (starts[term - 1] as number);
    if (this.sortedItems.length < count) {
      this.sortedItems = new Uint32Array(count);
      this.sortedPlaces = new Uint32Array(count);
    }
    const { sortedItems, sortedPlaces } = this;
    for (let item = 0; item < itemStarts.length; item++) {
      const end = itemStarts[item + 1] ?? count;
      for (let k = itemStarts[item] as number; k < end; k++) {
        const next = (terms[k] as number) + 1;
        const slot = starts[next] as number;
        starts[next] = slot + 1;
        sortedItems[slot] = item;
        sortedPlaces[slot] = places[k] as number;
      }
    }
    return starts;
  }

  /** The keys of the batch in the order of the dictionary. */
  private keysInUse(starts: Uint32Array): string[] {
    const { terms, compounds } = this.lexicon;
    const keys: string[] = [];
    for (let term = 0; term < terms.length; term++) {
      if (starts[term] === starts[term + 1]) continue;
      keys.push(terms[term] as string);
      if (compounds.has(term)) keys.push(backwardKey(terms[term] as string));
    }
    // The built-in order is many times faster; it differs from the dictionary's only outside the basic plane.
    return keys.some((key) => SURROGATE.test(key)) ? keys.sort(compareKeys) : keys.sort();
  }

  private reserve(more: number): void {
    if (this.count + more <= this.terms.length) return;
    const size = Math.max(this.terms.length * 2, this.count + more);
    const terms = new Int32Array(size);
    terms.set(this.terms.subarray(0, this.count));
    this.terms = terms;
    const places = new Uint32Array(size);
    places.set(this.places.subarray(0, this.count));
    this.places = places;
  }

  private growWords(): void {
    const size = this.words.length * 2;
    const words = new Int32Array(size);
    words.set(this.words);
    this.words = words;
    const kinds = new Uint8Array(size);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const wordPlaces = new Uint32Array(size);
    wordPlaces.set(this.wordPlaces);
    this.wordPlaces = wordPlaces;
  }
}

const SURROGATE = /[\ud800-\udfff]/;
const times = new Uint32Array(MAX_FIELDS);

/** Encodes the slots `[from, to)` of one term. Places of one item stand in order of field, then position. */
function encodeTerm(
  encoder: PostingEncoder,
  items: Uint32Array,
  places: Uint32Array,
  from: number,
  to: number,
  withPositions: boolean,
): void {
  for (let slot = from; slot < to; ) {
    const item = items[slot] as number;
    let fields = 0;
    let field = -1;
    let previous = 0;
    do {
      const place = places[slot] as number;
      if ((place & 31) !== field) {
        field = place & 31;
        fields |= 1 << field;
        times[field] = 0;
        previous = 0;
      }
      times[field] = (times[field] as number) + 1;
      if (withPositions) {
        encoder.position((place >>> PLACE_SHIFT) - previous);
        previous = place >>> PLACE_SHIFT;
      }
      slot++;
    } while (slot < to && items[slot] === item);
    encoder.add(item, fields, times);
  }
}

/** Field numbers by name, own fields first; a name that is new gets the next number. */
export function fieldNumbering(fields: string[]): (name: string) => number {
  return (name) => {
    const known = fields.indexOf(name, OWN_FIELDS.length);
    if (known >= 0) return known;
    if (fields.length === MAX_FIELDS) throw optionInvalid("fields", name, `one of at most ${MAX_FIELDS - OWN_FIELDS.length} fields`);
    return fields.push(name) - 1;
  };
}
