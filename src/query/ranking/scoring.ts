/** Scorers: BM25 of terms and phrases, constant scores, and their sums. */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import { RUN, RUN_BITS } from '../../codec/frequencies.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { idf, K1 } from '../../engine/postings/bm25.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { rankDocs } from '../../engine/postings/rank-docs.ts';
import { BlockSet } from '../operators/block-set.ts';
import type { Operator } from '../operators/operator.ts';
import type { PhraseGatherer } from '../phrase/phrase-gatherer.ts';
import { TermFrequencies } from './term-frequencies.ts';

/**
 * Adds the scores of a part of a query to documents of one block. `docs[0 … count)` are ascending and match the query;
 * `scores[i]` is that of `docs[i]`.
 */
export interface Scorer {
  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void;
}

/** One term: idf · saturation(tf, length). */
export class TermScorer implements Scorer {
  readonly list: PostingList;
  /** boost · idf · (k1 + 1), times tf / (tf + norm). */
  readonly weight: number;
  readonly norms: Float64Array;
  readonly #frequencies: TermFrequencies;

  constructor(index: IndexReader, field: FieldHeader, list: PostingList, boost: number) {
    this.list = list;
    this.weight = boost * idf(field.exists.docFreq, list.docFreq) * (K1 + 1);
    this.#frequencies = new TermFrequencies(index, list);
    this.norms = index.norms(field);
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    const n = this.list.seek(block);
    if (this.list.blocks[n] !== block) return;
    if (ranks.length < count) ranks = new Int32Array(count * 2);
    rankDocs(this.list, n, docs, count, ranks);
    this.#frequencies.openBlock(n);
    const { weight, norms } = this;
    for (let i = 0, run = -1; i < count; i++) {
      const rank = ranks[i]!;
      if (rank < 0) continue;
      if (rank >> RUN_BITS !== run) {
        run = rank >> RUN_BITS;
        this.#frequencies.run(run, frequencies);
      }
      const tf = frequencies[rank & (RUN - 1)]!;
      scores[i]! += (weight * tf) / (tf + norms[docs[i]!]!);
    }
  }
}

let ranks = new Int32Array(1024);
const frequencies = new Uint32Array(RUN);

/** A phrase: the sum of the idf of its terms, and its occurrences for tf. */
export class PhraseScorer implements Scorer {
  readonly gatherer: PhraseGatherer;
  readonly #weight: number;
  readonly #norms: Float64Array;

  constructor(
    index: IndexReader,
    field: FieldHeader,
    gatherer: PhraseGatherer,
    docFreqs: readonly number[],
    boost: number,
  ) {
    this.gatherer = gatherer;
    const idfs = docFreqs.reduce((sum, docFreq) => sum + idf(field.exists.docFreq, docFreq), 0);
    this.#weight = boost * idfs * (K1 + 1);
    this.#norms = index.norms(field);
  }

  add(_block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    this.forEach(docs, count, (i, score) => {
      scores[i]! += score;
    });
  }

  /** Calls `visit(i, score)` for every document `docs[i]`, ascending and all of one block, that has the phrase. */
  forEach(docs: Uint32Array, count: number, visit: (i: number, score: number) => void): void {
    const weight = this.#weight;
    const norms = this.#norms;
    this.gatherer.forEach(docs, count, true, (i, occurrences) => {
      visit(i, (weight * occurrences) / (occurrences + norms[docs[i]!]!));
    });
  }
}

/** Whatever matches by a pattern or a value: the boost alone. */
export class ConstantScorer implements Scorer {
  readonly operator: Operator;
  readonly boost: number;

  constructor(operator: Operator, boost: number) {
    this.operator = operator;
    this.boost = boost;
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    forEachMatch(this.operator, block, docs, count, (i) => {
      scores[i]! += this.boost;
    });
  }
}

/** A list inside another: its clauses count only in documents that the list itself matches. */
export class ListScorer implements Scorer {
  readonly #operator: Operator;
  readonly #clauses: readonly Scorer[];

  constructor(operator: Operator, clauses: readonly Scorer[]) {
    this.#operator = operator;
    this.#clauses = clauses;
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    const places: number[] = [];
    forEachMatch(this.#operator, block, docs, count, (i) => places.push(i));
    const matching = Uint32Array.from(places, (i) => docs[i]!);
    const own = new Float64Array(places.length);
    for (const clause of this.#clauses) clause.add(block, matching, matching.length, own);
    for (let i = 0; i < places.length; i++) scores[places[i]!]! += own[i]!;
  }
}

/** The sum of several. */
export class SumScorer implements Scorer {
  readonly parts: readonly Scorer[];

  constructor(parts: readonly Scorer[]) {
    this.parts = parts;
  }

  add(block: number, docs: Uint32Array, count: number, scores: Float64Array): void {
    for (const part of this.parts) part.add(block, docs, count, scores);
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
  operator.load(block, matches);
  matchWords.fill(0);
  matches.uniteInto(matchWords, 0);
  for (let i = 0; i < count; i++) {
    const low = docs[i]! & LOW_MASK;
    if ((matchWords[low >>> 5]! & (1 << (low & 31))) !== 0) visit(i);
  }
}
