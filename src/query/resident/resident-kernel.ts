/**
 * Intersects or unites posting lists, many blocks in one call. It is compiled to WebAssembly from assembly/resident.ts. Blocks
 * of lists are copied into its memory on first use, and stay there for later queries. When they take too much space, all are
 * dropped. Its scores are upper bounds of the exact ones, computed with 32-bit floats and one-byte codes of norms.
 */
import type { Norms } from '../../engine/postings/document-lengths.ts';
import { growTo, startCode } from '../../kernel/wasm-memory.ts';
import { AppError } from '../../shared/errors.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { format, tuning } from '../../shared/thresholds.ts';
import { BlockBits } from './block-bits.ts';
import { writeBounds, writeLeastNorms } from './norm-codes.ts';
import { PhraseBatch } from './phrase-batch.ts';
import { RankedBlock } from './ranked-block.ts';
import { code } from './resident-code.ts';
import { ResidentCodes } from './resident-codes.ts';
import type { ResidentCode } from './resident-exports.ts';
import {
  BITMAPS,
  RESIDENT_TERMS_MAX,
  type ResidentNear,
  type Selected,
  type Selection,
  type StoredList,
} from './resident-selection.ts';

/** Maximum number of documents of an intersection that are listed with their ranks at a time. */
const COMMON_MAX = 65_536;
/** Maximum bytes of bitmaps that a run produces. */
const COMMON_BYTES = 4 * COMMON_MAX;
/** Block form: an array of documents, with an array of frequencies. */
export const LISTED = 3;
/** Offset of the frequencies in a block, 0 if they are not resident. */
const RECORD = 12;
/** Table entries: the list has no documents in the block, or the block is not resident. */
const NONE = 0;
const ELSEWHERE = 1;
/** An unknown bound, as the bits of a 32-bit float: less than any bound. */
const UNKNOWN = 0xbf80_0000;
/** Reasons for a run to stop before its end. */
const NEEDS_BLOCK = 1;
const PAUSED = 2;

const BLOCK_SIZE = 2 ** format.blockBits;
const LOW_MASK = BLOCK_SIZE - 1;
const BITMAP_BYTES = BLOCK_SIZE / 8;
/** Cost of copying blocks in, as a number of documents, and the maximum number of blocks copied together. */
const PUT_COST = 1024;
export const PUT_MAX = 64;

/** Bytes of the metadata of a block, and bytes that may be read past a list. */
const BLOCK_BYTES = 88;
const MORE_BYTES = 64;
/** Limit on memory: 32-bit numbers hold bit offsets of positions, counted from the beginning of memory. */
const POSITIONS_END_MAX = 2 ** 29;
const TOO_LONG = 'documents have too many positions of a word for this phrase; leave the most frequent word out';
/** Space for bitmaps that a run makes from gaps. If it is used up, the run makes no more. */
const BITMAPS_BYTES = 2 ** 20;

/** Fewer numbers are copied one by one, because a view costs more. */
const COPIED_AT_ONCE = 32;
const NO_WORDS = new Uint32Array(0);

export class ResidentKernel {
  readonly #code: ResidentCode;
  readonly #packBits = format.packBits;
  #tables = new WeakMap<StoredList, number>();
  /** The codes of norms. */
  readonly codes = new ResidentCodes(this);
  /** The addresses of the tables of score bounds by block, keyed by list. */
  #bounds = new WeakMap<StoredList, number>();
  /** The end of the allocated memory. */
  #end = 0;
  /** How often everything was dropped. */
  #drops = 0;
  /** Ranks single blocks by many terms. */
  readonly ranked: RankedBlock;
  /** Compares positions of some postings. */
  readonly batch: PhraseBatch;
  /** Counts and lists bitmaps. */
  readonly bits: BlockBits;
  #lows = new Uint16Array(0);
  #ranks = new Int32Array(0);
  #running: Selection | null = null;
  /** Indexed by list: a buffer for a group of positions that is not kept. */
  #groups = groupRooms();
  #frequencies = new Uint32Array(0);
  /** The whole memory. */
  bytes = new Uint8Array(0);
  #words = new Uint32Array(0);

  /** `bounds`: the bound of each impact of a pack directory. */
  constructor(bounds: Float64Array, base64 = code, Batch = PhraseBatch) {
    const offer = (block: number, low: number) => this.#running!.offer(block, low, this.#frequencies);
    const keep = (t: number, block: number, isFirst: number) => this.#keep(t, block, isFirst !== 0);
    const reach = (t: number, block: number, rank: number) => this.#reachFor(t, block, rank);
    const need = (t: number, block: number) => this.#need(t, block);
    const learn = (t: number, block: number) => this.#learn(t, block);
    this.#code = startCode<ResidentCode>(base64, {
      narrowing: { offer, need },
      phrases: { keep, reach },
      ranked: { learn },
    });
    this.ranked = new RankedBlock(this.#code, this);
    this.batch = new Batch(this.#code);
    this.bits = new BlockBits(this.#code);
    this.#code.setSkips(format.skipBits, format.skippedMin);
    this.#code.setPackBits(format.packBits);
    this.#code.setBlockBits(format.blockBits);
    this.#end = this.#code.RESIDENT.value;
    const { buffer } = this.#code.memory;
    writeLeastNorms(buffer, this.#code.NORMS.value);
    writeBounds(bounds, buffer, this.#code.BOUNDS.value);
    this.#look();
  }

  #look(): void {
    const { buffer } = this.#code.memory;
    this.bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#frequencies = new Uint32Array(buffer, this.#code.OFFERED.value, RESIDENT_TERMS_MAX);
    this.#lows = new Uint16Array(buffer, this.#code.LOWS.value, BLOCK_SIZE);
    this.#ranks = new Int32Array(buffer, this.#code.RANKS.value, BLOCK_SIZE);
    this.ranked.look(buffer);
    this.batch.look(buffer);
    this.bits.look(buffer);
  }

  /** Counts how often everything was dropped. */
  get generation(): number {
    return this.#drops;
  }

  /** Makes space for codes of norms and for blocks before they are used outside of a run. */
  prepare(norms: readonly Norms[] = []): void {
    if (this.#isFull()) this.#drop();
    for (const own of norms) this.codes.of(own);
  }

  /** Allocates `length` bytes. Replaces the views. */
  roomFor(length: number): number {
    const at = this.#end;
    this.#end = (at + length + 7) & ~7;
    this.#reach(this.#end + MORE_BYTES);
    return at;
  }

  #reach(end: number): void {
    if (end <= this.bytes.length) return;
    growTo(this.#code.memory, end, this.#code.RESIDENT.value + tuning.residentBytes + BITMAPS_BYTES + MORE_BYTES);
    this.#look();
  }

  /**
   * Describes the i-th of up to {@link PUT_MAX} blocks that are copied in together. Its bytes begin at `offset` in the
   * copy. `form`, `length` and `count` describe its documents.
   */
  describe(i: number, block: number, offset: number, form: number, length: number, count: number): void {
    const words = this.#words;
    const at = (this.#code.PUT.value >>> 2) + 5 * i;
    words[at] = block;
    words[at + 1] = offset;
    words[at + 2] = form;
    words[at + 3] = length;
    words[at + 4] = count;
  }

  /** Adds the documents of the first `count` described blocks of a list, with their bytes at `at`. Resident blocks stay. */
  keepDocs(list: StoredList, count: number, at: number): void {
    const own = this.roomFor(BLOCK_BYTES * count);
    this.#code.keepDocs(this.#tables.get(list)!, count, own, at);
  }

  /**
   * Adds the frequencies of those described blocks that are resident without them, with their bytes at `at`.
   * `documents` is their total number of documents.
   */
  keepRecords(list: StoredList, count: number, at: number, documents: number): void {
    const packs = this.roomFor(8 * (count + (documents >>> this.#packBits)));
    this.#code.keepRecords(this.#tables.get(list)!, count, at, packs);
  }

  /**
   * Adds positions to each of the first `count` described blocks that has frequencies but no positions. Their bytes are
   * at `at`. In each description, the count is the number of postings of the record, and the form is how many of these
   * precede the block.
   */
  keepPositions(list: StoredList, count: number, at: number): void {
    this.#code.keepPositions(this.#tables.get(list)!, count, at);
  }

  /** Records that the positions of a block are not kept. The kernel asks again after `reach` was called `reaches` times. */
  leavePositions(list: StoredList, block: number, reaches: number): void {
    this.#code.leavePositions(this.blockOf(list, block), reaches);
  }

  /** Whether the documents of a block of a list are resident. */
  hasDocs(list: StoredList, block: number): boolean {
    return this.#words[(this.#tableOf(list) >>> 2) + block] !== ELSEWHERE;
  }

  /** Whether the frequencies of a resident block are also resident. */
  hasFrequencies(list: StoredList, block: number): boolean {
    return this.#words[(this.blockOf(list, block) + RECORD) >>> 2] !== 0;
  }

  /** Makes a bitmap of a resident block of gaps or bitmaps, so that many lookups are cheap. */
  makeBits(list: StoredList, block: number): void {
    this.#withRoom(() => this.#code.keepBits(this.blockOf(list, block)));
  }

  /**
   * Writes the rank of each of `count` ascending documents into `out`, or -1. Only the low halves of the documents are used; the
   * block must be resident. Returns the number of documents in the block.
   */
  rankLows(list: StoredList, block: number, docs: ArrayLike<number>, count: number, out: Int32Array): number {
    const lows = this.#lows;
    for (let i = 0; i < count; i++) lows[i] = docs[i]! & LOW_MASK;
    const found = this.#withRoom(() => this.#code.rankLows(this.blockOf(list, block), count));
    const ranks = this.#ranks;
    if (count > COPIED_AT_ONCE) out.set(ranks.subarray(0, count));
    else for (let i = 0; i < count; i++) out[i] = ranks[i]!;
    return found;
  }

  /** Moves the ascending documents that a resident block has (lacks, if `wanted` is 0) to the front. Returns their number. */
  keepLows(list: StoredList, block: number, docs: Uint16Array, count: number, wanted: 0 | 1): number {
    if (count > COPIED_AT_ONCE) this.#lows.set(docs.subarray(0, count));
    else for (let i = 0; i < count; i++) this.#lows[i] = docs[i]!;
    const left = this.#withRoom(() => this.#code.keepLows(this.blockOf(list, block), count, wanted));
    const lows = this.#lows;
    if (left > COPIED_AT_ONCE) docs.set(lows.subarray(0, left));
    else for (let i = 0; i < left; i++) docs[i] = lows[i]!;
    return left;
  }

  /** The address of a resident block. */
  blockOf(list: StoredList, block: number): number {
    return this.#words[(this.#tables.get(list)! >>> 2) + block]!;
  }

  #keep(t: number, block: number, isFirst: boolean): void {
    const { lists, phrase, near } = this.#running!;
    this.#whileRunning(() => {
      const hasRecord = this.hasFrequencies(lists[t]!, block);
      (phrase ?? near)!.keepPositions(t, block, isFirst, hasRecord);
    });
  }

  #need(t: number, block: number): void {
    const { lists, scored } = this.#running!;
    const isThere = this.hasDocs(lists[t]!, block);
    this.#whileRunning(() => scored!.need(t, block, isThere));
  }

  #learn(t: number, block: number): void {
    const { lists, scored } = this.#running!;
    scored!.learn(t, block);
    this.#writeBounds(lists[t]!, scored!.impactsOf(t));
  }

  #writeBounds(list: StoredList, impacts: ArrayLike<number>): void {
    const words = this.#words;
    const first = this.#bounds.get(list)! >>> 2;
    const bounds = this.#code.BOUNDS.value >>> 2;
    const { blocks } = list;
    for (let n = 0; n < blocks.length; n++) {
      words[first + blocks[n]!] = impacts[n] === 0 ? UNKNOWN : words[bounds + impacts[n]! - 1]!;
    }
  }

  #reachFor(t: number, block: number, rank: number): void {
    const { phrase, near } = this.#running!;
    const reached = (phrase ?? near)!.reach(t, block, rank);
    const { bytes, order, shift, skipped, count } = reached;
    // The elements of one term read the same document at a time, so they can share the buffer.
    const room = this.#groups[t]!;
    if (bytes > room.bytes) {
      claimMemory(2 * bytes, 'the positions of a phrase');
      this.#whileRunning(() => {
        room.at = this.roomFor(2 * bytes);
        room.bytes = 2 * bytes;
      });
      if (this.#end > POSITIONS_END_MAX) throw new AppError('QUERY_INVALID', TOO_LONG);
    }
    reached.copy(this.bytes, room.at);
    this.#words.set([room.at, room.at + bytes, order, shift, skipped, count], this.#code.REACHED.value >>> 2);
  }

  /** Lets `take` allocate memory during a run, then moves the run's space for bitmaps behind it. */
  #whileRunning(take: () => void): void {
    this.#end = this.#code.roomLeft();
    take();
    this.#makeRoom();
  }

  /** Calls code outside of a run that may make bitmaps. */
  #withRoom<T>(work: () => T): T {
    this.#makeRoom();
    const value = work();
    this.#end = this.#code.roomLeft();
    return value;
  }

  #makeRoom(): void {
    const bitmapsEnd = this.#end + BITMAPS_BYTES;
    this.#reach(bitmapsEnd + MORE_BYTES);
    this.#code.setRoom(this.#end, bitmapsEnd);
  }

  #isFull(): boolean {
    const lists = this.#end - this.#code.RESIDENT.value - this.codes.bytes;
    return lists > tuning.residentBytes || this.codes.isFull;
  }

  /**
   * Processes the blocks `[from, to)` until about `budget` documents of the leading lists were read. `to` must not be
   * beyond the last block of any required list. Offers documents that reach `least`. Returns the counts of the run.
   */
  run(selection: Selection, from: number, to: number, budget: number, least: number): Selected {
    this.#running = selection;
    try {
      return this.#run(selection, from, to, budget, least);
    } catch (fault) {
      // Bitmaps of this run may be in space that is not recorded as allocated. The next ones would overwrite them.
      this.#drop();
      throw fault;
    } finally {
      this.#running = null;
    }
  }

  #run(selection: Selection, from: number, to: number, budget: number, least: number): Selected {
    if (this.#isFull()) this.#drop();
    this.#begin(selection);
    result.count = 0;
    result.compared = 0;
    result.positions = 0;
    this.#code.setLeast(least);
    this.#code.setForm(selection.form, from);
    const end = selection.form === BITMAPS ? Math.min(to, from + COMMON_BYTES / BITMAP_BYTES) : to;
    let left = budget;
    /** The block at which everything was last dropped. It is not dropped again there: the data of one block must fit. */
    let dropped = -1;
    for (let block = from; ; ) {
      this.#makeRoom();
      const status = this.#call(selection, block, end, Math.max(1, left));
      this.#end = this.#code.roomLeft();
      result.count += this.#code.counted.value;
      if (selection.near !== null) {
        result.compared += this.#code.compared.value;
        result.positions += this.#code.decoded.value;
      }
      block = this.#code.block.value;
      if (status !== NEEDS_BLOCK) {
        result.next = status === PAUSED ? block : end;
        break;
      }
      left -= PUT_COST;
      if (left <= 0 && block > from) {
        result.next = block;
        break;
      }
      if (block !== dropped && this.#isFull()) {
        dropped = block;
        this.#drop();
        this.#begin(selection);
      }
      const t = this.#code.lacking.value;
      selection.put(t, block, this.#code.through.value, this.hasDocs(selection.lists[t]!, block));
    }
    return result;
  }

  #call(selection: Selection, from: number, to: number, budget: number): number {
    const { lists, leading, isUnion, isCounted, norms, scored, near } = selection;
    const count = lists.length;
    if (near !== null) {
      return this.#code.nearLists(near.clauses.length, count, elementsOf(near), from, to, budget);
    }
    if (scored !== null) return this.#code.rankLists(leading, count, from, to, budget);
    return isUnion
      ? this.#code.uniteLists(leading, count, from, to, budget)
      : this.#code.intersectLists(leading, count, from, to, budget, isCounted ? 1 : 0, norms === null ? 0 : 1);
  }

  /** Copies the documents that the last run listed, without ranks, to `out` from `at`. Returns how many. */
  copyListed(out: Uint32Array, at: number): number {
    const count = this.#code.listed.value;
    this.#copy(this.#code.COMMON.value, out, at, count);
    return count;
  }

  /** The number of documents that the last run listed. */
  get listed(): number {
    return this.#code.listed.value;
  }

  /** Copies the bitmaps of the first `words` words from the last run to `out` from `at`. */
  copyBitmaps(words: number, out: Uint32Array, at: number): void {
    this.#copy(this.#code.COMMON.value, out, at, words);
  }

  /**
   * Returns a copy of the documents that the last run listed, followed by `columns` columns of as many numbers: ranks in each
   * list, or occurrences of the phrase. It is a copy because another run may come before they are used.
   */
  common(columns: number): Uint32Array {
    const count = this.#code.listed.value;
    if (count === 0) return NO_WORDS;
    const copied = new Uint32Array(count * (columns + 1));
    this.#copy(this.#code.COMMON.value, copied, 0, count);
    for (let t = 0; t < columns; t++) {
      this.#copy(this.#code.COMMON_RANKS.value + 4 * COMMON_MAX * t, copied, count * (t + 1), count);
    }
    return copied;
  }

  #copy(address: number, out: Uint32Array, at: number, count: number): void {
    const from = address >>> 2;
    const words = this.#words;
    if (count > COPIED_AT_ONCE) out.set(words.subarray(from, from + count), at);
    else for (let i = 0; i < count; i++) out[at + i] = words[from + i]!;
  }

  /** Drops everything except some codes, which move to the front. */
  #drop(): void {
    this.#drops++;
    this.#tables = new WeakMap();
    this.#bounds = new WeakMap();
    this.#groups = groupRooms();
    this.#end = this.#code.RESIDENT.value;
    this.codes.moveToFront();
  }

  #begin({ lists, weights, norms, phrase, near, scored }: Selection): void {
    if (near !== null) this.#beginNear(near);
    this.#code.setPhrase(phrase?.elements.length ?? 0, phrase?.areCounted === true ? 1 : 0);
    if (phrase !== null)
      for (const [e, { t, offset }] of phrase.elements.entries()) this.#code.setElement(e, t, offset);
    for (let t = 0; t < lists.length; t++) {
      const list = lists[t]!;
      const codes = norms === null || t >= norms.length ? 0 : this.codes.of(norms[t]!);
      this.#code.setTerm(t, this.#tableOf(list), blocksOf(list), weights[t] ?? 0, codes);
      if (scored !== null) this.#code.setBounds(t, this.#boundsOf(list, scored.impactsOf(t)));
    }
  }

  #beginNear({ clauses, left, right, isNot, isOrdered, distance }: ResidentNear): void {
    let lists = 0;
    for (const [c, { length }] of clauses.entries()) {
      this.#code.setClause(c, lists, lists + length);
      lists += length;
    }
    this.#code.setNear(isNot ? 1 : 0, isOrdered ? 1 : 0, distance, left.length, right.length);
    let e = 0;
    // The right side again, with separate cursors: see assembly/spans.ts.
    for (const [side, { elements, isRow }] of [left, right, right].entries()) {
      this.#code.setSide(side, e, e + elements.length, isRow ? 1 : 0);
      for (const { t, offset } of elements) this.#code.setElement(e++, t, offset);
    }
  }

  #tableOf(list: StoredList): number {
    const known = this.#tables.get(list);
    if (known !== undefined) return known;
    const blocks = blocksOf(list);
    const table = this.roomFor(4 * blocks);
    this.#tables.set(list, table);
    const first = table >>> 2;
    this.#words.fill(NONE, first, first + blocks);
    for (const block of list.blocks) this.#words[first + block] = ELSEWHERE;
    return table;
  }

  #boundsOf(list: StoredList, impacts: ArrayLike<number>): number {
    const known = this.#bounds.get(list);
    if (known !== undefined) return known;
    const bounds = this.roomFor(4 * blocksOf(list));
    this.#bounds.set(list, bounds);
    this.#writeBounds(list, impacts);
    return bounds;
  }
}

function groupRooms(): { at: number; bytes: number }[] {
  return Array.from({ length: RESIDENT_TERMS_MAX }, () => ({ at: 0, bytes: 0 }));
}

/** Returns the number of blocks up to the last one of a list. */
export function blocksOf({ blocks }: StoredList): number {
  return blocks.length === 0 ? 0 : blocks[blocks.length - 1]! + 1;
}

const result: Selected = { count: 0, next: 0, compared: 0, positions: 0 };

function elementsOf({ left, right }: ResidentNear): number {
  return left.elements.length + 2 * right.elements.length;
}
