/**
 * A growing buffer of bytes with the integers of the index format: 7-bit varints, least significant group first, and
 * little-endian fixed widths. `bytes[0 … length)` holds the output. `clear` keeps the memory.
 */
export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  u8(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Writes an integer from 0 to 2^53 - 1 as a varint. */
  varint(value: number): void {
    this.reserve(8);
    const bytes = this.bytes;
    let rest = value;
    while (rest >= 0x1000_0000) {
      bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[this.length++] = rest;
  }

  u32(value: number): void {
    this.reserve(4);
    const bytes = this.bytes;
    bytes[this.length++] = value & 255;
    bytes[this.length++] = (value >>> 8) & 255;
    bytes[this.length++] = (value >>> 16) & 255;
    bytes[this.length++] = value >>> 24;
  }

  /** Writes five bytes, for offsets up to one terabyte. */
  u40(value: number): void {
    this.u32(value >>> 0);
    this.u8(Math.floor(value / 0x1_0000_0000));
  }

  f64(value: number): void {
    this.reserve(8);
    float[0] = value;
    this.bytes.set(floatBytes, this.length);
    this.length += 8;
  }

  copy(source: Uint8Array, start = 0, end = source.length): void {
    this.reserve(end - start);
    if (end - start > 32) this.bytes.set(source.subarray(start, end), this.length);
    else for (let i = start, to = this.length; i < end; i++, to++) this.bytes[to] = source[i]!;
    this.length += end - start;
  }

  /** Returns a copy of the written bytes. */
  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);
