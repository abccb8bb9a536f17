/**
 * Texts that a thread compresses as it puts them together, frame by frame, so that the one that writes the index need not. The first begins
 * with a frame, whatever is before; what is behind the last whole frame stays as it is.
 */
import { rmSync } from 'node:fs';
import { FRAME_BYTES } from '../format.ts';
import type { FrameKeeper, TextKeeper } from '../spelling/text-stretch.ts';
import { BatchedReader, BatchedWriter } from '../store/batched-file.ts';
import { compressFrame } from '../store/frame-writer.ts';

/** A file of whole frames, which are compressed, and some bytes behind them; and the texts that are in these, from the first frame on. */
export interface FramedTexts {
  readonly path: string;
  readonly docs: readonly number[];
  readonly offsets: readonly number[];
  readonly bytes: readonly number[];
  /** The compressed bytes of each. */
  readonly frames: readonly number[];
  readonly behind: number;
}

export class FramedTextFile implements TextKeeper {
  readonly #path: string;
  readonly #file: BatchedWriter;
  readonly #docs: number[] = [];
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  readonly #frames: number[] = [];
  readonly #frame = new Uint8Array(FRAME_BYTES.texts);
  #filled = 0;

  /** A new file. */
  constructor(path: string) {
    this.#path = path;
    this.#file = new BatchedWriter(path);
  }

  get texts(): FramedTexts {
    return {
      path: this.#path,
      docs: this.#docs,
      offsets: this.#offsets,
      bytes: this.#lengths,
      frames: this.#frames,
      behind: this.#filled,
    };
  }

  get #offset(): number {
    return this.#frames.length * FRAME_BYTES.texts + this.#filled;
  }

  beginFrame(_doc: number): void {
    if (this.#filled === 0) return;
    this.#frame.fill(0, this.#filled);
    this.#endFrame();
  }

  beginText(doc: number): void {
    this.#docs.push(doc);
    this.#offsets.push(this.#offset);
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    const frame = this.#frame;
    for (let at = start; at < end; ) {
      const count = Math.min(end - at, frame.length - this.#filled);
      frame.set(bytes.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === frame.length) this.#endFrame();
    }
  }

  #endFrame(): void {
    const compressed = compressFrame(this.#frame);
    this.#file.append(compressed, 0, compressed.length);
    this.#frames.push(compressed.length);
    this.#filled = 0;
  }

  endText(): void {
    this.#lengths.push(this.#offset - this.#offsets.at(-1)!);
  }

  close(): void {
    this.#file.append(this.#frame, 0, this.#filled);
    this.#file.close();
  }
}

/** Gives texts to a keeper, from the frame on that begins next, and removes their file. */
export async function copyFramedTexts(
  { path, docs, offsets, bytes, frames, behind }: FramedTexts,
  keeper: FrameKeeper,
  pause: () => Promise<void>,
): Promise<void> {
  if (docs.length > 0) keeper.beginFrame(docs[0]!);
  const first = keeper.offset;
  let noted = 0;
  const noteBefore = (offset: number): void => {
    for (; noted < docs.length && offsets[noted]! + bytes[noted]! <= offset; noted++) {
      keeper.note(docs[noted]!, first + offsets[noted]!, bytes[noted]!);
    }
  };
  const file = new BatchedReader(path);
  const frame = new Uint8Array(2 * FRAME_BYTES.texts);
  try {
    for (const length of frames) {
      let held = 0;
      const hasRead = file.give(length, (some, start, end) => {
        if (end - start === length) {
          keeper.addFrame(some, start, end);
          return;
        }
        frame.set(some.subarray(start, end), held);
        held += end - start;
        if (held === length) keeper.addFrame(frame, 0, length);
      });
      if (!hasRead) continue;
      noteBefore(keeper.offset - first);
      await pause();
    }
    file.give(behind, (some, start, end) => keeper.addBytes(some, start, end));
    noteBefore(Number.POSITIVE_INFINITY);
  } finally {
    file.close();
  }
  rmSync(path);
}
