/** Reads bytes and varints sequentially from memory or from an extent of a file, such as the runs of a build. */
import { readSync } from 'node:fs';

/** The location of the bytes. `to` may be past the end of a file that marks its own end. */
export type VarintSource =
  | { readonly bytes: Uint8Array }
  | { readonly file: number; readonly from: number; readonly to: number };

export class VarintInput {
  readonly #file: number;
  readonly #to: number;
  #position: number;
  readonly #buffer: Uint8Array;
  #at = 0;
  #end: number;

  /** Reads and buffers `readBytes` of a file at a time. */
  constructor(source: VarintSource, readBytes: number) {
    const isHeld = 'bytes' in source;
    this.#file = isHeld ? -1 : source.file;
    this.#position = isHeld ? 0 : source.from;
    this.#to = isHeld ? 0 : source.to;
    this.#buffer = isHeld ? source.bytes : new Uint8Array(Math.min(readBytes, source.to - source.from));
    this.#end = isHeld ? source.bytes.length : 0;
  }

  byte(): number {
    if (this.#at === this.#end) this.#fill();
    return this.#buffer[this.#at++]!;
  }

  varint(): number {
    let byte = this.byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  /** Writes the next bytes to `to[0 … count)`. */
  copy(to: Uint8Array, count: number): void {
    const at = this.#at;
    if (at + count > this.#end) {
      for (let i = 0; i < count; i++) to[i] = this.byte();
      return;
    }
    const buffer = this.#buffer;
    for (let i = 0; i < count; i++) to[i] = buffer[at + i]!;
    this.#at = at + count;
  }

  #fill(): void {
    const length = Math.min(this.#to - this.#position, this.#buffer.length);
    const count = length <= 0 ? 0 : readSync(this.#file, this.#buffer, 0, length, this.#position);
    if (count === 0) throw new Error('a run of the build ends early');
    this.#position += count;
    this.#at = 0;
    this.#end = count;
  }
}
