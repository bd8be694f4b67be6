/**
 * Where and why a text stops being a value. `cut`: it ended in the middle of one. `begun`: some of a value was read before,
 * so that it was meant as JSON and no bracket of prose.
 */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  readonly at: number;
  readonly cut: boolean;
  readonly begun: boolean;

  constructor(message: string, at: number, { cut = false, begun = false } = {}) {
    super(message);
    this.at = at;
    this.cut = cut;
    this.begun = begun;
  }
}

const MAX_DEPTH = 200;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
]);
const CLOSING_QUOTES: { readonly [opening: string]: string } = { '"': '"', "'": "'", "“": '”“"', "„": '“”"', "‘": "’‘'", "”": '”"' };
const ESCAPES: { readonly [letter: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * One JSON value that begins at `start`, with what models get wrong: single and curly quotes, names without quotes, trailing
 * or missing commas, comments, line breaks in strings, Python's True, False and None. Nothing is ever closed or filled in: a text that
 * ends early is a fault.
 *
 * @returns the value, and the index behind it
 * @throws JsonFault
 */
export function readLenient(text: string, start: number): { readonly value: unknown; readonly end: number } {
  let at = start;
  let begun = false;

  function fault(message: string): JsonFault {
    const cut = at >= text.length;
    return new JsonFault(cut ? "the JSON is cut off" : message, at, { cut, begun });
  }

  function skipBlank(): void {
    const blank = /(?:\s|\/\/[^\n]*)*/y;
    blank.lastIndex = at;
    blank.test(text);
    at = Math.max(at, blank.lastIndex);
  }

  function value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw fault(`the JSON is nested deeper than ${MAX_DEPTH} levels`);
    skipBlank();
    const first = text[at] ?? "";
    if (first === "{") return object(depth);
    if (first === "[") return array(depth);
    if (first in CLOSING_QUOTES) return string();
    const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+/y;
    plain.lastIndex = at;
    const word = plain.exec(text)?.[0];
    if (word === undefined) throw fault(`a value was expected, not ${JSON.stringify(first)}`);
    const known = WORDS.get(word);
    if (known === undefined && /^[A-Za-z]/.test(word)) throw fault(`"${word.slice(0, 40)}" stands where a value was expected`);
    at += word.length;
    return known === undefined ? Number(word) : known;
  }

  function object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    at += 1;
    for (;;) {
      skipBlank();
      if (text[at] === "}") {
        at += 1;
        // Not by assignment: a key "__proto__" must stay a key.
        return Object.fromEntries(entries);
      }
      const key = name();
      skipBlank();
      if (text[at] !== ":") throw fault(`":" was expected after "${key.slice(0, 40)}"`);
      at += 1;
      begun = true;
      entries.push([key, value(depth + 1)]);
      separator("}");
    }
  }

  function array(depth: number): unknown {
    const items: unknown[] = [];
    at += 1;
    for (;;) {
      skipBlank();
      if (text[at] === "]") {
        at += 1;
        return items;
      }
      items.push(value(depth + 1));
      begun = true;
      separator("]");
    }
  }

  function separator(closing: string): void {
    skipBlank();
    if (text[at] === ",") at += 1;
    else if (text[at] !== closing && !((text[at] ?? "") in CLOSING_QUOTES)) throw fault(`"," or "${closing}" was expected`);
  }

  function name(): string {
    if ((text[at] ?? "") in CLOSING_QUOTES) return string();
    const bare = /[A-Za-z_$][\w$-]*/y;
    bare.lastIndex = at;
    const word = bare.exec(text)?.[0];
    if (word === undefined) throw fault("a name was expected");
    at += word.length;
    return word;
  }

  function string(): string {
    const closing = CLOSING_QUOTES[text[at] ?? ""] ?? "";
    const exact = text[at] === '"';
    let read = "";
    for (at += 1; at < text.length; at++) {
      const char = text[at] ?? "";
      if (char === "\\") read += escaped();
      else if (closing.includes(char) && (exact || endsString(at + 1))) {
        at += 1;
        return read;
      } else read += char;
    }
    throw fault("");
  }

  /** An apostrophe inside a string in single quotes is followed by more of the string. */
  function endsString(next: number): boolean {
    const after = /\s*([\s\S]?)/y;
    after.lastIndex = next;
    const char = after.exec(text)?.[1] ?? "";
    return char === "" || ",:}]".includes(char);
  }

  function escaped(): string {
    at += 1;
    const letter = text[at];
    if (letter === undefined) throw fault("");
    if (letter !== "u") return ESCAPES[letter] ?? letter;
    const hex = text.slice(at + 1, at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) {
      if (at + 5 > text.length) at = text.length;
      throw fault("\\u is not followed by four hexadecimal digits");
    }
    at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  const read = value(0);
  return { value: read, end: at };
}
