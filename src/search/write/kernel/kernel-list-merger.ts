import { isTrap } from "../../kernel/kernel.ts";
import { indexDamaged } from "../../search-errors.ts";
import type { TermEntry } from "../../segment/dictionary.ts";
import type { EncodedList } from "../../segment/posting-format.ts";
import type { ListMerger, ListSource } from "../list-merger.ts";
import { fillListTables, type Kernel, type KernelHost, KernelMemory, startKernel } from "./kernel.ts";

/** Lists of fewer bytes are copied one by one, which is faster than to ask for it. */
const FEW_BYTES = 24;

/** Hardly a list is longer. */
const EXPECTED_BYTES = 32 << 20;

/** The merger in WebAssembly. Its memory holds the norms of all items and the longest list, and goes with it. */
export class KernelListMerger implements ListMerger {
  private readonly kernel: Kernel;
  private readonly memory: KernelMemory;
  private readonly sources: readonly ListSource[];

  /** Nothing where the kernel cannot be had. */
  static start(sources: readonly ListSource[], weights: Float64Array): KernelListMerger | undefined {
    const kernel = startKernel(NO_TEXTS);
    return kernel === undefined ? undefined : new KernelListMerger(kernel, sources, weights);
  }

  private constructor(kernel: Kernel, sources: readonly ListSource[], weights: Float64Array) {
    this.kernel = kernel;
    this.memory = new KernelMemory(kernel);
    this.sources = sources;
    fillListTables(kernel, weights);
    const all = sources.reduce((sum, { reader }) => sum + reader.info.parts.postings[1], 0);
    kernel.expectLists(Math.min(all, EXPECTED_BYTES));
    for (const { reader, base, renumbered } of sources) {
      const norms = this.place(reader.norms());
      kernel.addSource(norms, reader.info.items, base, renumbered === undefined ? 0 : this.place(bytesOf(renumbered)));
    }
  }

  begin(withPositions: boolean): void {
    this.kernel.beginList(withPositions ? 0 : 1);
  }

  add(source: number, entry: TermEntry): void {
    const { reader } = this.sources[source] as ListSource;
    const { inline, listBytes, positionBytes } = entry;
    const list = inline ?? reader.file.read(reader.info.parts.postings[0] + entry.offset, listBytes + positionBytes);
    const at = this.kernel.placeList(list.length);
    const bytes = this.memory.bytes();
    if (list.length > FEW_BYTES) bytes.set(list, at);
    else for (let k = 0; k < list.length; k++) bytes[at + k] = list[k] as number;
    if (!this.isTaken(source, entry.count, listBytes)) throw indexDamaged(reader.file.path, "the postings of a word run beyond their end");
  }

  private isTaken(source: number, count: number, listBytes: number): boolean {
    try {
      return this.kernel.takeList(source, count, listBytes) !== 0;
    } catch (error) {
      // It left its memory, led by numbers that nobody wrote.
      if (isTrap(error)) return false;
      throw error;
    }
  }

  finish(): EncodedList {
    const { kernel, memory } = this;
    const count = kernel.endList();
    const list = memory.view(kernel.mergedList(), kernel.mergedListBytes());
    return { count, list, positions: memory.view(kernel.mergedPositions(), kernel.mergedPositionBytes()) };
  }

  private place(bytes: Uint8Array): number {
    const at = this.kernel.reserve(bytes.length);
    this.memory.bytes().set(bytes, at);
    return at;
  }
}

function bytesOf(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Merging reads no texts, so nothing of this is asked. */
const nothing = (): number => 0;
const NO_TEXTS: KernelHost = {
  fillPage: nothing,
  classAt: nothing,
  foldWord: nothing,
  readGrams: nothing,
  showRun: nothing,
  termOf: nothing,
  lightOf: nothing,
  decideLanguage: nothing,
};
