/** Scorers: BM25 of terms and phrases, constant scores, and their sums. */
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { idf, K1 } from '../../engine/postings/bm25.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import type { Norms } from '../../engine/postings/document-lengths.ts';
import { PACK, PACK_BITS } from '../../engine/postings/frequencies.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { BlockCounts } from '../operators/block-counts.ts';
import { BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import { rank } from '../operators/kernel-lists.ts';
import type { Operator, WorkSink } from '../operators/operator.ts';
import type { CountedDocs, CountedRelevance, ListRelevance } from '../operators/relevance.ts';
import type { BestItems } from './best-items.ts';
import { TermFrequencies } from './term-frequencies.ts';

/**
 * Adds the scores of a part of a query to documents of one block. `docs[0 … count)` are ascending and match the query.
 * `scores[i]` is the score of `docs[i]`.
 */
export interface Scorer {
  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void;
  /** The terms whose scores are summed, so that their bounds apply. Null if it is not such a sum. */
  readonly terms: readonly TermScorer[] | null;
  /** The scorers that it adds up, or only itself if it is not a sum. */
  readonly parts: readonly Scorer[];
  /** Operators that together have every document that it scores. */
  readonly scored: readonly Operator[];
  /** An equivalent single scorer that counts occurrences, or null. */
  readonly counted: CountedScorer | null;
  /** Returns the common score of all matches of an operator, or null if they may differ. */
  constantOn(matched: Operator, index: IndexReader): number | null;
  /** Adds the approximate number of postings and positions that are read to score this many matches. */
  addWork(matches: number, work: WorkSink): void;
}

/** A scorer without any known properties. */
abstract class AddingScorer implements Scorer {
  readonly terms: readonly TermScorer[] | null = null;
  readonly scored: readonly Operator[];
  readonly counted: CountedScorer | null = null;

  constructor(scored: readonly Operator[]) {
    this.scored = scored;
  }

  get parts(): readonly Scorer[] {
    return [this];
  }

  abstract add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void;
  abstract addWork(matches: number, work: WorkSink): void;

  constantOn(_matched: Operator, _index: IndexReader): number | null {
    return null;
  }
}

/** Returns the scorer of a leaf, according to its operator. */
export function leafScorer(index: IndexReader, operator: Operator, boost: number): Scorer {
  const { relevance } = operator;
  if (relevance === null) return new ConstantScorer(operator, boost);
  return relevance.kind === 'list'
    ? new TermScorer(index, relevance, boost, operator)
    : new CountedScorer(index, relevance, boost, operator);
}

/** Scores one term: idf · saturation(tf, length). */
export class TermScorer extends AddingScorer {
  readonly list: PostingList;
  /** Equals boost · idf · (k1 + 1). It is multiplied by tf / (tf + norm). */
  readonly weight: number;
  /**
   * The weight in the kernel, large enough that 32-bit scores there are upper bounds of exact scores despite rounding.
   */
  readonly bound: number;
  /** The exact score is at least this fraction of the kernel's score, apart from rounding. */
  readonly exactPart: number;
  readonly norms: Norms;
  readonly #frequencies: TermFrequencies;
  override readonly terms: readonly TermScorer[] | null;

  constructor(index: IndexReader, { field, list, docFreqs }: ListRelevance, boost: number, operator: Operator) {
    super([operator]);
    this.list = list;
    this.weight = boost * idfOf(index, field, docFreqs) * (K1 + 1);
    const factor = index.boundFactor(field);
    this.bound = this.weight * factor * MARGIN;
    this.exactPart = 1 / factor;
    this.#frequencies = new TermFrequencies(index, list);
    this.norms = index.norms(field);
    // A negative score has no useful bound, because documents without the term score higher.
    this.terms = this.weight < 0 ? null : [this];
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    const n = this.list.seek(block);
    if (this.list.blocks[n] !== block) return;
    if (ranks.length < count) ranks = new Int32Array(count * 2);
    rank(this.list, n, docs, count, ranks);
    this.#frequencies.openBlock(n);
    const { weight } = this;
    const { numbers, values } = this.norms;
    for (let i = 0, pack = -1; i < count; i++) {
      const own = ranks[i]!;
      if (own < 0) continue;
      if (own >> PACK_BITS !== pack) {
        pack = own >> PACK_BITS;
        this.#frequencies.pack(pack, frequencies);
      }
      const tf = frequencies[own & (PACK - 1)]!;
      scores[i]! += (weight * tf) / (tf + values[numbers[docs[i]!]!]!);
    }
  }

  addWork(matches: number, work: WorkSink): void {
    work.add(Math.min(matches, this.list.docFreq), WORD);
  }

  /** Returns the score of a document with this term frequency. */
  scoreOf(doc: number, tf: number): number {
    const { numbers, values } = this.norms;
    return (this.weight * tf) / (tf + values[numbers[doc]!]!);
  }

  /** Adds the score of every document of a block to `totals`, by low part. */
  addAll(block: number, totals: Float64Array): void {
    const { list, weight } = this;
    const { numbers, values } = this.norms;
    const n = list.seek(block);
    if (list.blocks[n] !== block) return;
    const base = block * BLOCK_SIZE;
    const count = list.counts[n]!;
    list.decodeBlock(n, lows);
    this.#frequencies.openBlock(n);
    for (let i = 0; i < count; i++) {
      if ((i & (PACK - 1)) === 0) this.#frequencies.pack(i >> PACK_BITS, frequencies);
      const low = lows[i]!;
      const tf = frequencies[i & (PACK - 1)]!;
      totals[low]! += (weight * tf) / (tf + values[numbers[base + low]!]!);
    }
  }

  /** Offers every document of a block with its score. */
  offerAll(block: number, best: BestItems): void {
    const { list, weight } = this;
    const { numbers, values } = this.norms;
    const n = list.seek(block);
    const base = block * BLOCK_SIZE;
    const count = list.decodeBlock(n, lows);
    this.#frequencies.openBlock(n);
    for (let first = 0; first < count; first += PACK) {
      const end = Math.min(first + PACK, count);
      // Norms are far apart in memory. A loop that only loads them can wait for many at once.
      for (let i = first; i < end; i++) packNorms[i - first] = values[numbers[base + lows[i]!]!]!;
      this.#frequencies.pack(first >> PACK_BITS, frequencies);
      for (let i = first; i < end; i++) {
        const tf = frequencies[i - first]!;
        const score = (weight * tf) / (tf + packNorms[i - first]!);
        if (score >= best.threshold) best.offer(base + lows[i]!, score);
      }
    }
  }

  /**
   * Like `addAll`. Appends documents without a total so far to `members`, which has `count` of them. Returns the new
   * number.
   */
  addMembers(block: number, totals: Float64Array, members: Uint16Array, count: number): number {
    const { list, weight } = this;
    const { numbers, values } = this.norms;
    const n = list.seek(block);
    const base = block * BLOCK_SIZE;
    const own = list.decodeBlock(n, lows);
    this.#frequencies.openBlock(n);
    let all = count;
    for (let i = 0; i < own; i++) {
      if ((i & (PACK - 1)) === 0) this.#frequencies.pack(i >> PACK_BITS, frequencies);
      const low = lows[i]!;
      const tf = frequencies[i & (PACK - 1)]!;
      const total = totals[low]!;
      if (total === 0) members[all++] = low;
      totals[low] = total + (weight * tf) / (tf + values[numbers[base + low]!]!);
    }
    return all;
  }
}

/** Returns the sum of the idf of the terms in an occurrence. */
function idfOf({ statistics }: IndexReader, { name }: FieldHeader, docFreqs: readonly number[]): number {
  const documents = statistics.documentsWith(name);
  let sum = 0;
  for (const docFreq of docFreqs) sum += idf(documents, docFreq);
  return sum;
}

/** Covers the rounding of scores in the kernel. */
const MARGIN = 1 + 1e-5;

const WORD = { name: 'words', detail: '' };
/** Bitmap lookups that cost as much as reading one posting. */
const VISITED_AT_ONCE = 4;

let ranks = new Int32Array(1024);
const lows = new Uint16Array(BLOCK_SIZE);
const frequencies = new Uint32Array(PACK);
const packNorms = new Float64Array(PACK);
/** Indexed by low part of the document. */
const totals = new Float64Array(BLOCK_SIZE);

/** BM25 of counted occurrences, such as those of a phrase: the sum of the idf of its terms, with the count as tf. */
export class CountedScorer extends AddingScorer {
  readonly relevance: CountedRelevance;
  override readonly counted: CountedScorer = this;
  readonly #weight: number;
  readonly #norms: Norms;

  constructor(index: IndexReader, relevance: CountedRelevance, boost: number, operator: Operator) {
    super([operator]);
    const { field, docFreqs } = relevance;
    this.relevance = relevance;
    this.#weight = boost * idfOf(index, field, docFreqs) * (K1 + 1);
    this.#norms = index.norms(field);
  }

  add(_block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    this.forEach(docs, count, (i, score) => {
      scores[i]! += score;
    });
  }

  addWork(matches: number, work: WorkSink): void {
    const { phrase } = this.relevance;
    work.addExamined(phrase.work(matches), phrase);
  }

  /** Offers documents found with their occurrences. Returns how many are not struck. */
  offerFound(found: CountedDocs, best: BestItems): number {
    const weight = this.#weight;
    const { numbers, values } = this.#norms;
    const { docs, count } = found;
    let matches = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (best.isLeftOut(doc)) continue;
      matches++;
      const occurrences = found.occurrencesOf(i);
      const score = (weight * occurrences) / (occurrences + values[numbers[doc]!]!);
      if (score >= best.threshold) best.offer(doc, score);
    }
    return matches;
  }

  /** Calls `visit(i, score)` for every document `docs[i]`, ascending and all of one block, that matches. */
  forEach(docs: Uint32Array, count: number, visit: (i: number, score: number) => void): void {
    const weight = this.#weight;
    const { numbers, values } = this.#norms;
    this.relevance.forEachCounted(docs, count, (i, occurrences) => {
      visit(i, (weight * occurrences) / (occurrences + values[numbers[docs[i]!]!]!));
    });
  }
}

/** Scores matches of patterns and values, where only the boost counts. */
export class ConstantScorer extends AddingScorer {
  readonly operator: Operator;
  readonly boost: number;

  constructor(operator: Operator, boost: number) {
    super([operator]);
    this.operator = operator;
    this.boost = boost;
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    forEachMatch(this.operator, block, docs, count, (i) => {
      scores[i]! += this.boost;
    });
  }

  addWork(matches: number, work: WorkSink): void {
    work.addDocs(this.operator);
    work.add(matches / VISITED_AT_ONCE, this.operator);
  }

  override constantOn(matched: Operator, index: IndexReader): number | null {
    if (this.operator === matched) return this.boost;
    const { requiredLists, isIntersection } = this.operator.listShape();
    // Returns a list of all documents that can match, as for *:*.
    return isIntersection && requiredLists.every((list) => list === index.searchable()) ? this.boost : null;
  }
}

/** Like `ConstantScorer`, for many clauses at once. Those with equal boosts are counted together, bitmap by bitmap. */
export class ConstantsScorer extends AddingScorer {
  readonly #byBoost = new Map<number, Operator[]>();

  constructor(scorers: readonly ConstantScorer[]) {
    super(scorers.map(({ operator }) => operator));
    for (const { operator, boost } of scorers) {
      const known = this.#byBoost.get(boost);
      if (known === undefined) this.#byBoost.set(boost, [operator]);
      else known.push(operator);
    }
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    totals.fill(0);
    const set = BlockSet.take();
    for (const [boost, operators] of this.#byBoost) {
      if (operators.length > 1) {
        addCounted(operators, boost, block, set);
        continue;
      }
      operators[0]!.load(block, set);
      const length = set.collect(0, lows, 0);
      for (let i = 0; i < length; i++) totals[lows[i]!]! += boost;
    }
    set.release();
    for (let i = 0; i < count; i++) scores[i]! += totals[docs[i]! & LOW_MASK]!;
  }

  addWork(_matches: number, work: WorkSink): void {
    for (const operators of this.#byBoost.values()) for (const operator of operators) work.addDocs(operator);
  }
}

function addCounted(operators: readonly Operator[], boost: number, block: number, set: BlockSet): void {
  const added = BlockCounts.take();
  for (const operator of operators) {
    operator.load(block, set);
    added.add(set, 1);
  }
  const counts = added.settled();
  for (let low = 0; low < BLOCK_SIZE; low++) totals[low]! += boost * counts[low]!;
  added.release();
}

/**
 * The greatest product of boosts, and the greatest score of a list. These limits keep scores from becoming infinite or
 * NaN.
 */
export const BOOST_MAX = 1e60;
const LIST_SCORE_MAX = 1e200;

/** Scores a list inside another. Its clauses count only in documents that the list itself matches. */
export class ListScorer extends AddingScorer {
  readonly #operator: Operator;
  readonly #clauses: Scorer;
  readonly #boost: number;

  constructor(operator: Operator, clauses: Scorer, boost: number) {
    super([operator]);
    this.#operator = operator;
    this.#clauses = clauses;
    this.#boost = boost;
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    const indexes = new Uint32Array(count);
    const matching = new Uint32Array(count);
    let length = 0;
    forEachMatch(this.#operator, block, docs, count, (i) => {
      indexes[length] = i;
      matching[length++] = docs[i]!;
    });
    if (length === 0) return;
    const own = new Float64Array(length);
    this.#clauses.add(block, matching, length, own);
    for (let i = 0; i < length; i++) scores[indexes[i]!]! += Math.min(this.#boost * own[i]!, LIST_SCORE_MAX);
  }

  addWork(matches: number, work: WorkSink): void {
    const list = this.#operator;
    work.addDocs(list);
    let steps = matches / VISITED_AT_ONCE;
    const add = (more: number): void => {
      steps += more;
    };
    this.#clauses.addWork(Math.min(matches, list.cost), {
      addDocs: (...docs) => work.addDocs(...docs),
      addExamined: (...examined) => work.addExamined(...examined),
      add,
    });
    work.add(steps, list);
  }
}

/** Scores the sum of several. */
export class SumScorer implements Scorer {
  readonly parts: readonly Scorer[];

  constructor(parts: readonly Scorer[]) {
    this.parts = parts;
  }

  get terms(): readonly TermScorer[] | null {
    const terms: TermScorer[] = [];
    for (const part of this.parts) {
      const own = part.terms;
      if (own === null) return null;
      for (const term of own) terms.push(term);
    }
    return terms;
  }

  get scored(): readonly Operator[] {
    return this.parts.flatMap(({ scored }) => scored);
  }

  get counted(): CountedScorer | null {
    return this.parts.length === 1 ? this.parts[0]!.counted : null;
  }

  constantOn(matched: Operator, index: IndexReader): number | null {
    let sum = 0;
    for (const part of this.parts) {
      const own = part.constantOn(matched, index);
      if (own === null) return null;
      sum += own;
    }
    return sum;
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    for (const part of this.parts) part.add(block, docs, count, scores);
  }

  addWork(matches: number, work: WorkSink): void {
    for (const part of this.parts) part.addWork(matches, work);
  }
}

const LOW_MASK = BLOCK_SIZE - 1;
const matches = new BlockSet();
const matchWords = new Uint32Array(matches.words.length);

function forEachMatch(
  operator: Operator,
  block: number,
  docs: Uint32Array,
  count: number,
  visit: (i: number) => void,
): void {
  if (count > SPARSE_MAX) operator.load(block, matches);
  else {
    matches.isSparse = true;
    matches.length = count;
    for (let i = 0; i < count; i++) matches.docs[i] = docs[i]! & LOW_MASK;
    operator.retain(block, matches);
  }
  matchWords.fill(0);
  matches.uniteInto(matchWords, 0);
  for (let i = 0; i < count; i++) {
    const low = docs[i]! & LOW_MASK;
    if ((matchWords[low >>> 5]! & (1 << (low & 31))) !== 0) visit(i);
  }
}
