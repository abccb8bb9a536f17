/** Which chunks and frames of a store are kept in memory: a bounded number of bytes, shared by all streams of one reader. */

/** An owner of cached chunks, which drops one on request. */
export interface ChunkKeeper {
  forget(chunk: number): void;
}

/** The clock algorithm: a chunk that was used since the hand last passed stays. */
export class ChunkCache {
  readonly #bytesMax: number;
  /** By slot: whose chunk it is, or null if it is free; which; how many bytes; whether it was used. */
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

  /** A slot for a new chunk of so many bytes, which may be more than the cache has; owners of others are told to drop theirs. */
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

  /** Frees a slot; there is one that is not free. */
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
