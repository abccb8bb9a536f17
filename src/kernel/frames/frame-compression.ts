/**
 * Compresses frames of stored bytes, compiled to WebAssembly from ../assembly/stored/compression.ts, and the memory that it works in. Its counterpart
 * is frame-expander; any other reader of Brotli's format expands them, too.
 */

import { startCode } from '../wasm-memory.ts';
import { code } from './compression-code.ts';

interface Code {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly room: { readonly value: number };
  compress(length: number): number;
}

/** One in each thread. */
class FrameCompression {
  readonly #code = startCode<Code>(code);
  readonly #memory = new Uint8Array(this.#code.memory.buffer);
  readonly #input = this.#code.input.value;
  readonly #output = this.#code.output.value;
  /** Bytes that a frame may have. */
  readonly room = this.#code.room.value;

  /** A frame with `behind` bytes of room behind it, a few, good until the next. The same bytes give the same frame. */
  compress(bytes: Uint8Array, behind: number): Uint8Array {
    if (bytes.length > this.room) throw new RangeError(`a frame has at most ${this.room} bytes, not ${bytes.length}`);
    this.#memory.set(bytes, this.#input);
    const length = this.#code.compress(bytes.length);
    return this.#memory.subarray(this.#output, this.#output + length + behind);
  }
}

export const frameCompression = new FrameCompression();
