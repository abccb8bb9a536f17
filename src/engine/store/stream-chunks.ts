/**
 * The chunks of one stream of an index, shared by all its readers. A chunk is verified when it is read from LMDB and then kept
 * in a bounded cache. Cached bytes stay verified, whatever happens to the file later.
 */
import type { StreamName } from '../format.ts';
import type { ChunkCache, ChunkKeeper } from './chunk-cache.ts';
import { OwnPassing, PASSED, type PassingChunk, type PassingChunks } from './passing-chunks.ts';
import { type Chunk, isSealedByAll, payloadOf, SEALED_BYTES, seedOf } from './sealed-chunk.ts';
import { corrupt, isSealed } from './sealed-value.ts';

/** Returns a sealed chunk, or undefined if the stream has no such chunk. */
export type ChunkSource = (chunk: number) => Uint8Array | undefined;

/**
 * Holds chunks on their first read, for callers that keep none of their bytes. The result of `source` is valid until its next
 * call.
 */
export interface Passage {
  readonly source: ChunkSource;
  readonly chunks: PassingChunks;
}

export class StreamChunks implements ChunkKeeper {
  readonly name: StreamName;
  readonly #source: ChunkSource;
  readonly #cache: ChunkCache;
  readonly #chunks: (Chunk | undefined)[] = [];
  readonly #slots: number[] = [];
  readonly #passage: Passage | null;
  /** A chunk enters the cache the second time it is read. */
  readonly #passing = new OwnPassing();

  constructor(name: StreamName, source: ChunkSource, cache: ChunkCache, passage: Passage | null = null) {
    this.name = name;
    this.#source = source;
    this.#cache = cache;
    this.#passage = passage;
  }

  /**
   * Returns a chunk with a payload that reaches up to `to`. It enters the cache, and its bytes are never overwritten. Throws
   * INDEX_CORRUPT.
   */
  cached(number: number, to: number): Chunk {
    const known = this.#chunks[number];
    if (known !== undefined) {
      this.#cache.touch(this.#slots[number]!);
      if (to > known.length) throw corrupt(this.name, number);
      return known;
    }
    const value = this.#sealedValue(number);
    const length = payloadOf(value.length);
    if (to > length) throw corrupt(this.name, number);
    const chunk = {
      bytes: new Uint8Array(value.buffer, value.byteOffset, value.length),
      view: new DataView(value.buffer, value.byteOffset, value.length),
      length,
    };
    while (this.#chunks.length <= number) {
      this.#chunks.push(undefined);
      this.#slots.push(0);
    }
    this.#slots[number] = this.#cache.claim(this, number, value.length);
    this.#chunks[number] = chunk;
    return chunk;
  }

  /** Returns a completely verified chunk in its own memory. */
  #sealedValue(number: number): Uint8Array {
    const passing = this.#passingAt(number);
    if (passing === undefined) {
      const value = this.#source(number);
      if (value === undefined || !isSealed(value, seedOf(this.name, number))) throw corrupt(this.name, number);
      return value;
    }
    if (!passing.isSound(0, passing.length)) throw corrupt(this.name, number);
    return passing.bytes.slice();
  }

  /**
   * Returns a chunk in which the sectors of the non-empty payload range `from … to` are verified. It is valid until
   * another chunk of any stream of the store is read. It enters the cache on its second read, unless `passesAgain` is
   * set.
   */
  passing(number: number, from: number, to: number, passesAgain = false): Chunk {
    const passage = this.#passage;
    if (passage === null || this.#chunks[number] !== undefined) return this.cached(number, to);
    const slot = this.#passing.slotOf(number);
    if (slot > 0) {
      const known = passage.chunks.at(slot);
      if (!known.isSound(from, to)) throw corrupt(this.name, number);
      return known;
    }
    if (slot === PASSED && !passesAgain) return this.cached(number, to);
    const value = passage.source(number);
    if (value === undefined || value.length > SEALED_BYTES) throw corrupt(this.name, number);
    const chunk = passage.chunks.copyOf(value, seedOf(this.name, number));
    if (!chunk.isSound(from, to)) throw corrupt(this.name, number);
    passage.chunks.keep(this.#passing, number);
    return chunk;
  }

  /**
   * Returns the bytes of a chunk with a payload that reaches up to `to`, possibly unverified. For content with its own
   * checksum.
   */
  unchecked(number: number, to: number): Uint8Array {
    if (this.#passage === null) return this.cached(number, to).bytes;
    const bytes = (this.#chunks[number] ?? this.#passingAt(number))?.bytes ?? this.#passage.source(number);
    if (bytes === undefined || to > payloadOf(bytes.length)) throw corrupt(this.name, number);
    return bytes;
  }

  /** Verifies a chunk in the file by all of its checksums. It must have `length` bytes. Throws INDEX_CORRUPT. */
  check(number: number, length: number): void {
    const value = this.#source(number);
    if (value === undefined || !isSealedByAll(value, seedOf(this.name, number)) || payloadOf(value.length) !== length)
      throw corrupt(this.name, number);
  }

  /** Drops a chunk that the cache evicted. */
  forget(chunk: number): void {
    this.#chunks[chunk] = undefined;
  }

  #passingAt(number: number): PassingChunk | undefined {
    const slot = this.#passing.slotOf(number);
    return slot > 0 ? this.#passage!.chunks.at(slot) : undefined;
  }
}
