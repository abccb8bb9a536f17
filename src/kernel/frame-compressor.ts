/**
 * Compresses frames of stored bytes, compiled to WebAssembly from assembly/stored/compression.ts, and the memory that it works in. The bytes
 * are those of the library, which takes as long again to make a stream for each frame of some kilobytes, and to have it collected.
 */
import { code } from './compression-code.ts';
import { startCode } from './wasm-memory.ts';

interface Code {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly room: { readonly value: number };
  compress(length: number): number;
}

/** One in each thread. */
class FrameCompressor {
  readonly #code = startCode<Code>(code);
  readonly #memory = new Uint8Array(this.#code.memory.buffer);
  readonly #input = this.#code.input.value;
  readonly #output = this.#code.output.value;
  readonly #room = this.#code.room.value;

  /**
   * What the bytes become, with room for `more` bytes behind it, to be taken before the next frame is compressed. Null where it is left to the
   * library: what would hardly become less.
   */
  compress(bytes: Uint8Array, more: number): Uint8Array | null {
    if (bytes.length > this.#room) return null;
    this.#memory.set(bytes, this.#input);
    const length = this.#code.compress(bytes.length);
    return length === 0 ? null : this.#memory.subarray(this.#output, this.#output + length + more);
  }
}

export const frameCompressor = new FrameCompressor();
