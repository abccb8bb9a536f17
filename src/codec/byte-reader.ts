/**
 * Reads the output of {@link ByteWriter} with a cursor over `bytes[offset … end)`. Reading past the end throws a RangeError.
 * The store has already verified every checksum, so this means that the index was written incorrectly.
 */
export class ByteReader {
  bytes: Uint8Array;
  offset: number;
  end: number;

  constructor(bytes: Uint8Array = EMPTY, offset = 0, end = bytes.length) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  /** Moves the cursor to other bytes. */
  set(bytes: Uint8Array, offset: number, end: number): this {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
    return this;
  }

  u8(): number {
    if (this.offset >= this.end) throw new RangeError('read past the end of a record');
    return this.bytes[this.offset++]!;
  }

  varint(): number {
    const bytes = this.bytes;
    let at = this.offset;
    let byte = bytes[at++]!;
    if (byte < 128) {
      this.offset = at;
      if (at > this.end) throw new RangeError('read past the end of a record');
      return byte;
    }
    let value = byte & 127;
    let scale = 128;
    do {
      byte = bytes[at++]!;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    if (!(at <= this.end)) throw new RangeError('read past the end of a record');
    this.offset = at;
    return value;
  }

  u32(): number {
    const value = readU32(this.bytes, this.offset);
    this.offset += 4;
    if (this.offset > this.end) throw new RangeError('read past the end of a record');
    return value;
  }
}

const EMPTY = new Uint8Array(0);

/** Reads a little-endian 32-bit unsigned integer. */
export function readU32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

/** Reads a 40-bit unsigned integer. */
export function readU40(bytes: Uint8Array, at: number): number {
  return readU32(bytes, at) + bytes[at + 4]! * 0x1_0000_0000;
}

/** Reads a 64-bit float. */
export function readF64(bytes: Uint8Array, at: number): number {
  for (let i = 0; i < 8; i++) floatBytes[i] = bytes[at + i]!;
  return float[0]!;
}

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);
