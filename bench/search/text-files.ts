import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const EXTENSION = /\.(md|txt|html|xml)$/i;

/** Files under `dir` that the corpus is made from, in an order that is the same on every machine. */
export function listTextFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSION.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The words of a file, markup taken off; undefined where it is not UTF-8 (other encodings are no business of a speed bench). */
export function readPlainText(path: string): string | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
  if (/\.(html|xml)$/i.test(path)) {
    text = text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>|&#?\w+;/g, " ");
  }
  return text
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

/** Cuts text into pieces of about `size` characters at white space; a script without spaces is cut where it stands. */
export function* cutChunks(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + size, text.length);
    if (end < text.length) {
      const space = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end));
      if (space > start + size * 0.8) {
        end = space;
      }
    }
    const chunk = text.slice(start, end).trim();
    // A short tail is dropped rather than made a chunk, so that N chunks mean N times about `size` characters.
    if (chunk.length > size / 2) {
      yield chunk;
    }
    start = end;
  }
}
