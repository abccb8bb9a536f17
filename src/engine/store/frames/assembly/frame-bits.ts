/** Writes the bits of a compressed frame, lowest first. */

/** Bits of an incomplete byte, their number, and the address of the next byte. */
let hold: u64 = 0;
let held: u64 = 0;
export let end: usize = 0;

export function beginBits(at: usize): void {
  setBits(0, 0, at);
}

/** `count` is less than 8. */
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

/** Writes up to 56 bits. Higher bits must be 0. All written bits are in memory, followed by zeros. */
export function put(bits: u64, count: u64): void {
  hold |= bits << held;
  held += count;
  store<u64>(end, hold);
  end += <usize>(held >> 3);
  hold >>= held & 56;
  held &= 7;
}
