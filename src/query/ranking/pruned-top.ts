/** Dynamic pruning (MaxScore, block-max): the best documents of a sum of terms without scoring all matches. */

import { BLOCK_SIZE, BLOCK_WORDS } from '../../codec/doc-block.ts';
import { PACK } from '../../codec/frequencies.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { ways } from '../../shared/thresholds.ts';
import type { BlockSet } from '../operators/block-set.ts';
import type { BestItems } from './best-items.ts';
import { FewJoined, NOT_FEW } from './few-joined.ts';
import type { TermScorer } from './scoring.ts';
import { ROUNDING, TermInBlock } from './term-bounds.ts';

/**
 * The best documents of one block for a sum of terms, without scoring those that a bound excludes (Turtle and Flood,
 * Query evaluation: strategies and optimizations, 1995; block-max after Ding and Suel, 2011). The bound of a
 * posting is that of its pack of 128. Scores are exact, computed term by term while a document can still be among the best.
 */
export class PrunedTop {
  readonly #index: IndexReader;
  readonly #terms: TermInBlock[];
  readonly #best: BestItems;
  /** If every term is required. */
  readonly #few: FewJoined | null;
  #base = 0;
  #totals: Float64Array | null = null;
  /** Upper bound on the sum of each term and all after it. */
  #rest: Float64Array;

  /** `required` are lists that every match is in. */
  constructor(index: IndexReader, scorers: readonly TermScorer[], required: ReadonlySet<PostingList>, best: BestItems) {
    this.#index = index;
    this.#terms = scorers.map((scorer) => new TermInBlock(index, scorer, required.has(scorer.list)));
    this.#best = best;
    this.#rest = new Float64Array(scorers.length + 1);
    const areAllRequired = scorers.length > 1 && scorers.every((scorer) => required.has(scorer.list));
    this.#few = areAllRequired && FewJoined.isFor(scorers.length) ? new FewJoined(index, scorers, best) : null;
  }

  /** Returns what it borrowed from pools; it must not be used afterwards. */
  release(): void {
    for (const term of this.#terms) term.release();
  }

  /** Whether there are so many terms that checking their bounds for each candidate costs more than scoring everything. */
  get areMany(): boolean {
    return this.#terms.length > MANY;
  }

  /** Scores all documents of a set, regardless of bounds: term by term, into totals by document. */
  *allOf(block: number, set: BlockSet): Generator<void> {
    this.#base = block * BLOCK_SIZE;
    this.#totals ??= new Float64Array(BLOCK_SIZE);
    const totals = this.#totals.fill(0);
    for (const [t, term] of this.#terms.entries()) {
      term.open(block);
      term.addAll(this.#base, totals);
      if (t % MANY === 0) yield;
    }
    const count = set.collect(0, members, 0);
    const { ids } = this.#index;
    const best = this.#best;
    for (let i = 0; i < count; i++) {
      const low = members[i]!;
      if (totals[low]! >= best.threshold) best.offer(ids[this.#base + low]!, totals[low]!);
    }
  }

  /** Scores documents that have the required term, or any of the terms if none is required. */
  any(block: number): void {
    this.#byPacks(null, this.#open(block));
  }

  /**
   * Scores documents that have all required terms, two or more, if the rarest of them is rare. Otherwise it does nothing and
   * returns false: then a set of bitmaps is cheaper.
   */
  join(block: number): boolean {
    let count = this.#few === null ? NOT_FEW : this.#few.join(block, members);
    if (count === 0) return true;
    const driver = this.#open(block)!;
    if (count === NOT_FEW) {
      if (!driver.isSparse) return false;
      count = driver.copyDocs(members);
      for (const term of this.#terms) {
        if (term.isRequired && term !== driver && count > 0) count = term.retain(members, count);
      }
    }
    if (this.#areFew(count, driver)) this.#oneByOne(count);
    else {
      allowed.fill(0);
      for (let i = 0; i < count; i++) allowed[members[i]! >>> 5]! |= 1 << (members[i]! & 31);
      this.#byPacks(allowed, driver);
    }
    return true;
  }

  /**
   * Scores documents of a set. With `isCovered`, each has at least one of the terms. A few are scored one by one; otherwise
   * the packs of the terms are visited as without a set.
   */
  among(block: number, set: BlockSet, isCovered: boolean): void {
    const driver = this.#open(block);
    if ((driver === null && !isCovered) || this.#areFew(set.count(), driver)) {
      this.#oneByOne(set.collect(0, members, 0));
      return;
    }
    if (set.isSparse) {
      allowed.fill(0);
      set.uniteInto(allowed, 0);
      this.#byPacks(allowed, driver);
    } else this.#byPacks(set.words, driver);
  }

  #areFew(count: number, driver: TermInBlock | null): boolean {
    return count <= FEW || (driver !== null && count * FEW_PART < driver.count);
  }

  /**
   * Moves to a block: terms by falling bound, except that the required term with the fewest documents comes first. Returns
   * that term.
   */
  #open(block: number): TermInBlock | null {
    this.#base = block * BLOCK_SIZE;
    const terms = this.#terms;
    for (const term of terms) term.open(block);
    if (terms.length > 1) terms.sort((a, b) => b.maxScore - a.maxScore);
    const first = terms.findIndex((term) => term.isRequired);
    for (let t = first + 1; first >= 0 && t < terms.length; t++) {
      const term = terms[t]!;
      if (!term.isRequired || term.count >= terms[first]!.count) continue;
      terms[t] = terms[first]!;
      terms[first] = term;
    }
    const rest = this.#rest;
    for (let t = terms.length - 1; t >= 0; t--) rest[t] = rest[t + 1]! + terms[t]!.maxScore;
    return first < 0 ? null : terms[first]!;
  }

  /** Scores `members[0 … count)`. */
  #oneByOne(count: number): void {
    for (let at = 0; at < count; at += PACK) {
      const size = Math.min(PACK, count - at);
      for (let i = 0; i < size; i++) lows[i] = members[at + i]!;
      scores.fill(0, 0, size);
      this.#finish(size, 0);
    }
  }

  /**
   * Visits terms by falling bound: once the bounds of the remaining terms together cannot reach the worst of the best, no
   * document that has only those can. If there is a driver, all documents have it, so no term after it need be visited.
   */
  #byPacks(words: Uint32Array | null, driver: TermInBlock | null): void {
    const terms = this.#terms;
    const best = this.#best;
    const isMarked = terms.length > 1 && terms[0] !== driver;
    if (isMarked) seen.fill(0);
    for (let t = 0; t < terms.length; t++) {
      if (this.#rest[t]! * ROUNDING < best.threshold) return;
      const term = terms[t]!;
      if (term.count === 0) continue;
      const rest = this.#rest[t + 1]!;
      const packs = term.packsByBound(order);
      for (let i = 0; i < packs; i++) {
        if ((term.packBound(order[i]!) + rest) * ROUNDING < best.threshold) break;
        this.#byPack(t, order[i]!, words, isMarked);
      }
      if (term === driver) return;
    }
  }

  /** Scores the documents of a pack that are in the set and in no earlier term. */
  #byPack(t: number, pack: number, words: Uint32Array | null, isMarked: boolean): void {
    const term = this.#terms[t]!;
    let count = term.pack(pack, lows);
    let chosen = EVERY_INDEX;
    if (words !== null || isMarked) {
      chosen = indexes;
      const all = count;
      count = 0;
      for (let i = 0; i < all; i++) {
        const low = lows[i]!;
        const at = low >>> 5;
        const bit = 1 << (low & 31);
        if (words !== null && (words[at]! & bit) === 0) continue;
        if (isMarked) {
          if ((seen[at]! & bit) !== 0) continue;
          seen[at]! |= bit;
        }
        lows[count] = low;
        indexes[count++] = i;
      }
    }
    const least = this.#best.threshold / ROUNDING - this.#rest[t + 1]!;
    // A document that an earlier term has was scored there, or could not be among the best.
    this.#finish(term.scorePack(pack, lows, chosen, count, least, this.#base, scores), t + 1);
  }

  /** Adds the terms from `from` on to the scores of `lows[0 … count)`, and offers the documents that are left. */
  #finish(count: number, from: number): void {
    const terms = this.#terms;
    const best = this.#best;
    let left = count;
    for (let t = from; t < terms.length && left > 0; t++) {
      left = terms[t]!.add(lows, scores, left, this.#base, this.#rest[t + 1]!, best.threshold);
    }
    const { ids } = this.#index;
    for (let i = 0; i < left; i++) {
      if (scores[i]! >= best.threshold) best.offer(ids[this.#base + lows[i]!]!, scores[i]!);
    }
  }
}

/** Terms beyond which every document is scored. */
const MANY = ways.manyTerms;

/** Sets of up to this many documents are scored one by one, and so are those much smaller than the driver. */
const FEW = ways.fewDocs;
const FEW_PART = ways.fewPart;

// Scratch memory of one call: nothing here yields, so searches that take turns can share it.
const seen = new Uint32Array(BLOCK_WORDS);
const allowed = new Uint32Array(BLOCK_WORDS);
const members = new Uint16Array(BLOCK_SIZE);
const lows = new Uint16Array(PACK);
const indexes = new Uint8Array(PACK);
const EVERY_INDEX = Uint8Array.from({ length: PACK }, (_, i) => i);
const order = new Uint16Array(Math.ceil(BLOCK_SIZE / PACK));
const scores = new Float64Array(PACK);
