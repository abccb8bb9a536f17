/**
 * Compresses texts frame by frame in the thread that reconstructs them, to relieve the thread that writes the index. The first
 * text begins a frame. The bytes after the last complete frame stay uncompressed.
 */
import { rmSync } from 'node:fs';
import { FRAME_BYTES } from '../format.ts';
import type { FrameKeeper, TextKeeper } from '../spelling/text-stretch.ts';
import { BatchedReader, BatchedWriter } from '../store/batched-file.ts';
import { FrameCutter } from '../store/frames/frame-cutter.ts';
import { compressFrame } from '../store/frames/frame-writer.ts';

/**
 * A file of complete, compressed frames followed by uncompressed bytes. Also lists the texts in them, from the first
 * frame on.
 */
export interface FramedTexts {
  readonly path: string;
  readonly docs: readonly number[];
  readonly offsets: readonly number[];
  readonly bytes: readonly number[];
  /** Compressed length of each frame. */
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
  readonly #cutter = new FrameCutter(FRAME_BYTES.texts, (frame) => this.#add(frame));

  /** Creates the file. */
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
      behind: this.#cutter.rest.length,
    };
  }

  #add(frame: Uint8Array): void {
    const compressed = compressFrame(frame);
    this.#file.append(compressed, 0, compressed.length);
    this.#frames.push(compressed.length);
  }

  beginFrame(_doc: number): void {
    this.#cutter.endFrame();
  }

  beginText(doc: number): void {
    this.#docs.push(doc);
    this.#offsets.push(this.#cutter.length);
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#cutter.append(bytes, start, end);
  }

  endText(): void {
    this.#lengths.push(this.#cutter.length - this.#offsets.at(-1)!);
  }

  close(): void {
    const { rest } = this.#cutter;
    this.#file.append(rest, 0, rest.length);
    this.#file.close();
  }
}

/** Copies the texts to a keeper, starting with a new frame, and removes the file. */
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
