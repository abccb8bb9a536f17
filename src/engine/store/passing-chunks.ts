/**
 * Chunks that were read for the first time, for a caller who keeps none of their bytes: in a few buffers that are used again and again.
 * Most are not wanted a second time, and a new buffer for each costs more than reading it.
 */
import { CHUNK_BYTES } from '../format.ts';
import { CHECKSUM_BYTES } from './sealed-value.ts';

/** A checked chunk with its checksum: bit decoders read a few bytes ahead. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** What has passed of one stream: for each chunk 0 if it never has, the slot that it is in, from 1 on, and {@link PASSED} once another is there. */
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

interface Passing {
  readonly buffer: ArrayBuffer;
  chunk: Chunk;
  owner: OwnPassing | null;
  number: number;
}

/** The one that was read longest ago goes first: its owner no longer has it. */
export class PassingChunks {
  readonly #capacity: number;
  readonly #passing: Passing[] = [];
  #next = 0;

  /** `capacity`: fewer than 2^15. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** A copy of a value, to be checked. Until it is kept, the next one takes its buffer. */
  copyOf(value: Uint8Array): Chunk {
    const passing = this.#passing[this.#next] ?? this.#make(value.length);
    passing.owner?.put(passing.number, PASSED);
    passing.owner = null;
    if (passing.chunk.bytes.length !== value.length) passing.chunk = chunkOf(passing.buffer, value.length);
    passing.chunk.bytes.set(value);
    return passing.chunk;
  }

  /** Gives the last copy to its owner. */
  keep(owner: OwnPassing, number: number): void {
    const passing = this.#passing[this.#next]!;
    owner.put(number, this.#next + 1);
    passing.owner = owner;
    passing.number = number;
    this.#next = (this.#next + 1) % this.#capacity;
  }

  /** The chunk in a slot. */
  at(slot: number): Chunk {
    return this.#passing[slot - 1]!.chunk;
  }

  #make(length: number): Passing {
    const buffer = new ArrayBuffer(CHUNK_BYTES + CHECKSUM_BYTES);
    const passing = { buffer, chunk: chunkOf(buffer, length), owner: null, number: 0 };
    this.#passing.push(passing);
    return passing;
  }
}

function chunkOf(buffer: ArrayBuffer, length: number): Chunk {
  return { bytes: new Uint8Array(buffer, 0, length), view: new DataView(buffer, 0, length) };
}
