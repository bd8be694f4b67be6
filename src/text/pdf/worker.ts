import { parentPort } from "node:worker_threads";
import { messageOf } from "../../errors.ts";
import { openLibrary } from "./library.ts";
import { PdfFailure } from "./pdf-failure.ts";
import type { PdfMessage, PdfOptions } from "./pdf-text.ts";
import { readPdf } from "./read-pdf.ts";

/** A thread that reads one PDF after another: what a hostile file does to it, it does to no one else. */
interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly options: PdfOptions;
}

const library = openLibrary();
library.catch(() => undefined); // told when it is asked for

parentPort?.on("message", ({ bytes, options }: ReadRequest) => {
  void answer(bytes, options).then((message) => tell(message));
});

async function answer(bytes: Uint8Array, options: PdfOptions): Promise<PdfMessage> {
  try {
    const pdf = await readPdf(bytes, await library, options, (done, of) => tell({ type: "page", done, of }));
    return { type: "read", pdf };
  } catch (cause) {
    if (cause instanceof PdfFailure) return { type: "failed", fault: cause.fault };
    return { type: "failed", fault: { kind: "damaged", message: `cannot be read (${messageOf(cause)})` } };
  }
}

function tell(message: PdfMessage): void {
  parentPort?.postMessage(message);
}
