/**
 * Reads ranges of one stream of an index; the counterpart of stream-writer. Several readers of a stream share its chunks, each
 * with its own range.
 */
import { CHUNK_BYTES, SECTOR_BYTES, type StreamName } from '../format.ts';
import type { Chunk } from './sealed-chunk.ts';
import type { StreamChunks } from './stream-chunks.ts';

/**
 * Controls whether chunks enter the cache when a range is copied. `copied`: not on the first read, because the caller
 * keeps the copy and will rarely read it again. `expanded`: never, because the caller keeps the expanded form.
 * `unchecked`: never, and nothing is verified, because the range has its own checksum.
 */
export type ChunkCaching = 'cached' | 'copied' | 'expanded' | 'unchecked';

/**
 * After `fetch(offset, length)`, the range is `bytes[start … start + length)`. The bytes are never overwritten, so a caller may
 * keep them.
 */
export class StreamReader {
  readonly #chunks: StreamChunks;
  bytes: Uint8Array = EMPTY;
  /** The same bytes as a view. The four bytes after the requested ones can be read, too. */
  view: DataView = EMPTY_VIEW;
  /** The verified range of the stream that `view` covers. */
  viewFrom = 0;
  viewTo = 0;
  start = 0;

  constructor(chunks: StreamChunks) {
    this.#chunks = chunks;
  }

  get name(): StreamName {
    return this.#chunks.name;
  }

  /** Like `fetch`, but the bytes are valid only until the next read of any stream of the store. */
  peek(offset: number, length: number): void {
    const first = Math.floor(offset / CHUNK_BYTES);
    const within = (offset - first * CHUNK_BYTES) | 0;
    if (length === 0 || within + length > CHUNK_BYTES) this.fetch(offset, length);
    else {
      const end = within + length;
      const chunk = this.#chunks.passing(first, within, end);
      this.#show(chunk, offset, within);
      // The sectors around these may be unverified.
      this.viewFrom += within - (within % SECTOR_BYTES);
      this.viewTo = offset - within + Math.min(chunk.length, Math.ceil(end / SECTOR_BYTES) * SECTOR_BYTES);
    }
  }

  fetch(offset: number, length: number): void {
    const first = Math.floor(offset / CHUNK_BYTES);
    // `| 0` tells the compiler that this is an integer; all decoding starts from here.
    const within = (offset - first * CHUNK_BYTES) | 0;
    if (length === 0) {
      // An empty range may be at the end of the stream, which has no chunk.
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

  /** Copies a non-empty range into `out` from `at`. */
  copy(offset: number, length: number, out: Uint8Array, at = 0, caching: ChunkCaching = 'cached'): void {
    let number = Math.floor(offset / CHUNK_BYTES);
    let from = offset - number * CHUNK_BYTES;
    for (let filled = 0; filled < length; number++, from = 0) {
      const count = Math.min(length - filled, CHUNK_BYTES - from);
      const bytes = this.#bytesOf(number, from, from + count, caching);
      if (count > COPIED_AT_ONCE) out.set(bytes.subarray(from, from + count), at + filled);
      else for (let i = 0; i < count; i++) out[at + filled + i] = bytes[from + i]!;
      filled += count;
    }
  }

  /** Verifies a chunk in the file by all of its checksums. It must have `length` bytes. Throws INDEX_CORRUPT. */
  check(chunk: number, length: number): void {
    this.#chunks.check(chunk, length);
  }

  #bytesOf(number: number, from: number, to: number, caching: ChunkCaching): Uint8Array {
    const chunks = this.#chunks;
    if (caching === 'cached') return chunks.cached(number, to).bytes;
    if (caching === 'unchecked') return chunks.unchecked(number, to);
    return chunks.passing(number, from, to, caching === 'expanded').bytes;
  }
}

/** Fewer bytes are copied one by one, because making a view costs more. */
const COPIED_AT_ONCE = 48;

/** Bytes that can be read past a range. */
const READ_AHEAD = 4;

const EMPTY = new Uint8Array(0);
const EMPTY_VIEW = new DataView(EMPTY.buffer);
