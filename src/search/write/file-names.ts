import { randomBytes } from "node:crypto";

export type FileKind = "segment" | "deletes" | "manifest";

/** A name that no file of this index has had: generations stand beside each other until the old one is discarded. */
export function newFileName(kind: FileKind): string {
  return `${kind}-${randomBytes(8).toString("hex")}${kind === "manifest" ? ".json" : ".bin"}`;
}

/** Whether a file is the index's own, complete or left over from a run that was killed. */
export function isIndexFile(name: string): boolean {
  return /^(segment|deletes)-[0-9a-f]{16}\.bin(\.tmp)?$|^manifest-[0-9a-f]{16}\.json$|^current\.json\.[0-9a-f]+\.tmp$/.test(name);
}
