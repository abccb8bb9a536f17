/**
 * The locations of an index's items, so that they can be read by ascending id: 16 bytes an item. Equal ids stay in index order.
 */

export class SegmentItemTable {
  count = 0;
  /**
   * Indexed by item: its document within the index, shifted left by one (the lowest bit is set if it has a text), and its
   * stored size.
   */
  #documents = new Float64Array(1024);
  #bytes = new Uint32Array(1024);
  /** Ids and their items, combined in 64-bit numbers that sort by id. */
  #keys = new BigUint64Array(1024);
  #words = new Uint32Array(this.#keys.buffer);

  /** Adds the next item of the index. */
  add(id: number, doc: number, hasText: boolean, bytes: number): void {
    const item = this.count++;
    if (item === this.#documents.length) this.#grow(2 * item);
    this.#documents[item] = 2 * doc + (hasText ? 1 : 0);
    this.#bytes[item] = bytes;
    this.#words[2 * item] = item;
    this.#words[2 * item + 1] = id;
  }

  #grow(length: number): void {
    const documents = new Float64Array(length);
    documents.set(this.#documents);
    this.#documents = documents;
    const bytes = new Uint32Array(length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    const keys = new BigUint64Array(length);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#words = new Uint32Array(keys.buffer);
  }

  /** Call this after the last item. Returns the rank of each item by id. */
  sort(): Uint32Array {
    this.#keys.subarray(0, this.count).sort();
    const ranks = new Uint32Array(this.count);
    for (let rank = 0; rank < this.count; rank++) ranks[this.#words[2 * rank]!] = rank;
    return ranks;
  }

  // Call the following after `sort`, with ranks.

  idAt(rank: number): number {
    return this.#words[2 * rank + 1]!;
  }

  docAt(rank: number): number {
    return Math.floor(this.#documents[this.#words[2 * rank]!]! / 2);
  }

  hasTextAt(rank: number): boolean {
    return this.#documents[this.#words[2 * rank]!]! % 2 === 1;
  }

  bytesAt(rank: number): number {
    return this.#bytes[this.#words[2 * rank]!]!;
  }
}
