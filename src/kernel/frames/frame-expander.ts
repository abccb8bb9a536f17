/**
 * Expands frames of stored bytes, compiled to WebAssembly from ../assembly/stored/frames.ts, and the memory that it works in: a frame is copied
 * there, and what it becomes is copied from there. Unlike the library it stops where no more is needed, so what stands in the middle of a frame
 * takes half the time.
 */

import { startCode } from '../wasm-memory.ts';
import { code } from './frames-code.ts';

interface Code {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly room: { readonly value: number };
  expand(length: number, needed: number, whole: number): number;
}

/** One in each thread. */
class FrameExpander {
  readonly #code = startCode<Code>(code);
  /** What is to be expanded goes here, from `input` on, up to `room` bytes. */
  readonly memory = new Uint8Array(this.#code.memory.buffer);
  readonly input = this.#code.input.value;
  readonly room = this.#code.room.value;
  readonly #output = this.#code.output.value;

  /**
   * Expands the first `needed` bytes, or a few more, of a frame that had `whole` bytes and takes `length` at `input`. How many there are,
   * to be taken before the next frame is expanded. -1 where it is not what the writer of frames makes, and all of it must be expanded
   * otherwise; of a damaged one that was sealed so, anything of that length.
   */
  expandInput(length: number, needed: number, whole: number): number {
    if (length > this.room || whole > this.room) return -1;
    return this.#code.expand(length, needed, whole);
  }

  /** The first bytes of the frame that was expanded last. */
  take(count: number, into: Uint8Array): void {
    into.set(this.memory.subarray(this.#output, this.#output + count));
  }
}

export const frameExpander = new FrameExpander();
