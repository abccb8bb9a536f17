/**
 * Numbers keys of a few 32-bit words in order of arrival, with an open-addressing hash table. Memory: the words of each
 * key, and 5 to 11 bytes for its slot.
 */
const FIRST_SLOTS = 1 << 10;
/** Maximum load factor. */
const FILLED_PART = 0.75;

export class NumberedKeys {
  readonly #width: number;
  #words: Uint32Array<ArrayBuffer>;
  /** Numbers plus one. 0 means that the slot is free. */
  #slots = new Uint32Array(FIRST_SLOTS);
  count = 0;

  /** `width`: number of words in a key. The first word should be well distributed. */
  constructor(width: number) {
    this.#width = width;
    this.#words = new Uint32Array(width * FIRST_SLOTS);
  }

  /** Returns the number of a key. A new key gets the next one. */
  numberOf(key: Uint32Array): number {
    const mask = this.#slots.length - 1;
    let slot = mixed(key) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#isAt(this.#slots[slot]! - 1, key)) return this.#slots[slot]! - 1;
    }
    const number = this.count++;
    if (this.count * this.#width > this.#words.length) {
      const words = new Uint32Array(2 * this.#words.length);
      words.set(this.#words);
      this.#words = words;
    }
    this.#words.set(key, number * this.#width);
    this.#slots[slot] = this.count;
    if (this.count > FILLED_PART * this.#slots.length) this.#spread();
    return number;
  }

  #isAt(number: number, key: Uint32Array): boolean {
    const start = number * this.#width;
    for (let i = 0; i < this.#width; i++) if (this.#words[start + i] !== key[i]) return false;
    return true;
  }

  #spread(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = mixed(this.#words.subarray(number * this.#width, (number + 1) * this.#width)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function mixed(key: Uint32Array): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key[i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
