import { BITMAP, BLOCK_BITS, decodeDocBlock, GAPS } from '../codec/doc-block.ts';
import { RUN, runStarts } from '../codec/frequencies.ts';
import { FrequencySums } from '../codec/frequency-sums.ts';
import { PositionsReader } from '../codec/positions.ts';
import type { TermInfo } from '../engine/dictionary-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { PostingList } from '../engine/posting-list.ts';
import type { StreamReader } from '../engine/store.ts';

/** Room for the positions of a term in one document. */
export class PositionBuffer {
  positions = new Uint32Array(1024);

  reserve(count: number): void {
    if (count > this.positions.length) this.positions = new Uint32Array(count * 2);
  }
}

/** Hears of the positions of one candidate: `positions[0 … count)`, valid during the call. */
export type PositionsVisitor = (candidate: number, positions: Uint32Array, count: number) => void;

/** No limit: larger than every position. */
export const NO_LIMIT = 0x7fff_ffff;

/** The positions of one term in chosen documents: `openBlock`, `ranks`, then `read` for any of these, ascending. */
export class TermPositions {
  readonly list: PostingList;
  readonly #info: TermInfo;
  readonly #reader: PositionsReader;
  readonly #frequencies: StreamReader;
  /** The list's block at hand, or -1. */
  #n = -1;
  /** Rank in the positions' record of the block's first posting. */
  #base = 0;
  /** Of a block of a long list: where its runs of frequencies begin. */
  #runView: DataView = NO_BYTES;
  #runStarts: readonly number[] = NONE;
  /** The reader stands `#unread` numbers before posting `#next` of the group. */
  #group = -1;
  #next = 0;
  #unread = 0;

  constructor(index: IndexReader, info: TermInfo) {
    this.#info = info;
    this.list = index.list(info);
    this.#reader = new PositionsReader(index.positions);
    this.#frequencies = index.frequencies;
  }

  /** Turns to a block of documents; returns whether the term stands in any of them. */
  openBlock(block: number): boolean {
    const { list } = this;
    const n = list.seek(block);
    if (list.blocks[n] !== block) return false;
    if (n === this.#n) return true;
    this.#n = n;
    if (list.shortDocs === null) {
      this.#group = -1;
      const offset = list.positionPlaces[n]!;
      this.#reader.open(offset, list.positionPlaces[n + 1]! - offset, list.counts[n]!);
      this.#openRuns(n);
      return true;
    }
    if (this.#info.inlinePositions !== null) return true;
    if (this.#group < 0) this.#reader.open(this.#info.positionsOffset, this.#info.positionsBytes, list.docFreq);
    this.#base = list.ranks[n]!;
    return true;
  }

  #openRuns(n: number): void {
    const { list } = this;
    const stream = this.#frequencies;
    const offset = list.frequencyPlaces[n]!;
    stream.fetch(offset, list.frequencyPlaces[n + 1]! - offset);
    this.#runView = stream.view;
    this.#runStarts = runStarts(stream.bytes, stream.start, list.counts[n]!);
  }

  /** Ranks in the block of ascending documents of it, -1 where the term does not stand in one. */
  ranks(docs: Uint32Array, from: number, to: number, out: Int32Array): void {
    rankDocs(this.list, this.#n, docs, from, to, out);
  }

  /**
   * Reads the positions in the document of a rank; those after the first one above `limit` may be left out. Returns
   * how many it read.
   */
  read(rank: number, buffer: PositionBuffer, limit = NO_LIMIT): number {
    const inline = this.#info.inlinePositions;
    if (inline !== null) {
      buffer.reserve(inline.length);
      for (let i = 0; i < inline.length; i++) buffer.positions[i] = inline[i]!;
      return inline.length;
    }
    const reader = this.#reader;
    const place = this.#base + rank;
    const group = place >>> reader.shift;
    if (group !== this.#group || place < this.#next) {
      reader.seek(group);
      this.#group = group;
      this.#next = group << reader.shift;
      this.#unread = 0;
    }
    const short = this.list.shortFrequencies;
    let passed = this.#unread;
    let frequency: number;
    if (short !== null) {
      for (let i = this.#next; i < place; i++) passed += short[i]!;
      frequency = short[place]!;
    } else {
      const run = place >>> RUN_BITS;
      const count = Math.min(RUN, this.list.counts[this.#n]! - run * RUN);
      sums.add(this.#runView, this.#runStarts[run]!, count, this.#next & (RUN - 1), place & (RUN - 1));
      passed += sums.sum;
      frequency = sums.frequency;
    }
    reader.skip(passed);
    buffer.reserve(frequency);
    const read = reader.read(frequency, buffer.positions, limit);
    this.#unread = frequency - read;
    this.#next = place + 1;
    return read;
  }

  /**
   * Visits, for those of the ascending documents `docs[0 … count)` that the term is in, its positions in them. With
   * `limits`, positions in `docs[i]` after the first one above `limits[i]` may be left out.
   */
  forEach(docs: Uint32Array, count: number, visit: PositionsVisitor, limits: Int32Array | null = null): void {
    for (let from = 0; from < count; ) {
      const block = docs[from]! >>> BLOCK_BITS;
      let to = from + 1;
      while (to < count && docs[to]! >>> BLOCK_BITS === block) to++;
      if (this.openBlock(block)) this.#forEachInBlock(docs, from, to, visit, limits);
      from = to;
    }
  }

  #forEachInBlock(
    docs: Uint32Array,
    from: number,
    to: number,
    visit: PositionsVisitor,
    limits: Int32Array | null,
  ): void {
    const ranks = new Int32Array(to - from);
    this.ranks(docs, from, to, ranks);
    for (let i = from; i < to; i++) {
      const rank = ranks[i - from]!;
      if (rank < 0) continue;
      const read = this.read(rank, visited, limits === null ? NO_LIMIT : limits[i]!);
      visit(i, visited.positions, read);
    }
  }
}

/** A run is 2^7 postings. */
const RUN_BITS = 7;
const NONE: readonly number[] = [];
const NO_BYTES = new DataView(new ArrayBuffer(4));
const sums = new FrequencySums();
const visited = new PositionBuffer();
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
