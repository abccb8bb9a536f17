/** Which chunks of a store are kept in memory: a bounded number, shared by all streams of one reader. */

/** An owner of cached chunks, which drops one on request. */
export interface ChunkKeeper {
  forget(chunk: number): void;
}

/** The clock algorithm: a chunk that was used since the hand last passed stays. */
export class ChunkCache {
  readonly #slots: ({ stream: ChunkKeeper; chunk: number } | undefined)[];
  readonly #used: Uint8Array;
  #hand = 0;

  constructor(capacity: number) {
    this.#slots = new Array(capacity).fill(undefined);
    this.#used = new Uint8Array(capacity);
  }

  touch(slot: number): void {
    this.#used[slot] = 1;
  }

  /** A slot for a new chunk; its previous owner is told to drop its chunk. */
  claim(stream: ChunkKeeper, chunk: number): number {
    while (this.#used[this.#hand] === 1) {
      this.#used[this.#hand] = 0;
      this.#hand = (this.#hand + 1) % this.#slots.length;
    }
    const slot = this.#hand;
    const evicted = this.#slots[slot];
    if (evicted !== undefined) evicted.stream.forget(evicted.chunk);
    this.#slots[slot] = { stream, chunk };
    this.#hand = (slot + 1) % this.#slots.length;
    return slot;
  }
}
