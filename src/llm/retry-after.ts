/** A date in a header is cut to whole seconds. */
const SECOND = 1000;

/**
 * How long a server asks to be left alone, in milliseconds; undefined when it does not say, or says nonsense. A date is taken
 * relative to the reply's own `date`, so that neither a wrong clock nor the cut to whole seconds makes the wait too short.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = headers.get("retry-after-ms");
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact.trim())) return Number(exact);
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  const sent = Date.parse(headers.get("date") ?? "");
  return Math.max(0, Number.isNaN(sent) ? date + SECOND - now : date - sent);
}

/** The wait before the second, third, … attempt where the server names none: half a second, doubled each time, less up to a quarter by chance. */
export function backoffMs(attempt: number, random: () => number): number {
  return 500 * 2 ** (attempt - 1) * (1 - random() / 4);
}
