/**
 * A stream of bits, most significant first, with Exp-Golomb numbers.
 *
 * Exp-Golomb of order k writes v as: q = floor(v / 2^k) + 1, one zero for every bit of q after its first, q itself,
 * then the k low bits of v. Short for numbers near 2^k and never longer than about twice the binary form, whatever
 * the number: an outlier costs a few bytes, not a unary flood (Teuhola, A compression method for clustered
 * bit-vectors, 1978).
 */
export class BitWriter {
  bytes = new Uint8Array(1024);
  /** Whole bytes written; `#pending` holds up to 7 more bits. */
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  clear(): void {
    this.#length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  /** Bits written so far. */
  get bitLength(): number {
    return this.#length * 8 + this.#pendingBits;
  }

  /** The low `count` bits of `value`, 0 ≤ count ≤ 32. */
  write(value: number, count: number): void {
    if (count > 16) {
      this.#put((value >>> 16) & ((1 << (count - 16)) - 1), count - 16);
      this.#put(value & 0xffff, 16);
    } else if (count > 0) {
      this.#put(value & ((1 << count) - 1), count);
    }
  }

  /** An integer from 0 to 2^31 - 1 in Exp-Golomb of order `k`. */
  expGolomb(value: number, k: number): void {
    const quotient = (value >>> k) + 1;
    const bits = 32 - Math.clz32(quotient);
    const total = 2 * bits - 1 + k;
    if (total <= 16) {
      this.#put((quotient << k) | (value & ((1 << k) - 1)), total);
      return;
    }
    this.write(0, bits - 1);
    this.write(quotient, bits);
    this.write(value, k);
  }

  /** Pads with zeros to a whole byte; returns the number of bytes. `bytes` is valid until the next `clear`. */
  finish(): number {
    if (this.#pendingBits > 0) this.#put(0, 8 - this.#pendingBits);
    return this.#length;
  }

  /** Up to 16 bits; with the up to 7 pending ones they fit an int32. */
  #put(value: number, count: number): void {
    let pending = (this.#pending << count) | value;
    let bits = this.#pendingBits + count;
    if (this.#length + 4 > this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    while (bits >= 8) {
      bits -= 8;
      this.bytes[this.#length++] = pending >>> bits;
      pending &= (1 << bits) - 1;
    }
    this.#pending = pending;
    this.#pendingBits = bits;
  }
}

/** Bits that {@link BitWriter.expGolomb} takes for `value`. */
export function expGolombBits(value: number, k: number): number {
  return 2 * (31 - Math.clz32((value >>> k) + 1)) + 1 + k;
}

/** A cursor over bits; reading past the end gives zeros and is caught by the caller's own bounds. */
export class BitReader {
  #bytes: Uint8Array = EMPTY;
  /** The next bit, counted from the start of the bytes. */
  bit = 0;

  set(bytes: Uint8Array, bit: number): void {
    this.#bytes = bytes;
    this.bit = bit;
  }

  expGolomb(k: number): number {
    const bytes = this.#bytes;
    const bit = this.bit;
    const at = bit >>> 3;
    const shift = bit & 7;
    // 25 bits at least are valid from here.
    const window = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) << shift;
    const zeros = Math.clz32(window);
    const total = 2 * zeros + 1 + k;
    if (total > 25) return this.#long(k);
    this.bit = bit + total;
    const code = window >>> (32 - total);
    return (((code >>> k) - 1) << k) | (code & ((1 << k) - 1));
  }

  /** Passes over `count` numbers of order `k`. */
  skip(count: number, k: number): void {
    const bytes = this.#bytes;
    let bit = this.bit;
    for (let left = count; left > 0; left--) {
      const at = bit >>> 3;
      const window =
        ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) << (bit & 7);
      const zeros = Math.clz32(window);
      if (zeros > 24) {
        this.bit = bit;
        this.#long(k);
        bit = this.bit;
      } else bit += 2 * zeros + 1 + k;
    }
    this.bit = bit;
  }

  /**
   * Reads `count` ascending numbers into `out`: the first, then each distance to the one before minus one. Stops after
   * the first above `limit`; returns how many it read.
   */
  readAscending(count: number, k: number, limit: number, out: Uint32Array): number {
    const bytes = this.#bytes;
    const mask = (1 << k) - 1;
    let bit = this.bit;
    let next = 0;
    for (let i = 0; i < count; i++) {
      const at = bit >>> 3;
      const window =
        ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) << (bit & 7);
      const total = 2 * Math.clz32(window) + 1 + k;
      if (total > 25) {
        this.bit = bit;
        next += this.#long(k);
        bit = this.bit;
      } else {
        bit += total;
        const code = window >>> (32 - total);
        next += (((code >>> k) - 1) << k) | (code & mask);
      }
      out[i] = next;
      if (next++ > limit) {
        this.bit = bit;
        return i + 1;
      }
    }
    this.bit = bit;
    return count;
  }

  #long(k: number): number {
    let zeros = 0;
    while (zeros < 32 && this.#read(1) === 0) zeros++;
    if (zeros === 32) throw new RangeError('not an Exp-Golomb number');
    let quotient = 1;
    if (zeros > 0) quotient = 2 ** zeros + this.#read(zeros);
    return (quotient - 1) * 2 ** k + this.#read(k);
  }

  /** `count` ≤ 31 bits as an unsigned integer. */
  #read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      const have = 8 - (this.bit & 7);
      const take = Math.min(left, have);
      const byte = this.#bytes[this.bit >>> 3] ?? 0;
      value = value * 2 ** take + ((byte >>> (have - take)) & ((1 << take) - 1));
      this.bit += take;
      left -= take;
    }
    return value;
  }
}

const EMPTY = new Uint8Array(0);
