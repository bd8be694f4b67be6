/** Where the number that `varint` read last ends. */
export let end: usize = 0;

/** The whole number at `start`, low seven bits first; see `ByteWriter.varint`. */
export function varint(start: usize): u32 {
  let at = start;
  let byte: u32 = load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  end = at;
  return value;
}

/** The same for numbers that may need more than 32 bits. */
export function longVarint(start: usize): u64 {
  let at = start;
  let byte: u64 = load<u8>(at++);
  let value = byte & 127;
  for (let shift: u64 = 7; byte > 127; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  end = at;
  return value;
}
