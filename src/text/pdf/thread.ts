import { Worker } from "node:worker_threads";
import { PdfFailure } from "./pdf-failure.ts";
import { newPageCount, type PdfMessage, type PdfOptions, type PdfText } from "./pdf-text.ts";
import type { ReadRequest } from "./worker.ts";

export interface ThreadOptions {
  readonly options: PdfOptions;
  readonly signal: AbortSignal;
  /** Told of pages every so often. */
  readonly progress: (done: number, of: number) => void;
  /** Longest time without a page; ms. */
  readonly pageTimeoutMs: number;
}

/** Threads at work at once: more would only share the processors, and each holds a document. */
const MOST_THREADS = 2;
/** Of a thread's own heap; MiB. A 500-page report takes about 150. */
const MOST_HEAP_MB = 768;
/** What the whole process may grow by while a document is read; bytes. Buffers are in no thread's heap. */
const MOST_GROWTH = 1.5 * 1024 ** 3;
const WATCH_MS = 200;

/**
 * Reads a PDF in a thread of its own, so that a file made to hang or to fill the memory costs one document and no more. Threads are
 * kept for the next document, and keep no process alive.
 *
 * @throws PdfFailure; the signal's reason when it is aborted
 */
export async function readInThread(bytes: Uint8Array, options: ThreadOptions): Promise<PdfText> {
  await turn();
  try {
    options.signal.throwIfAborted();
    return await readWith(idle.pop() ?? startThread(), bytes, options);
  } finally {
    waiting.shift()?.();
    busy--;
  }
}

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

async function turn(): Promise<void> {
  busy++;
  if (busy > MOST_THREADS) await new Promise<void>((resolve) => void waiting.push(resolve));
}

function readWith(thread: Worker, bytes: Uint8Array, { options, signal, progress, pageTimeoutMs }: ThreadOptions): Promise<PdfText> {
  return new Promise((resolve, reject) => {
    const started = process.memoryUsage.rss();
    const pages = newPageCount();
    let heardAt = performance.now();
    let heard = 0;
    const end = (isReusable: boolean): void => {
      clearInterval(watch);
      signal.removeEventListener("abort", abort);
      // One by one: without a name, the thread's own listeners go too, and it is never heard again.
      for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
      if (isReusable) {
        thread.unref();
        idle.push(thread);
      } else void thread.terminate();
    };
    const fail = (kind: "oversize" | "damaged", message: string): void => {
      end(false);
      reject(new PdfFailure({ kind, message }));
    };
    const abort = (): void => {
      end(false);
      reject(signal.reason);
    };
    const where = () => (Atomics.load(pages, 0) === 0 ? "before its first page" : `after page ${Atomics.load(pages, 0)}`);
    const watch = setInterval(() => {
      const done = Atomics.load(pages, 0);
      if (done !== heard) {
        heard = done;
        heardAt = performance.now();
        progress(done, Atomics.load(pages, 1));
      }
      if (process.memoryUsage.rss() - started > MOST_GROWTH) fail("oversize", `took more than 1.5 GiB of memory ${where()}`);
      else if (performance.now() - heardAt > pageTimeoutMs) {
        fail("oversize", `took more than ${Math.round(pageTimeoutMs / 1000)} s for one page, ${where()}`);
      }
    }, WATCH_MS);
    signal.addEventListener("abort", abort, { once: true });
    thread.on("message", (message: PdfMessage) => {
      end(true);
      if (message.type === "read") resolve(message.pdf);
      else reject(new PdfFailure(message.fault));
    });
    thread.on("error", (cause: Error & { code?: string }) => {
      if (cause.code === "ERR_WORKER_OUT_OF_MEMORY") fail("oversize", `took more than ${MOST_HEAP_MB} MiB of memory ${where()}`);
      else fail("damaged", `stopped its reader ${where()} (${cause.message})`);
    });
    thread.on("exit", () => fail("damaged", `stopped its reader ${where()}`));
    thread.ref();
    // Not `slice`: that of a Buffer is no copy, and its memory may be shared with others and not to be given away.
    const copy = new Uint8Array(bytes);
    const request: ReadRequest = { bytes: copy, options, pages };
    thread.postMessage(request, [copy.buffer]);
  });
}

/** The built thread stands beside the bundle that holds this file; from source it is TypeScript, which needs tsx (found from the working folder). */
function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MOST_HEAP_MB };
  if (!import.meta.url.endsWith(".ts")) {
    // Node's own options are not handed on: `--input-type`, for one, stops a thread that is a file.
    return new Worker(new URL("./pdf-worker.js", import.meta.url), { resourceLimits, execArgv: [] });
  }
  const file = new URL("./worker.ts", import.meta.url).href;
  const start = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(file)}, ${JSON.stringify(import.meta.url)}))`;
  return new Worker(start, { eval: true, resourceLimits });
}
