/**
 * Appends bytes to one stream of an index in frames, each compressed separately; the counterpart of frame-reader. Items and
 * texts are stored this way. They take about a third of the space, and reading one costs one frame.
 */
import type { FramedBytes } from '../../format.ts';
import { appendPages } from '../append-pages.ts';
import { PagedBytes, type PageFile } from '../page-file.ts';
import { CHECKSUM_BYTES, writeChecksum } from '../sealed-value.ts';
import type { StreamWriter } from '../stream-writer.ts';
import { frameCompression } from './frame-compression.ts';
import { FrameCutter } from './frame-cutter.ts';

/** Receives a stored frame: `bytes[start … end)`. */
export type OnFrame = (bytes: Uint8Array, start: number, end: number) => void;

/** Compresses frames, immediately or later. */
export interface FrameCompressor {
  /** Compresses a copy of a frame. `take` gets it after all previous frames, including frames of other streams. */
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
  /** The offset of each frame in the stream, and the end of the last one. */
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

  /** The offset of the next byte before compression. */
  get length(): number {
    return this.#cutter.length;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#cutter.append(bytes, start, end);
  }

  /** Pads the current frame, if one has begun, with zeros. */
  endFrame(): void {
    this.#cutter.endFrame();
  }

  /** Appends a frame from {@link compressFrame}. Must be called at a frame boundary. */
  appendFrame(bytes: Uint8Array, start: number, end: number): void {
    if (!this.#compressor.isEmpty) throw new Error('a frame does not overtake another');
    this.#cutter.passFrame();
    this.#take(bytes, start, end);
  }

  /** Ends the last frame, waits until all frames were taken, and appends the list of their offsets. */
  finish(): FramedBytes {
    const { rest } = this.#cutter;
    if (rest.length > 0) this.#compressor.compress(rest, this.#take);
    return { bytes: this.length, offsets: appendPages(this.#stream, this.#offsets) };
  }
}

/**
 * Compresses a frame and appends its own checksum, so that a frame can be verified without the rest of its chunk. The result is
 * valid until the next call.
 */
export function compressFrame(bytes: Uint8Array): Uint8Array {
  const value = frameCompression.compress(bytes, CHECKSUM_BYTES);
  writeChecksum(value);
  return value;
}
