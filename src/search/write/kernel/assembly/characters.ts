import { fillPage } from "./host";
import { reserve } from "./memory";

// The classes of analysis/characters.ts; an entry of 48 or more is a folded unit.
export const SEPARATOR: u32 = 0;
export const COMPLEX: u32 = 1;
export const IGNORED: u32 = 2;
export const HAN: u32 = 3;
export const UNSPACED: u32 = 4;
export const HANGUL: u32 = 5;
export const SURROGATE: u32 = 6;

/** An entry for each of the 65,536 units, uint16. */
export const entries: usize = reserve(0x10000 * 2);
/** Which of its 256 pages are filled, a byte each. */
const filled: usize = reserve(256);

/** The entry of a unit. */
export function entryOf(code: u32): u32 {
  if (load<u8>(filled + (code >> 8)) === 0) fill(code >> 8);
  return load<u16>(entries + (code << 1));
}

function fill(page: u32): void {
  fillPage(page);
  store<u8>(filled + page, 1);
}

/** The lower case of a letter of ASCII. */
export function lower(code: u32): u32 {
  return code - 65 < 26 ? code + 32 : code;
}

export function isAsciiDigit(code: u32): bool {
  return code - 48 < 10;
}

/** What parts the groups of a number. */
export function isGroupMark(code: u32): bool {
  return code === 44 || code === 46 || code === 39 || code === 0x2019;
}

/** A space that does. */
export function isGroupSpace(code: u32): bool {
  return code === 32 || code === 0xa0 || code === 0x202f || code === 0x2009;
}

/** A separator that nothing crosses: what `isBlank` of analysis/composites.ts says. */
export function isBlank(code: u32): bool {
  return code <= 32 || code === 0xa0 || code === 0x202f || code === 0x2009;
}

/** What `\s` is in a regular expression. */
export function isSpace(code: u32): bool {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isSign(code: u32): bool {
  return code === 43 || code === 35 || code === 37;
}
