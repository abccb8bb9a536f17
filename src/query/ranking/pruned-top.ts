/** Dynamic pruning (MaxScore, block-max): finds the top k of a sum of terms without scoring all matches. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { Norms } from '../../engine/postings/document-lengths.ts';
import { PACK } from '../../engine/postings/frequencies.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import type { Operator } from '../operators/operator.ts';
import { RANKED_BESTS_MAX, RANKED_SLOTS } from '../resident/ranked-block.ts';
import { kernel } from '../resident/this-thread.ts';
import type { BestItems } from './best-items.ts';
import type { DocsLeftOut } from './docs-left-out.ts';
import type { TermScorer } from './scoring.ts';
import { TermInBlock } from './term-bounds.ts';

/**
 * Finds the top documents of one block for a sum of terms, without scoring those that a bound excludes (Turtle and
 * Flood, Query evaluation: strategies and optimizations, 1995; block-max after Ding and Suel, 2011). In a block, terms
 * are added to sums by descending bound until the remaining terms together cannot lift a new document into the top k.
 * The remaining terms are looked up only for documents that they can still lift. Sums are upper bounds computed by the
 * kernel. The documents that are left are scored exactly, term by term in the order of the query.
 */
export class PrunedTop {
  /** In the order of the query. */
  readonly #terms: TermInBlock[];
  readonly #norms: readonly Norms[];
  readonly #best: BestItems;
  readonly #limit: number;
  #base = 0;
  #isFirst = true;
  /** An additional condition for candidates besides the terms. */
  #filter: Operator | null = null;
  readonly #leftOut: DocsLeftOut | null;
  /** Whether any document of the block is left out. */
  #areSomeLeftOut = false;
  /** The terms of the block by descending bound, and for each the sum of the bounds from it on. */
  readonly #byBound: TermInBlock[] = [];
  readonly #rest: Float64Array;
  /**
   * For each term not yet looked up for the candidates: the sum of the bounds from it on. Subtracting from a total
   * instead would lose bounds that are much smaller than the first.
   */
  readonly #later: Float64Array;
  /** Documents with a lower score cannot be in the top k. */
  #least = Number.NEGATIVE_INFINITY;

  /** `required`: lists that contain every match. */
  constructor(
    index: IndexReader,
    scorers: readonly TermScorer[],
    required: ReadonlySet<PostingList>,
    best: BestItems,
    limit: number,
  ) {
    this.#terms = scorers.map((scorer, i) => new TermInBlock(index, scorer, i, required.has(scorer.list)));
    this.#norms = [...new Set(scorers.map(({ norms }) => norms))];
    this.#best = best;
    this.#leftOut = best.leftOut;
    this.#limit = limit;
    this.#rest = new Float64Array(scorers.length + 1);
    this.#later = new Float64Array(scorers.length + 1);
  }

  /** Returns the first block at or after `block` with any of the terms; Infinity if there is none. */
  nextBlock(block: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const term of this.#terms) next = Math.min(next, term.nextBlock(block));
    return next;
  }

  /** Scores documents with the required term, or with any of the terms if none is required. */
  any(block: number): void {
    if (!this.#open(block)) return;
    const driver = this.#driver();
    if (this.#areFew(driver)) {
      this.#scoreFew(block);
      return;
    }
    ranked.beginBlock(this.#norms);
    this.#find(driver);
    this.#isFirst = false;
  }

  /** Scores documents of an operator. `isCovered`: each has at least one of the terms. */
  among(block: number, operator: Operator, isCovered: boolean): void {
    if (!this.#open(block)) return;
    const driver = this.#driver();
    ranked.beginBlock(this.#norms);
    if (driver === null ? isCovered : operator.cost >= driver.list.docFreq / FEW_PART) {
      this.#filter = operator;
      this.#find(driver);
      this.#filter = null;
      this.#isFirst = false;
      return;
    }
    const set = BlockSet.take();
    operator.load(block, set);
    const count = set.collect(0, ranked.candidates, 0);
    set.release();
    ranked.clearScores(count);
    this.#finish(count);
  }

  /** Whether the block has so few postings that scoring them all costs less than finding the best. */
  #areFew(driver: TermInBlock | null): boolean {
    if (driver !== null && this.#byBound.length > 1) return false;
    let postings = 0;
    for (const { count } of this.#byBound) postings += count;
    return postings <= (this.#isFirst ? tuning.scoredFirst : tuning.scoredAll);
  }

  /** Scores all documents with a term, term by term in the order of the query. */
  #scoreFew(block: number): void {
    this.#isFirst = false;
    if (this.#byBound.length === 1) {
      this.#byBound[0]!.scorer.offerAll(block, this.#best);
      return;
    }
    try {
      this.#offerMembers(block);
    } catch (fault) {
      // Reading lists, norms or ids may fail because of damage after some documents got totals.
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

  /** Keeps the candidates that match the operator. Comes last, because few candidates are left to check. */
  #keepMatches(operator: Operator, count: number): number {
    const set = BlockSet.take();
    if (count <= SPARSE_MAX) {
      set.docs.set(ranked.candidates.subarray(0, count));
      set.length = count;
    } else {
      const words = set.beginDense();
      for (let i = 0; i < count; i++) words[ranked.candidates[i]! >>> 5]! |= 1 << (ranked.candidates[i]! & 31);
    }
    operator.retain(this.#base / BLOCK_SIZE, set);
    if (set.isSparse) set.uniteInto(ranked.allowed.fill(0), 0);
    else ranked.allowed.set(set.words);
    set.release();
    return ranked.keepAllowed(count);
  }

  /** Whether every candidate of the block matches. */
  get #doAllMatch(): boolean {
    return this.#filter === null && !this.#areSomeLeftOut;
  }

  /**
   * Drops candidates that must be left out. If many of the best are among them, the others could not be compared with
   * the true best.
   */
  #dropLeftOut({ words }: DocsLeftOut, count: number): number {
    const first = this.#base / 32;
    const { allowed } = ranked;
    for (let i = 0; i < BLOCK_WORDS; i++) allowed[i] = ~words[first + i]!;
    return ranked.keepAllowed(count);
  }

  /** Moves to a block. Returns whether any of its documents may be in the top k. */
  #open(block: number): boolean {
    this.#base = block * BLOCK_SIZE;
    this.#areSomeLeftOut = this.#leftOut?.areIn(block) ?? false;
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

  /** Returns the required term with the fewest documents. */
  #driver(): TermInBlock | null {
    let driver: TermInBlock | null = null;
    for (const term of this.#byBound) {
      if (term.isRequired && (driver === null || term.count < driver.count)) driver = term;
    }
    return driver;
  }

  /** Finds candidates by terms, and scores them. If there is a driver, all matches have its term. */
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

  /**
   * Scores all documents of the n-th term by bound, which is rare. The bound then no longer counts for later
   * candidates.
   */
  #findRare(n: number): void {
    const term = this.#byBound[n]!;
    this.#findEarly(term, this.#least - this.#rest[0]! + term.bound);
  }

  /** Scores the best packs of a term before anything else of the first block, so that much of it is skipped. */
  #findBest(term: TermInBlock): void {
    if (!this.#isFirst || term.count <= PACKS_FIRST * PACK) return;
    this.#findEarly(term, this.#least, Math.max(PACKS_FIRST, Math.ceil(this.#limit / PACK)));
  }

  /** Scores the documents of a term, or only its best packs. Marks them, so that they are not found again in this block. */
  #findEarly(term: TermInBlock, least: number, bestPacks = 0): void {
    term.put();
    term.isCounted = true;
    const found = ranked.gatherTerm(term.number, least, bestPacks);
    ranked.markCandidates(found);
    this.#finish(found);
    term.isCounted = false;
  }

  /** Whether to search the top documents of the only term first. */
  #isRising(term: TermInBlock): boolean {
    if (!term.hasPacks || term.count <= PACKS_FIRST * PACK) return false;
    return this.#best.isOfAll && this.#limit <= RANKED_BESTS_MAX;
  }

  /**
   * Makes the top documents of the only term the candidates. Returns whether they include the top k of the block. If
   * many of them do not match, documents with lower scores may be in it.
   */
  #findRising(term: TermInBlock): boolean {
    term.put();
    term.rankBitmap();
    term.isCounted = true;
    const doAllMatch = this.#doAllMatch;
    const wanted = doAllMatch ? this.#limit : Math.min(FILTERED * this.#limit, RANKED_BESTS_MAX);
    const found = ranked.gatherBest(term.number, this.#least, wanted, term.scorer.exactPart);
    const { bar } = ranked;
    if (!doAllMatch) ranked.markCandidates(found);
    this.#finish(found);
    term.isCounted = false;
    return doAllMatch || this.#least >= bar;
  }

  /** Makes the documents of one term the candidates. The other terms can add at most `others` to their scores. */
  #findByOne(term: TermInBlock, others: number): void {
    term.put();
    term.isCounted = true;
    this.#finish(ranked.gatherTerm(term.number, this.#least - others));
  }

  /** Sums the terms by descending bound, from the n-th on. */
  #findBySums(n: number): void {
    const terms = this.#byBound;
    const rest = this.#rest;
    const wanted = this.#doAllMatch ? this.#limit : FILTERED * this.#limit;
    let added = n;
    for (; added < terms.length && rest[added]! >= this.#least; ) {
      const term = terms[added++]!;
      term.put();
      term.isCounted = true;
      ranked.addTerm(term.number, this.#least - rest[n]! + term.bound);
      // In the first block nothing is excluded yet, so the best candidates are scored early: after 1, 2, 4 … terms.
      if (this.#isFirst && ((added - n) & (added - n - 1)) === 0) {
        let found = ranked.gatherSums(this.#least - rest[added]!, true);
        if (found > wanted) found = ranked.keepBest(found, ranked.scoreOfBest(found, wanted));
        ranked.markCandidates(found);
        this.#finish(found);
      }
    }
    this.#finish(ranked.gatherSums(this.#least - rest[added]!, false));
  }

  /**
   * Scores the candidates: looks up their missing terms by descending bound, and drops candidates that cannot be in the top k.
   */
  #finish(candidates: number): void {
    const terms = this.#byBound;
    let count = candidates;
    const later = this.#later;
    later[terms.length] = 0;
    for (let t = terms.length - 1; t >= 0; t--) later[t] = later[t + 1]! + (terms[t]!.isCounted ? 0 : terms[t]!.bound);
    for (let t = 0; t < terms.length && count > 0; t++) {
      const term = terms[t]!;
      term.put();
      if (term.isCounted) continue;
      term.expect(count);
      count = ranked.lookUp(term.number, count, this.#least - later[t + 1]!, term.isRequired);
    }
    if (this.#areSomeLeftOut && count > 0) count = this.#dropLeftOut(this.#leftOut!, count);
    if (this.#filter !== null && count > 0) {
      count = this.#keepMatches(this.#filter, count);
      // The filter may have run in the same kernel, which may have dropped the blocks.
      for (const term of terms) term.put();
    }
    if (count === 0) return;
    if (count <= SORTED_FROM * this.#limit) this.#score(count, this.#least, Number.POSITIVE_INFINITY);
    else {
      const bar = ranked.scoreOfBest(count, this.#limit);
      this.#score(count, bar, Number.POSITIVE_INFINITY);
      this.#readLeast();
      this.#score(count, this.#least, bar);
    }
    this.#readLeast();
  }

  /**
   * Computes exact scores of the candidates with kernel scores from `least` up to, but not including, `below`, and offers them.
   */
  #score(count: number, least: number, below: number): void {
    for (let from = 0; from < count; ) {
      const taken = ranked.takeSlots(from, count, Math.max(least, this.#least), below);
      from = ranked.next;
      if (taken === 0) continue;
      for (const term of this.#byBound) ranked.readSlots(term.number, taken);
      this.#offer(taken);
      this.#readLeast();
    }
  }

  /** Offers the documents in slots. */
  #offer(count: number): void {
    const { slots, frequencies } = ranked;
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

/** If there are this many times more candidates than wanted, the best are scored first. */
const SORTED_FROM = 4;

// Insertion sort, because there are few terms, usually already in the order of the previous block.

function sortByBound(terms: TermInBlock[]): void {
  for (let i = 1; i < terms.length; i++) {
    const term = terms[i]!;
    let at = i;
    for (; at > 0 && terms[at - 1]!.bound < term.bound; at--) terms[at] = terms[at - 1]!;
    terms[at] = term;
  }
}

/**
 * If some candidates may not match, this many times the wanted number are scored first. The best documents often all
 * match, or all do not.
 */
const FILTERED = 8;

/** A term is rare if it has fewer documents than this fraction of the driver's. */
const RARE_PART = tuning.rarePart;

/** Packs that are scored first. */
const PACKS_FIRST = 4;

/** If an operator has fewer documents than this fraction of the driver's, all of its documents are requested. */
const FEW_PART = tuning.fewPart;

const { ranked } = kernel;

// All zero between blocks.
const totals = new Float64Array(BLOCK_SIZE);
const members = new Uint16Array(BLOCK_SIZE);
