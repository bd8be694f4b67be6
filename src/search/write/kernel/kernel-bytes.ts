/**
 * The compiled kernel in base64. The build and the tests put it here (scripts/kernel.ts); where the source runs as it stands this is
 * empty, and the index is written in JavaScript.
 */
export const KERNEL_BYTES: string = "";
