/**
 * On their first read, holds chunks in a few reused buffers, for a caller that keeps none of their bytes. Most chunks
 * are not read again, and a new buffer for each would cost more than reading it. Only requested parts of a chunk are
 * verified.
 */
import { crc32 } from 'node:zlib';
import { SECTOR_BYTES } from '../format.ts';
import { type Chunk, payloadOf, SEALED_BYTES } from './sealed-chunk.ts';
import { CHECKSUM_BYTES, isSealed } from './sealed-value.ts';

/**
 * The state of each chunk of a stream: 0 if it was never read, its slot from 1 on, or {@link PASSED} once its slot was
 * reused.
 */
export class OwnPassing {
  #slots = new Int16Array(0);

  slotOf(chunk: number): number {
    return chunk < this.#slots.length ? this.#slots[chunk]! : 0;
  }

  put(chunk: number, slot: number): void {
    if (chunk >= this.#slots.length) {
      const grown = new Int16Array(2 * chunk + 64);
      grown.set(this.#slots);
      this.#slots = grown;
    }
    this.#slots[chunk] = slot;
  }
}

export const PASSED = -1;

/** A buffer with the chunk that was last copied into it. */
export class PassingChunk implements Chunk {
  bytes = new Uint8Array(SEALED_BYTES);
  view = new DataView(this.bytes.buffer);
  length = payloadOf(SEALED_BYTES);
  #sectors = sectorsOf(this.bytes, this.length);
  /** A bit for each verified sector. */
  #checked = 0;
  #seed = 0;
  owner: OwnPassing | null = null;
  number = 0;

  /** `seed`: the initial value of its checksums. */
  take(value: Uint8Array, seed: number): void {
    this.#seed = seed;
    if (this.bytes.length !== value.length) {
      this.bytes = new Uint8Array(this.bytes.buffer, 0, value.length);
      this.length = payloadOf(value.length);
      this.#sectors = sectorsOf(this.bytes, this.length);
    }
    this.bytes.set(value);
    this.#checked = 0;
  }

  /** Whether the bytes `from … to` of its payload, a non-empty range, match their checksums. */
  isSound(from: number, to: number): boolean {
    if (from >= to || to > this.length) return false;
    const first = Math.floor(from / SECTOR_BYTES);
    const last = Math.floor((to - 1) / SECTOR_BYTES);
    for (let sector = first; sector <= last; sector++) {
      if ((this.#checked & (1 << sector)) !== 0) continue;
      // One call for the whole chunk is faster than several calls for parts of it.
      if (this.#checked === 0 && 2 * (last - first + 1) > this.#sectors.length) {
        if (!isSealed(this.bytes, this.#seed)) return false;
        this.#checked = ALL;
        return true;
      }
      const sum = this.view.getUint32(this.length + sector * CHECKSUM_BYTES, true);
      if (crc32(this.#sectors[sector]!, this.#seed) !== sum) return false;
      this.#checked |= 1 << sector;
    }
    return true;
  }
}

const ALL = -1;

function sectorsOf(bytes: Uint8Array, length: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(length / SECTOR_BYTES) }, (_, sector) =>
    bytes.subarray(sector * SECTOR_BYTES, Math.min(length, (sector + 1) * SECTOR_BYTES)),
  );
}

/** A ring of buffers. The oldest is evicted first, and its owner is notified. */
export class PassingChunks {
  readonly #capacity: number;
  readonly #passing: PassingChunk[] = [];
  #next = 0;

  /** `capacity` must be less than 2^15. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Copies a value whose checksums begin with `seed`, without verifying it. Unless `keep` is called, the next copy
   * reuses its buffer.
   */
  copyOf(value: Uint8Array, seed: number): PassingChunk {
    let passing = this.#passing[this.#next];
    if (passing === undefined) {
      passing = new PassingChunk();
      this.#passing.push(passing);
    }
    passing.owner?.put(passing.number, PASSED);
    passing.owner = null;
    passing.take(value, seed);
    return passing;
  }

  /** Assigns the last copy to its owner. */
  keep(owner: OwnPassing, number: number): void {
    const passing = this.#passing[this.#next]!;
    owner.put(number, this.#next + 1);
    passing.owner = owner;
    passing.number = number;
    this.#next = (this.#next + 1) % this.#capacity;
  }

  /** Returns the chunk in a slot. */
  at(slot: number): PassingChunk {
    return this.#passing[slot - 1]!;
  }
}
