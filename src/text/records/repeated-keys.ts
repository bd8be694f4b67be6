/** A key that stands in an object a second time, or once more. */
export interface RepeatedKey {
  readonly key: string;
  /** 1-based. */
  readonly line: number;
}

/** Behind a repeated key, with a number: a sign that no text has, so that keys told apart meet no other key. */
const SIGN = "\u0000";

/** A key as it stands in the file. */
export function plainKey(key: string): string {
  const at = key.indexOf(SIGN);
  return at === -1 || !/^\d+$/.test(key.slice(at + 1)) ? key : key.slice(0, at);
}

/**
 * JSON whose objects have no key twice: of what would take the place of an earlier value the key is made another one. What is not
 * well-formed stays so. `depth`: how many lists and objects are open at most.
 *
 * @throws SyntaxError - at a key that is no string of JSON
 */
export function tellApart(json: string): { readonly text: string; readonly repeated: readonly RepeatedKey[]; readonly depth: number } {
  const repeated: (RepeatedKey & { readonly end: number; readonly count: number })[] = [];
  /** Of each open object the keys so far, of each open list nothing. */
  const open: (Map<string, number> | undefined)[] = [];
  let line = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === LINE_FEED) line++;
    else if (code === OPEN_OBJECT) open.push(new Map());
    else if (code === OPEN_LIST) open.push(undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys !== undefined && isKey(json, end)) {
        const raw = json.slice(at + 1, end - 1);
        const key = raw.includes("\\") ? String(JSON.parse(`"${raw}"`)) : raw;
        const count = keys.get(key) ?? 0;
        keys.set(key, count + 1);
        if (count > 0) repeated.push({ key, line, end, count });
      }
      at = end - 1;
    }
    if (open.length > depth) depth = open.length;
  }
  if (repeated.length === 0) return { text: json, repeated, depth };
  const parts: string[] = [];
  let done = 0;
  for (const { end, count } of repeated) {
    parts.push(json.slice(done, end - 1), `\\u0000${count}`);
    done = end - 1;
  }
  return { text: parts.join("") + json.slice(done), repeated: repeated.map(({ key, line }) => ({ key, line })), depth };
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Behind the closing quotation mark of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    if (at === -1) return json.length;
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (at < json.length && json.charCodeAt(at) <= 0x20) at++;
  return json.charCodeAt(at) === COLON;
}
