import { Buffer } from "../storage/node-modules.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";

/*
 * Decoding and scoring in WebAssembly (sources in assembly/). A new process answers its first question before V8 has compiled any loop
 * of JavaScript, and WebAssembly is compiled when it is loaded. There is one kernel in a process, whose memory keeps what was read of
 * open indexes: posting lists with their tables, norms, indexes of dictionaries.
 */

/** Bytes kept for the next questions. When they are used up, all is forgotten and read again as it is asked for. */
const MOST_KEPT = 96 << 20;
const WASM_PAGE = 1 << 16;
/** The kernel reads 16 bytes where less than that is left of a list. */
const SLACK = 32;
/** Longest term that the kernel looks up, as UTF-8. */
export const KEY_BYTES = 1024;

/** What the kernel exports. Places are byte offsets in its memory. */
interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly room: { readonly value: number };
  readonly CURSOR_BYTES: { readonly value: number };
  readonly MOST_TIED: { readonly value: number };
  readonly scoring: { readonly value: number };
  readonly factors: { readonly value: number };
  readonly fieldParts: { readonly value: number };
  readonly found: { readonly value: number };
  readonly key: { readonly value: number };
  readonly page: { readonly value: number };
  checkPages(start: number, size: number, first: number): number;
  checksum(start: number, length: number, seed: number): number;
  readTable(list: number, postings: number, table: number): number;
  findBlock(index: number, blocks: number, keyLength: number): number;
  findInBlock(block: number, length: number, keyLength: number): number;
  run(request: number, room: number, heap: number): number;
}

export class Kernel {
  readonly calls: KernelExports;
  /** The memory. It is another array after `makeRoom`. */
  bytes: Uint8Array;
  view: DataView;
  /** Where a term that is looked up stands in it. */
  key: Uint8Array;
  /** Rises when everything kept is forgotten. */
  epoch = 0;
  /** First byte that is free. */
  top: number;

  constructor(calls: KernelExports) {
    this.calls = calls;
    this.top = this.calls.room.value;
    this.bytes = new Uint8Array(this.calls.memory.buffer);
    this.view = new DataView(this.calls.memory.buffer);
    this.key = this.bytes.subarray(this.calls.key.value, this.calls.key.value + KEY_BYTES);
  }

  /** Whether `bytes` more can be kept without forgetting. */
  fits(bytes: number): boolean {
    return this.top + bytes <= MOST_KEPT;
  }

  forget(): void {
    this.epoch++;
    this.top = this.calls.room.value;
  }

  /** Makes sure that `bytes` can be taken. */
  makeRoom(bytes: number): void {
    const missing = this.top + bytes + SLACK - this.bytes.length;
    if (missing <= 0) return;
    this.calls.memory.grow(Math.ceil(missing / WASM_PAGE));
    this.bytes = new Uint8Array(this.calls.memory.buffer);
    this.view = new DataView(this.calls.memory.buffer);
    this.key = this.bytes.subarray(this.calls.key.value, this.calls.key.value + KEY_BYTES);
  }

  /** Takes `bytes`, for which there is room, and gives their place, a multiple of 16. */
  take(bytes: number): number {
    const place = this.top;
    this.top = (place + bytes + 15) & ~15;
    return place;
  }

  /** Checksum of 4 KB at most, see `checksum`. */
  checksum(data: Uint8Array, seed: number): number {
    const { page } = this.calls;
    this.bytes.set(data, page.value);
    return this.calls.checksum(page.value, data.length, seed) >>> 0;
  }
}

let kernel: Kernel | undefined;
let tried = false;

/** The kernel of this process; nothing where there is no WebAssembly (`node --jitless`) or the source runs unbuilt. */
export function theKernel(): Kernel | undefined {
  if (!tried) {
    tried = true;
    const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
    // Memory of WebAssembly is little-endian, and is read and written here by typed arrays, which are as the machine is.
    if (KERNEL_BYTES !== "" && WebAssembly !== undefined && LITTLE_ENDIAN) kernel = load(WebAssembly);
  }
  return kernel;
}

/** Whether the kernel ended by leaving its memory, which a damaged index can lead it to. */
export function isTrap(error: unknown): boolean {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  return WebAssembly !== undefined && error instanceof WebAssembly.RuntimeError;
}

/** Searches in JavaScript while `call` runs: for comparing the two. */
export function withoutKernel<T>(call: () => T): T {
  const kept = theKernel();
  kernel = undefined;
  try {
    return call();
  } finally {
    kernel = kept;
  }
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** What is used of the global object, which the types of Node 20 leave out. */
interface WebAssemblyApi {
  readonly RuntimeError: new () => Error;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

function load({ Module, Instance }: WebAssemblyApi): Kernel | undefined {
  try {
    // What assembly/index.ts exports.
    return new Kernel(new Instance(new Module(Buffer.from(KERNEL_BYTES, "base64"))).exports as KernelExports);
  } catch {
    // A processor without vector instructions, or too little address space for a memory.
    return undefined;
  }
}
