import { reserve } from "./memory";

/*
 * That a term stands at a place, as eight bytes: from the top the number of the term, the section, and the position. A section is a field
 * of an item in which words of the log are.
 */

export const ENTRY_BYTES: usize = 8;
const POSITION_BITS: u32 = 28;
const SECTION_BITS: u32 = 12;
const TERM_SHIFT: u32 = POSITION_BITS + SECTION_BITS;
export const MOST_POSITION: u32 = (1 << POSITION_BITS) - 1;
export const MOST_SECTIONS: u32 = 1 << SECTION_BITS;
export const MOST_TERM: u32 = (1 << (64 - TERM_SHIFT)) - 1;

/** Item * 32 + field, uint32 each. */
const sections: usize = reserve(4 << SECTION_BITS);

export function setSection(number: u32, item: u32, field: u32): void {
  store<u32>(sections + ((<usize>number) << 2), (item << 5) | field);
}

export function isSection(number: u32, item: u32, field: u32): bool {
  return load<u32>(sections + ((<usize>number) << 2)) === ((item << 5) | field);
}

export function entryOf(term: u32, section: u32, position: u32): u64 {
  return ((<u64>term) << TERM_SHIFT) | ((<u64>section) << POSITION_BITS) | position;
}

export function termOfEntry(entry: u64): u32 {
  return <u32>(entry >> TERM_SHIFT);
}

/** Item * 32 + field of an entry. */
export function placeOfEntry(entry: u64): u32 {
  return load<u32>(sections + ((<usize>(<u32>(entry >> POSITION_BITS) & (MOST_SECTIONS - 1))) << 2));
}

export function positionOfEntry(entry: u64): u32 {
  return <u32>entry & MOST_POSITION;
}
