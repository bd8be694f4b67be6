import type { Json } from "../../model.ts";
import { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { Buffer } from "../storage/node-modules.ts";
import type { PagedReader } from "../storage/paged-file.ts";

/*
 * What was given with each item, as JSON texts joined by line ends in blocks of about 32,000 units, each compressed by itself with Brotli
 * (quality 1: measured 164 MB/s at 0.45 of the size, where deflate at its fastest gives 79 MB/s at 0.43).
 */

const BLOCK_UNITS = 1 << 15;

/** Takes the stored values of one item after the other. */
export class StoredWriter {
  /** For each block: varint items, varint bytes. */
  readonly index = new ByteWriter(1 << 10);
  private readonly append: (bytes: Uint8Array) => void;
  private block: string[] = [];
  /** UTF-16 units in the block. */
  private units = 0;

  constructor(append: (bytes: Uint8Array) => void) {
    this.append = append;
  }

  add(json: string): void {
    if (this.units >= BLOCK_UNITS) this.endBlock();
    this.block.push(json);
    this.units += json.length;
  }

  /** A block of another segment, taken over as it is. */
  addBlock(items: number, bytes: Uint8Array): void {
    this.endBlock();
    this.index.varint(items);
    this.index.varint(bytes.length);
    this.append(bytes);
  }

  endBlock(): void {
    if (this.block.length === 0) return;
    const { brotliCompressSync, constants } = process.getBuiltinModule("node:zlib");
    const bytes = brotliCompressSync(Buffer.from(this.block.join("\n")), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    this.index.varint(this.block.length);
    this.index.varint(bytes.length);
    this.append(bytes);
    this.block = [];
    this.units = 0;
  }
}

/** Reads stored values by item number. */
export class StoredReader {
  private readonly file: PagedReader;
  private readonly at: number;
  private readonly indexPlace: readonly [number, number];
  private firstItems: number[] | undefined;
  private offsets: number[] = [];
  private lastBlock = -1;
  private lastLines: string[] = [];

  constructor(file: PagedReader, blocks: readonly [number, number], index: readonly [number, number]) {
    this.file = file;
    [this.at] = blocks;
    this.indexPlace = index;
  }

  read(item: number): Json {
    const firstItems = this.loadIndex();
    let low = 0;
    let high = firstItems.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firstItems[middle] as number) <= item) low = middle;
      else high = middle - 1;
    }
    return JSON.parse(this.lines(low)[item - (firstItems[low] as number)] as string) as Json;
  }

  /** Number of blocks. */
  blocks(): number {
    return this.loadIndex().length - 1;
  }

  /** Item numbers of a block: half-open. */
  itemsOf(block: number): readonly [number, number] {
    const firstItems = this.loadIndex();
    return [firstItems[block] as number, firstItems[block + 1] as number];
  }

  /** A block as it stands in the file. */
  bytesOf(block: number): Uint8Array {
    this.loadIndex();
    const start = this.offsets[block] as number;
    return this.file.read(this.at + start, (this.offsets[block + 1] as number) - start);
  }

  /** The JSON texts of a block. */
  lines(block: number): readonly string[] {
    if (block !== this.lastBlock) {
      const { brotliDecompressSync } = process.getBuiltinModule("node:zlib");
      this.lastLines = brotliDecompressSync(this.bytesOf(block)).toString("utf8").split("\n");
      this.lastBlock = block;
    }
    return this.lastLines;
  }

  private loadIndex(): number[] {
    if (this.firstItems === undefined) {
      this.firstItems = [0];
      this.offsets = [0];
      const reader = new ByteReader(this.file.read(...this.indexPlace));
      for (let items = 0, offset = 0; !reader.done; ) {
        items += reader.varint();
        offset += reader.varint();
        this.firstItems.push(items);
        this.offsets.push(offset);
      }
    }
    return this.firstItems;
  }
}
