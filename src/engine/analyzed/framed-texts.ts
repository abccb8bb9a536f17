/**
 * Texts that a thread compresses, frame by frame, so that the one that writes the index need not. Only whole frames are: what is before
 * the first and behind the last is in frames with the texts before and after, and stays as it is.
 */
import { rmSync } from 'node:fs';
import { FRAME_BYTES } from '../format.ts';
import type { FrameKeeper, TextKeeper } from '../spelling/text-stretch.ts';
import { BatchedReader, BatchedWriter } from '../store/batched-file.ts';
import { compressFrame } from '../store/frame-writer.ts';
import { copyTexts, keeperAmong, type SpelledTexts } from './text-file.ts';

/** Texts, and others that come between them. */
export interface TextsToFrame {
  readonly number: number;
  readonly texts: SpelledTexts;
  readonly others: SpelledTexts;
  /** Where they begin among all texts. */
  readonly offset: number;
  /** A new file. */
  readonly path: string;
}

/** A file of bytes, whole frames that are compressed, and bytes. */
export interface FramedTexts {
  readonly path: string;
  readonly docs: readonly number[];
  readonly bytes: readonly number[];
  readonly before: number;
  readonly frames: readonly number[];
  readonly behind: number;
}

export async function frameTexts(order: TextsToFrame, pause: () => Promise<void>): Promise<FramedTexts> {
  const { texts, others, offset, path } = order;
  const file = new FrameFile(path, offset);
  try {
    const keeper = keeperAmong(others, file);
    await copyTexts(texts, keeper, pause);
    keeper.end();
  } finally {
    file.close();
  }
  rmSync(texts.path);
  return file.texts;
}

class FrameFile implements TextKeeper {
  readonly #path: string;
  readonly #file: BatchedWriter;
  readonly #docs: number[] = [];
  readonly #lengths: number[] = [];
  readonly #frames: number[] = [];
  readonly #frame = new Uint8Array(FRAME_BYTES.texts);
  /** Bytes until the first frame begins. */
  #ahead: number;
  #before = 0;
  #filled = 0;
  #bytes = 0;

  constructor(path: string, offset: number) {
    this.#path = path;
    this.#file = new BatchedWriter(path);
    this.#ahead = (FRAME_BYTES.texts - (offset % FRAME_BYTES.texts)) % FRAME_BYTES.texts;
  }

  get texts(): FramedTexts {
    return {
      path: this.#path,
      docs: this.#docs,
      bytes: this.#lengths,
      before: this.#before,
      frames: this.#frames,
      behind: this.#filled,
    };
  }

  beginText(doc: number): void {
    this.#docs.push(doc);
    this.#bytes = 0;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes += end - start;
    const ahead = Math.min(this.#ahead, end - start);
    if (ahead > 0) {
      this.#file.append(bytes, start, start + ahead);
      this.#ahead -= ahead;
      this.#before += ahead;
    }
    const frame = this.#frame;
    for (let at = start + ahead; at < end; ) {
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
    this.#lengths.push(this.#bytes);
  }

  close(): void {
    this.#file.append(this.#frame, 0, this.#filled);
    this.#file.close();
  }
}

/** Gives texts to a keeper, and removes their file. */
export async function copyFramedTexts(
  { path, docs, bytes, before, frames, behind }: FramedTexts,
  keeper: FrameKeeper,
  pause: () => Promise<void>,
): Promise<void> {
  let noted = 0;
  let left = before;
  const note = (): void => {
    for (; noted < docs.length && bytes[noted]! <= left; noted++) {
      keeper.note(docs[noted]!, bytes[noted]!);
      left -= bytes[noted]!;
    }
  };
  const file = new BatchedReader(path);
  const add = (some: Uint8Array, start: number, end: number): void => keeper.addBytes(some, start, end);
  const frame = new Uint8Array(2 * FRAME_BYTES.texts);
  try {
    file.give(before, add);
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
      left += FRAME_BYTES.texts;
      note();
      if (hasRead) await pause();
    }
    file.give(behind, add);
    left += behind;
    note();
  } finally {
    file.close();
  }
  rmSync(path);
}
