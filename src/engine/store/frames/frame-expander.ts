/**
 * Expands frames of stored bytes. It is compiled to WebAssembly from assembly/frames.ts, and owns the memory of the
 * code: frames are copied in, and the result is copied out. Unlike the library, it stops as soon as it has enough,
 * which halves the time to read from the middle of a frame.
 */
import { startCode } from '../../../kernel/wasm-memory.ts';
import { code } from './frames-code.ts';

interface Code {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly room: { readonly value: number };
  expand(length: number, needed: number, whole: number): number;
}

/** One per thread. */
class FrameExpander {
  readonly #code = startCode<Code>(code);
  /** Buffer for the input, from `input` on, up to `room` bytes. */
  readonly memory = new Uint8Array(this.#code.memory.buffer);
  readonly input = this.#code.input.value;
  readonly room = this.#code.room.value;
  readonly #output = this.#code.output.value;

  /**
   * Expands the first `needed` bytes, or a few more, of a frame with `whole` bytes that takes `length` compressed bytes
   * at `input`. Returns their number. Take them before the next call. Returns -1 for a frame that our writer does not
   * produce, which only the library can expand. A damaged frame with a valid checksum may yield any bytes of that
   * length.
   */
  expandInput(length: number, needed: number, whole: number): number {
    if (length > this.room || whole > this.room) return -1;
    return this.#code.expand(length, needed, whole);
  }

  /** Copies the first bytes of the last expanded frame. */
  take(count: number, into: Uint8Array): void {
    into.set(this.memory.subarray(this.#output, this.#output + count));
  }
}

export const frameExpander = new FrameExpander();
