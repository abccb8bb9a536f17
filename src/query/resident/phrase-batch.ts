/**
 * Compares the positions of up to 256 postings together, in the memory of the resident kernel (assembly/batch/positions.ts,
 * assembly/batch/frequencies.ts).
 */
import { format, tuning } from '../../shared/thresholds.ts';

/** Maximum candidates processed together. */
export const POSTINGS_MAX = 256;
/** Maximum total positions of the first term of a phrase in these candidates. */
export const STARTS_MAX = 65_536;
/** Input bytes of a call. A few bytes after them may be read; their values do not matter. */
export const BYTES_MAX = 2 ** 19;

const PACK_BITS = format.packBits;
/** Bytes of a pack in its directory: the impact, and a length below 2^14. */
const DIRECTORY_ENTRY_MAX = 3;

type Region = ('FROMS' | 'TOS' | 'SKIPS' | 'COUNTS' | 'ALIVE') | ('ENDS' | 'ORDINALS' | 'PACKS' | 'STARTS' | 'BYTES');

export interface BatchCode extends Record<Region, { readonly value: number }> {
  locateBatch(postings: number, packs: number): number;
  sumFrequencies(postings: number, first: number, listed: number, shift: number): number;
  beginPhrase(postings: number, order: number, shift: number, offset: number): number;
  turnToTerm(order: number, shift: number): void;
  narrowStarts(from: number, to: number, offset: number): number;
  keepNear(from: number, to: number, distance: number, slop: number): number;
}

/** A stream of bytes: `copy` writes a range of it to the beginning of `out`. */
export interface CopiedStream {
  copy(offset: number, length: number, out: Uint8Array): void;
}

/**
 * Call `allAlive`, then for each term of a phrase `rank`, `sumPacks` or `sumShort`, its bytes (`beginPositions`, `setGroup`),
 * and `beginPhrase` for the first term, `turnToTerm` and `narrowStarts` or `keepNear` for the others. Nothing in between awaits
 * anything, so two callers never overlap. Tests check the order of calls (test/support/checked-batch.ts).
 */
export class PhraseBatch {
  readonly #code: BatchCode;
  #bytes = new Uint8Array(0);
  /** Addresses of the bytes and the starts, cached because reading them from the kernel each time takes too long. */
  #bytesAt = 0;
  #startsAt = 0;
  /** By remaining candidate: the beginning and end of its posting's group. */
  #froms = new Uint32Array(0);
  #tos = new Uint32Array(0);
  /**
   * By remaining candidate: the number of positions in the group before its posting, and the number of positions of the
   * posting.
   */
  #skips = new Uint32Array(0);
  #counts = new Uint32Array(0);
  /** By remaining candidate: the end of its starts, the ordinal of its posting in a list, and the pack of its frequency. */
  #ends = new Uint32Array(0);
  #ordinals = new Uint32Array(0);
  #packs = new Uint32Array(0);
  /** The remaining candidates, ascending, by index in the batch. */
  alive = new Uint32Array(0);

  constructor(code: BatchCode) {
    if (tuning.postingsAtOnce > POSTINGS_MAX || tuning.startsMax > STARTS_MAX) {
      throw new RangeError('the thresholds are larger than what the memory of the kernel has room for');
    }
    this.#code = code;
  }

  /** Creates the views again after the memory has grown. */
  look(buffer: ArrayBuffer): void {
    const column = ({ value }: { readonly value: number }) => new Uint32Array(buffer, value, POSTINGS_MAX);
    this.#bytesAt = this.#code.BYTES.value;
    this.#startsAt = this.#code.STARTS.value;
    this.#bytes = new Uint8Array(buffer, this.#bytesAt, BYTES_MAX);
    this.#froms = column(this.#code.FROMS);
    this.#tos = column(this.#code.TOS);
    this.#skips = column(this.#code.SKIPS);
    this.#counts = column(this.#code.COUNTS);
    this.#ends = column(this.#code.ENDS);
    this.#ordinals = column(this.#code.ORDINALS);
    this.#packs = column(this.#code.PACKS);
    this.alive = column(this.#code.ALIVE);
  }

  /** Makes the first `count` candidates of the batch the remaining ones. */
  allAlive(count: number): void {
    const { alive } = this;
    for (let i = 0; i < count; i++) alive[i] = i;
  }

  /**
   * Sets the ordinals of the first `count` remaining candidates from `from` on: `base` plus the rank of each in a list. Returns
   * them. Valid until the next call.
   */
  rank(ranks: Uint16Array, from: number, count: number, base: number): Uint32Array {
    const { alive } = this;
    const ordinals = this.#ordinals;
    for (let i = 0; i < count; i++) ordinals[i] = base + ranks[from + alive[i]!]!;
    return ordinals;
  }

  /**
   * Adds up frequencies for the first `count` remaining candidates, after `rank`: the sum of those before each in its group of
   * 2^shift postings. The block has `listed` postings, and the record of its frequencies has `length` bytes at `offset` of
   * `stream`. Returns the highest frequency.
   */
  sumPacks(count: number, stream: CopiedStream, offset: number, length: number, listed: number, shift: number): number {
    const packs = (listed + 2 ** PACK_BITS - 1) >>> PACK_BITS;
    stream.copy(offset, Math.min(length, packs * DIRECTORY_ENTRY_MAX), this.#bytes);
    const end = this.#code.locateBatch(count, packs);
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
    const from = this.#bytesAt + at;
    this.#froms[i] = from;
    this.#tos[i] = from + length;
  }

  /**
   * Decodes the first term of `count` candidates. `order`: in which order the numbers are stored. A group has 2^shift
   * postings. The starts of the phrase are the term's positions minus `offset`, its offset in the phrase. Returns how
   * many candidates have any starts.
   */
  beginPhrase(count: number, order: number, shift: number, offset: number): number {
    return this.#code.beginPhrase(count, order, shift, offset);
  }

  /** Moves to the next term. */
  turnToTerm(order: number, shift: number): void {
    this.#code.turnToTerm(order, shift);
  }

  /**
   * Keeps the starts that have the term `offset` positions after them, for the remaining candidates numbered `from` up
   * to `to`. Returns how many candidates are left, including those of earlier calls.
   */
  narrowStarts(from: number, to: number, offset: number): number {
    return this.#code.narrowStarts(from, to, offset);
  }

  /**
   * Like `narrowStarts`, but keeps candidates, with all their starts, if the term is `distance` after one of them,
   * within `slop`.
   */
  keepNear(from: number, to: number, distance: number, slop: number): number {
    return this.#code.keepNear(from, to, distance, slop);
  }

  /** Returns the number of starts in the i-th remaining candidate. */
  startsOf(i: number): number {
    return (this.#ends[i]! - (i === 0 ? this.#startsAt : this.#ends[i - 1]!)) >>> 2;
  }
}
