/** Writes the bits of a compressed frame, the first one lowest. */

/** Bits that do not fill a byte yet; how many; and where the next byte goes. */
let hold: u64 = 0;
let held: u64 = 0;
export let end: usize = 0;

export function beginBits(at: usize): void {
  setBits(0, 0, at);
}

/** Less than 8 bits. */
export function setBits(bits: u64, count: u64, at: usize): void {
  hold = bits;
  held = count;
  end = at;
}

export function heldBits(): u64 {
  return hold;
}

export function heldCount(): u64 {
  return held;
}

/** Up to 56 bits, above which there is none. All that were put are in memory, and zeros behind them. */
export function put(bits: u64, count: u64): void {
  hold |= bits << held;
  held += count;
  store<u64>(end, hold);
  end += <usize>(held >> 3);
  hold >>= held & 56;
  held &= 7;
}
