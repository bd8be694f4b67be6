import type { RunEvent } from "../model.ts";
import { excerpt, oneLine, printNote } from "./output.ts";

/**
 * Shows what a run does: on a terminal one line that changes in place, elsewhere a line for each event. An event that has
 * no line is not shown.
 *
 * @param lineOf - the line of an event
 */
export async function showProgress(events: AsyncIterable<RunEvent>, lineOf: (event: RunEvent) => string | undefined): Promise<void> {
  const { stderr } = process;
  let shown = false;
  let last = 0;
  for await (const event of events) {
    const line = lineOf(event);
    if (line === undefined) continue;
    if (!stderr.isTTY) {
      printNote(oneLine(line));
      continue;
    }
    const now = performance.now();
    if (now - last < 50) continue; // a terminal cannot be read faster
    last = now;
    shown = true;
    stderr.write(`\r\u001b[2K${excerpt(line, Math.max(20, stderr.columns - 1))}`);
  }
  if (shown) stderr.write("\r\u001b[2K");
}
