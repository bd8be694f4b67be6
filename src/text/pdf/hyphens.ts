/**
 * What becomes of a hyphen at the end of a line: `drop` where it only broke a word, `keep` where it belongs to the word;
 * undefined where there is none.
 *
 * @param words - words of the document that are not broken, in lower case
 */
export function joinHyphenated(line: string, next: string, words: ReadonlySet<string>): "drop" | "keep" | undefined {
  const last = line.charAt(line.length - 1);
  if (last === "\u00ad") return "drop";
  if (last !== "-" && last !== "\u2010") return undefined;
  const head = /[\p{L}\p{M}\p{N}-]+(?=[-\u2010]$)/u.exec(line.slice(-60))?.[0];
  const tail = /^[\p{L}\p{M}\p{N}]+/u.exec(next.slice(0, 60))?.[0];
  if (head === undefined || tail === undefined) return undefined;
  // "Non-" + "GAAP", "2019-" + "2020", "10-" + "K"
  if (!/\p{L}$/u.test(head) || !/^\p{Ll}/u.test(tail)) return "keep";
  const broken = head.toLowerCase();
  if (words.has(`${broken}${tail.toLowerCase()}`)) return "drop";
  if (words.has(`${broken}-${tail.toLowerCase()}`)) return "keep";
  // "state-of-the-" + "art": hyphens before show that it is one of several.
  if (head.includes("-")) return "keep";
  return words.has(broken) && words.has(tail.toLowerCase()) && PREFIX.test(broken) ? "keep" : "drop";
}

/** Parts of words that are usually written with a hyphen when they stand as words of their own too. */
const PREFIX = /^(?:self|well|non|long|short|high|low|full|part|third|cross|year|half|all|ex|in|on|off|up|so|to)$/;
