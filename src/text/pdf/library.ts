import { messageOf } from "../../errors.ts";
import { lendClone, lendFontFace, lendInflate, lendTransfer } from "./lend-globals.ts";
import { PdfFailure } from "./pdf-failure.ts";
import type { PdfDocument, PdfLibrary } from "./read-pdf.ts";

/** Opens the library for a thread of its own: it writes warnings to the console, which are read here instead. */
export async function openLibrary(): Promise<PdfLibrary> {
  lendTransfer();
  lendFontFace();
  lendInflate();
  lendClone();
  const unpdf = await import("unpdf").catch((cause: unknown) => {
    throw new PdfFailure({ kind: "missing", message: messageOf(cause) });
  });
  const { OPS } = await unpdf.getResolvedPDFJS();
  let heard: string[] = [];
  const listen = (...words: unknown[]) => void (heard.length < MOST_WARNINGS && heard.push(words.map(String).join(" ")));
  for (const name of ["log", "warn", "error", "info"] as const) console[name] = listen;
  return {
    codes: OPS,
    warnings: () => {
      const all = heard;
      heard = [];
      return all;
    },
    open: async (bytes) => {
      const pdf = await unpdf.getDocumentProxy(bytes, {
        verbosity: 1,
        fontExtraProperties: true, // which fonts have no map to characters
        disableFontFace: false, // true would have every letter's outline made
        ownerDocument: { fonts: new Set() }, // so would a document that fonts cannot be added to
        maxImageSize: MOST_DOTS,
        isEvalSupported: false,
        enableXfa: false,
      });
      return pdf as unknown as PdfDocument; // the parts of it that are used here, with arguments left as they come
    },
  };
}

const MOST_WARNINGS = 1000;
/** Pictures are shrunk before; one that could not be is left out when it is larger. */
const MOST_DOTS = 4_000_000;
