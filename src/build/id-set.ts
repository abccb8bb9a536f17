/** Item ids seen so far: bitmaps of 65,536 ids, made as they are needed. */
export class IdSet {
  size = 0;
  readonly #blocks = new Map<number, Uint32Array>();

  /** Adds an id; false where it was there. */
  add(id: number): boolean {
    const key = id >>> 16;
    let block = this.#blocks.get(key);
    if (block === undefined) {
      block = new Uint32Array(2048);
      this.#blocks.set(key, block);
    }
    const word = (id & 0xffff) >>> 5;
    const bit = 1 << (id & 31);
    if ((block[word]! & bit) !== 0) return false;
    block[word]! |= bit;
    this.size++;
    return true;
  }
}
