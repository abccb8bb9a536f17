/** Bits of a frame that is compressed, one after the other, the lowest of a byte first. */

/** Where the byte goes that is not full yet. */
let target: usize = 0;
/** Bits that are not written, and how many: fewer than 8 between two calls. */
let waiting: u64 = 0;
let count: u64 = 0;

export function beginBits(at: usize): void {
  target = at;
  waiting = 0;
  count = 0;
}

/** Up to 56 bits. Eight bytes are written: those that are not full yet are written again. */
export function writeBits(bits: u64, length: u64): void {
  const all = waiting | (bits << count);
  const held = count + length;
  store<u64>(target, all);
  target += <usize>(held >> 3);
  waiting = all >> (held & 56);
  count = held & 7;
}

/** The code words of some bytes. `words`: by byte, the bits of its word, and from bit 16 on how many these are, at most 14. */
export function writeWords(from: usize, end: usize, words: usize): void {
  let at = target;
  let all = waiting;
  let held = count;
  while (from < end) {
    const word = load<u32>(words + ((<usize>load<u8>(from++)) << 2));
    all |= (<u64>(word & 0xffff)) << held;
    held += word >> 16;
    if (held < 48) continue;
    store<u64>(at, all);
    at += 6;
    all >>= 48;
    held -= 48;
  }
  store<u64>(at, all);
  target = at + <usize>(held >> 3);
  waiting = all >> (held & 56);
  count = held & 7;
}

/** How many bits there are since `at`. */
export function bitsSince(at: usize): u64 {
  return ((<u64>(target - at)) << 3) + count;
}
