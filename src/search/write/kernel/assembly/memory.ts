// Memory is handed out from front to back and never taken back: what is filled anew for every batch is kept by who asked for it.

/**
 * Pages of 64 KB added at a time, at first and later. V8 collects garbage whenever a memory grows, and marks all objects when it has grown
 * by 64 MB: a few texts are to be read without that. Pages that are not written to cost nothing but addresses.
 */
const FIRST_GROWTH: i32 = 192;
const GROWTH: i32 = 512;

let top: usize = (__heap_base + 63) & ~63;

/** Zeroed memory, aligned to 64 bytes. */
export function reserve(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 63) & ~63;
  const pages = <i32>((top + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(max(pages - memory.size(), memory.size() < FIRST_GROWTH ? FIRST_GROWTH : GROWTH)) < 0)
    unreachable();
  return at;
}

/** A larger place for `used` bytes from `from`. */
export function enlarge(from: usize, used: usize, bytes: usize): usize {
  const to = reserve(bytes);
  memory.copy(to, from, used);
  return to;
}

/** Copies bytes, most often few: calling for a copy costs more than twenty of them. */
export function copyBytes(to: usize, from: usize, count: usize): void {
  if (count > 40) {
    memory.copy(to, from, count);
    return;
  }
  let at: usize = 0;
  for (; at + 8 <= count; at += 8) store<u64>(to + at, load<u64>(from + at));
  for (; at < count; at++) store<u8>(to + at, load<u8>(from + at));
}
