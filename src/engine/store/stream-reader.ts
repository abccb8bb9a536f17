/**
 * Reads ranges of one stream of an index; its counterpart is stream-writer. A chunk is checked when it is read from
 * LMDB and then kept in a bounded cache: what is served from there was checked, whatever happens to the file later.
 */
import { CHUNK_BYTES, type StreamName } from '../format.ts';
import type { ChunkCache, ChunkKeeper } from './chunk-cache.ts';
import { type Chunk, OwnPassing, PASSED, type PassingChunks } from './passing-chunks.ts';
import { CHECKSUM_BYTES, corrupt, isSealed } from './sealed-value.ts';

/** A chunk as it was sealed, or undefined if the stream has no such chunk. */
export type ChunkSource = (chunk: number) => Uint8Array | undefined;

/**
 * Whether chunks come into the cache when a range is copied out of them. `copied`: not the first time, since the caller keeps the copy
 * and they will hardly be read again. `expanded`: never, since the caller keeps what it makes of the copy. `unchecked`: never, and those that
 * are not in memory are not checked either; the range has a checksum of its own.
 */
export type Keeping = 'cached' | 'copied' | 'expanded' | 'unchecked';

/** Where chunks go the first time they are read for a caller who keeps none of their bytes. What `source` gives is good until it is asked again. */
export interface Passage {
  readonly source: ChunkSource;
  readonly chunks: PassingChunks;
}

/**
 * After `fetch(offset, length)`, the range is `bytes[start … start + length)`; the bytes are never written again, so a
 * caller may keep them.
 */
export class StreamReader implements ChunkKeeper {
  readonly name: StreamName;
  readonly #source: ChunkSource;
  readonly #cache: ChunkCache;
  readonly #chunks: (Chunk | undefined)[] = [];
  readonly #slots: number[] = [];
  readonly #passage: Passage | null;
  /** A chunk that has passed goes into the cache the second time it is read. */
  readonly #passing = new OwnPassing();
  bytes: Uint8Array = EMPTY;
  /** The same bytes, to read words from; four more than requested can be read. */
  view: DataView = EMPTY_VIEW;
  /** The offsets of the stream that `view` covers. */
  viewFrom = 0;
  viewTo = 0;
  start = 0;

  constructor(name: StreamName, source: ChunkSource, cache: ChunkCache, passage: Passage | null = null) {
    this.name = name;
    this.#source = source;
    this.#cache = cache;
    this.#passage = passage;
  }

  /** As `fetch`, but the bytes are good only until anything else is read of any stream of the store. */
  peek(offset: number, length: number): void {
    const first = Math.floor(offset / CHUNK_BYTES);
    const within = (offset - first * CHUNK_BYTES) | 0;
    if (length === 0 || within + length > CHUNK_BYTES) this.fetch(offset, length);
    else this.#show(this.#passingChunk(first, within + length), offset, within);
  }

  fetch(offset: number, length: number): void {
    const first = Math.floor(offset / CHUNK_BYTES);
    // An integer for the compiler, too: everything that is decoded counts on from here.
    const within = (offset - first * CHUNK_BYTES) | 0;
    if (length === 0) {
      // An empty range may be at the end of the stream, where there is no chunk.
      this.bytes = EMPTY;
      this.view = EMPTY_VIEW;
      this.viewFrom = offset;
      this.viewTo = offset;
      this.start = 0;
      return;
    }
    if (within + length <= CHUNK_BYTES) {
      this.#show(this.#chunk(first, within + length), offset, within);
      return;
    }
    const whole = new Uint8Array(length + CHECKSUM_BYTES);
    this.copy(offset, length, whole);
    this.bytes = whole;
    this.view = new DataView(whole.buffer);
    this.viewFrom = offset;
    this.viewTo = offset + length;
    this.start = 0;
  }

  #show(chunk: Chunk, offset: number, within: number): void {
    this.bytes = chunk.bytes;
    this.view = chunk.view;
    this.viewFrom = offset - within;
    this.viewTo = this.viewFrom + chunk.bytes.length - CHECKSUM_BYTES;
    this.start = within;
  }

  /** Copies a range, not empty, into `out` from `at`. */
  copy(offset: number, length: number, out: Uint8Array, at = 0, keeping: Keeping = 'cached'): void {
    let number = Math.floor(offset / CHUNK_BYTES);
    let from = offset - number * CHUNK_BYTES;
    for (let filled = 0; filled < length; number++, from = 0) {
      const count = Math.min(length - filled, CHUNK_BYTES - from);
      const bytes = this.#bytesOf(number, from + count, keeping);
      if (count > COPIED_AT_ONCE) out.set(bytes.subarray(from, from + count), at + filled);
      else for (let i = 0; i < count; i++) out[at + filled + i] = bytes[from + i]!;
      filled += count;
    }
  }

  #bytesOf(number: number, needed: number, keeping: Keeping): Uint8Array {
    if (keeping === 'cached') return this.#chunk(number, needed).bytes;
    if (keeping === 'unchecked') return this.#uncheckedBytes(number, needed);
    return this.#passingChunk(number, needed, keeping === 'expanded').bytes;
  }

  /** What is in memory was checked. */
  #uncheckedBytes(number: number, needed: number): Uint8Array {
    if (this.#passage === null) return this.#chunk(number, needed).bytes;
    const bytes = (this.#chunks[number] ?? this.#passingAt(number))?.bytes ?? this.#passage.source(number);
    if (bytes === undefined || needed > bytes.length - CHECKSUM_BYTES) throw corrupt(this.name, number);
    return bytes;
  }

  /** Drops a chunk whose slot the cache gave away. */
  forget(chunk: number): void {
    this.#chunks[chunk] = undefined;
  }

  #passingChunk(number: number, needed: number, passesAgain = false): Chunk {
    const passage = this.#passage;
    if (passage === null || this.#chunks[number] !== undefined) return this.#chunk(number, needed);
    const slot = this.#passing.slotOf(number);
    if (slot > 0) {
      const known = passage.chunks.at(slot);
      if (needed > known.bytes.length - CHECKSUM_BYTES) throw corrupt(this.name, number);
      return known;
    }
    if (slot === PASSED && !passesAgain) return this.#chunk(number, needed);
    const value = passage.source(number);
    if (value === undefined || value.length > CHUNK_BYTES + CHECKSUM_BYTES) throw corrupt(this.name, number);
    const chunk = passage.chunks.copyOf(value);
    if (!isSealed(chunk.bytes) || needed > chunk.bytes.length - CHECKSUM_BYTES) throw corrupt(this.name, number);
    passage.chunks.keep(this.#passing, number);
    return chunk;
  }

  #passingAt(number: number): Chunk | undefined {
    const slot = this.#passing.slotOf(number);
    return slot > 0 ? this.#passage!.chunks.at(slot) : undefined;
  }

  #chunk(number: number, needed: number): Chunk {
    const known = this.#chunks[number];
    if (known !== undefined) {
      this.#cache.touch(this.#slots[number]!);
      if (needed > known.bytes.length - CHECKSUM_BYTES) throw corrupt(this.name, number);
      return known;
    }
    // One that passes now was checked.
    const passing = this.#passingAt(number);
    const value = passing === undefined ? this.#source(number) : passing.bytes.slice();
    if (value === undefined || (passing === undefined && !isSealed(value)) || needed > value.length - CHECKSUM_BYTES)
      throw corrupt(this.name, number);
    const chunk = {
      bytes: new Uint8Array(value.buffer, value.byteOffset, value.length),
      view: new DataView(value.buffer, value.byteOffset, value.length),
    };
    this.#slots[number] = this.#cache.claim(this, number, value.length);
    while (this.#chunks.length < number) this.#chunks.push(undefined);
    this.#chunks[number] = chunk;
    return chunk;
  }
}

/** Fewer bytes are copied one by one: a view of them costs more. */
const COPIED_AT_ONCE = 48;

const EMPTY = new Uint8Array(0);
const EMPTY_VIEW = new DataView(EMPTY.buffer);
