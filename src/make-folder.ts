import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { writeFailed } from "./errors.ts";

/**
 * Makes a folder, and those above it. Not Node's `recursive`, which never ends where the system says of an existing parent
 * that it is not there (below /proc, for one).
 *
 * @throws WRITE_FAILED naming the folder and the system's reason
 */
export function makeFolder(path: string): void {
  if (tryMake(path) !== "parent missing") return;
  const parent = dirname(path);
  makeFolder(parent);
  if (tryMake(path) === "parent missing") throw writeFailed(path, new Error("the system makes no folders there"));
}

function tryMake(path: string): "made" | "parent missing" {
  try {
    mkdirSync(path);
    return "made";
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EEXIST") {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return "made";
      throw writeFailed(path, new Error("a file of that name stands where the folder is to be"));
    }
    if (code === "ENOENT" && dirname(path) !== path) return "parent missing";
    throw writeFailed(path, cause);
  }
}
