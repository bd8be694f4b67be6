/** Control characters of both kinds: those below the space and those of 8-bit terminals. */
const CONTROL = /\p{Cc}/gu;
/** And what begins another line without being one, or turns the direction of a line around. */
const LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const COLOUR = /(\p{Cc}\[\d{1,2}m)/u;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text of a document as a terminal may show it: line ends and tabs stay, other control characters are seen and not obeyed: `\u001b[2J`. */
export function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL, (char) => (char === "\n" || char === "\t" ? char : escaped(char)));
}

/** A name, an id or a message in one line: line ends are seen as `\n`, other control characters as in `plain`. */
export function oneLine(text: string): string {
  return text.replace(LINE, escaped);
}

/** One line of a text that may be long: white space folded, control characters escaped, cut with `…`. */
export function excerpt(text: string, width: number): string {
  const line = oneLine(text.replace(/\s+/g, " ").trim());
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** The last guard before the terminal: of what control characters do, only new lines, tabs and our own colours are left. */
export function guarded(text: string): string {
  return text
    .split(COLOUR)
    .map((part, i) => (i % 2 === 1 && part.startsWith("\u001b") ? part : plain(part)))
    .join("");
}

/** A JSON text with the control characters that JSON leaves as they are written as escapes: the same value. */
export function guardedJson(json: string): string {
  return json.replace(CONTROL, (char) => (char === "\n" ? char : escaped(char)));
}

function escaped(char: string): string {
  return SHORT[char] ?? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
