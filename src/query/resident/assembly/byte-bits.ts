/** Lists the documents of bitmaps: words with many documents byte by byte, with a table of the set bits of each byte. */

/** Words with fewer documents are listed bit by bit. */
const MANY: u64 = 6;

/** For each byte value: its set bits, ascending, one byte each. 2,048 bytes, initially zero. */
function fillByteBits(table: usize): void {
  // The only set bit of byte value 2. If it is there, the table has been filled.
  if (load<u8>(table, 16) !== 0) return;
  for (let byte: u32 = 0; byte < 256; byte++) {
    let out = table + ((<usize>byte) << 3);
    for (let bits = byte; bits !== 0; bits &= bits - 1) store<u8>(out++, <u8>ctz<u32>(bits));
  }
}

/** Writes the documents of a word, each plus `first`, to `out`. Returns their end. May write past it. */
function listWord(table: usize, word: u64, first: u32, out: usize): usize {
  if (popcnt<u64>(word) < MANY) {
    for (let bits = word; bits !== 0; bits &= bits - 1) {
      store<u32>(out, first + <u32>ctz<u64>(bits));
      out += 4;
    }
    return out;
  }
  let base = i32x4.splat(<i32>first);
  const next = i32x4.splat(8);
  for (let i = 0; i < 8; i++) {
    const byte = <usize>(word & 255);
    const lows = v128.load8x8_u(table + (byte << 3));
    v128.store(out, i32x4.add(base, i32x4.extend_low_i16x8_u(lows)));
    v128.store(out, i32x4.add(base, i32x4.extend_high_i16x8_u(lows)), 16);
    out += (<usize>popcnt<u32>(<u32>byte)) << 2;
    base = i32x4.add(base, next);
    word >>= 8;
  }
  return out;
}

/**
 * Writes the documents of the words `[from, to)`, each plus `base`, to `out`. Returns their end. May write 32 bytes past it.
 */
export function listWords(table: usize, from: usize, to: usize, base: u32, out: usize): usize {
  fillByteBits(table);
  let first = base;
  for (let at = from; at < to; at += 8, first += 64) {
    const word = load<u64>(at);
    if (word !== 0) out = listWord(table, word, first, out);
  }
  return out;
}
