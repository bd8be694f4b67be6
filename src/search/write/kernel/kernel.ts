import { longestOfNorm } from "../../segment/norms.ts";
import { Buffer } from "../../storage/node-modules.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";

/** What the kernel (assembly/) offers. Numbers are of 32 bits, and places are offsets into its memory. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly entries: Place;
  readonly wordScratch: Place;
  readonly runScratch: Place;
  readonly termScratch: Place;
  readonly weights: Place;
  readonly longest: Place;
  clearHash(): void;
  addTextToHash(length: number): void;
  lowHash(): number;
  highHash(): number;
  placeText(length: number): number;
  readText(length: number, described: number, field: number, firstPosition: number, hashed: number): number;
  takeGram(length: number, first: number): void;
  endGrams(count: number): void;
  takeRunTerm(length: number, kind: number): void;
  setItem(item: number): void;
  setLanguage(language: number): void;
  setLabel(label: number, length: number): void;
  setNumberList(list: number, length: number): void;
  setLabelWords(label: number, length: number): void;
  readonly votes: Place;
  setSuffixes(step: number, length: number): void;
  addExceptions(length: number): void;
  addStopWords(language: number, length: number): void;
  countVotes(): void;
  termNumber(length: number): number;
  addKey(term: number): void;
  listTerm(term: number): void;
  isInBatch(term: number): number;
  addNorm(norm: number): void;
  textOfWord(word: number): number;
  lengthOfWord(word: number): number;
  batchBytes(): number;
  beginWriting(): number;
  writeSome(): number;
  postingsAt(): number;
  postingsLength(): number;
  blocksAt(): number;
  blocksLength(): number;
  offsetsAt(): number;
  offsetsLength(): number;
  firstKeysAt(): number;
  firstKeysLength(): number;
  clearBatch(kept: number): void;
  reserve(bytes: number): number;
  expectLists(bytes: number): void;
  addSource(norms: number, items: number, base: number, renumbered: number): void;
  beginList(withoutPositions: number): void;
  placeList(bytes: number): number;
  takeList(source: number, postings: number, length: number): number;
  endList(): number;
  mergedList(): number;
  mergedListBytes(): number;
  mergedPositions(): number;
  mergedPositionBytes(): number;
}

/** A place that stays where it is. */
interface Place {
  readonly value: number;
}

/** What the kernel asks for: see assembly/host.ts. */
export interface KernelHost {
  fillPage(page: number): void;
  classAt(at: number): number;
  foldWord(start: number, end: number): number;
  readGrams(at: number, kind: number): number;
  showRun(start: number, ends: number, parts: number, digits: number, label: number): void;
  termOf(word: number): number;
  lightOf(word: number): number;
  decideLanguage(): void;
}

/** The memory of a kernel as bytes; there is new memory whenever it grows. */
export class KernelMemory {
  private readonly kernel: Kernel;
  private memory: ArrayBuffer | undefined;
  private buffer = Buffer.alloc(0);

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** All of it, until the next call of the kernel. */
  bytes(): Buffer<ArrayBuffer> {
    const memory = this.kernel.memory.buffer;
    if (memory !== this.memory) {
      this.memory = memory;
      this.buffer = Buffer.from(memory);
    }
    return this.buffer;
  }

  view(at: number, length: number): Uint8Array {
    return this.bytes().subarray(at, at + length);
  }
}

/** Tells a kernel what lists are made by. @param weights - by field number */
export function fillListTables(kernel: Kernel, weights: Float64Array): void {
  const { buffer } = kernel.memory;
  new Float64Array(buffer, kernel.weights.value, weights.length).set(weights);
  const longest = Uint32Array.from({ length: 256 }, (_, norm) => longestOfNorm(norm));
  new Uint32Array(buffer, kernel.longest.value, 256).set(longest);
}

/** What is used of the global object, which the types of Node 20 leave out. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: { readonly host: KernelHost }) => { readonly exports: unknown };
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

let compiled: object | undefined;

let isWanted = true;

/** Reads, builds and merges in JavaScript while `call` runs: for comparing the two. */
export async function withoutKernel<T>(call: () => Promise<T>): Promise<T> {
  isWanted = false;
  try {
    return await call();
  } finally {
    isWanted = true;
  }
}

/**
 * A kernel that asks `host`; nothing where there is no WebAssembly (`node --jitless`), where the source runs unbuilt, and where the
 * address space is too small for a memory.
 */
export function startKernel(host: KernelHost): Kernel | undefined {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  // Memory of WebAssembly is little-endian, and is read and written here by typed arrays, which are as the machine is.
  if (!isWanted || KERNEL_BYTES === "" || WebAssembly === undefined || !LITTLE_ENDIAN) return undefined;
  try {
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BYTES, "base64"));
    return new WebAssembly.Instance(compiled, { host }).exports as Kernel; // what assembly/index.ts exports
  } catch {
    return undefined;
  }
}
