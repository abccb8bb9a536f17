/** Reads the positions of one term in chosen documents, for phrase matching. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_BITS, BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { PACK, packStarts } from '../../engine/postings/frequencies.ts';
import { FrequencySums, sumPack } from '../../engine/postings/frequency-sums.ts';
import { PositionsReader } from '../../engine/postings/positions-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import { format, tuning } from '../../shared/thresholds.ts';
import { rank } from '../operators/kernel-lists.ts';
import type { ReachedPositions } from '../resident/resident-selection.ts';
import { kernel } from '../resident/this-thread.ts';

/** A buffer for the positions of a term in one document, and for its ranks in several. */
export class PositionBuffer {
  positions = new Uint32Array(1024);
  #ranks = new Int32Array(1024);

  reserve(count: number): void {
    if (count > this.positions.length) this.positions = new Uint32Array(count * 2);
  }

  ranks(count: number): Int32Array {
    if (count > this.#ranks.length) this.#ranks = new Int32Array(count * 2);
    return this.#ranks;
  }
}

/** A record of positions in the stream: its number of postings, and how many of them precede the block that was asked for. */
export interface PositionsRecord {
  readonly offset: number;
  readonly bytes: number;
  readonly postings: number;
  readonly before: number;
}

/** Called with the positions of one candidate: `positions[0 … count)`, valid during the call. */
export type PositionsVisitor = (candidate: number, positions: Uint32Array, count: number) => void;

/** Means no limit. Greater than every position. */
export const NO_LIMIT = 0x7fff_ffff;

/**
 * Positions of one term in chosen documents. Call `openBlock`, then `ranks`, then `read` for any of these ranks,
 * ascending.
 */
export class TermPositions {
  readonly list: PostingList;
  /** Approximate bytes of positions in a document. Used as the cost of reading them. */
  readonly cost: number;
  readonly #info: TermInfo;
  readonly #positions: StreamReader;
  /** Set for a list whose positions are not in the dictionary, once a block is open. */
  #reader: PositionsReader | null = null;
  readonly #frequencies: StreamReader;
  /** The current block of the list, or -1. */
  #n = -1;
  /** The block whose positions can be read. */
  #opened = -1;
  /** Rank of the block's first posting in the record of positions. */
  #base = 0;
  /** The block of a long list whose packs of frequencies are located, or -1, and their offsets. */
  #packsOf = -1;
  #packBytes: Uint8Array = NO_BYTES;
  #packView: DataView = NO_VIEW;
  #packStarts: readonly number[] = NONE;
  #packsEnd = 0;
  /** The reader is `#unread` numbers before posting `#next` of the group. */
  #group = -1;
  #next = 0;
  #unread = 0;
  /** The last position that was read in the current document. */
  #last = -1;
  /** The current pack of frequencies, how often it was used, and its sums if it was used often. */
  #pack = -1;
  #packReads = 0;
  #packSums: Uint32Array | null = null;

  constructor(index: IndexReader, info: TermInfo) {
    this.#info = info;
    this.list = index.list(info);
    this.cost = info.positionsBytes / info.docFreq;
    this.#positions = index.positions;
    this.#frequencies = index.frequencies;
  }

  /** Moves to a block of documents, for `ranks`. Returns whether the term occurs in it. */
  turnTo(block: number): boolean {
    const n = this.list.seek(block);
    if (this.list.blocks[n] !== block) return false;
    this.#n = n;
    return true;
  }

  /** Like `turnTo`, and makes the positions of the block readable. */
  openBlock(block: number): boolean {
    if (!this.turnTo(block)) return false;
    const { list } = this;
    const n = this.#n;
    if (n === this.#opened) return true;
    this.#opened = n;
    if (list.shortDocs === null) {
      this.#group = -1;
      this.#pack = -1;
      const offset = list.positionOffsets[n]!;
      this.#reader ??= new PositionsReader(this.#positions);
      this.#reader.open(offset, list.positionOffsets[n + 1]! - offset, list.counts[n]!);
      return true;
    }
    if (this.#info.inlinePositions !== null) return true;
    this.#reader ??= new PositionsReader(this.#positions);
    if (this.#group < 0) this.#reader.open(this.#info.positionsOffset, this.#info.positionsBytes, list.docFreq);
    this.#base = list.ranks[n]!;
    return true;
  }

  #openPacks(n: number): void {
    const { list } = this;
    const stream = this.#frequencies;
    const offset = list.frequencyOffsets[n]!;
    const length = list.frequencyOffsets[n + 1]! - offset;
    stream.fetch(offset, length);
    this.#packBytes = stream.bytes;
    this.#packView = stream.view;
    this.#packsEnd = stream.start + length;
    this.#packStarts = packStarts(stream.bytes, stream.start, list.counts[n]!);
    this.#packsOf = n;
  }

  /** Computes the ranks of ascending documents of the block, -1 for those without the term; returns how many have it. */
  ranks(docs: Uint32Array | Uint16Array, count: number, out: Int32Array): number {
    return rank(this.list, this.#n, docs, count, out);
  }

  /** Returns in which order the current numbers are stored. */
  get order(): number {
    return this.#reader!.order;
  }

  /** The groups of the current numbers have 2^shift postings. */
  get shift(): number {
    return this.#reader!.shift;
  }

  /**
   * Finds the groups of `count` candidates, as offsets in the stream, and lets the kernel add up their frequencies.
   * Returns the highest frequency. The candidates are those from `from` on, which all must be in this list, at the
   * given ranks. Not for a list of one document in the dictionary.
   */
  locate(ranks: Uint16Array, from: number, count: number, groups: Float64Array, lengths: Uint32Array): number {
    const ordinals = kernel.batch.rank(ranks, from, count, this.#base);
    const reader = this.#reader!;
    const { shift } = reader;
    let group = -1;
    for (let i = 0; i < count; i++) {
      if (ordinals[i]! >>> shift !== group) {
        group = ordinals[i]! >>> shift;
        reader.locate(group);
      }
      groups[i] = reader.groupFrom;
      lengths[i] = reader.groupBytes;
    }
    const { shortFrequencies } = this.list;
    if (shortFrequencies !== null) return kernel.batch.sumShort(count, shortFrequencies, shift);
    const offset = this.list.frequencyOffsets[this.#n]!;
    const bytes = this.list.frequencyOffsets[this.#n + 1]! - offset;
    return kernel.batch.sumPacks(count, this.#frequencies, offset, bytes, this.list.counts[this.#n]!, shift);
  }

  /** Returns the record with the positions of a block. Not for a list of one document in the dictionary. */
  recordOf(block: number): PositionsRecord {
    const { list } = this;
    const n = list.seek(block);
    if (list.shortDocs !== null) {
      const { positionsOffset: offset, positionsBytes: bytes } = this.#info;
      return { offset, bytes, postings: list.docFreq, before: list.ranks[n]! };
    }
    const offset = list.positionOffsets[n]!;
    return { offset, bytes: list.positionOffsets[n + 1]! - offset, postings: list.counts[n]!, before: 0 };
  }

  /** Copies records, for a caller that keeps them. */
  copyPositions(offset: number, bytes: number, out: Uint8Array, at: number): void {
    this.#positions.copy(offset, bytes, out, at, 'copied');
  }

  /** Finds the group with the positions of a rank of the open block. */
  reach(rank: number): ReachedPositions {
    const reader = this.#reader!;
    const ordinal = this.#base + rank;
    const group = ordinal >>> reader.shift;
    reader.locate(group);
    this.#next = group << reader.shift;
    const skipped = this.#passTo(ordinal);
    // Forces the next read to locate its posting again.
    this.#group = -1;
    const { order, shift, groupFrom, groupBytes: bytes } = reader;
    return {
      bytes,
      order,
      shift,
      skipped,
      count: this.#unread,
      copy: (out, at) => this.#positions.copy(groupFrom, bytes, out, at, 'copied'),
    };
  }

  /** Copies bytes of positions. This moves the reader, so the next read locates its posting again. */
  copy(offset: number, length: number, out: Uint8Array, at: number): void {
    this.#group = -1;
    this.#reader!.copy(offset, length, out, at);
  }

  /**
   * Reads the positions in the document of a rank. Positions after the first one above `limit` may be omitted. Returns how many
   * it read.
   */
  read(rank: number, buffer: PositionBuffer, limit = NO_LIMIT): number {
    buffer.reserve(this.begin(rank));
    return this.readOn(0, buffer, limit);
  }

  /** Moves to the document of a rank, to be read by `readOn`. Returns the number of positions of the term in it. */
  begin(rank: number): number {
    this.#last = -1;
    const inline = this.#info.inlinePositions;
    if (inline !== null) {
      this.#unread = inline.length;
      return inline.length;
    }
    const reader = this.#reader!;
    const ordinal = this.#base + rank;
    const group = ordinal >>> reader.shift;
    const isNew = group !== this.#group || ordinal < this.#next;
    if (isNew) {
      this.#group = group;
      this.#next = group << reader.shift;
      this.#unread = 0;
    }
    const passed = this.#unread + this.#passTo(ordinal);
    if (isNew) reader.seek(group, this.#unread);
    reader.skip(passed);
    this.#next = ordinal + 1;
    return this.#unread;
  }

  /**
   * Returns the number of positions from posting `#next` up to `ordinal`. `#unread` becomes the number of positions of
   * `ordinal`.
   */
  #passTo(ordinal: number): number {
    const short = this.list.shortFrequencies;
    if (short === null) return this.#pass(ordinal);
    let passed = 0;
    for (let i = this.#next; i < ordinal; i++) passed += short[i]!;
    this.#unread = short[ordinal]!;
    return passed;
  }

  /** Like `#passTo`, for a long list. */
  #pass(ordinal: number): number {
    if (this.#packsOf !== this.#opened) this.#openPacks(this.#opened);
    const pack = ordinal >>> PACK_BITS;
    const from = this.#next & (PACK - 1);
    const to = ordinal & (PACK - 1);
    if (pack !== this.#pack) {
      this.#pack = pack;
      this.#packReads = 0;
    }
    const count = Math.min(PACK, this.list.counts[this.#n]! - pack * PACK);
    if (this.#packReads++ < SPARSE_READS) {
      sums.add(this.#packView, this.#packStarts[pack]!, count, from, to);
      this.#unread = sums.frequency;
      return sums.sum;
    }
    // Many documents of one pack are needed: computes all of its sums once.
    this.#packSums ??= new Uint32Array(PACK + 1);
    const packSums = this.#packSums;
    if (this.#packReads === SPARSE_READS + 1)
      sumPack(this.#packBytes, this.#packStarts[pack]!, this.#packsEnd, count, packSums);
    this.#unread = packSums[to + 1]! - packSums[to]!;
    return packSums[to]! - packSums[from]!;
  }

  /**
   * Continues reading the current document, whose first `have` positions are in `buffer`: up to and including the first one
   * above `limit`, or all. Returns how many the buffer then has.
   */
  readOn(have: number, buffer: PositionBuffer, limit: number): number {
    if (this.#unread === 0) return have;
    const { positions } = buffer;
    const inline = this.#info.inlinePositions;
    if (inline !== null) {
      for (let i = 0; i < inline.length; i++) positions[i] = inline[i]!;
      this.#unread = 0;
      return inline.length;
    }
    const end = this.#reader!.read(this.#unread, this.#last, limit, positions, have);
    this.#unread -= end - have;
    this.#last = positions[end - 1]!;
    return end;
  }

  /**
   * Visits each document with the term among the ascending `docs[0 … count)`, with its positions there. With `limits`,
   * positions in `docs[i]` after the first one above `limits[i]` may be omitted.
   */
  forEach(docs: Uint32Array, count: number, visit: PositionsVisitor, limits: Int32Array | null = null): void {
    if (count === 0) return;
    const lastBlock = docs[count - 1]! >>> BLOCK_BITS;
    for (let from = 0; from < count; ) {
      const block = docs[from]! >>> BLOCK_BITS;
      // Usually all documents are of one block, and a pattern asks for each of its terms.
      const to = block === lastBlock ? count : firstFrom(docs, (block + 1) * BLOCK_SIZE, from, count);
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
    if (this.list.shortDocs !== null && this.list.counts[this.#n]! * SPARSE_POSTINGS < to - from) {
      this.#forEachOfFew(this.list.shortDocs, docs, from, to, visit, limits);
      return;
    }
    const ranks = visited.ranks(to - from);
    let left = this.ranks(docs.subarray(from, to), to - from, ranks);
    for (let i = from; left > 0; i++) {
      const rank = ranks[i - from]!;
      if (rank < 0) continue;
      left--;
      const read = this.read(rank, visited, limits === null ? NO_LIMIT : limits[i]!);
      visit(i, visited.positions, read);
    }
  }

  /**
   * Like `forEach`, for a list with few postings in the block. Looks each posting up, because a pattern has many such
   * lists.
   */
  #forEachOfFew(
    own: Uint32Array,
    docs: Uint32Array,
    from: number,
    to: number,
    visit: PositionsVisitor,
    limits: Int32Array | null,
  ): void {
    const first = this.list.ranks[this.#n]!;
    const count = this.list.counts[this.#n]!;
    let at = from;
    for (let rank = 0; rank < count && at < to; rank++) {
      const doc = own[first + rank]!;
      at = firstFrom(docs, doc, at, to);
      if (at === to || docs[at] !== doc) continue;
      const read = this.read(rank, visited, limits === null ? NO_LIMIT : limits[at]!);
      visit(at, visited.positions, read);
    }
  }
}

/** Opens terms in steps, because a pattern may have tens of thousands. */
export function* openTerms(index: IndexReader, infos: readonly TermInfo[]): Generator<void, readonly TermPositions[]> {
  const opened: TermPositions[] = [];
  for (const info of infos) {
    if (opened.push(new TermPositions(index, info)) % OPENED_AT_ONCE === 0) yield;
  }
  return opened;
}

const OPENED_AT_ONCE = 256;

/**
 * If a list has less than one posting per this many candidates, its postings are looked up. Otherwise both lists are
 * merged.
 */
const SPARSE_POSTINGS = 8;
const PACK_BITS = format.packBits;
/** Maximum number of single lookups in a pack before all of its sums are computed. */
const SPARSE_READS = tuning.sparseReads;
const NONE: readonly number[] = [];
const NO_BYTES = new Uint8Array(4);
const NO_VIEW = new DataView(NO_BYTES.buffer);
const sums = new FrequencySums();
const visited = new PositionBuffer();
