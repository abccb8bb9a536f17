import { BITMAP, BLOCK_BITS, decodeDocBlock, GAPS } from '../codec/doc-block.ts';
import { PositionsReader } from '../codec/positions.ts';
import type { TermInfo } from '../engine/dictionary-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { PostingList } from '../engine/posting-list.ts';

/** Hears of the positions of one candidate: `positions[0 … count)`, valid during the call. */
export type PositionsVisitor = (candidate: number, positions: Uint32Array, count: number) => void;

/** The positions of one term in chosen documents. */
export class TermPositions {
  readonly list: PostingList;
  readonly #info: TermInfo;
  readonly #reader: PositionsReader;

  constructor(index: IndexReader, info: TermInfo) {
    this.#info = info;
    this.list = index.list(info);
    this.#reader = new PositionsReader(index.positions);
  }

  /**
   * Visits, for those of the ascending documents `docs[0 … count)` that the term is in, its positions in them. With
   * `limits`, positions in `docs[i]` after the first one above `limits[i]` may be left out.
   */
  forEach(docs: Uint32Array, count: number, visit: PositionsVisitor, limits: Int32Array | null = null): void {
    const { list } = this;
    for (let from = 0, n = 0; from < count; ) {
      const block = docs[from]! >>> BLOCK_BITS;
      let to = from + 1;
      while (to < count && docs[to]! >>> BLOCK_BITS === block) to++;
      n = list.seek(block, n);
      if (n === list.blocks.length) return;
      if (list.blocks[n] === block) this.#forEachInBlock(n, docs, from, to, visit, limits);
      from = to;
    }
  }

  #forEachInBlock(
    n: number,
    docs: Uint32Array,
    from: number,
    to: number,
    visit: PositionsVisitor,
    limits: Int32Array | null,
  ): void {
    const { list } = this;
    const inline = this.#info.inlinePositions;
    if (inline !== null) {
      for (let i = from; i < to; i++) if (docs[i] === this.#info.doc) visit(i, inline, inline.length);
      return;
    }
    const reader = this.#reader;
    let base = 0;
    if (list.shortDocs === null) {
      reader.open(list.positionPlaces[n]!, list.positionPlaces[n + 1]! - list.positionPlaces[n]!, list.counts[n]!);
    } else {
      reader.open(this.#info.positionsOffset, this.#info.positionsBytes, list.docFreq);
      base = list.ranks[n]!;
    }
    if (ranks.length < to - from) ranks = new Int32Array(2 * (to - from));
    rankDocs(list, n, docs, from, to, ranks);
    for (let i = from; i < to; i++) {
      const rank = ranks[i - from]!;
      if (rank < 0) continue;
      const length = limits === null ? reader.read(base + rank) : reader.read(base + rank, limits[i]!);
      visit(i, reader.positions, length);
    }
  }
}

let ranks = new Int32Array(1024);
const decoded = new Uint16Array(65_536);

/**
 * Writes into `out` the rank of every document `docs[from … to)`, ascending and of one block, among the documents of
 * the list's n-th block, or -1 where the list does not have it.
 */
export function rankDocs(
  list: PostingList,
  n: number,
  docs: Uint32Array,
  from: number,
  to: number,
  out: Int32Array,
): void {
  if (list.shortDocs === null && list.formOf(n) === BITMAP) {
    rankInBitmap(list, n, docs, from, to, out);
    return;
  }
  let count: number;
  if (list.shortDocs === null && list.formOf(n) === GAPS) {
    list.fetchBlock(n);
    count = decodeDocBlock(GAPS, list.bytes, list.start, list.end, 0, decoded, 0);
  } else count = list.decodeBlock(n, decoded);
  let rank = 0;
  for (let i = from; i < to; i++) {
    const low = docs[i]! & 0xffff;
    while (rank < count && decoded[rank]! < low) rank++;
    out[i - from] = rank < count && decoded[rank] === low ? rank : -1;
  }
}

function rankInBitmap(
  list: PostingList,
  n: number,
  docs: Uint32Array,
  from: number,
  to: number,
  out: Int32Array,
): void {
  list.fetchBlock(n);
  const { bytes, start, end } = list;
  let at = start;
  let before = 0;
  for (let i = from; i < to; i++) {
    const low = docs[i]! & 0xffff;
    const target = start + (low >> 3);
    if (target >= end) {
      out[i - from] = -1;
      continue;
    }
    for (; at + 4 <= target; at += 4) {
      let word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      if (word === 0) continue;
      word -= (word >>> 1) & 0x5555_5555;
      word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
      before += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
    }
    for (; at < target; at++) before += bitsIn(bytes[at]!);
    const byte = bytes[target]!;
    const bit = 1 << (low & 7);
    out[i - from] = (byte & bit) === 0 ? -1 : before + bitsIn(byte & (bit - 1));
  }
}

function bitsIn(byte: number): number {
  let bits = byte - ((byte >>> 1) & 0x55);
  bits = (bits & 0x33) + ((bits >>> 2) & 0x33);
  return (bits + (bits >>> 4)) & 0x0f;
}
