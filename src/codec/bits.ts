/** Bits of a word, and of bitmaps in words. */

/** Number of bits set in a word. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Returns the number of set bits of a bitmap. */
export function popcount(words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word !== 0) count += bitsIn(word);
  }
  return count;
}

/** Returns the number of the lowest set bit of a word, which must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

export function hasBit(words: Uint32Array | Int32Array, bit: number): boolean {
  return (words[bit >>> 5]! & (1 << (bit & 31))) !== 0;
}

export function setBit(words: Uint32Array | Int32Array, bit: number): void {
  words[bit >>> 5]! |= 1 << (bit & 31);
}
