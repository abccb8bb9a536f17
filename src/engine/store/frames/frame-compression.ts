/**
 * Compresses frames of stored bytes. It is compiled to WebAssembly from assembly/compression.ts, and owns the memory of
 * the code. Its counterpart is frame-expander. Any other Brotli decoder can expand the frames, too.
 */
import { startCode } from '../../../kernel/wasm-memory.ts';
import { code } from './compression-code.ts';

interface Code {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly room: { readonly value: number };
  compress(length: number): number;
}

/** One per thread. */
class FrameCompression {
  readonly #code = startCode<Code>(code);
  readonly #memory = new Uint8Array(this.#code.memory.buffer);
  readonly #input = this.#code.input.value;
  readonly #output = this.#code.output.value;
  /** Maximum bytes of a frame. */
  readonly room = this.#code.room.value;

  /** Returns a compressed frame with `behind` bytes of space after it, valid until the next call. Deterministic. */
  compress(bytes: Uint8Array, behind: number): Uint8Array {
    if (bytes.length > this.room) throw new RangeError(`a frame has at most ${this.room} bytes, not ${bytes.length}`);
    this.#memory.set(bytes, this.#input);
    const length = this.#code.compress(bytes.length);
    return this.#memory.subarray(this.#output, this.#output + length + behind);
  }
}

export const frameCompression = new FrameCompression();
