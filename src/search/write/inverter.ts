import { primarySubtag } from "../analysis/primary-subtag.ts";
import type { IndexedItem } from "../indexed-item.ts";
import { attributeKey, isAttributeValue, pathKey } from "../keys.ts";
import { OWN_FIELDS } from "../options.ts";
import { optionInvalid } from "../search-errors.ts";
import { ItemColumns } from "../segment/item-columns.ts";
import { normOf } from "../segment/norms.ts";
import { MAX_FIELDS, TEXT_FIELD } from "../segment/posting-format.ts";
import type { SegmentInfo } from "../segment/segment-format.ts";
import type { SegmentWriter } from "../segment/segment-writer.ts";
import type { Builder } from "./builder.ts";
import { expectItem } from "./expect-item.ts";
import { KernelBuilder } from "./kernel/kernel-builder.ts";
import { ScriptBuilder } from "./script-builder.ts";

/** Bytes of words and postings after which a batch should be written. */
const FULL_BYTES = 84 << 20;
/** Items after which it should be: what is kept of each beside its words takes about 200 bytes. */
const FULL_ITEMS = 250_000;

/** Collects a batch of documents and writes it as a segment. */
export class Inverter {
  private readonly builder: Builder;
  private readonly fieldNumber: (name: string) => number;
  private readonly defaultLanguage: string | undefined;
  private columns = new ItemColumns();
  /** Of the items of the batch. */
  private readonly ids = new Set<string>();

  /** @param fieldNumber - gives a schema field its number, the same for the life of the index */
  constructor(weights: Float64Array, fieldNumber: (name: string) => number, language: string | undefined) {
    this.builder = KernelBuilder.start(weights) ?? new ScriptBuilder(weights);
    this.fieldNumber = fieldNumber;
    this.defaultLanguage = language;
  }

  get full(): boolean {
    return this.builder.bytesUsed >= FULL_BYTES || this.columns.items >= FULL_ITEMS;
  }

  /** Throws SEARCH_OPTION_INVALID for items that cannot be meant, or that have the id of another of the batch. Their ids are taken then. */
  expect(documentId: string, items: Iterable<IndexedItem> & { readonly length: number }): void {
    const { ids } = this;
    const taken: string[] = [];
    try {
      for (const item of items) {
        expectItem(item, taken.length, documentId);
        this.fieldsOf(item); // A field too many is an error.
        const { id } = item;
        const { size } = ids;
        if (ids.add(id).size === size) throw optionInvalid("item.id", id, "one that no other item has");
        taken.push(id);
      }
      if (taken.length !== items.length) throw optionInvalid("items.length", items.length, `${taken.length}, the number of items`);
    } catch (error) {
      for (const id of taken) ids.delete(id);
      throw error;
    }
  }

  /**
   * Adds a document with at least one item.
   *
   * @param items - gone through more than once
   * @param describe - gives of an item a text of all it holds but for its text and context; called once for each, in order
   * @returns its language and 8 bytes that stand for its contents
   */
  addDocument(
    documentId: string,
    items: Iterable<IndexedItem>,
    describe: (item: IndexedItem) => string,
  ): { readonly language: string; readonly hash: Uint8Array } {
    const { builder, columns } = this;
    const fields: (readonly Field[])[] = [];
    let told: string | undefined;
    for (const item of items) {
      fields.push(this.fieldsOf(item));
      told ??= item.language;
    }
    told ??= this.defaultLanguage;
    builder.begin(documentId, told === undefined ? undefined : primarySubtag(told));
    // Only what the columns need: a large document has many items, whose texts and attributes are of use once.
    const added: [id: string, lengths: number[], norm: number, path: readonly string[]][] = [];
    for (const item of items) {
      builder.beginItem();
      builder.addToHash(describe(item));
      const words = this.readItem(item, fields[added.length] as readonly Field[]);
      const norm = normOf(words[TEXT_FIELD] as number);
      builder.endItem(norm);
      added.push([item.id, words, norm, item.path]);
    }
    const { language, hash } = builder.end();
    columns.addDocument(documentId, hash, language);
    for (const [id, lengths, norm, path] of added) columns.addItem(id, lengths, norm, path);
    return { language, hash };
  }

  /** Writes the batch as a segment, whose stored values are already in `out`, and begins the next. */
  write(out: SegmentWriter): SegmentInfo {
    this.builder.write(out);
    const info = out.finish(this.columns);
    this.columns = new ItemColumns();
    this.ids.clear();
    return info;
  }

  /** Reads the texts and keys of an item, and gives its words per field. */
  private readItem(item: IndexedItem, fields: readonly Field[]): number[] {
    const { builder } = this;
    const lengths = [
      builder.addText(item.text, 0, 0, true),
      this.readTexts(item.path, 1),
      item.context === undefined ? 0 : builder.addText(item.context, 2, 0, true),
    ];
    for (const [field, value] of fields) {
      while (lengths.length <= field) lengths.push(0);
      lengths[field] = typeof value === "string" ? builder.addText(value, field, 0, false) : this.readTexts(value, field);
    }
    for (const key of keysOf(item)) builder.addKey(key);
    return lengths;
  }

  /** Texts of one field, with a gap between them so that no phrase runs from one into the next. */
  private readTexts(texts: readonly string[], field: number): number {
    let words = 0;
    for (const [index, text] of texts.entries()) words += this.builder.addText(text, field, words + index, false);
    return words;
  }

  /** The schema fields in order of their numbers. */
  private fieldsOf(item: IndexedItem): readonly Field[] {
    if (item.fields === undefined) return NO_FIELDS;
    const fields = Object.entries(item.fields).map(([name, value]) => [this.fieldNumber(name), value] as const);
    return fields.sort(([a], [b]) => a - b);
  }
}

type Field = readonly [number: number, value: string | readonly string[]];
const NO_FIELDS: readonly Field[] = [];

/** The keys that filters ask for. */
function keysOf(item: IndexedItem): Set<string> {
  const keys = new Set<string>();
  for (const [name, value] of Object.entries(item.attributes ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (isAttributeValue(one)) keys.add(attributeKey(name, one));
  }
  for (let depth = 1; depth <= item.path.length; depth++) keys.add(pathKey(item.path.slice(0, depth)));
  return keys;
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
