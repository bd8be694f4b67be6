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
 * The library's two halves run in one thread here, and it copies whatever one says to the other. Of a page's operators, most of
 * what is said, only the lists are copied: their maker empties them, and changes nothing in them.
 */
export function lendClone(): void {
  const clone = globalThis.structuredClone;
  globalThis.structuredClone = <T>(value: T, options?: Parameters<typeof clone>[1]): T => {
    if (!isOperators(value)) return clone(value, options);
    const { fnArray, argsArray } = value.chunk;
    return { ...value, chunk: { ...value.chunk, fnArray: [...fnArray], argsArray: [...argsArray] } };
  };
}

interface OperatorMessage {
  readonly chunk: { readonly fnArray: readonly unknown[]; readonly argsArray: readonly unknown[] };
}

function isOperators(value: unknown): value is OperatorMessage {
  const chunk = (value as { chunk?: { fnArray?: unknown; argsArray?: unknown } | null } | null | undefined)?.chunk;
  return Array.isArray(chunk?.fnArray) && Array.isArray(chunk.argsArray);
}
