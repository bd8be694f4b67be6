import type { SegmentWriter } from "../segment/segment-writer.ts";

/**
 * Makes the postings and the dictionary of a batch of documents. For each document: `begin`; for each item `beginItem`, the texts of its
 * fields in order of field number, the keys that filters ask for, each once, and `endItem`; then `end`.
 */
export interface Builder {
  /** Bytes of memory that the batch takes. */
  readonly bytesUsed: number;
  /** @param id - part of its hash  @param language - primary subtag; absent: to be told by its words */
  begin(id: string, language: string | undefined): void;
  beginItem(): void;
  /** Adds to the hash of the document what is not searched. */
  addToHash(text: string): void;
  /**
   * Reads a text of the current item.
   *
   * @param firstPosition - of its first word in the field
   * @param hashed - whether it is part of the hash of the document
   * @returns its words
   */
  addText(text: string, field: number, firstPosition: number, hashed: boolean): number;
  /** The current item has a key that filters ask for. */
  addKey(key: string): void;
  /** @param norm - the byte that stands for the length of the item's text */
  endItem(norm: number): void;
  /** Gives the language of the document and 8 bytes that stand for what it holds. */
  end(): { readonly language: string; readonly hash: Uint8Array };
  /** Writes the terms of the batch and begins the next. */
  write(out: SegmentWriter): void;
}
