/**
 * A block: the members of one set among 65,536 consecutive item ids, as stored.
 *
 *     block := crc:u32le kind:u8 payload
 *     kind 0, gaps:   varint{count}, each the distance to the id before it, the first to -1, less one
 *     kind 1, bitmap: 8,192 bytes, id i at bit i mod 8 of byte i div 8
 *
 * The smaller of the two is written. The checksum (CRC-32) covers the block's key, kind and payload: a block that moved
 * to another key is as wrong as one whose bytes changed. Worked example: ids 3 and 5 have gaps 3 and 1, bytes `00 03 01`
 * after the checksum.
 *
 * The working form is the bitmap, as 2,048 words: adding or removing one id or all of them is the same few lines.
 */
import { crc32 } from 'node:zlib';

export const BLOCK_IDS = 65_536;
const BITMAP_BYTES = BLOCK_IDS / 8;
const HEADER_BYTES = 5;
const GAP_BYTES_MAX = 3;
const KIND_GAPS = 0;
const KIND_BITMAP = 1;

export class DamagedBlockError extends Error {}

/** The members of one block, one bit each. */
export class BlockBitmap {
  readonly #words = new Uint32Array(BLOCK_IDS / 32);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#words.fill(0);
    this.#count = 0;
  }

  has(low: number): boolean {
    return (this.#words[low >>> 5]! & (1 << (low & 31))) !== 0;
  }

  /** Returns 1 if `low` was not a member before, else 0. */
  add(low: number): 0 | 1 {
    if (this.has(low)) return 0;
    this.#words[low >>> 5]! |= 1 << (low & 31);
    this.#count++;
    return 1;
  }

  /** Returns 1 if `low` was a member before, else 0. */
  delete(low: number): 0 | 1 {
    if (!this.has(low)) return 0;
    this.#words[low >>> 5]! &= ~(1 << (low & 31));
    this.#count--;
    return 1;
  }

  /** Writes `base` plus each member to `target` from `offset`, ascending; returns the offset behind them. */
  copyTo(target: Uint32Array, offset: number, base: number): number {
    let at = offset;
    for (let w = 0; w < this.#words.length; w++) {
      let word = this.#words[w]!;
      while (word !== 0) {
        const lowest = word & -word;
        target[at++] = base + w * 32 + (31 - Math.clz32(lowest));
        word ^= lowest;
      }
    }
    return at;
  }

  /** Fills this bitmap from a stored block. Throws DamagedBlockError if the block is not what was written under `key`. */
  decode(stored: Uint8Array, key: Uint8Array): void {
    this.clear();
    if (stored.length <= HEADER_BYTES) throw new DamagedBlockError('is too short');
    const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
    if (view.getUint32(0, true) !== checksum(key, stored.subarray(4)))
      throw new DamagedBlockError('has a wrong checksum');
    const payload = stored.subarray(HEADER_BYTES);
    if (stored[4] === KIND_GAPS) this.#decodeGaps(payload);
    else if (stored[4] === KIND_BITMAP && payload.length === BITMAP_BYTES) this.#decodeBitmap(payload);
    else throw new DamagedBlockError('is of an unknown kind');
  }

  /** Returns the block as it is stored under `key`. The bitmap holds at least one member. */
  encode(key: Uint8Array): Uint8Array {
    const stored = Buffer.alloc(HEADER_BYTES + BITMAP_BYTES + GAP_BYTES_MAX);
    const gapsEnd = this.#count <= BITMAP_BYTES ? this.#encodeGaps(stored) : -1;
    if (gapsEnd < 0) {
      stored[4] = KIND_BITMAP;
      for (let w = 0; w < this.#words.length; w++) stored.writeUInt32LE(this.#words[w]!, HEADER_BYTES + w * 4);
    }
    const block = stored.subarray(0, gapsEnd < 0 ? HEADER_BYTES + BITMAP_BYTES : gapsEnd);
    block.writeUInt32LE(checksum(key, block.subarray(4)), 0);
    return block;
  }

  #decodeGaps(payload: Uint8Array): void {
    let low = -1;
    let at = 0;
    while (at < payload.length) {
      let gap = 0;
      let shift = 0;
      let byte = 0x80;
      while (byte & 0x80) {
        if (at === payload.length || shift > 14) throw new DamagedBlockError('has a broken gap');
        byte = payload[at++]!;
        gap |= (byte & 0x7f) << shift;
        shift += 7;
      }
      low += gap + 1;
      if (low >= BLOCK_IDS) throw new DamagedBlockError('has a gap beyond its end');
      this.add(low);
    }
  }

  #decodeBitmap(payload: Uint8Array): void {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    for (let w = 0; w < this.#words.length; w++) {
      const word = view.getUint32(w * 4, true);
      this.#words[w] = word;
      this.#count += bitCount(word);
    }
  }

  /** Returns the length of the block, or -1 if a bitmap is smaller. */
  #encodeGaps(stored: Uint8Array): number {
    stored[4] = KIND_GAPS;
    let at = HEADER_BYTES;
    let before = -1;
    for (let w = 0; w < this.#words.length; w++) {
      let word = this.#words[w]!;
      while (word !== 0) {
        const lowest = word & -word;
        const low = w * 32 + (31 - Math.clz32(lowest));
        word ^= lowest;
        let gap = low - before - 1;
        before = low;
        if (at >= HEADER_BYTES + BITMAP_BYTES) return -1;
        while (gap > 0x7f) {
          stored[at++] = (gap & 0x7f) | 0x80;
          gap >>>= 7;
        }
        stored[at++] = gap;
      }
    }
    return at > HEADER_BYTES + BITMAP_BYTES ? -1 : at;
  }
}

function checksum(key: Uint8Array, content: Uint8Array): number {
  return crc32(content, crc32(key));
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
