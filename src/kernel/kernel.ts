/**
 * The inner loops, compiled to WebAssembly from assembly/, and the memory that they work in. They are two to four times as fast
 * as in JavaScript.
 */
import { format, tuning } from '../shared/thresholds.ts';
import { startCode } from './wasm-memory.ts';

/** Maximum lists that documents are compared with. */
export const LISTS_MAX = 8;
/** Maximum candidates processed together. */
export const POSTINGS_MAX = 256;
/** Maximum total positions of the first term of a phrase in these candidates. */
export const STARTS_MAX = 65_536;
/** Input bytes of a call. A few bytes after them may be read; their values do not matter. */
export const BYTES_MAX = 2 ** 19;

const BLOCK_SIZE = 2 ** format.blockBits;
const BLOCK_WORDS = BLOCK_SIZE / 32;
const LOW_MASK = BLOCK_SIZE - 1;
const PACK_BITS = format.packBits;
/** Up to this many documents are an array, with their ranks in every list. More are a bitmap. */
export const FEW_MAX = BLOCK_SIZE / 16;
/** Bytes of a pack in its directory: the impact, and a length below 2^14. */
const DIRECTORY_ENTRY_MAX = 3;
/** Fewer numbers are copied one by one, because a view costs more. */
const COPIED_AT_ONCE = 32;

/** The exports of the code: the functions, and the addresses under the names of assembly/memory.ts. */
interface Code extends Record<Region, { readonly value: number }> {
  readonly memory: { readonly buffer: ArrayBuffer };
  countBits(): number;
  listBits(words: number, base: number): number;
  fillSet(count: number): void;
  collectSet(last: number): number;
  fillList(list: number, count: number): void;
  decodeList(list: number, form: number, length: number): void;
  meetList(list: number, last: number): number;
  rankLows(form: number, length: number, count: number): number;
  keepLows(form: number, length: number, count: number, wanted: number): number;
  rankCandidates(list: number, from: number, count: number, base: number): void;
  narrowToBlock(list: number, form: number, length: number, count: number): number;
  narrowToDocs(list: number, listed: number, count: number): number;
  ranksOfNarrowed(list: number, from: number, count: number, base: number): void;
  locatePacks(postings: number, packs: number): number;
  sumFrequencies(postings: number, first: number, listed: number, shift: number): number;
  beginPhrase(postings: number, order: number, shift: number, offset: number): number;
  turnToTerm(order: number, shift: number): void;
  narrowStarts(from: number, to: number, offset: number): number;
  keepNear(from: number, to: number, distance: number, slop: number): number;
}

type Region =
  | ('FROMS' | 'TOS' | 'SKIPS' | 'COUNTS' | 'ALIVE' | 'ENDS' | 'ORDINALS' | 'PACKS')
  | ('SCRATCH' | 'CANDIDATES' | 'STARTS' | 'BYTES' | 'LOWS' | 'FOUND');

/** A stream of bytes: `copy` writes a range of it to the beginning of `out`. */
export interface CopiedStream {
  copy(offset: number, length: number, out: Uint8Array): void;
}

/**
 * Owns the memory of the kernel. Nothing else writes to it. Every call documents its input and the state that it leaves.
 *
 * - `countBits`, `listBits`, and `beginBlock` with `rankLows` or `keepLows`, keep no state for other calls, and may be called
 *   at any time.
 * - From `beginMatch` or `beginFew` to `endMatch`, one caller owns the remaining memory and calls, in this order: `meetDocs`
 *   and `meetBlock` for every list,
 *   or after `beginFew` `narrowToDocs` and `narrowToBlock`, then `collect`,
 *   and for up to 256 of the candidates at a time `allAlive`, then for each term of a phrase `ranks`, `sumPacks` or `sumShort`,
 * its bytes (`beginPositions`, `setGroup`), and `beginPhrase` for the first, `turnToTerm` and `narrowStarts` or `keepNear` for
 *   others.
 *   Nothing in between awaits anything, so two callers never overlap.
 *
 * Tests use a kernel that checks this order (test/support/checked-kernel.ts).
 */
export class Kernel {
  readonly #code: Code;
  readonly #bytes: Uint8Array;
  /** The same memory, as documents. */
  readonly #docs: Uint32Array;
  readonly #bytesAt: number;
  readonly #scratch: Uint32Array;
  readonly #lows: Uint16Array;
  readonly #found: Int32Array;
  readonly #candidates: Uint16Array;
  /** Indexed by remaining candidate: where the group of its posting begins and ends. */
  readonly #froms: Uint32Array;
  readonly #tos: Uint32Array;
  /** Number of positions in the group before those of the posting, and number of positions of the posting. */
  readonly #skips: Uint32Array;
  readonly #counts: Uint32Array;
  /**
   * Indexed by remaining candidate: where its starts end, the ordinal of its posting in a list, and the pack of its frequency.
   */
  readonly #ends: Uint32Array;
  readonly #ordinals: Uint32Array;
  readonly #packs: Uint32Array;
  readonly #startsAt: number;
  /** The last document of the set. */
  #last = 0;
  /** Whether the match is one of a few documents, and their number. */
  #hasFewCandidates = false;
  #few = 0;
  /** The remaining candidates, ascending, by index in the batch. */
  readonly alive: Uint32Array;

  /** `base64`: the compiled code. */
  constructor(base64: string) {
    if (tuning.postingsAtOnce > POSTINGS_MAX || tuning.bulkTermsMax > LISTS_MAX || tuning.startsMax > STARTS_MAX) {
      throw new RangeError('the thresholds are larger than what the memory of the kernel has room for');
    }
    const code = startCode<Code>(base64);
    const { buffer } = code.memory;
    const column = ({ value }: { readonly value: number }) => new Uint32Array(buffer, value, POSTINGS_MAX);
    this.#code = code;
    this.#bytesAt = code.BYTES.value;
    this.#bytes = new Uint8Array(buffer, this.#bytesAt, BYTES_MAX);
    this.#docs = new Uint32Array(buffer, this.#bytesAt, BYTES_MAX / 4);
    this.#scratch = new Uint32Array(buffer, code.SCRATCH.value, BLOCK_WORDS);
    this.#lows = new Uint16Array(buffer, code.LOWS.value, BLOCK_SIZE);
    this.#found = new Int32Array(buffer, code.FOUND.value, BLOCK_SIZE);
    this.#candidates = new Uint16Array(buffer, code.CANDIDATES.value, BLOCK_SIZE);
    this.#froms = column(code.FROMS);
    this.#tos = column(code.TOS);
    this.#skips = column(code.SKIPS);
    this.#counts = column(code.COUNTS);
    this.#ends = column(code.ENDS);
    this.#ordinals = column(code.ORDINALS);
    this.#packs = column(code.PACKS);
    this.#startsAt = code.STARTS.value;
    this.alive = column(code.ALIVE);
  }

  /** Returns the number of bits set in the bitmap of a block. */
  countBits(words: Uint32Array): number {
    this.#scratch.set(words);
    return this.#code.countBits();
  }

  /** Writes the documents of a bitmap, each plus `base`, into `out` from `at`. Returns the index after the last. */
  listBits(words: Uint32Array, base: number, out: Uint32Array | Uint16Array, at: number): number {
    this.#scratch.set(words);
    const count = this.#code.listBits(BLOCK_WORDS, base);
    out.set(this.#docs.subarray(0, count), at);
    return at + count;
  }

  /**
   * Writes the documents of one block of a longer bitmap into `out` from `at`. `word` is the first word of the block. Returns
   * the index after the last.
   */
  listBlock(words: Uint32Array, word: number, out: Uint32Array, at: number): number {
    return this.listBits(words.subarray(word, word + BLOCK_WORDS), 32 * word, out, at);
  }

  /**
   * Returns a buffer for the bytes of an encoded block of documents (src/codec/doc-block.ts), to be filled by the caller. Valid
   * until the next call.
   */
  beginBlock(): Uint8Array {
    return this.#bytes;
  }

  /**
   * After `beginBlock`: takes ascending documents of the block, using only their low halves. Writes the rank of each, or -1,
   * into `out`. Returns the number of documents in the block.
   */
  rankLows(form: number, length: number, docs: Uint32Array | Uint16Array, count: number, out: Int32Array): number {
    const lows = this.#lows;
    if (count > COPIED_AT_ONCE) lows.set(docs.subarray(0, count));
    else for (let i = 0; i < count; i++) lows[i] = docs[i]!;
    const found = this.#code.rankLows(form, length, count);
    const ranks = this.#found;
    if (count > COPIED_AT_ONCE) out.set(ranks.subarray(0, count));
    else for (let i = 0; i < count; i++) out[i] = ranks[i]!;
    return found;
  }

  /** Like `rankLows`, but moves the documents that the block has, or with `wanted` 0 lacks, to the front. Returns how many. */
  keepLows(form: number, length: number, docs: Uint16Array, count: number, wanted: 0 | 1): number {
    const lows = this.#lows;
    if (count > COPIED_AT_ONCE) lows.set(docs.subarray(0, count));
    else for (let i = 0; i < count; i++) lows[i] = docs[i]!;
    const left = this.#code.keepLows(form, length, count, wanted);
    if (left > COPIED_AT_ONCE) docs.set(lows.subarray(0, left));
    else for (let i = 0; i < left; i++) docs[i] = lows[i]!;
    return left;
  }

  /** Begins with a few ascending documents `docs[0 … count)` of a block, at most {@link FEW_MAX}. */
  beginFew(docs: Uint32Array, count: number): void {
    this.#candidates.set(docs.subarray(0, count));
    this.#hasFewCandidates = true;
    this.#few = count;
  }

  /** Intersects with `docs[from … to)`, which become a list. Lists must come in order. Returns how many documents are left. */
  narrowToDocs(list: number, docs: Uint32Array, from: number, to: number): number {
    this.#docs.set(docs.subarray(from, to));
    this.#few = this.#code.narrowToDocs(list, to - from, this.#few);
    return this.#few;
  }

  /** Like `narrowToDocs`, for a block of documents with its bytes from `beginBlock`. */
  narrowToBlock(list: number, form: number, length: number): number {
    this.#few = this.#code.narrowToBlock(list, form, length, this.#few);
    return this.#few;
  }

  /** Begins with the ascending documents `docs[0 … count)` of a block. */
  beginMatch(docs: Uint32Array, count: number): void {
    this.#docs.set(docs.subarray(0, count));
    this.#hasFewCandidates = false;
    this.#code.fillSet(count);
    this.#last = docs[count - 1]! & LOW_MASK;
  }

  /** Lets another caller match from here on. */
  endMatch(): void {}

  /** Intersects with `docs[from … to)`, which become a list. Returns how many documents are left. */
  meetDocs(list: number, docs: Uint32Array, from: number, to: number): number {
    this.#docs.set(docs.subarray(from, to));
    this.#code.fillList(list, to - from);
    return this.#code.meetList(list, this.#last);
  }

  /** Like `meetDocs`, for a block of documents, `bytes[start … end)`. */
  meetBlock(list: number, form: number, bytes: Uint8Array, start: number, end: number): number {
    this.#bytes.set(bytes.subarray(start, end));
    this.#code.decodeList(list, form, end - start);
    return this.#code.meetList(list, this.#last);
  }

  /** Returns the low halves of the remaining documents, which become the candidates. Valid until `endMatch`. */
  collect(): Uint16Array {
    return this.#candidates.subarray(0, this.#hasFewCandidates ? this.#few : this.#code.collectSet(this.#last));
  }

  /** Makes the first `count` candidates of the batch the remaining ones. */
  allAlive(count: number): void {
    const { alive } = this;
    for (let i = 0; i < count; i++) alive[i] = i;
  }

  /**
   * Returns `base` plus the rank in a list for the first `count` remaining candidates from `from` on. Valid until the next
   * call.
   */
  ranks(list: number, from: number, count: number, base: number): Uint32Array {
    if (this.#hasFewCandidates) this.#code.ranksOfNarrowed(list, from, count, base);
    else this.#code.rankCandidates(list, from, count, base);
    return this.#ordinals;
  }

  /**
   * Adds up frequencies for the first `count` remaining candidates, after `ranks`: the sum of those before each in its group of
   * 2^shift postings. The block has `listed` postings, and the record of its frequencies has `length` bytes at `offset` of
   * `stream`. Returns the highest frequency.
   */
  sumPacks(count: number, stream: CopiedStream, offset: number, length: number, listed: number, shift: number): number {
    const packs = (listed + 2 ** PACK_BITS - 1) >>> PACK_BITS;
    stream.copy(offset, Math.min(length, packs * DIRECTORY_ENTRY_MAX), this.#bytes);
    const end = this.#code.locatePacks(count, packs);
    const first = this.#packs[0]!;
    stream.copy(offset + first, end - first, this.#bytes);
    return this.#code.sumFrequencies(count, first, listed, shift);
  }

  /** Returns the frequency of each candidate, after `sumPacks` or `sumShort`. Valid until the next call of either. */
  get frequencies(): Uint32Array {
    return this.#counts;
  }

  /** Like `sumPacks`, for a short list, given all its frequencies. */
  sumShort(count: number, frequencies: Uint32Array, shift: number): number {
    const ordinals = this.#ordinals;
    const skips = this.#skips;
    const counts = this.#counts;
    const group = -1 << shift;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i]!;
      const isNext = i > 0 && (ordinals[i - 1]! & group) === (ordinal & group);
      let passed = isNext ? skips[i - 1]! : 0;
      for (let before = isNext ? ordinals[i - 1]! : ordinal & group; before < ordinal; before++)
        passed += frequencies[before]!;
      skips[i] = passed;
      counts[i] = frequencies[ordinal]!;
      most = Math.max(most, counts[i]!);
    }
    return most;
  }

  /** Returns a buffer for bytes of positions, to be filled by the caller. Valid until the next call that reads positions. */
  beginPositions(): Uint8Array {
    return this.#bytes;
  }

  /** Sets the group of the i-th remaining candidate: `length` bytes of that buffer from `at`. */
  setGroup(i: number, at: number, length: number): void {
    this.#froms[i] = this.#bytesAt + at;
    this.#tos[i] = this.#bytesAt + at + length;
  }

  /**
   * Decodes the first term of `count` candidates. `order` is that of the numbers. A group has 2^shift postings. The starts of
   * the phrase are the term's positions minus `offset`, its offset in the phrase. Returns how many candidates have any.
   */
  beginPhrase(count: number, order: number, shift: number, offset: number): number {
    return this.#code.beginPhrase(count, order, shift, offset);
  }

  /** Moves to the next term. */
  turnToTerm(order: number, shift: number): void {
    this.#code.turnToTerm(order, shift);
  }

  /**
   * Keeps the starts that have the term `offset` positions after them, for the remaining candidates numbered `from` up to `to`.
   * Returns how many of all candidates so far are left.
   */
  narrowStarts(from: number, to: number, offset: number): number {
    return this.#code.narrowStarts(from, to, offset);
  }

  /** Like `narrowStarts`, but keeps candidates, with all their starts, if the term is within `slop` of `distance` after one. */
  keepNear(from: number, to: number, distance: number, slop: number): number {
    return this.#code.keepNear(from, to, distance, slop);
  }

  /** Returns the number of starts in the i-th remaining candidate. */
  startsOf(i: number): number {
    return (this.#ends[i]! - (i === 0 ? this.#startsAt : this.#ends[i - 1]!)) >>> 2;
  }
}
