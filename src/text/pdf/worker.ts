import { parentPort } from "node:worker_threads";
import { messageOf } from "../../errors.ts";
import { openLibrary } from "./library.ts";
import { PdfFailure } from "./pdf-failure.ts";
import type { PageCount, PdfMessage, PdfOptions } from "./pdf-text.ts";
import { readPdf } from "./read-pdf.ts";

/** A thread that reads one PDF after another: what a hostile file does to it, it does to no one else. */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly options: PdfOptions;
  readonly pages: PageCount;
}

const library = openLibrary();
library.catch(() => undefined); // told when it is asked for

parentPort?.on("message", (request: ReadRequest) => {
  void answer(request).then((message) => parentPort?.postMessage(message));
});

async function answer({ bytes, options, pages }: ReadRequest): Promise<PdfMessage> {
  const progress = (done: number, of: number) => {
    Atomics.store(pages, 1, of);
    Atomics.store(pages, 0, done);
  };
  try {
    return { type: "read", pdf: await readPdf(bytes, await library, options, progress) };
  } catch (cause) {
    if (cause instanceof PdfFailure) return { type: "failed", fault: cause.fault };
    return { type: "failed", fault: { kind: "damaged", message: `cannot be read (${messageOf(cause)})` } };
  }
}
