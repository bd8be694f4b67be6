import { reserve } from "./memory";

/** Units beyond both ends of the text that stand for "nothing there". */
const PADDING: i32 = 8;
/** What `codeAt` gives outside the text. It is no character, so it is no letter, no blank and no mark. */
const NOTHING: u32 = 0xffff;

let capacity: i32 = 1 << 15;
/** Where the text being read is: UTF-16 units. */
let text: usize = reserve((capacity + 2 * PADDING) << 1) + (PADDING << 1);

/** The place for a text of `length` units. */
export function placeText(length: i32): usize {
  if (length > capacity) {
    capacity = max(length, capacity * 2);
    text = reserve((<usize>capacity + 2 * PADDING) << 1) + (PADDING << 1);
  }
  for (let k = 1; k <= PADDING; k++) {
    store<u16>(text - (k << 1), NOTHING);
    store<u16>(text + ((<usize>length + k - 1) << 1), NOTHING);
  }
  return text;
}

/** Where the text is. */
export function textPlace(): usize {
  return text;
}

/** The unit at `i`, which may be up to 8 before the text or behind it. */
export function codeAt(i: i32): u32 {
  return load<u16>(text + ((<usize>i) << 1));
}
