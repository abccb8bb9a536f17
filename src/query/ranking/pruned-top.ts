/** Dynamic pruning (MaxScore, block-max): the best documents of a sum of terms without scoring all matches. */

import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import { PACK } from '../../codec/frequencies.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { Norms } from '../../kernel/norm-codes.ts';
import { RANKED_BESTS_MAX, RANKED_SLOTS, RANKED_TERMS_MAX } from '../../kernel/ranking-kernel.ts';
import { ways } from '../../shared/thresholds.ts';
import { BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import type { Operator } from '../operators/operator.ts';
import type { BestItems } from './best-items.ts';
import type { TermScorer } from './scoring.ts';
import { TermInBlock, WEIGHT_MAX, WEIGHT_MIN } from './term-bounds.ts';
import { ranking } from './thread-kernel.ts';

/**
 * The best documents of one block for a sum of terms, without scoring those that a bound excludes (Turtle and Flood,
 * Query evaluation: strategies and optimizations, 1995; block-max after Ding and Suel, 2011). In a block, terms are added to sums by
 * falling bound until the others together cannot bring a document among the best; the others are looked up in those that they can
 * still lift. Sums are bounds of the kernel; what is left is scored exactly, term by term in the order of the query.
 */
export class PrunedTop {
  /** In the order of the query. */
  readonly #terms: TermInBlock[];
  readonly #required: TermInBlock[];
  readonly #norms: readonly Norms[];
  readonly #best: BestItems;
  readonly #limit: number;
  /** Whether bounds are of use: 32-bit floats have room for the scores. */
  readonly #isBounded: boolean;
  #base = 0;
  #isFirst = true;
  /** What candidates must match beside having terms. */
  #filter: Operator | null = null;
  /** The terms of the block by falling bound, and the bound on each and all after it. */
  readonly #byBound: TermInBlock[] = [];
  readonly #rest: Float64Array;
  /** Documents below this cannot be among the best. */
  #least = Number.NEGATIVE_INFINITY;

  /** `required` are lists that every match is in. */
  constructor(
    index: IndexReader,
    scorers: readonly TermScorer[],
    required: ReadonlySet<PostingList>,
    best: BestItems,
    limit: number,
  ) {
    this.#terms = scorers.map((scorer, i) => new TermInBlock(index, scorer, i, required.has(scorer.list)));
    this.#required = this.#terms.filter(({ isRequired }) => isRequired);
    this.#norms = [...new Set(scorers.map(({ norms }) => norms))];
    this.#best = best;
    this.#limit = limit;
    this.#isBounded = scorers.every(({ weight }) => weight > WEIGHT_MIN && weight < WEIGHT_MAX);
    this.#rest = new Float64Array(scorers.length + 1);
  }

  /** Whether documents are passed over by their bounds: not if there are so many terms that it costs more than scoring everything. */
  get isPruning(): boolean {
    return this.#isBounded && this.#terms.length <= MANY;
  }

  /** The first block at or after `block` that has any of the terms; Infinity if there is none. */
  nextBlock(block: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const term of this.#terms) next = Math.min(next, term.nextBlock(block));
    return next;
  }

  /** Scores documents that have the required term, or any of the terms if none is required. */
  any(block: number): void {
    if (!this.#open(block)) return;
    const driver = this.#driver();
    if (this.#areFew(driver)) {
      this.#scoreFew(block);
      return;
    }
    ranking.beginBlock(this.#norms);
    this.#find(driver);
    this.#isFirst = false;
  }

  /** Scores documents that have all required terms. */
  all(block: number): void {
    if (!this.#open(block)) return;
    ranking.beginBlock(this.#norms);
    const byCount = this.#required;
    sortByCount(byCount);
    const driver = byCount[0]!;
    let others = this.#rest[0]! - driver.bound;
    driver.put(this.#base);
    driver.isCounted = true;
    let count = ranking.gatherTerm(driver.number, this.#least - others);
    for (let i = 1; i < byCount.length && count > 0; i++) {
      const term = byCount[i]!;
      term.putDocs(this.#base);
      term.expect(count, false);
      if (term.isBitmap) count = ranking.keepWith(term.number, count);
      else {
        // Finding the documents costs most, so they are scored at once.
        others -= term.bound;
        term.put(this.#base);
        term.isCounted = true;
        count = ranking.lookUp(term.number, count, this.#least - others, true);
      }
    }
    this.#finish(count);
  }

  /** Scores documents of an operator. With `isCovered`, each has at least one of the terms. */
  among(block: number, operator: Operator, isCovered: boolean): void {
    if (!this.#open(block)) return;
    const driver = this.#driver();
    ranking.beginBlock(this.#norms);
    if (driver === null ? isCovered : operator.cost >= driver.list.docFreq / FEW_PART) {
      this.#filter = operator;
      this.#find(driver);
      this.#filter = null;
      this.#isFirst = false;
      return;
    }
    const set = BlockSet.take();
    operator.load(block, set);
    const count = set.collect(0, ranking.candidates, 0);
    set.release();
    ranking.clearScores(count);
    this.#finish(count);
  }

  /** Whether the block has so few postings that scoring them all costs less than finding the best of them. */
  #areFew(driver: TermInBlock | null): boolean {
    if (driver !== null && this.#byBound.length > 1) return false;
    let postings = 0;
    for (const { count } of this.#byBound) postings += count;
    return postings <= (this.#isFirst ? ways.scoredFirst : ways.scoredAll);
  }

  /** Scores all documents that have a term, term by term in the order of the query. */
  #scoreFew(block: number): void {
    this.#isFirst = false;
    if (this.#byBound.length === 1) {
      this.#byBound[0]!.scorer.offerAll(block, this.#best);
      return;
    }
    try {
      this.#offerMembers(block);
    } catch (fault) {
      // Lists, norms and ids may be damaged, and be met when some documents have their totals.
      totals.fill(0);
      throw fault;
    }
  }

  #offerMembers(block: number): void {
    let count = 0;
    for (const term of this.#terms) if (term.count > 0) count = term.scorer.addMembers(block, totals, members, count);
    const best = this.#best;
    for (let i = 0; i < count; i++) {
      const low = members[i]!;
      const total = totals[low]!;
      totals[low] = 0;
      if (total >= best.threshold) best.offer(this.#base + low, total);
    }
  }

  /** Keeps the candidates that the operator has, of which so few are left that asking for them costs least. */
  #keepMatches(operator: Operator, count: number): number {
    const set = BlockSet.take();
    if (count <= SPARSE_MAX) {
      set.docs.set(ranking.candidates.subarray(0, count));
      set.length = count;
    } else {
      const words = set.beginDense();
      for (let i = 0; i < count; i++) words[ranking.candidates[i]! >>> 5]! |= 1 << (ranking.candidates[i]! & 31);
    }
    operator.retain(this.#base / BLOCK_SIZE, set);
    if (set.isSparse) set.uniteInto(ranking.allowed.fill(0), 0);
    else ranking.allowed.set(set.words);
    set.release();
    return ranking.keepAllowed(count);
  }

  /** Moves to a block. Returns whether any of its documents may be among the best. */
  #open(block: number): boolean {
    this.#base = block * BLOCK_SIZE;
    const terms = this.#byBound;
    terms.length = 0;
    let sum = 0;
    for (const term of this.#terms) {
      term.open(block);
      if (term.count > 0) terms.push(term);
      else if (term.isRequired) return false;
      sum += term.bound;
    }
    this.#readLeast();
    if (sum < this.#least) return false;
    if (terms.length > 1) sortByBound(terms);
    const rest = this.#rest;
    rest[terms.length] = 0;
    for (let t = terms.length - 1; t >= 0; t--) rest[t] = rest[t + 1]! + terms[t]!.bound;
    return true;
  }

  #readLeast(): void {
    this.#least = this.#best.threshold * (1 - 1e-6);
  }

  /** The required term with the fewest documents. */
  #driver(): TermInBlock | null {
    let driver: TermInBlock | null = null;
    for (const term of this.#byBound) {
      if (term.isRequired && (driver === null || term.count < driver.count)) driver = term;
    }
    return driver;
  }

  /** Finds candidates by terms, and scores them. If there is a driver, all matches have it. */
  #find(driver: TermInBlock | null): void {
    const terms = this.#byBound;
    const rest = this.#rest;
    if (terms.length === 1 && this.#isRising(terms[0]!) && this.#findRising(terms[0]!)) return;
    let done = 0;
    if (driver !== null)
      while (this.#isRare(terms[done]!, driver) && rest[done]! >= this.#least) this.#findRare(done++);
    this.#findBest(driver ?? terms[0]!);
    let essential = done;
    let postings = 0;
    while (essential < terms.length && rest[essential]! >= this.#least) postings += terms[essential++]!.count;
    if (driver !== null && (essential === terms.length || driver.count <= postings))
      this.#findByOne(driver, rest[done]! - driver.bound);
    else if (essential === done + 1) this.#findByOne(terms[done]!, rest[essential]!);
    else this.#findBySums(done);
  }

  #isRare(term: TermInBlock, driver: TermInBlock): boolean {
    return term !== driver && term.count * RARE_PART <= driver.count;
  }

  /** Scores all that has the n-th term by bound, of which there is little: what is found later does without its bound. */
  #findRare(n: number): void {
    const term = this.#byBound[n]!;
    this.#findEarly(term, this.#least - this.#rest[0]! + term.bound);
  }

  /** Scores what has the best packs of a term before anything else of the first block, so that much of it is passed over. */
  #findBest(term: TermInBlock): void {
    if (!this.#isFirst || term.count <= PACKS_FIRST * PACK) return;
    this.#findEarly(term, this.#least, Math.max(PACKS_FIRST, Math.ceil(this.#limit / PACK)));
  }

  /** Scores what a term has, or only its best packs, so that it is not found again in this block. */
  #findEarly(term: TermInBlock, least: number, bestPacks = 0): void {
    term.put(this.#base);
    term.isCounted = true;
    const found = ranking.gatherTerm(term.number, least, bestPacks);
    ranking.markCandidates(found);
    this.#finish(found);
    term.isCounted = false;
  }

  /** Whether the best documents of a term, if there is no other, are looked for first. */
  #isRising(term: TermInBlock): boolean {
    if (!term.hasPacks || term.count <= PACKS_FIRST * PACK) return false;
    return this.#best.isOfAll && this.#limit <= RANKED_BESTS_MAX;
  }

  /**
   * The candidates are the best documents of the only term. Returns whether the best of the block are among them: not if so many of them
   * do not match that one with a lower score may be.
   */
  #findRising(term: TermInBlock): boolean {
    term.put(this.#base);
    term.rankBitmap();
    term.isCounted = true;
    const wanted = this.#filter === null ? this.#limit : Math.min(FILTERED * this.#limit, RANKED_BESTS_MAX);
    const found = ranking.gatherBest(term.number, this.#least, wanted);
    const { bar } = ranking;
    if (this.#filter !== null) ranking.markCandidates(found);
    this.#finish(found);
    term.isCounted = false;
    return this.#filter === null || this.#least >= bar;
  }

  /** The candidates are documents of a term, to which the others can add `others`. */
  #findByOne(term: TermInBlock, others: number): void {
    term.put(this.#base);
    term.isCounted = true;
    this.#finish(ranking.gatherTerm(term.number, this.#least - others));
  }

  /** Adds the terms from the n-th by bound on. */
  #findBySums(n: number): void {
    const terms = this.#byBound;
    const rest = this.#rest;
    const wanted = this.#filter === null ? this.#limit : FILTERED * this.#limit;
    let added = n;
    for (; added < terms.length && rest[added]! >= this.#least; ) {
      const term = terms[added++]!;
      term.put(this.#base);
      term.isCounted = true;
      ranking.addTerm(term.number, this.#least - rest[n]! + term.bound);
      // In the first block nothing is excluded yet: the best so far are scored early, after 1, 2, 4 … terms.
      if (this.#isFirst && ((added - n) & (added - n - 1)) === 0) {
        let found = ranking.gatherSums(this.#least - rest[added]!, true);
        if (found > wanted) found = ranking.keepBest(found, ranking.scoreOfBest(found, wanted));
        ranking.markCandidates(found);
        this.#finish(found);
      }
    }
    this.#finish(ranking.gatherSums(this.#least - rest[added]!, false));
  }

  /**
   * Scores the candidates: terms that their scores lack are looked up by falling bound, and what cannot be among the best is dropped.
   */
  #finish(candidates: number): void {
    const terms = this.#byBound;
    let count = candidates;
    let rest = 0;
    for (const term of terms) if (!term.isCounted) rest += term.bound;
    for (let t = 0; t < terms.length && count > 0; t++) {
      const term = terms[t]!;
      term.put(this.#base);
      if (term.isCounted) continue;
      term.expect(count);
      rest -= term.bound;
      count = ranking.lookUp(term.number, count, this.#least - rest, term.isRequired);
    }
    if (this.#filter !== null && count > 0) count = this.#keepMatches(this.#filter, count);
    if (count === 0) return;
    if (count <= SORTED_FROM * this.#limit) this.#score(count, this.#least, Number.POSITIVE_INFINITY);
    else {
      const bar = ranking.scoreOfBest(count, this.#limit);
      this.#score(count, bar, Number.POSITIVE_INFINITY);
      this.#readLeast();
      this.#score(count, this.#least, bar);
    }
    this.#readLeast();
  }

  /** Scores the candidates whose score in the kernel is at least `least`, but below `below`, and offers them. */
  #score(count: number, least: number, below: number): void {
    for (let from = 0; from < count; ) {
      const taken = ranking.takeSlots(from, count, Math.max(least, this.#least), below);
      from = ranking.next;
      if (taken === 0) continue;
      for (const term of this.#byBound) ranking.readSlots(term.number, taken);
      this.#offer(taken);
      this.#readLeast();
    }
  }

  /** Offers the documents in slots. */
  #offer(count: number): void {
    const { slots, frequencies } = ranking;
    const best = this.#best;
    const terms = this.#terms;
    for (let slot = 0; slot < count; slot++) {
      const doc = this.#base + slots[slot]!;
      let score = 0;
      for (let t = 0; t < terms.length; t++) {
        const term = terms[t]!;
        if (term.count === 0) continue;
        const tf = frequencies[t * RANKED_SLOTS + slot]!;
        if (tf > 0) score += term.scorer.scoreOf(doc, tf);
      }
      if (score >= best.threshold) best.offer(doc, score);
    }
  }
}

/** Of so many times as many candidates as are wanted the best are scored first. */
const SORTED_FROM = 4;

// There are few terms, and mostly in order from the block before.

function sortByBound(terms: TermInBlock[]): void {
  for (let i = 1; i < terms.length; i++) {
    const term = terms[i]!;
    let at = i;
    for (; at > 0 && terms[at - 1]!.bound < term.bound; at--) terms[at] = terms[at - 1]!;
    terms[at] = term;
  }
}

function sortByCount(terms: TermInBlock[]): void {
  for (let i = 1; i < terms.length; i++) {
    const term = terms[i]!;
    let at = i;
    for (; at > 0 && terms[at - 1]!.count > term.count; at--) terms[at] = terms[at - 1]!;
    terms[at] = term;
  }
}

/** Terms beyond which every document is scored. */
const MANY = Math.min(ways.manyTerms, RANKED_TERMS_MAX);

/** So many times as many candidates as are wanted are scored first where some of them may not match: the best are often alike in that. */
const FILTERED = 8;

/** A term with fewer documents than this part of the driver's is rare beside it. */
const RARE_PART = ways.rarePart;

/** Packs that are scored first. */
const PACKS_FIRST = 4;

/** An operator of fewer documents than this part of the driver's is asked for all of them. */
const FEW_PART = ways.fewPart;

// Between blocks all totals are 0.
const totals = new Float64Array(BLOCK_SIZE);
const members = new Uint16Array(BLOCK_SIZE);
