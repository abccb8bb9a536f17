/** A set of item ids as bits, range by range: a few bits an item if ids are dense. */

const RANGE_BITS = 16;
const WORDS = (1 << RANGE_BITS) / 32;

export class IdSet {
  readonly #ranges = new Map<number, Uint32Array>();

  add(id: number): void {
    const number = id >>> RANGE_BITS;
    let bits = this.#ranges.get(number);
    if (bits === undefined) {
      bits = new Uint32Array(WORDS);
      this.#ranges.set(number, bits);
    }
    const low = id & ((1 << RANGE_BITS) - 1);
    bits[low >>> 5]! |= 1 << (low & 31);
  }

  has(id: number): boolean {
    const low = id & ((1 << RANGE_BITS) - 1);
    const word = this.#ranges.get(id >>> RANGE_BITS)?.[low >>> 5];
    return word !== undefined && ((word >>> (low & 31)) & 1) === 1;
  }
}
