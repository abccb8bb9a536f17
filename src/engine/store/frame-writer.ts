/**
 * Appends bytes to one stream of an index in frames, each compressed by itself; its counterpart is frame-reader. Items and
 * texts are stored so: about a third of the bytes, and one of them costs one frame.
 */
import { frameCompression } from '../../kernel/frames/frame-compression.ts';
import type { FramedBytes } from '../format.ts';
import { appendPages } from './append-pages.ts';
import { FrameCutter } from './frame-cutter.ts';
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

export class FrameWriter {
  readonly #stream: StreamWriter;
  readonly #compressor: FrameCompressor;
  /** Where each frame begins in the stream, and where the last one ends. */
  readonly #offsets: PagedBytes;
  readonly #cutter: FrameCutter;

  readonly #take: OnFrame = (bytes, start, end) => {
    this.#stream.append(bytes, start, end);
    this.#offsets.u40(this.#stream.length);
  };

  constructor(stream: StreamWriter, frameBytes: number, pages: PageFile, compressor: FrameCompressor = AT_ONCE) {
    this.#stream = stream;
    this.#compressor = compressor;
    this.#offsets = new PagedBytes(pages);
    this.#cutter = new FrameCutter(frameBytes, (frame) => compressor.compress(frame, this.#take));
    this.#offsets.u40(0);
  }

  /** Where the next byte goes, counted before it is compressed. */
  get length(): number {
    return this.#cutter.length;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#cutter.append(bytes, start, end);
  }

  /** Fills the frame that has begun, if one has, with zeros. */
  endFrame(): void {
    this.#cutter.endFrame();
  }

  /** Appends a whole frame as {@link compressFrame} returned it, where one begins. */
  appendFrame(bytes: Uint8Array, start: number, end: number): void {
    if (!this.#compressor.isEmpty) throw new Error('a frame does not overtake another');
    this.#cutter.passFrame();
    this.#take(bytes, start, end);
  }

  /** Ends the last frame, and appends the list of them, when those before were taken. */
  finish(): FramedBytes {
    const { rest } = this.#cutter;
    if (rest.length > 0) this.#compressor.compress(rest, this.#take);
    return { bytes: this.length, offsets: appendPages(this.#stream, this.#offsets) };
  }
}

/** With a checksum of its own behind it: a frame that is read alone is checked without the rest of its chunk. It is good until the next. */
export function compressFrame(bytes: Uint8Array): Uint8Array {
  const value = frameCompression.compress(bytes, CHECKSUM_BYTES);
  writeChecksum(value);
  return value;
}
