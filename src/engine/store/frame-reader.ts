/**
 * Reads ranges of bytes that were stored in frames; its counterpart is frame-writer. A frame that was expanded takes the place of a
 * chunk in the cache of its store, so a page of neighbours costs one. Of a frame that is asked for alone no more is expanded than is needed.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readU40 } from '../../codec/byte-reader.ts';
import { frameExpander } from '../../kernel/frame-expander.ts';
import type { FramedBytes } from '../format.ts';
import type { ChunkCache, ChunkKeeper } from './chunk-cache.ts';
import { corrupt } from './sealed-value.ts';
import type { StreamReader } from './stream-reader.ts';

/** Bytes of an offset in the list of frames. */
export const FRAME_OFFSET_BYTES = 5;

/**
 * After `fetch(offset, length)`, the range is `bytes[start … start + length)`; the bytes are never written again, so a
 * caller may keep them.
 */
export class FrameReader implements ChunkKeeper {
  bytes: Uint8Array = EMPTY;
  start = 0;
  readonly #stream: StreamReader;
  readonly #location: FramedBytes;
  readonly #frameBytes: number;
  readonly #cache: ChunkCache;
  readonly #frames: (Uint8Array | undefined)[] = [];
  readonly #slots: number[] = [];
  /** The frame that was asked for last. */
  #last = -1;

  constructor(stream: StreamReader, location: FramedBytes, frameBytes: number, cache: ChunkCache) {
    this.#stream = stream;
    this.#location = location;
    this.#frameBytes = frameBytes;
    this.#cache = cache;
  }

  /** All bytes before they were compressed, and those of a frame; the last may have fewer. */
  get length(): number {
    return this.#location.bytes;
  }

  get frameBytes(): number {
    return this.#frameBytes;
  }

  fetch(offset: number, length: number): void {
    const first = Math.floor(offset / this.#frameBytes);
    const within = offset - first * this.#frameBytes;
    if (offset + length > this.length) throw corrupt(this.#stream.name, `from byte ${offset}`);
    this.start = 0;
    if (length === 0) {
      this.bytes = EMPTY;
    } else if (within + length <= this.#frameBytes) {
      this.bytes = this.#frame(first, within + length);
      this.start = within;
    } else {
      const whole = new Uint8Array(length);
      let from = within;
      for (let filled = 0, n = first; filled < length; n++, from = 0) {
        const count = Math.min(length - filled, this.#frameBytes - from);
        whole.set(this.#frame(n, from + count).subarray(from, from + count), filled);
        filled += count;
      }
      this.bytes = whole;
    }
  }

  /** Drops a frame whose slot the cache gave away. */
  forget(frame: number): void {
    this.#frames[frame] = undefined;
  }

  /** A frame as far as it is `needed`, or farther. */
  #frame(n: number, needed: number): Uint8Array {
    const known = this.#frames[n];
    const isNext = n === this.#last + 1;
    this.#last = n;
    if (known !== undefined && known.length >= needed) {
      this.#cache.touch(this.#slots[n]!);
      return known;
    }
    const whole = Math.min(this.#frameBytes, this.length - n * this.#frameBytes);
    // Who reads in order, or the same frame again, comes for more of it.
    const frame = this.#expanded(n, isNext || known !== undefined ? whole : needed, whole);
    if (known === undefined) this.#slots[n] = this.#cache.claim(this, n);
    while (this.#frames.length < n) this.#frames.push(undefined);
    this.#frames[n] = frame;
    return frame;
  }

  /** The beginning of a frame as it was written, or all. Throws INDEX_CORRUPT. */
  #expanded(n: number, needed: number, whole: number): Uint8Array {
    const stream = this.#stream;
    stream.fetch(this.#location.offsets.offset + n * FRAME_OFFSET_BYTES, 2 * FRAME_OFFSET_BYTES);
    const from = readU40(stream.bytes, stream.start);
    const to = readU40(stream.bytes, stream.start + FRAME_OFFSET_BYTES);
    if (to <= from || to > this.#location.offsets.offset) throw corrupt(stream.name, `frame ${n}`);
    stream.fetch(from, to - from);
    const compressed = stream.bytes.subarray(stream.start, stream.start + to - from);
    return frameExpander.expand(compressed, needed, whole) ?? this.#expandedWhole(n, compressed, whole);
  }

  #expandedWhole(n: number, compressed: Uint8Array, whole: number): Uint8Array {
    let found: Buffer;
    try {
      // One byte more than it needs: then it ends in one go.
      found = brotliDecompressSync(compressed, {
        chunkSize: Math.max(CHUNK_SIZE_MIN, whole + 1),
        maxOutputLength: whole,
      });
    } catch (cause) {
      throw corrupt(this.#stream.name, `frame ${n}`, cause);
    }
    if (found.length !== whole) throw corrupt(this.#stream.name, `frame ${n}`);
    return new Uint8Array(found.buffer, found.byteOffset, found.length);
  }
}

/** The least that Node takes. */
const CHUNK_SIZE_MIN = 64;

const EMPTY = new Uint8Array(0);
