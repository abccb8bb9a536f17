/** Decides which chunks and frames of a store are cached: a bounded number of bytes, shared by all streams of one reader. */

/** An owner of cached chunks, which drops one on request. */
export interface ChunkKeeper {
  forget(chunk: number): void;
}

/** A clock cache. A chunk stays if it was used since the hand last passed it. */
export class ChunkCache {
  readonly #bytesMax: number;
  /**
   * Indexed by slot: the owner of its chunk (null if the slot is free), the chunk, its size, and whether it was used.
   */
  readonly #keepers: (ChunkKeeper | null)[] = [];
  readonly #chunks: number[] = [];
  readonly #sizes: number[] = [];
  readonly #used: boolean[] = [];
  readonly #free: number[] = [];
  #bytes = 0;
  #hand = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  touch(slot: number): void {
    this.#used[slot] = true;
  }

  /**
   * Returns a slot for a new chunk of this size, which may be larger than the cache. Notifies the owners of evicted
   * chunks.
   */
  claim(keeper: ChunkKeeper, chunk: number, bytes: number): number {
    while (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) this.#evict();
    const slot = this.#free.pop() ?? this.#keepers.length;
    this.#keepers[slot] = keeper;
    this.#chunks[slot] = chunk;
    this.#sizes[slot] = bytes;
    this.#used[slot] = false;
    this.#bytes += bytes;
    return slot;
  }

  /** Frees a slot. At least one must be in use. */
  #evict(): void {
    for (;;) {
      const slot = this.#hand;
      this.#hand = (slot + 1) % this.#keepers.length;
      const keeper = this.#keepers[slot]!;
      if (keeper === null) continue;
      if (this.#used[slot]) {
        this.#used[slot] = false;
        continue;
      }
      this.#keepers[slot] = null;
      this.#bytes -= this.#sizes[slot]!;
      this.#free.push(slot);
      keeper.forget(this.#chunks[slot]!);
      return;
    }
  }
}
