import { reserve } from "./memory";

// `ContentHash` of write/content-hash.ts, four lanes at a time.

const STATE: usize = 16;
/** The four lanes of the one half, and those of the other. */
const low: usize = reserve(STATE);
const high: usize = reserve(STATE);
/** A row made here: a length, or the last units of a text, fewer than eight. */
const rest: usize = reserve(STATE);

export function clearHash(): void {
  v128.store(low, i32x4.splat(0));
  v128.store(high, i32x4.splat(0));
}

export function addToHash(units: usize, length: u32): void {
  v128.store(rest, i32x4.splat(length));
  addRows(rest, rest + STATE);
  const whole: usize = (length & ~7) << 1;
  addRows(units, units + whole);
  if ((length & 7) === 0) return;
  v128.store(rest, i32x4.splat(0));
  memory.copy(rest, units + whole, (length & 7) << 1);
  addRows(rest, rest + STATE);
}

/** `step` of content-hash.ts for four lanes in each row of 16 bytes of `[from, end)`. */
function addRows(from: usize, end: usize): void {
  let a = v128.load(low);
  let b = v128.load(high);
  for (let at = from; at < end; at += STATE) {
    const values = v128.load(at);
    a = v128.xor(a, values);
    a = i32x4.mul(v128.or(i32x4.shl(a, 13), i32x4.shr_u(a, 19)), i32x4.splat(0x9e3779b1));
    const sum = i32x4.add(b, values);
    b = i32x4.mul(v128.xor(v128.or(i32x4.shl(sum, 17), i32x4.shr_u(sum, 15)), i32x4.shr_u(b, 11)), i32x4.splat(0x85ebca77));
  }
  v128.store(low, a);
  v128.store(high, b);
}

export function lowHash(): u32 {
  let hash: u32 = 0;
  for (let lane: usize = 0; lane < STATE; lane += 4) hash = mix(hash ^ load<u32>(low + lane) ^ rotl<u32>(load<u32>(high + lane), 16));
  return hash;
}

export function highHash(): u32 {
  let hash = lowHash();
  for (let lane: usize = 0; lane < STATE; lane += 4) hash = mix(hash ^ load<u32>(high + lane));
  return hash;
}

function mix(value: u32): u32 {
  let mixed = value;
  mixed = (mixed ^ (mixed >> 16)) * 0x7feb352d;
  mixed = (mixed ^ (mixed >> 15)) * 0x846ca68b;
  return mixed ^ (mixed >> 16);
}
