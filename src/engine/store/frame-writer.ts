/**
 * Appends bytes to one stream of an index in frames, each compressed by itself; its counterpart is frame-reader. Items and
 * texts are stored so: about a third of the bytes, and one of them costs one frame.
 */
import { frameCompression } from '../../kernel/frames/frame-compression.ts';
import type { FramedBytes } from '../format.ts';
import { appendPages } from './append-pages.ts';
import { PagedBytes, type PageFile } from './page-file.ts';
import { CHECKSUM_BYTES, writeChecksum } from './sealed-value.ts';
import type { StreamWriter } from './stream-writer.ts';

/** Takes a frame as it is stored: `bytes[start … end)`. */
export type OnFrame = (bytes: Uint8Array, start: number, end: number) => void;

/** Compresses frames, at once or later. */
export interface FrameCompressor {
  /** Compresses a frame, of which it keeps a copy; `take` gets it when those before were taken, also those of other streams. */
  compress(bytes: Uint8Array, take: OnFrame): void;
  /** Whether all frames were taken. */
  readonly isEmpty: boolean;
}

export const AT_ONCE: FrameCompressor = {
  isEmpty: true,
  compress(bytes, take) {
    const compressed = compressFrame(bytes);
    take(compressed, 0, compressed.length);
  },
};

/** `length` is where the next byte goes, counted before it is compressed. */
export class FrameWriter {
  length = 0;
  readonly #stream: StreamWriter;
  readonly #compressor: FrameCompressor;
  /** Where each frame begins in the stream, and where the last one ends. */
  readonly #offsets: PagedBytes;
  readonly #frame: Uint8Array;
  #filled = 0;

  readonly #take: OnFrame = (bytes, start, end) => {
    this.#stream.append(bytes, start, end);
    this.#offsets.u40(this.#stream.length);
  };

  constructor(stream: StreamWriter, frameBytes: number, pages: PageFile, compressor: FrameCompressor = AT_ONCE) {
    this.#stream = stream;
    this.#compressor = compressor;
    this.#offsets = new PagedBytes(pages);
    this.#frame = new Uint8Array(frameBytes);
    this.#offsets.u40(0);
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const frame = this.#frame;
    for (let from = start; from < end; ) {
      const count = Math.min(end - from, frame.length - this.#filled);
      frame.set(from === 0 && count === bytes.length ? bytes : bytes.subarray(from, from + count), this.#filled);
      this.#filled += count;
      from += count;
      if (this.#filled === frame.length) this.#emit();
    }
    this.length += end - start;
  }

  /** Fills the frame that has begun, if one has, with zeros. */
  endFrame(): void {
    if (this.#filled === 0) return;
    this.length += this.#frame.length - this.#filled;
    this.#frame.fill(0, this.#filled);
    this.#filled = this.#frame.length;
    this.#emit();
  }

  /** Appends a whole frame as {@link compressFrame} returned it, where one begins. */
  appendFrame(bytes: Uint8Array, start: number, end: number): void {
    if (this.#filled > 0) throw new Error('a frame does not begin in the middle of another');
    if (!this.#compressor.isEmpty) throw new Error('a frame does not overtake another');
    this.#take(bytes, start, end);
    this.length += this.#frame.length;
  }

  /** Ends the last frame, and appends the list of them, when those before were taken. */
  finish(): FramedBytes {
    if (this.#filled > 0) this.#emit();
    return { bytes: this.length, offsets: appendPages(this.#stream, this.#offsets) };
  }

  #emit(): void {
    this.#compressor.compress(this.#frame.subarray(0, this.#filled), this.#take);
    this.#filled = 0;
  }
}

/** With a checksum of its own behind it: a frame that is read alone is checked without the rest of its chunk. It is good until the next. */
export function compressFrame(bytes: Uint8Array): Uint8Array {
  const value = frameCompression.compress(bytes, CHECKSUM_BYTES);
  writeChecksum(value);
  return value;
}
