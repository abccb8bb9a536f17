/** Reads the varints of a stream range from front to back, a chunk at a time, because ranges may not fit in memory. */
import { CHUNK_BYTES } from '../../format.ts';
import type { StreamReader } from '../../store/stream-reader.ts';

export class StreamVarints {
  readonly #stream: StreamReader;
  /** The next offset of the stream that is not in `#bytes`. */
  #offset: number;
  readonly #end: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #to = 0;

  constructor(stream: StreamReader, from: number, to: number) {
    this.#stream = stream;
    this.#offset = from;
    this.#end = to;
  }

  /** The offset of the next byte in the stream. */
  get offset(): number {
    return this.#offset - (this.#to - this.#at);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#to && this.#offset === this.#end;
  }

  varint(): number {
    let byte = this.#at < this.#to ? this.#bytes[this.#at++]! : this.#byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.#at < this.#to ? this.#bytes[this.#at++]! : this.#byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  byte(): number {
    return this.#at < this.#to ? this.#bytes[this.#at++]! : this.#byte();
  }

  /** Writes the next bytes to `to[start … end)`. */
  copy(to: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end; i++) to[i] = this.byte();
  }

  #byte(): number {
    const length = Math.min(this.#end - this.#offset, CHUNK_BYTES - (this.#offset % CHUNK_BYTES));
    if (length <= 0) throw new RangeError('read past the end of a column');
    this.#stream.fetch(this.#offset, length);
    this.#bytes = this.#stream.bytes;
    this.#at = this.#stream.start;
    this.#to = this.#at + length;
    this.#offset += length;
    return this.#bytes[this.#at++]!;
  }
}
