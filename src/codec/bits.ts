/** Appends numbers bit by bit, the most significant first. */
export class BitWriter {
  bytes = new Uint8Array(1024);
  /** Whole bytes written; `#pending` holds up to 7 more bits. */
  length = 0;
  #pending = 0;
  #pendingBits = 0;

  clear(): void {
    this.length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + count, this.bytes.length * 2));
    grown.set(this.bytes);
    this.bytes = grown;
  }

  /** Appends the low `count` bits of `value`, 0 ≤ count ≤ 32. */
  write(value: number, count: number): void {
    if (count > 16) {
      this.#put((value >>> 16) & ((1 << (count - 16)) - 1), count - 16);
      this.#put(value & 0xffff, 16);
    } else if (count > 0) {
      this.#put(value & ((1 << count) - 1), count);
    }
  }

  /** Appends up to 16 bits; with up to 7 pending ones they fit an int32. */
  #put(value: number, count: number): void {
    let pending = (this.#pending << count) | value;
    let bits = this.#pendingBits + count;
    this.reserve(4);
    while (bits >= 8) {
      bits -= 8;
      this.bytes[this.length++] = pending >>> bits;
      pending &= (1 << bits) - 1;
    }
    this.#pending = pending;
    this.#pendingBits = bits;
  }
}

/** Number of bits set in a word. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
