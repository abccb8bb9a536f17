/**
 * Reads the numbers and strings of a file in order, through a window of its bytes. Integers are little-endian unless a name
 * says otherwise. Never reads past `end`, and rejects lengths that would.
 */
import type { DataFile } from './data-file.ts';
import { WINDOW_BYTES } from './limits.ts';

export class DataInput {
  /** The window. Inner loops call `need`, read `bytes[at …]` and advance `at`. */
  bytes: Uint8Array;
  at = 0;
  readonly file: DataFile;
  /** The file offset where reading must stop. */
  end: number;
  /** Number of filled bytes of the window, and the file offset of its first byte. */
  #filled = 0;
  #start: number;
  readonly #windowBytes: number;

  /** Reads from `start` to `end` of a file. A file that fits in the window is read at once. */
  constructor(file: DataFile, start = 0, end = file.bytes, windowBytes = WINDOW_BYTES) {
    this.file = file;
    this.end = end;
    this.#start = start;
    this.#windowBytes = Math.max(16, Math.min(windowBytes, end - start));
    this.bytes = Buffer.allocUnsafeSlow(this.#windowBytes);
  }

  /** Reads `bytes[0 … end)` in memory. `file` is their origin, for messages. */
  static over(bytes: Uint8Array, file: DataFile, end = bytes.length): DataInput {
    const input = new DataInput(file, 0, 0, 0);
    input.reset(bytes, 0, end);
    return input;
  }

  /** Continues with bytes in memory, `from … to`. */
  reset(bytes: Uint8Array, from: number, to: number): void {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.#start = 0;
    this.#filled = to;
  }

  /** The file offset of the next byte. */
  get offset(): number {
    return this.#start + this.at;
  }

  get left(): number {
    return this.end - this.offset;
  }

  seek(offset: number): void {
    if (!(offset >= 0 && offset <= this.end))
      throw this.damaged(`points to byte ${offset}, but ends at byte ${this.end}`);
    if (offset >= this.#start && offset <= this.#start + this.#filled) {
      this.at = offset - this.#start;
      return;
    }
    this.#start = offset;
    this.#filled = 0;
    this.at = 0;
  }

  skip(count: number): void {
    this.seek(this.offset + count);
  }

  /** Makes the next `count` bytes available in `bytes[at …]`. Enlarges the window if needed. */
  need(count: number): void {
    if (this.at + count <= this.#filled) return;
    this.#fill(count);
  }

  byte(): number {
    if (this.at >= this.#filled) this.#fill(1);
    return this.bytes[this.at++]!;
  }

  /** Reads 32 bits, signed, in at most five bytes. */
  vInt(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      if (shift > 28) throw this.damaged(`has a number of more than 5 bytes before byte ${this.offset}`);
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }

  /** Reads offsets and sums up to 2^53. A larger number means damage. */
  vLong(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    let scale = 128;
    for (let count = 1; byte >= 0x80; count++) {
      if (count > 8) throw this.damaged(`has a number of more than 9 bytes before byte ${this.offset}`);
      byte = this.byte();
      value += (byte & 0x7f) * scale;
      scale *= 128;
    }
    if (value > Number.MAX_SAFE_INTEGER) throw this.damaged(`has a number over 2^53 before byte ${this.offset}`);
    return value;
  }

  /** Reads a vInt as a count from 0 to `max`. */
  count(what: string, max: number): number {
    return this.checked(this.vInt(), what, max);
  }

  checked(count: number, what: string, max: number): number {
    if (count < 0 || count > max)
      throw this.damaged(`claims ${count} ${what} before byte ${this.offset}: at most ${max} are possible`);
    return count;
  }

  int32(): number {
    this.need(4);
    const { bytes, at } = this;
    this.at += 4;
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }

  int64(): bigint {
    const low = this.int32() >>> 0;
    return (BigInt(this.int32()) << 32n) | BigInt(low);
  }

  int32BigEndian(): number {
    this.need(4);
    const { bytes, at } = this;
    this.at += 4;
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  }

  int64BigEndian(): bigint {
    const high = this.int32BigEndian();
    return (BigInt(high) << 32n) | BigInt(this.int32BigEndian() >>> 0);
  }

  /** Returns a copy of the next bytes. */
  take(count: number): Uint8Array {
    this.checked(count, 'bytes', this.left);
    this.need(count);
    this.at += count;
    return Uint8Array.prototype.slice.call(this.bytes, this.at - count, this.at);
  }

  string(): string {
    const length = this.count('bytes of a string', this.left);
    this.need(length);
    const { bytes, at } = this;
    this.at += length;
    return (bytes as Buffer).toString('utf8', at, at + length);
  }

  damaged(finding: string): Error {
    return this.file.damaged(finding);
  }

  #fill(count: number): void {
    const { offset } = this;
    if (count > this.end - offset)
      throw this.damaged(`is truncated or damaged: ${count} bytes are expected at byte ${offset} of ${this.end}`);
    const kept = this.#filled - this.at;
    let { bytes } = this;
    if (count > bytes.length) bytes = Buffer.allocUnsafeSlow(count);
    bytes.set(this.bytes.subarray(this.at, this.#filled));
    // Does not fill an enlarged window each time.
    const wanted = Math.min(Math.max(count, this.#windowBytes), this.end - offset);
    this.bytes = bytes;
    this.file.read(bytes, kept, wanted - kept, offset + kept);
    this.#start = offset;
    this.at = 0;
    this.#filled = wanted;
  }
}
