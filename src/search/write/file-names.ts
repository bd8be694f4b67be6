export type FileKind = "segment" | "deletes" | "manifest";

/** A name that no file of this index has had: generations stand beside each other until the old one is discarded. */
export function newFileName(kind: FileKind): string {
  return `${kind}-${randomDigits()}${randomDigits()}${kind === "manifest" ? ".json" : ".bin"}`;
}

/** Eight hexadecimal digits. `node:crypto` would give better ones, and takes as long to load as adding a document does. */
function randomDigits(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

/** Whether a file is the index's own, complete or left over from a run that was killed. */
export function isIndexFile(name: string): boolean {
  return /^(segment|deletes)-[0-9a-f]{16}\.bin(\.tmp)?$|^manifest-[0-9a-f]{16}\.json$|^current\.json\.[0-9a-f]+\.tmp$/.test(name);
}
