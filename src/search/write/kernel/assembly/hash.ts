// `ContentHash` of write/content-hash.ts.

let low: u32 = 0;
let high: u32 = 0;

export function clearHash(): void {
  low = high = 0;
}

export function addToHash(units: usize, length: u32): void {
  step(length);
  const whole = length & ~1;
  for (let k: u32 = 0; k < whole; k += 2) step(load<u32>(units + (k << 1)));
  if (whole < length) step(load<u16>(units + (whole << 1)));
}

export function lowHash(): u32 {
  return mix(low ^ rotl<u32>(high, 16));
}

export function highHash(): u32 {
  return mix(high ^ lowHash());
}

function step(value: u32): void {
  low = rotl<u32>(low ^ value, 13) * 0x9e3779b1;
  high = (rotl<u32>(high + value, 17) ^ (high >> 11)) * 0x85ebca77;
}

function mix(value: u32): u32 {
  let mixed = value;
  mixed = (mixed ^ (mixed >> 16)) * 0x7feb352d;
  mixed = (mixed ^ (mixed >> 15)) * 0x846ca68b;
  return mixed ^ (mixed >> 16);
}
