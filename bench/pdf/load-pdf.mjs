import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { PdfLoader } from "../../dist/plugins.js";

const loader = new PdfLoader();

/** One PDF as its document. */
export async function loadPdf(path) {
  const bytes = new Uint8Array(await readFile(path));
  const source = { id: basename(path), fingerprint: "", bytes: async () => bytes };
  const run = { signal: new AbortController().signal, emit: () => undefined };
  const [document] = await loader.load(source, run);
  return document;
}
