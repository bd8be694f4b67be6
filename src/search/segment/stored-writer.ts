import { ByteWriter } from "../storage/bytes.ts";
import { Buffer } from "../storage/node-modules.ts";

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
