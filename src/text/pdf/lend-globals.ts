import { inflateRawSync } from "node:zlib";
import { exposeActualText } from "./actual-text.ts";
import { MOST_UNPACKED } from "./prepare-bytes.ts";

/** What the library looks for in its surroundings: only for a thread that nothing else runs in. */

/** Node 20 lacks `transferToFixedLength`, without which the library reads no page with a font. */
export function lendTransfer(): void {
  const prototype = ArrayBuffer.prototype as { transferToFixedLength?: (length?: number) => ArrayBuffer };
  prototype.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
    const whole = structuredClone(this, { transfer: [this] });
    if (length === whole.byteLength) return whole;
    const resized = new Uint8Array(length);
    resized.set(new Uint8Array(whole, 0, Math.min(length, whole.byteLength)));
    return resized.buffer;
  };
}

/** A font that counts as loaded: for one that cannot be, the library makes the outline of every letter. Nothing is drawn here. */
export function lendFontFace(): void {
  const scope = globalThis as { FontFace?: unknown };
  scope.FontFace ??= class {
    readonly loaded = Promise.resolve();
    readonly load = () => this.loaded;
  };
}

/**
 * A page is made of many small packed streams, and for each the surroundings' own `DecompressionStream` makes half a dozen objects that
 * wait for each other. Here nobody else waits, so each is unpacked at once. Any other packing than `deflate` is left to the library.
 */
export function lendInflate(): void {
  const scope = globalThis as { DecompressionStream?: unknown };
  scope.DecompressionStream = class {
    readonly readable: Uint8Array[] = [];
    readonly writable = {
      getWriter: () => ({
        ready: Promise.resolve(),
        // Not async: what cannot be unpacked must throw at once, and not end as no data.
        write: (packed: Uint8Array) => Promise.resolve(this.readable.push(exposeActualText(inflate(packed)))),
        close: () => Promise.resolve(),
      }),
    };

    constructor(format: string) {
      if (format !== "deflate") throw new TypeError(`"${format}" is unpacked elsewhere.`);
    }
  };
}

/** How many times larger a page's content is than it was packed, mostly less. */
const USUAL_GROWTH = 6;
const SMALLEST_PART = 1024;
const LARGEST_PART = 4 * 1024 * 1024;

/** Bytes before the data; the library has looked at them. They may claim a smaller window than the data needs, and some programs do. */
const HEADER = 2;

function inflate(packed: Uint8Array): Uint8Array {
  const chunkSize = Math.min(LARGEST_PART, Math.max(SMALLEST_PART, packed.length * USUAL_GROWTH));
  return inflateRawSync(packed.subarray(HEADER), { chunkSize, maxOutputLength: MOST_UNPACKED });
}

/**
 * The library's two halves run in one thread here, and it copies whatever one says to the other. Of a page's operators, most of
 * what is said, only the lists are copied: their maker empties them, and changes nothing in them.
 */
export function lendClone(): void {
  const clone = globalThis.structuredClone;
  globalThis.structuredClone = <T>(value: T, options?: Parameters<typeof clone>[1]): T => {
    if (!isOperators(value)) return clone(value, options);
    const { fnArray, argsArray } = value.chunk;
    return { ...value, chunk: { ...value.chunk, fnArray: fnArray.slice(), argsArray: argsArray.slice() } };
  };
}

interface OperatorMessage {
  readonly chunk: { readonly fnArray: readonly unknown[]; readonly argsArray: readonly unknown[] };
}

function isOperators(value: unknown): value is OperatorMessage {
  const chunk = (value as { chunk?: { fnArray?: unknown; argsArray?: unknown } | null } | null | undefined)?.chunk;
  return Array.isArray(chunk?.fnArray) && Array.isArray(chunk.argsArray);
}
