/**
 * Reads ranges of bytes that were stored in frames; the counterpart of frame-writer. The cache of the store holds an
 * expanded frame instead of its chunk, so reading a page of neighbouring items expands one frame. A frame requested
 * alone is expanded only as far as needed. Buffers of evicted frames are reused, because allocating one costs as much
 * as expanding it.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readU40 } from '../../../codec/byte-reader.ts';
import type { FramedBytes } from '../../format.ts';
import type { ChunkCache, ChunkKeeper } from '../chunk-cache.ts';
import { CHECKSUM_BYTES, corrupt, isSealed } from '../sealed-value.ts';
import type { StreamReader } from '../stream-reader.ts';
import { frameExpander } from './frame-expander.ts';

/** Bytes of an offset in the list of frames. */
export const FRAME_OFFSET_BYTES = 5;

/** A frame, possibly partly expanded. */
interface Frame {
  readonly bytes: Uint8Array;
  reached: number;
}

/** After `fetch(offset, length)`, the range is `bytes[start … start + length)`; the bytes are valid until the next call. */
export class FrameReader implements ChunkKeeper {
  bytes: Uint8Array = EMPTY;
  start = 0;
  readonly #stream: StreamReader;
  readonly #location: FramedBytes;
  readonly #frameBytes: number;
  readonly #cache: ChunkCache;
  readonly #frames: (Frame | undefined)[] = [];
  /** Buffers of frames that left the cache. */
  readonly #spare: Frame[] = [];
  readonly #slots: number[] = [];
  /** The last requested frame. */
  #last = -1;
  /** The last frame that was copied from. */
  #ordered: { readonly n: number; readonly bytes: Uint8Array } | null = null;

  constructor(stream: StreamReader, location: FramedBytes, frameBytes: number, cache: ChunkCache) {
    this.#stream = stream;
    this.#location = location;
    this.#frameBytes = frameBytes;
    this.#cache = cache;
  }

  /** Uncompressed bytes of the content, and of a frame. The last frame may have fewer. */
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

  /**
   * Copies a range into `out`, for callers that read millions of ranges in order. It keeps one frame outside the cache, so
   * other readers keep their cached frames.
   */
  copyInOrder(offset: number, length: number, out: Uint8Array): void {
    if (offset + length > this.length) throw corrupt(this.#stream.name, `from byte ${offset}`);
    let n = Math.floor(offset / this.#frameBytes);
    let from = offset - n * this.#frameBytes;
    for (let filled = 0; filled < length; from = 0, n++) {
      const count = Math.min(length - filled, this.#frameBytes - from);
      const frame = this.#inOrder(n);
      if (count <= COPIED_BY_ONE) for (let i = 0; i < count; i++) out[filled + i] = frame[from + i]!;
      else out.set(frame.subarray(from, from + count), filled);
      filled += count;
    }
  }

  #inOrder(n: number): Uint8Array {
    const ordered = this.#ordered;
    if (ordered?.n === n) return ordered.bytes;
    const bytes = ordered?.bytes ?? new Uint8Array(this.#frameBytes);
    this.#ordered = null;
    const whole = Math.min(this.#frameBytes, this.length - n * this.#frameBytes);
    const length = this.#put(n, true);
    const reached = frameExpander.expandInput(length, whole, whole);
    if (reached < 0) bytes.set(this.#expandedWhole(n, length, whole));
    else frameExpander.take(reached, bytes);
    this.#ordered = { n, bytes };
    return bytes;
  }

  /** Drops a frame that the cache evicted. */
  forget(frame: number): void {
    const known = this.#frames[frame];
    if (known !== undefined && this.#spare.length < SPARE_MAX) this.#spare.push(known);
    this.#frames[frame] = undefined;
  }

  /** Returns a frame, expanded at least as far as `needed`. */
  #frame(n: number, needed: number): Uint8Array {
    const known = this.#frames[n];
    const isNext = n === this.#last + 1;
    this.#last = n;
    if (known !== undefined && known.reached >= needed) {
      this.#cache.touch(this.#slots[n]!);
      return known.bytes;
    }
    const whole = Math.min(this.#frameBytes, this.length - n * this.#frameBytes);
    const length = this.#put(n, isNext);
    // Sequential or repeated reads of a frame probably need more of it.
    const reached = frameExpander.expandInput(length, isNext || known !== undefined ? whole : needed, whole);
    const other = reached < 0 ? this.#expandedWhole(n, length, whole) : null;
    // Reads in between may have taken its slot.
    const frame = this.#frames[n] ?? this.#claimed(n);
    if (other === null) frameExpander.take(reached, frame.bytes);
    else frame.bytes.set(other);
    frame.reached = other === null ? reached : whole;
    return frame.bytes;
  }

  #claimed(n: number): Frame {
    this.#slots[n] = this.#cache.claim(this, n, this.#frameBytes);
    const frame = this.#spare.pop() ?? { bytes: new Uint8Array(this.#frameBytes), reached: 0 };
    while (this.#frames.length < n) this.#frames.push(undefined);
    this.#frames[n] = frame;
    return frame;
  }

  /**
   * Copies a compressed frame to the expander and returns its length. Throws INDEX_CORRUPT. If only one frame is read,
   * its own checksum is verified. Its chunk, which is eight times as long, is then neither verified nor cached.
   */
  #put(n: number, isNext: boolean): number {
    const stream = this.#stream;
    stream.fetch(this.#location.offsets.offset + n * FRAME_OFFSET_BYTES, 2 * FRAME_OFFSET_BYTES);
    const from = readU40(stream.bytes, stream.start);
    const to = readU40(stream.bytes, stream.start + FRAME_OFFSET_BYTES);
    const { memory, input, room } = frameExpander;
    if (to <= from || to > this.#location.offsets.offset || to - from > room) throw corrupt(stream.name, `frame ${n}`);
    stream.copy(from, to - from, memory, input, isNext ? 'expanded' : 'unchecked');
    if (!isSealed(memory.subarray(input, input + to - from))) throw corrupt(stream.name, `frame ${n}`);
    return to - from - CHECKSUM_BYTES;
  }

  #expandedWhole(n: number, length: number, whole: number): Uint8Array {
    const { memory, input } = frameExpander;
    let found: Buffer;
    try {
      // One byte more than the output, so that zlib finishes in one call.
      found = brotliDecompressSync(memory.subarray(input, input + length), {
        chunkSize: Math.max(CHUNK_SIZE_MIN, whole + 1),
        maxOutputLength: whole,
      });
    } catch (cause) {
      throw corrupt(this.#stream.name, `frame ${n}`, cause);
    }
    if (found.length !== whole) throw corrupt(this.#stream.name, `frame ${n}`);
    return found;
  }
}

/** Pooled buffers of frames. */
const SPARE_MAX = 64;
/** For ranges of up to this many bytes, making a view costs more than copying. */
const COPIED_BY_ONE = 16;
/** The minimum chunk size that Node accepts. */
const CHUNK_SIZE_MIN = 64;

const EMPTY = new Uint8Array(0);
