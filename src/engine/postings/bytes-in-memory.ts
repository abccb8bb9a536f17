/** The documents of a list that was made in memory, for use where a stream of the index is expected. */
export class BytesInMemory {
  readonly bytes: Uint8Array;
  start = 0;

  constructor({ buffer, byteOffset, byteLength }: Uint32Array) {
    this.bytes = new Uint8Array(buffer, byteOffset, byteLength);
  }

  fetch(offset: number, _length: number): void {
    this.start = offset;
  }

  copy(offset: number, length: number, out: Uint8Array, at = 0): void {
    out.set(this.bytes.subarray(offset, offset + length), at);
  }
}
