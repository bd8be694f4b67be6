import { foldWord, pageOf } from "../../analysis/characters.ts";
import { labelWords, showJoinedWords } from "../../analysis/composites.ts";
import { englishExceptions, englishSuffixes } from "../../analysis/english-stemmer.ts";
import type { JoinedWords } from "../../analysis/joined-words.ts";
import { languageOfVotes, SCRIPTS } from "../../analysis/language.ts";
import { CURRENCIES, ORDINALS, UNITS } from "../../analysis/numbers.ts";
import { classAt, readUnits, visitGrams } from "../../analysis/scan.ts";
import { LISTED_LANGUAGES, stopWordList } from "../../analysis/stop-words.ts";
import { cutTerm } from "../../analysis/visitor.ts";
import { backwardKey } from "../../keys.ts";
import type { SegmentWriter } from "../../segment/segment-writer.ts";
import type { Builder } from "../builder.ts";
import { hashBytes } from "../content-hash.ts";
import { BatchWords } from "./batch-words.ts";
import { fillListTables, type Kernel, type KernelHost, KernelMemory, startKernel } from "./kernel.ts";

/** Room for keys in each scratch of the kernel; longer ones, which only names of attributes can make, are cut. */
const SCRATCH_BYTES = 4000;
/** What the kernel puts between a text and what stands behind it: see text.ts there. */
const PADDING = "\uffff".repeat(8);
/** A batch with fewer bytes leaves its words for the next, which then need not be learnt again. */
const KEPT_BYTES = 16 << 20;

/** The builder in WebAssembly, with what JavaScript does for it: the rare and the intricate. */
export class KernelBuilder implements Builder, KernelHost {
  private kernel!: Kernel; // `start` sets it
  private readonly words = new BatchWords(
    (word) => this.textOf(word),
    (term) => this.numberOf(term),
  );
  private memory!: KernelMemory; // and this
  /** By number. The kernel stems English, number 1, by itself. */
  private readonly languages: string[] = ["", "en"];
  private language = 0;
  private text = "";
  /** What the hash takes with the next text: writing two into the kernel's memory at once costs little more than one. */
  private described = "";
  private items = 0;

  /** Nothing where the kernel cannot be had. */
  static start(weights: Float64Array): KernelBuilder | undefined {
    const builder = new KernelBuilder();
    const { fillPage, classAt, foldWord, readGrams, showRun, termOf, lightOf, decideLanguage } = builder;
    const kernel = startKernel({ fillPage, classAt, foldWord, readGrams, showRun, termOf, lightOf, decideLanguage });
    if (kernel === undefined) return undefined;
    builder.kernel = kernel;
    builder.memory = new KernelMemory(kernel);
    builder.fillTables(weights);
    return builder;
  }

  private fillTables(weights: Float64Array): void {
    fillListTables(this.kernel, weights);
    for (const [k, { label }] of labelWords().entries()) this.kernel.setLabel(k + 1, this.put(this.kernel.runScratch.value, label));
    for (const [k, list] of [CURRENCIES, UNITS, ORDINALS].entries())
      this.kernel.setNumberList(k, this.put(this.kernel.runScratch.value, list));
    for (const [k, suffixes] of englishSuffixes().entries())
      this.kernel.setSuffixes(k + 2, this.put(this.kernel.runScratch.value, table(suffixes)));
    for (const [k, language] of LISTED_LANGUAGES.entries())
      this.kernel.addStopWords(k, this.put(this.kernel.runScratch.value, stopWordList(language)));
    this.addFirstWords();
  }

  get bytesUsed(): number {
    return this.kernel.batchBytes();
  }

  begin(id: string, language: string | undefined): void {
    this.kernel.clearHash();
    this.addToHash(id);
    this.setLanguage(language);
  }

  beginItem(): void {
    this.kernel.setItem(this.items++);
  }

  addToHash(text: string): void {
    this.hashDescribed();
    this.described = text;
  }

  addText(text: string, field: number, firstPosition: number, hashed: boolean): number {
    const { described } = this;
    this.described = "";
    this.text = text;
    this.placeText(described === "" ? text : text + PADDING + described);
    return this.kernel.readText(text.length, described.length, field, firstPosition, hashed ? 1 : 0);
  }

  addKey(key: string): void {
    this.kernel.addKey(this.numberOf(key));
  }

  endItem(norm: number): void {
    this.kernel.addNorm(norm);
  }

  private hashDescribed(): void {
    if (this.described === "") return;
    this.placeText(this.described);
    this.kernel.addTextToHash(this.described.length);
    this.described = "";
  }

  end(): { readonly language: string; readonly hash: Uint8Array } {
    this.hashDescribed();
    if (this.language === 0) this.decideLanguage();
    return { language: this.languages[this.language] as string, hash: hashBytes(this.kernel.lowHash(), this.kernel.highHash()) };
  }

  write(out: SegmentWriter): void {
    const { kernel } = this;
    const kept = this.bytesUsed < KEPT_BYTES;
    for (const term of this.words.compounds) {
      if (kernel.isInBatch(term) !== 0) kernel.listTerm(this.numberOf(backwardKey(this.textOf(term))));
    }
    const terms = kernel.beginWriting();
    while (kernel.writeSome() !== 0) {
      out.addWritten(
        this.memory.view(kernel.postingsAt(), kernel.postingsLength()),
        this.memory.view(kernel.blocksAt(), kernel.blocksLength()),
      );
    }
    const offsets = this.memory.view(kernel.offsetsAt(), kernel.offsetsLength());
    out.endWritten(terms, offsets, this.memory.view(kernel.firstKeysAt(), kernel.firstKeysLength()));
    kernel.clearBatch(kept ? 1 : 0);
    this.items = 0;
    if (kept) return;
    this.words.clear();
    this.addFirstWords();
  }

  // What the kernel asks for. Arrow functions, since it calls them without `this`.

  readonly fillPage = (page: number): void => {
    const entries = pageOf(page);
    new Uint16Array(this.memory.bytes().buffer, this.kernel.entries.value + page * 512, 256).set(entries);
  };

  readonly classAt = (at: number): number => classAt(this.text, at);

  readonly foldWord = (start: number, end: number): number =>
    this.put(this.kernel.wordScratch.value, cutTerm(foldWord(this.text.slice(start, end))));

  readonly readGrams = (at: number, kind: number): number => {
    const end = readUnits(this.text, at, kind);
    const scratch = this.kernel.wordScratch.value;
    const grams = visitGrams(kind, 0, (folded, length, _start, _end, first) =>
      this.kernel.takeGram(this.writeUnits(scratch, folded, length), first),
    );
    this.kernel.endGrams(grams);
    return end;
  };

  readonly showRun = (start: number, ends: number, parts: number, digits: number, label: number): void => {
    const run: JoinedWords = {
      text: this.text,
      start,
      ends: new Uint32Array(this.memory.bytes().buffer.slice(ends, ends + parts * 4)),
      parts,
      digits: digits !== 0,
      label: label === 0 ? "" : (labelWords()[label - 1]?.label as string),
      labelStart: label === 0 ? -1 : 0,
    };
    const scratch = this.kernel.runScratch.value;
    showJoinedWords(run, (term, _start, _end, kind) => {
      const bytes = this.put(scratch, cutTerm(term));
      if (bytes > 0) this.kernel.takeRunTerm(bytes, kind);
    });
  };

  readonly termOf = (word: number): number => this.words.termOf(word, this.languages[this.language] as string);

  readonly lightOf = (word: number): number => this.words.lightOf(word, this.languages[this.language] as string);

  readonly decideLanguage = (): void => {
    this.kernel.countVotes();
    const votes = new Uint32Array(this.memory.bytes().buffer, this.kernel.votes.value, SCRIPTS.length + LISTED_LANGUAGES.length);
    this.setLanguage(languageOfVotes(votes.subarray(0, SCRIPTS.length), votes.subarray(SCRIPTS.length)));
  };

  private setLanguage(language: string | undefined): void {
    this.language = language === undefined ? 0 : this.languages.indexOf(language);
    if (this.language < 0) this.language = this.languages.push(language as string) - 1;
    this.kernel.setLanguage(this.language);
  }

  /** The words that stand for labels come first in every batch, and then those that the kernel does not stem. */
  private addFirstWords(): void {
    const { kernel } = this;
    const scratch = kernel.runScratch.value;
    for (const [k, { words }] of labelWords().entries()) kernel.setLabelWords(k + 1, this.put(scratch, words.join(" ")));
    kernel.addExceptions(this.put(scratch, englishExceptions().join(" ")));
  }

  private numberOf(term: string): number {
    return this.kernel.termNumber(this.put(this.kernel.termScratch.value, term));
  }

  private put(at: number, text: string): number {
    return this.memory.bytes().write(text, at, SCRATCH_BYTES, "utf8");
  }

  /** Writes the UTF-8 of units of the basic plane; pairs for others take the way through a string. */
  private writeUnits(at: number, units: Uint16Array, length: number): number {
    const bytes = this.memory.bytes();
    let to = at;
    for (let k = 0; k < length; k++) {
      const unit = units[k] as number;
      if (unit >= 0xd800 && unit < 0xe000) return this.put(at, String.fromCharCode(...units.subarray(0, length)));
      if (unit < 0x80) bytes[to++] = unit;
      else if (unit < 0x800) {
        bytes[to++] = 0xc0 | (unit >> 6);
        bytes[to++] = 0x80 | (unit & 63);
      } else {
        bytes[to++] = 0xe0 | (unit >> 12);
        bytes[to++] = 0x80 | ((unit >> 6) & 63);
        bytes[to++] = 0x80 | (unit & 63);
      }
    }
    return to - at;
  }

  private textOf(word: number): string {
    const at = this.kernel.textOfWord(word);
    return this.memory.bytes().toString("utf8", at, at + this.kernel.lengthOfWord(word));
  }

  private placeText(text: string): void {
    const at = this.kernel.placeText(text.length);
    this.memory.bytes().write(text, at, "utf16le");
  }
}

/** Suffixes and what replaces them, each behind the character whose code is its length; at the end a zero. */
function table(suffixes: readonly (readonly [string, string])[]): string {
  const sized = (text: string): string => String.fromCharCode(text.length) + text;
  return `${suffixes.flat().map(sized).join("")}\0`;
}
