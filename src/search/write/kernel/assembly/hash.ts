import { reserve } from "./memory";

// `ContentHash` of write/content-hash.ts, four lanes at a time.

const STATE: usize = 16;
/** The four lanes of the one half, and those of the other. */
const low: usize = reserve(STATE);
const high: usize = reserve(STATE);
/** The last units of a text, fewer than eight. */
const rest: usize = reserve(STATE);

export function clearHash(): void {
  v128.store(low, i32x4.splat(0));
  v128.store(high, i32x4.splat(0));
}

export function addToHash(units: usize, length: u32): void {
  step(i32x4.splat(length));
  const whole: usize = (length & ~7) << 1;
  let a = v128.load(low);
  let b = v128.load(high);
  for (let at: usize = 0; at < whole; at += 16) {
    const values = v128.load(units + at);
    a = nextLow(a, values);
    b = nextHigh(b, values);
  }
  v128.store(low, a);
  v128.store(high, b);
  if ((length & 7) === 0) return;
  v128.store(rest, i32x4.splat(0));
  memory.copy(rest, units + whole, (length & 7) << 1);
  step(v128.load(rest));
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

function step(values: v128): void {
  v128.store(low, nextLow(v128.load(low), values));
  v128.store(high, nextHigh(v128.load(high), values));
}

function nextLow(lanes: v128, values: v128): v128 {
  return i32x4.mul(turned(v128.xor(lanes, values), 13), i32x4.splat(0x9e3779b1));
}

function nextHigh(lanes: v128, values: v128): v128 {
  return i32x4.mul(v128.xor(turned(i32x4.add(lanes, values), 17), i32x4.shr_u(lanes, 11)), i32x4.splat(0x85ebca77));
}

function turned(lanes: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(lanes, bits), i32x4.shr_u(lanes, 32 - bits));
}

function mix(value: u32): u32 {
  let mixed = value;
  mixed = (mixed ^ (mixed >> 16)) * 0x7feb352d;
  mixed = (mixed ^ (mixed >> 15)) * 0x846ca68b;
  return mixed ^ (mixed >> 16);
}
