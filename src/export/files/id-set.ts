/** A set of item ids in blocks of bits: a few bits an item where ids are dense. */

const BLOCK_BITS = 16;
const WORDS = (1 << BLOCK_BITS) / 32;

export class IdSet {
  readonly #blocks = new Map<number, Uint32Array>();

  add(id: number): void {
    const number = id >>> BLOCK_BITS;
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = new Uint32Array(WORDS);
      this.#blocks.set(number, block);
    }
    const low = id & ((1 << BLOCK_BITS) - 1);
    block[low >>> 5]! |= 1 << (low & 31);
  }

  has(id: number): boolean {
    const low = id & ((1 << BLOCK_BITS) - 1);
    const word = this.#blocks.get(id >>> BLOCK_BITS)?.[low >>> 5];
    return word !== undefined && ((word >>> (low & 31)) & 1) === 1;
  }
}
