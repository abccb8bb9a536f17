/**
 * Appends bytes to one stream of an index; the counterpart of stream-reader. A stream is cut into chunks. Key: chunk number;
 * value: payload and checksums.
 */
import { CHUNK_BYTES, type StreamName } from '../format.ts';
import { SEALED_BYTES, sealChunk, seedOf } from './sealed-chunk.ts';

export class StreamWriter {
  /** The offset of the next byte. */
  length = 0;
  readonly #name: StreamName;
  readonly #put: (chunk: number, value: Uint8Array) => void;
  readonly #open: () => Uint8Array;
  #chunk: Uint8Array | null = null;
  #filled = 0;
  #number = 0;

  /** `open` returns memory for a chunk, and `put` receives it when it is full. */
  constructor(name: StreamName, put: (chunk: number, value: Uint8Array) => void, open: () => Uint8Array = newChunk) {
    this.#name = name;
    this.#put = put;
    this.#open = open;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    let from = start;
    while (from < end) {
      const count = Math.min(end - from, CHUNK_BYTES - this.#filled);
      this.#chunk ??= this.#open();
      if (count > FEW) {
        this.#chunk.set(
          from === 0 && count === bytes.length ? bytes : bytes.subarray(from, from + count),
          this.#filled,
        );
      } else for (let i = from, to = this.#filled; i < from + count; i++, to++) this.#chunk[to] = bytes[i]!;
      this.#filled += count;
      from += count;
      if (this.#filled === CHUNK_BYTES) this.#emit();
    }
    this.length += end - start;
  }

  /** Returns the incomplete last chunk, if it has this number. */
  unfinished(number: number): Uint8Array | null {
    return number === this.#number ? this.#chunk : null;
  }

  end(): void {
    if (this.#filled > 0) this.#emit();
  }

  #emit(): void {
    const number = this.#number++;
    this.#put(number, sealChunk(this.#chunk!, this.#filled, seedOf(this.#name, number)));
    this.#chunk = null;
    this.#filled = 0;
  }
}

/** Up to this many bytes are copied one by one. */
const FEW = 32;

/** Memory for one chunk with its checksums. */
export function newChunk(): Uint8Array {
  return new Uint8Array(SEALED_BYTES);
}
