import { isGram, LanguageVotes } from "../analysis/language.ts";
import { scanText } from "../analysis/scan.ts";
import { EXACT, type Visitor, WORD } from "../analysis/visitor.ts";
import { backwardKey, hasPositions, isBackwardKey } from "../keys.ts";
import { PostingEncoder } from "../segment/posting-encoder.ts";
import { MAX_FIELDS } from "../segment/posting-format.ts";
import type { SegmentWriter } from "../segment/segment-writer.ts";
import { ByteWriter, compareKeys } from "../storage/bytes.ts";
import type { Builder } from "./builder.ts";
import { ContentHash } from "./content-hash.ts";
import { Lexicon } from "./lexicon.ts";

/** Different words after which the lexicon starts anew, which costs a little time and bounds its memory. */
const FULL_LEXICON = 400_000;
/** Words at the beginning of a document that tell its language. */
const VOTING_WORDS = 300;
/** A field's number stands in the lower five bits of a place, the position above. */
const PLACE_SHIFT = 5;

/**
 * The builder in JavaScript, for where there is no WebAssembly, and what the kernel is held to: texts become rows of term numbers, and a
 * counting sort by term number makes posting lists of them when the batch is written.
 */
export class ScriptBuilder implements Builder {
  private lexicon = new Lexicon();
  private readonly weights: Float64Array;
  private readonly hash = new ContentHash();
  private readonly norms = new ByteWriter(1 << 12);
  private terms = new Int32Array(1 << 16);
  private places = new Uint32Array(1 << 16);
  private count = 0;
  private itemStarts: number[] = [];
  /** Words of the document being added: number, kind, place. */
  private words = new Int32Array(1 << 12);
  private kinds = new Uint8Array(1 << 12);
  private wordPlaces = new Uint32Array(1 << 12);
  private wordCount = 0;
  /** Of each item of the document: where its words end, and its keys. */
  private items: { end: number; readonly keys: string[] }[] = [];
  private readonly votes = new LanguageVotes();
  private language: string | undefined;
  /** Of the text being read. */
  private field = 0;
  private firstPosition = 0;

  constructor(weights: Float64Array) {
    this.weights = weights;
  }

  /** Sorting takes 16 bytes a word. */
  get bytesUsed(): number {
    return this.count * 16 + this.lexicon.size * 40;
  }

  begin(id: string, language: string | undefined): void {
    this.wordCount = 0;
    this.items = [];
    this.votes.clear();
    this.language = language;
    this.hash.clear();
    this.hash.add(id);
  }

  beginItem(): void {
    this.items.push({ end: 0, keys: [] });
  }

  addToHash(text: string): void {
    this.hash.add(text);
  }

  addText(text: string, field: number, firstPosition: number, hashed: boolean): number {
    if (hashed) this.hash.add(text);
    this.field = field;
    this.firstPosition = firstPosition;
    return scanText(text, this.takeWord);
  }

  addKey(key: string): void {
    this.items.at(-1)?.keys.push(key);
  }

  endItem(norm: number): void {
    (this.items.at(-1) as { end: number }).end = this.wordCount;
    this.norms.byte(norm);
  }

  end(): { readonly language: string; readonly hash: Uint8Array } {
    const language = this.language ?? this.votes.winner();
    let from = 0;
    for (const { end, keys } of this.items) {
      this.itemStarts.push(this.count);
      this.logWords(from, end, language);
      this.logKeys(keys);
      from = end;
    }
    return { language, hash: this.hash.digest() };
  }

  write(out: SegmentWriter): void {
    const starts = this.sortByTerm();
    const { sortedItems, sortedPlaces } = this;
    const encoder = new PostingEncoder(this.norms.bytes, this.weights);
    for (const key of this.keysInUse(starts)) {
      encoder.clear();
      if (!isBackwardKey(key)) {
        const term = this.lexicon.termNumber(key);
        encodeTerm(encoder, sortedItems, sortedPlaces, starts[term] as number, starts[term + 1] as number, hasPositions(key));
      }
      out.addTerm(key, encoder.finish());
    }
    this.norms.clear();
    this.count = 0;
    this.itemStarts = [];
    if (this.lexicon.terms.length > FULL_LEXICON) this.lexicon = new Lexicon();
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
    // A word may have two terms.
    this.reserve(2 * (to - from));
    const { lexicon, words, kinds, wordPlaces, terms, places } = this;
    const stemmed = lexicon.column(WORD, language);
    const exact = lexicon.column(EXACT, language);
    const lights = lexicon.lightOf(language);
    let count = this.count;
    for (let k = from; k < to; k++) {
      const word = words[k] as number;
      const kind = kinds[k] as number;
      let term = kind === WORD ? (stemmed[word] as number) : (exact[word] as number);
      if (term < 0) term = lexicon.term(word, kind, language);
      terms[count] = term;
      places[count++] = wordPlaces[k] as number;
      const light = kind === WORD ? lights?.get(word) : undefined;
      if (light !== undefined) {
        terms[count] = light;
        places[count++] = wordPlaces[k] as number;
      }
    }
    this.count = count;
  }

  private logKeys(keys: readonly string[]): void {
    this.reserve(keys.length);
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
        // A compound is shown behind its parts; where its stem is that of its last part, it counts as standing there.
        const position = Math.max(place >>> PLACE_SHIFT, previous);
        encoder.position(position - previous);
        previous = position;
      }
      slot++;
    } while (slot < to && items[slot] === item);
    encoder.add(item, fields, times);
  }
}
