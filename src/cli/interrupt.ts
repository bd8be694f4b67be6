import { EXIT, printNote } from "./output.ts";

/**
 * A signal that Ctrl-C (or a polite `kill`) aborts: the work stops where the index is good. Pressed again, the process
 * ends at once, which the index survives as well.
 */
export function interruptSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      printNote("Stopping; press Ctrl-C again to stop at once.");
      stop.abort();
    });
  }
  return stop.signal;
}
