import type { Span } from "../model.ts";
import { contentStart, type Line } from "../text/lines.ts";
import { trimSpan } from "../text/whitespace.ts";

/**
 * Lines of the HTML table that starts at line i of a Markdown text: up to the line that closes it, or to a blank line, where
 * Markdown ends HTML. 0 when none starts.
 */
export function htmlTableLength(text: string, lines: readonly Line[], i: number): number {
  const first = lines[i];
  if (first === undefined || !/^<table[\s>]/i.test(text.slice(contentStart(text, first), first.end).slice(0, 8))) return 0;
  for (let end = i; end < lines.length; end++) {
    const line = text.slice(lines[end]?.start, lines[end]?.end);
    if (/<\/table\s*>/i.test(line)) return end + 1 - i;
    if (line.trim() === "") return end - i;
  }
  return lines.length - i;
}

/** Its rows: each from its `<tr>` to the next, the first with what opens the table, the last with what closes it. */
export function htmlRows(text: string, table: Span): Span[] {
  const starts = [...text.slice(table.start, table.end).matchAll(/<tr[\s>]/gi)].map(({ index }) => table.start + index);
  const bounds = [table.start, ...starts.slice(1), table.end];
  return bounds.slice(1).flatMap((end, i) => trimSpan(text, { start: bounds[i] ?? end, end }) ?? []);
}

/** Whether a row names the columns. */
export function isHtmlHead(text: string, row: Span): boolean {
  return /<th[\s>]/i.test(text.slice(row.start, row.end));
}
