/**
 * A block: the members of one set among 65,536 consecutive item ids, both in memory and on disk.
 *
 *     block := kind:u8 payload
 *     kind 0, gaps:   varint{count}, each the distance to the id before it, the first to -1, less one
 *     kind 1, bitmap: 8,192 bytes, id i at bit i mod 8 of byte i div 8
 *
 * The smaller form is stored. Blocks are immutable: a set that changes gets a new block. Worked example: ids 3 and 5 have gaps 3
 * and 1, bytes `00 03 01`. The containing value has a checksum (see store/store-file.ts).
 *
 * The working form is the bitmap, as 2,048 words, so that one id and a complete block are added or removed by the same code.
 */
export const BLOCK_IDS = 65_536;
const BITMAP_BYTES = BLOCK_IDS / 8;
const HEADER_BYTES = 1;
const GAP_BYTES_MAX = 3;
const KIND_GAPS = 0;
const KIND_BITMAP = 1;

export class DamagedBlockError extends Error {}

/** The members of one block, one bit each. */
export class BlockBitmap {
  readonly #words = new Uint32Array(BLOCK_IDS / 32);
  readonly #bytes = new Uint8Array(this.#words.buffer);
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

  /** Whether all members of `other` are members. */
  hasAll(other: BlockBitmap): boolean {
    const others = other.#words;
    for (let w = 0; w < others.length; w++) if ((others[w]! & ~this.#words[w]!) !== 0) return false;
    return true;
  }

  /** Adds or removes the members of `moved`, and keeps in it only those that actually changed. */
  move(direction: 'add' | 'remove', moved: BlockBitmap): void {
    const words = this.#words;
    const others = moved.#words;
    const unwanted = direction === 'add' ? -1 : 0;
    let count = 0;
    for (let w = 0; w < words.length; w++) {
      const asked = others[w]!;
      if (asked === 0) continue;
      const difference = asked & (words[w]! ^ unwanted);
      words[w]! ^= difference;
      others[w] = difference;
      count += bitCount(difference);
    }
    moved.#count = count;
    this.#count += direction === 'add' ? count : -count;
  }

  /** Writes `base` plus each member to `target` from `offset`, ascending. Returns the offset after them. */
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

  /** Fills this bitmap from a block. Throws DamagedBlockError if the block is invalid. */
  decode(block: Uint8Array): void {
    this.clear();
    const payload = block.subarray(HEADER_BYTES);
    if (block[0] === KIND_GAPS && payload.length > 0) this.#decodeGaps(payload);
    else if (block[0] === KIND_BITMAP && payload.length === BITMAP_BYTES) this.#decodeBitmap(payload);
    else throw new DamagedBlockError('is of an unknown kind');
  }

  /** Returns the members as a block in its own memory. There is at least one. */
  encode(): Uint8Array {
    const gapsEnd = this.#count <= BITMAP_BYTES ? this.#encodeGaps(encoded) : -1;
    if (gapsEnd >= 0) return encoded.slice(0, gapsEnd);
    encoded[0] = KIND_BITMAP;
    encoded.set(this.#bytes, HEADER_BYTES);
    if (!hostIsLittleEndian) swapWords(encoded, HEADER_BYTES);
    return encoded.slice(0, HEADER_BYTES + BITMAP_BYTES);
  }

  #decodeGaps(payload: Uint8Array): void {
    const words = this.#words;
    let count = 0;
    let low = -1;
    let at = 0;
    while (at < payload.length) {
      let byte = payload[at++]!;
      let gap = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        if (at === payload.length || shift > 14) throw new DamagedBlockError('has a broken gap');
        byte = payload[at++]!;
        gap |= (byte & 0x7f) << shift;
      }
      low += gap + 1;
      if (low >= BLOCK_IDS) throw new DamagedBlockError('has a gap beyond its end');
      words[low >>> 5]! |= 1 << (low & 31);
      count++;
    }
    this.#count = count;
  }

  #decodeBitmap(payload: Uint8Array): void {
    this.#bytes.set(payload);
    if (!hostIsLittleEndian) swapWords(this.#bytes, 0);
    for (let w = 0; w < this.#words.length; w++) this.#count += bitCount(this.#words[w]!);
  }

  /** Returns the length of the block, or -1 if a bitmap is smaller. */
  #encodeGaps(target: Uint8Array): number {
    target[0] = KIND_GAPS;
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
          target[at++] = (gap & 0x7f) | 0x80;
          gap >>>= 7;
        }
        target[at++] = gap;
      }
    }
    return at > HEADER_BYTES + BITMAP_BYTES ? -1 : at;
  }
}

/** Encoding buffer. Blocks are copied out of it, so that small blocks do not keep a large buffer in memory. */
const encoded = new Uint8Array(HEADER_BYTES + BITMAP_BYTES + GAP_BYTES_MAX);

/** On little-endian machines, which most are, a bitmap has the same bytes as its words. */
const hostIsLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function swapWords(bytes: Uint8Array, start: number): void {
  Buffer.from(bytes.buffer, start, BITMAP_BYTES).swap32();
}

/** Whether a sound block contains the id, without decoding all of it. */
export function blockHas(block: Uint8Array, low: number): boolean {
  if (block[0] === KIND_BITMAP) return ((block[HEADER_BYTES + (low >>> 3)] ?? 0) & (1 << (low & 7))) !== 0;
  let member = -1;
  for (let at = HEADER_BYTES; at < block.length && member < low; at++) {
    let gap = block[at]! & 0x7f;
    for (let shift = 7; (block[at]! & 0x80) !== 0; shift += 7) gap |= (block[++at]! & 0x7f) << shift;
    member += gap + 1;
  }
  return member === low;
}

/**
 * Sets `marks[i]` to 1 for each of the ascending ids from `from` to `to` that is in the block. `base` is the first id of the
 * block. The block is scanned once.
 */
export function markMembers(
  block: Uint8Array,
  base: number,
  ids: Uint32Array,
  from: number,
  to: number,
  marks: Uint8Array,
): void {
  if (block[0] === KIND_BITMAP) {
    for (let i = from; i < to; i++) if (blockHas(block, ids[i]! - base)) marks[i] = 1;
    return;
  }
  let next = base;
  let i = from;
  for (let at = HEADER_BYTES; at < block.length && i < to; at++) {
    let gap = block[at]! & 0x7f;
    for (let shift = 7; (block[at]! & 0x80) !== 0; shift += 7) gap |= (block[++at]! & 0x7f) << shift;
    next += gap;
    while (i < to && ids[i]! < next) i++;
    for (; i < to && ids[i]! === next; i++) marks[i] = 1;
    next++;
  }
}

/** Writes `base` plus each member of a sound block to `target` from `offset`, ascending. Returns the offset after them. */
export function copyMembers(block: Uint8Array, target: Uint32Array, offset: number, base: number): number {
  if (block[0] === KIND_BITMAP) {
    copied.decode(block);
    return copied.copyTo(target, offset, base);
  }
  let next = base;
  let written = offset;
  for (let at = HEADER_BYTES; at < block.length; at++) {
    let gap = block[at]! & 0x7f;
    for (let shift = 7; (block[at]! & 0x80) !== 0; shift += 7) gap |= (block[++at]! & 0x7f) << shift;
    next += gap;
    target[written++] = next++;
  }
  return written;
}

const copied = new BlockBitmap();

/** Returns the number of members of a valid block without decoding it. */
export function blockCount(block: Uint8Array): number {
  let count = 0;
  if (block[0] === KIND_BITMAP) {
    for (let at = HEADER_BYTES; at < block.length; at++) count += bitCount(block[at]!);
    return count;
  }
  // The last byte of each gap has its high bit clear.
  for (let at = HEADER_BYTES; at < block.length; at++) count += block[at]! < 0x80 ? 1 : 0;
  return count;
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
