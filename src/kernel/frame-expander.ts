/**
 * Expands frames of stored bytes, compiled to WebAssembly from assembly/stored/frames.ts, and the memory that it works in: a frame is copied
 * there, and what it becomes is copied from there. Unlike the library it stops where no more is needed, so what stands in the middle of a frame
 * takes half the time.
 */
import { code } from './frames-code.ts';
import { startCode } from './wasm-memory.ts';

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
  readonly #memory = new Uint8Array(this.#code.memory.buffer);
  readonly #input = this.#code.input.value;
  readonly #output = this.#code.output.value;
  readonly #room = this.#code.room.value;

  /**
   * The first `needed` bytes, or a few more, of a frame that had `whole` bytes. Null where it is not what the writer of frames makes, and
   * all of it must be expanded otherwise; of a damaged one that was sealed so, anything of that length.
   */
  expand(frame: Uint8Array, needed: number, whole: number): Uint8Array | null {
    if (frame.length > this.#room || whole > this.#room) return null;
    this.#memory.set(frame, this.#input);
    const reached = this.#code.expand(frame.length, needed, whole);
    if (reached < 0) return null;
    const bytes = new Uint8Array(reached);
    bytes.set(this.#memory.subarray(this.#output, this.#output + reached));
    return bytes;
  }
}

export const frameExpander = new FrameExpander();
