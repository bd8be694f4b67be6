/*
 * What is used of Node's own modules. An `import` of one makes a module object with all that it exports, which costs a new process
 * 1.5 to 2 ms of CPU for these; asking for the module costs nothing.
 */

export const { closeSync, fsyncSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeSync } =
  process.getBuiltinModule("node:fs");
export const { Buffer } = process.getBuiltinModule("node:buffer");

/** Node's own start has compiled it, as it has not `join`. */
export const { resolve } = process.getBuiltinModule("node:path");

/** The path of a file in a folder. */
export function pathIn(dir: string, name: string): string {
  return `${dir}/${name}`;
}
