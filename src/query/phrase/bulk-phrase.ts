/** Matches a phrase in many documents at once, in the WebAssembly kernel. */
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { tuning } from '../../shared/thresholds.ts';
import { kernel } from '../resident/this-thread.ts';
import { keepFound } from './found-entries.ts';
import type { PhraseTerm } from './phrase-candidates.ts';
import { rarestFirst } from './phrase-candidates.ts';
import { isTogether } from './phrase-way.ts';
import type { TermPositions } from './term-positions.ts';

/**
 * Processes many documents and their positions at once (src/query/resident). For more than a few documents, this is
 * faster than matching them one by one.
 */
export class BulkPhrase {
  readonly #phraseTerms: readonly PhraseTerm[];
  /** Distinct terms, rarest first, and for each term of the phrase its index in this list. */
  readonly #terms: readonly TermPositions[];
  readonly #lists: readonly number[];
  /** 0 for an exact phrase. */
  readonly #slop: number;
  readonly #bytesMax: number;
  /** The low halves of the documents that have all terms. */
  candidates: Uint16Array = NO_CANDIDATES;

  /** Takes the terms in matching order. Processes at most `bytesMax` bytes of positions at a time. */
  constructor(phraseTerms: readonly PhraseTerm[], slop: number, bytesMax = tuning.bulkBytesMax) {
    this.#phraseTerms = phraseTerms;
    this.#bytesMax = bytesMax;
    this.#slop = Math.min(slop, SLOP_MAX);
    this.#terms = rarestFirst(phraseTerms.map(({ term }) => term));
    this.#lists = phraseTerms.map(({ term }) => this.#terms.indexOf(term));
  }

  /** Whether the phrase fits, and bulk matching pays off for this many documents. */
  isFor(count: number): boolean {
    return isTogether(count, this.#terms.length);
  }

  /**
   * Sets `candidates` to those of the ascending documents `docs[0 … count)` of a block that have all terms. Returns
   * their number.
   */
  begin(block: number, docs: Uint32Array, count: number): number {
    this.candidates = NO_CANDIDATES;
    let left = count;
    for (let i = 0; i < count; i++) lows[i] = docs[i]! & LOW_MASK;
    for (let t = 0; t < this.#terms.length && left > 0; t++) {
      const term = this.#terms[t]!;
      if (!term.turnTo(block)) return 0;
      left = narrow(t, left, term.ranks(lows, left, found));
    }
    if (left === 0) return 0;
    for (const term of this.#terms) term.openBlock(block);
    this.candidates = lows.subarray(0, left);
    return left;
  }

  /** Writes the ranks of the first `count` remaining candidates from `from` on into `out[p]`. */
  ranks(from: number, count: number, out: readonly Uint16Array[]): void {
    const { alive } = kernel.batch;
    for (let p = 0; p < this.#phraseTerms.length; p++) {
      const ranks = ranksOf(this.#lists[p]!);
      for (let i = 0; i < count; i++) out[p]![i] = ranks[from + alive[i]!]!;
    }
  }

  /**
   * Matches the candidates `[from, from + count)`, at most `tuning.postingsAtOnce`. For an exact phrase, keeps those
   * with the phrase. For a sloppy one, keeps those in which every term is near enough to the first one matched. They
   * are `from + kernel.batch.alive[0 … n)`. Returns n. Returns -1, with all candidates alive, if there are too few or
   * too many positions for bulk matching.
   */
  match(from: number, count: number): number {
    kernel.batch.allAlive(count);
    if (count < BULK_MIN) return -1;
    let left = this.#beginPhrase(from, count);
    for (let p = 1; p < this.#phraseTerms.length && left > 0; p++) left = this.#keep(p, from, left);
    if (left < 0) kernel.batch.allAlive(count);
    return left;
  }

  #beginPhrase(from: number, count: number): number {
    const { term, offset } = this.#phraseTerms[0]!;
    const most = term.locate(ranksOf(this.#lists[0]!), from, count, groups, lengths);
    if (most * count > tuning.startsMax || this.#load(0, 0, count) < count) return -1;
    return kernel.batch.beginPhrase(count, term.order, term.shift, this.#slop === 0 ? offset : 0);
  }

  #keep(p: number, from: number, count: number): number {
    const { term, offset } = this.#phraseTerms[p]!;
    term.locate(ranksOf(this.#lists[p]!), from, count, groups, lengths);
    kernel.batch.turnToTerm(term.order, term.shift);
    let kept = 0;
    for (let at = 0; at < count; ) {
      const to = this.#load(p, at, count);
      if (to === at) return -1;
      kept =
        this.#slop === 0
          ? kernel.batch.narrowStarts(at, to, offset)
          : kernel.batch.keepNear(at, to, offset - this.#phraseTerms[0]!.offset, this.#slop);
      at = to;
    }
    return kept;
  }

  /**
   * Passes the groups of the p-th term to the kernel, for the remaining candidates from the `from`-th on. Returns the index
   * after the last, at most `count`. Groups near each other are copied together with the bytes between them.
   */
  #load(p: number, from: number, count: number): number {
    const { term } = this.#phraseTerms[p]!;
    const room = kernel.batch.beginPositions();
    let begin = groups[from]!;
    let end = begin;
    let at = 0;
    let i = from;
    for (; i < count; i++) {
      const group = groups[i]!;
      const groupEnd = group + lengths[i]!;
      if (group > end + JOINED_BYTES) {
        term.copy(begin, end - begin, room, at);
        at += end - begin;
        begin = group;
        end = group;
      }
      if (at + groupEnd - begin > this.#bytesMax) break;
      end = groupEnd;
      kernel.batch.setGroup(i, at + group - begin, lengths[i]!);
    }
    term.copy(begin, end - begin, room, at);
    return i;
  }
}

/** Fewer candidates than this are matched one by one. */
const BULK_MIN = tuning.bulkMin;
/** All positions are below this. */
const SLOP_MAX = 2 ** 31 - 1;
/** Maximum gap between two groups that is copied instead of skipped. */
const JOINED_BYTES = tuning.joinedBytes;

/** Keeps the documents with a rank in `found`, and their ranks in this and the previous lists. Returns their number. */
function narrow(t: number, count: number, left: number): number {
  ranksOf(t).set(found.subarray(0, count));
  if (left === count) return count;
  for (let own = 0; own <= t; own++) keepFound(ranksOf(own), found, count);
  keepFound(lows, found, count);
  return left;
}

/** Ranks of the candidates in the t-th list. */
function ranksOf(t: number): Uint16Array {
  while (ranksByList.length <= t) ranksByList.push(new Uint16Array(BLOCK_SIZE));
  return ranksByList[t]!;
}

const NO_CANDIDATES = new Uint16Array(0);
const LOW_MASK = BLOCK_SIZE - 1;
// Not used across a yield, so that interleaved searches can share them.
const lows = new Uint16Array(BLOCK_SIZE);
const found = new Int32Array(BLOCK_SIZE);
const ranksByList: Uint16Array[] = [];
const groups = new Float64Array(tuning.postingsAtOnce);
const lengths = new Uint32Array(tuning.postingsAtOnce);
