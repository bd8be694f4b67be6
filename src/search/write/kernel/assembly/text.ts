import { reserve } from "./memory";

/** Units beyond both ends of the text that stand for "nothing there". */
export const PADDING: i32 = 8;
/** What `codeAt` gives outside the text. It is no character, so it is no letter, no blank and no mark. */
const NOTHING: u32 = 0xffff;
/** Units that are looked at together; as many more can be read behind the text. */
const ROW: i32 = 16;

let capacity: i32 = 0;
/** Where the text being read is: UTF-16 units. */
let text: usize = 0;

/** The units of the text as bytes, letters of ASCII in lower case; of others than ASCII nothing is said. Sixteen more can be read. */
export let folded: usize = 0;
/** A bit for each unit that is a letter or digit of ASCII, and one for each that is not of ASCII. Both go on with 64 bits of 0. */
export let letters: usize = 0;
export let others: usize = 0;

/** The place for a text of `length` units. */
export function placeText(length: i32): usize {
  if (length > capacity || text === 0) makeRoom(max(length, max(capacity * 2, 1 << 15)));
  for (let k = 1; k <= PADDING; k++) {
    store<u16>(text - (k << 1), NOTHING);
    store<u16>(text + ((<usize>length + k - 1) << 1), NOTHING);
  }
  return text;
}

function makeRoom(units: i32): void {
  capacity = units;
  text = reserve((<usize>units + 2 * PADDING + ROW) << 1) + (PADDING << 1);
  folded = reserve(units + 2 * ROW);
  letters = reserve((units >> 3) + ROW);
  others = reserve((units >> 3) + ROW);
}

/** Where the text is. */
export function textPlace(): usize {
  return text;
}

/** The unit at `i`, which may be up to 8 before the text or behind it. */
export function codeAt(i: i32): u32 {
  return load<u16>(text + ((<usize>i) << 1));
}

/** Fills `folded`, `letters` and `others` for the text, sixteen units at a time. */
export function markText(length: i32): void {
  const above = i16x8.splat(-128);
  const none = i16x8.splat(0);
  const lower = i8x16.splat(0x20);
  for (let i = 0; i < length; i += ROW) {
    const place = text + ((<usize>i) << 1);
    const first = v128.load(place);
    const second = v128.load(place, 16);
    // Of units above 255 nothing is left that is a letter: the narrowing keeps to 0 and 255.
    const bytes = i8x16.narrow_i16x8_u(first, second);
    const beyond = i8x16.narrow_i16x8_s(i16x8.ne(v128.and(first, above), none), i16x8.ne(v128.and(second, above), none));
    const isLetter = i8x16.lt_u(i8x16.sub(v128.or(bytes, lower), i8x16.splat(97)), i8x16.splat(26));
    const isDigit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
    v128.store(folded + i, v128.or(bytes, v128.and(isLetter, lower)));
    store<u16>(letters + (i >> 3), i8x16.bitmask(v128.or(isLetter, isDigit)));
    store<u16>(others + (i >> 3), i8x16.bitmask(beyond));
  }
  endBits(letters, length);
  endBits(others, length);
}

/** Clears the bits from `length` on that stand in the last row, and 64 behind them. */
function endBits(bits: usize, length: i32): void {
  const at = bits + (length >> 3);
  const kept: u32 = (1 << (length & 7)) - 1;
  store<u64>(at, load<u8>(at) & kept);
  store<u64>(at, 0, 8);
}
