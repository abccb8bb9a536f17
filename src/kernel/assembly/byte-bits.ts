/** Lists the documents of bitmaps; those of words with many by byte, with the documents of each byte in a table. */

/** A word with fewer documents is listed bit by bit. */
const MANY: u64 = 6;

/** For each byte: which bits are set, ascending, a byte each. 2,048 bytes, of which none is set before. */
function fillByteBits(table: usize): void {
  // The only bit of the byte 2.
  if (load<u8>(table, 16) !== 0) return;
  for (let byte: u32 = 0; byte < 256; byte++) {
    let out = table + ((<usize>byte) << 3);
    for (let bits = byte; bits !== 0; bits &= bits - 1) store<u8>(out++, <u8>ctz<u32>(bits));
  }
}

/** Writes the documents of a word, each plus `first`, to `out`, and maybe something behind; returns where they end. */
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

/** Writes the documents of the words `[from, to)`, each plus `base`, to `out`, and maybe 32 bytes behind; returns where they end. */
export function listWords(table: usize, from: usize, to: usize, base: u32, out: usize): usize {
  fillByteBits(table);
  let first = base;
  for (let at = from; at < to; at += 8, first += 64) {
    const word = load<u64>(at);
    if (word !== 0) out = listWord(table, word, first, out);
  }
  return out;
}
