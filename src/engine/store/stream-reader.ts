/**
 * Reads ranges of one stream of an index; its counterpart is stream-writer. Several readers of a stream share its chunks, each with a range of
 * its own.
 */
import { CHUNK_BYTES, SECTOR_BYTES, type StreamName } from '../format.ts';
import type { Chunk } from './sealed-chunk.ts';
import type { StreamChunks } from './stream-chunks.ts';

/**
 * Whether chunks come into the cache when a range is copied out of them. `copied`: not the first time, since the caller keeps the copy
 * and they will hardly be read again. `expanded`: never, since the caller keeps what it makes of the copy. `unchecked`: never, and
 * nothing is checked; the range has a checksum of its own.
 */
export type Keeping = 'cached' | 'copied' | 'expanded' | 'unchecked';

/**
 * After `fetch(offset, length)`, the range is `bytes[start … start + length)`; the bytes are never written again, so a
 * caller may keep them.
 */
export class StreamReader {
  readonly #chunks: StreamChunks;
  bytes: Uint8Array = EMPTY;
  /** The same bytes, to read words from; four more than requested can be read. */
  view: DataView = EMPTY_VIEW;
  /** The offsets of the stream that `view` covers, and that were checked. */
  viewFrom = 0;
  viewTo = 0;
  start = 0;

  constructor(chunks: StreamChunks) {
    this.#chunks = chunks;
  }

  get name(): StreamName {
    return this.#chunks.name;
  }

  /** As `fetch`, but the bytes are good only until anything else is read of any stream of the store. */
  peek(offset: number, length: number): void {
    const first = Math.floor(offset / CHUNK_BYTES);
    const within = (offset - first * CHUNK_BYTES) | 0;
    if (length === 0 || within + length > CHUNK_BYTES) this.fetch(offset, length);
    else {
      const end = within + length;
      const chunk = this.#chunks.passing(first, within, end);
      this.#show(chunk, offset, within);
      // Of a chunk that passes, the sectors before and behind may not have been checked.
      this.viewFrom += within - (within % SECTOR_BYTES);
      this.viewTo = offset - within + Math.min(chunk.length, Math.ceil(end / SECTOR_BYTES) * SECTOR_BYTES);
    }
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
      this.#show(this.#chunks.cached(first, within + length), offset, within);
      return;
    }
    const whole = new Uint8Array(length + READ_AHEAD);
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
    this.viewTo = this.viewFrom + chunk.length;
    this.start = within;
  }

  /** Copies a range, not empty, into `out` from `at`. */
  copy(offset: number, length: number, out: Uint8Array, at = 0, keeping: Keeping = 'cached'): void {
    let number = Math.floor(offset / CHUNK_BYTES);
    let from = offset - number * CHUNK_BYTES;
    for (let filled = 0; filled < length; number++, from = 0) {
      const count = Math.min(length - filled, CHUNK_BYTES - from);
      const bytes = this.#bytesOf(number, from, from + count, keeping);
      if (count > COPIED_AT_ONCE) out.set(bytes.subarray(from, from + count), at + filled);
      else for (let i = 0; i < count; i++) out[at + filled + i] = bytes[from + i]!;
      filled += count;
    }
  }

  /** Checks a chunk as it lies in the file, by all of its sums: it has `length` bytes. Throws INDEX_CORRUPT. */
  check(chunk: number, length: number): void {
    this.#chunks.check(chunk, length);
  }

  #bytesOf(number: number, from: number, to: number, keeping: Keeping): Uint8Array {
    const chunks = this.#chunks;
    if (keeping === 'cached') return chunks.cached(number, to).bytes;
    if (keeping === 'unchecked') return chunks.unchecked(number, to);
    return chunks.passing(number, from, to, keeping === 'expanded').bytes;
  }
}

/** Fewer bytes are copied one by one: a view of them costs more. */
const COPIED_AT_ONCE = 48;

/** Bytes that can be read behind a range. */
const READ_AHEAD = 4;

const EMPTY = new Uint8Array(0);
const EMPTY_VIEW = new DataView(EMPTY.buffer);
