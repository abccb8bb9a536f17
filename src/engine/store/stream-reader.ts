/**
 * Reads ranges of one stream of an index; its counterpart is stream-writer. A chunk is checked when it is read from
 * LMDB and then kept in a bounded cache: what is served from there was checked, whatever happens to the file later.
 */
import { CHUNK_BYTES, type StreamName } from '../format.ts';
import type { ChunkCache, ChunkKeeper } from './chunk-cache.ts';
import { CHECKSUM_BYTES, corrupt, isSealed } from './sealed-value.ts';

/** A chunk as it was sealed, or undefined if the stream has no such chunk. */
export type ChunkSource = (chunk: number) => Uint8Array | undefined;

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
  bytes: Uint8Array = EMPTY;
  /** The same bytes, to read words from; four more than requested can be read. */
  view: DataView = EMPTY_VIEW;
  /** The offsets of the stream that `view` covers. */
  viewFrom = 0;
  viewTo = 0;
  start = 0;

  constructor(name: StreamName, source: ChunkSource, cache: ChunkCache) {
    this.name = name;
    this.#source = source;
    this.#cache = cache;
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
      const chunk = this.#chunk(first, within + length);
      this.bytes = chunk.bytes;
      this.view = chunk.view;
      this.viewFrom = offset - within;
      this.viewTo = this.viewFrom + chunk.bytes.length - CHECKSUM_BYTES;
      this.start = within;
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

  /** Copies a range, not empty, into `out` from `at`. */
  copy(offset: number, length: number, out: Uint8Array, at = 0): void {
    let number = Math.floor(offset / CHUNK_BYTES);
    let from = offset - number * CHUNK_BYTES;
    for (let filled = 0; filled < length; number++, from = 0) {
      const count = Math.min(length - filled, CHUNK_BYTES - from);
      const { bytes } = this.#chunk(number, from + count);
      if (count > COPIED_AT_ONCE) out.set(bytes.subarray(from, from + count), at + filled);
      else for (let i = 0; i < count; i++) out[at + filled + i] = bytes[from + i]!;
      filled += count;
    }
  }

  /** Drops a chunk whose slot the cache gave away. */
  forget(chunk: number): void {
    this.#chunks[chunk] = undefined;
  }

  #chunk(number: number, needed: number): Chunk {
    const known = this.#chunks[number];
    if (known !== undefined) {
      this.#cache.touch(this.#slots[number]!);
      if (needed > known.bytes.length - CHECKSUM_BYTES) throw corrupt(this.name, number);
      return known;
    }
    const value = this.#source(number);
    if (value === undefined || !isSealed(value) || needed > value.length - CHECKSUM_BYTES)
      throw corrupt(this.name, number);
    const chunk = {
      bytes: new Uint8Array(value.buffer, value.byteOffset, value.length),
      view: new DataView(value.buffer, value.byteOffset, value.length),
    };
    this.#slots[number] = this.#cache.claim(this, number);
    while (this.#chunks.length < number) this.#chunks.push(undefined);
    this.#chunks[number] = chunk;
    return chunk;
  }
}

/** A checked chunk with its checksum: bit decoders read a few bytes ahead. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Fewer bytes are copied one by one: a view of them costs more. */
const COPIED_AT_ONCE = 48;

const EMPTY = new Uint8Array(0);
const EMPTY_VIEW = new DataView(EMPTY.buffer);
