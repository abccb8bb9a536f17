/** Operator: documents with a phrase. First the documents that have all terms, then their positions. */
import { BLOCK_BITS, BLOCK_SIZE } from '../../codec/doc-block.ts';
import { type BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import { Conjunction } from '../operators/conjunction.ts';
import { LoadingOperator, type Operator } from '../operators/operator.ts';
import type { CountedRelevance } from '../operators/relevance.ts';
import { areListedTogether, CommonDocs } from '../operators/resident-lists.ts';
import { known } from './phrase-candidates.ts';
import type { PhraseGatherer } from './phrase-gatherer.ts';

/** Documents in which a phrase occurs: those that have all of its terms, then positions decide. */
export class PhraseOperator extends LoadingOperator {
  readonly name = 'phrase';
  readonly detail: string;
  readonly children: readonly Operator[];
  readonly cost: number;
  readonly #candidates: Operator;
  readonly #lead: Operator;
  readonly #gatherer: PhraseGatherer;
  /** The documents that all terms have, or null if the kernel does not find them, or if a block had too many. */
  #common: CommonDocs | null;
  /** Whether its documents were loaded: before, it only narrows those of others, and what its terms have in common is not looked for. */
  #isLoaded = false;
  #relevance: CountedRelevance | null | undefined;

  /** `needed`, the lists of its terms or what else: every document in which the phrase occurs is in all of these, and in those of `pairs` of its words. */
  constructor(
    needed: readonly Operator[],
    gatherer: PhraseGatherer,
    detail: string,
    pairs: readonly Operator[] = NO_PAIRS,
  ) {
    super();
    const candidates = needed.length + pairs.length === 1 ? needed[0]! : new Conjunction([...needed, ...pairs]);
    this.#candidates = candidates;
    // Terms are looked up together with their ranks, so the rarest one is enough to start with, and pairs to narrow it.
    this.#lead = gatherer.isOfTerms && needed.length > 1 ? leadOf(needed, pairs) : candidates;
    this.#common = gatherer.isOfTerms && gatherer.isOfBlocks ? commonOf(candidates) : null;
    this.#gatherer = gatherer;
    this.children = [candidates];
    this.detail = detail;
    this.cost = candidates.cost;
  }

  override get relevance(): CountedRelevance | null {
    if (this.#relevance === undefined) this.#relevance = this.#relevanceOf(this.#gatherer);
    return this.#relevance;
  }

  #relevanceOf(gatherer: PhraseGatherer): CountedRelevance | null {
    const { field, docFreqs } = gatherer;
    if (docFreqs === null) return null;
    return {
      kind: 'counted',
      field,
      docFreqs,
      loadCandidates: (block, out) => this.#loadCandidates(block, out),
      forEachCounted: (docs, count, visit) => {
        known.common = this.#common;
        gatherer.forEach(docs, count, true, visit);
      },
    };
  }

  nextBlock(from: number): number {
    return this.#isLoaded && this.#common !== null ? this.#common.nextBlock(from) : this.#candidates.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.#loadCandidates(block, out);
    this.#check(block, out);
  }

  /** Sets `out` to the documents of a block that may have the phrase: all that do, and few others. */
  #loadCandidates(block: number, out: BlockSet): void {
    this.#isLoaded = true;
    if (this.#common !== null && this.#loadCommon(this.#common, block, out)) return;
    this.#lead.load(block, out);
    // Bitmaps are combined word by word, which is cheaper than ranks of documents that are dropped again.
    if (!out.isSparse && this.#lead !== this.#candidates) this.#candidates.load(block, out);
  }

  /** Whether there are few enough for that; once there are not, it is not tried again. */
  #loadCommon(common: CommonDocs, block: number, out: BlockSet): boolean {
    const first = common.open(block);
    const { docs: own } = common;
    const end = common.indexOf((block + 1) * BLOCK_SIZE);
    if (end - first > SPARSE_MAX) {
      this.#common = null;
      return false;
    }
    out.isSparse = true;
    out.length = end - first;
    for (let i = first; i < end; i++) out.docs[i - first] = own[i]! & LOW_MASK;
    return true;
  }

  override retain(block: number, set: BlockSet): void {
    if (set.isSparse) this.#lead.retain(block, set);
    else this.#candidates.retain(block, set);
    this.#check(block, set);
  }

  #check(block: number, set: BlockSet): void {
    if (set.isEmpty()) return;
    const count = set.collect(block * 2 ** BLOCK_BITS, docs, 0);
    const isSparse = set.isSparse;
    let length = 0;
    if (!isSparse) set.beginDense();
    known.common = this.#common;
    this.#gatherer.forEach(docs, count, false, (i) => {
      const low = docs[i]! & LOW_MASK;
      if (isSparse) set.docs[length++] = low;
      else set.words[low >>> 5]! |= 1 << (low & 31);
    });
    if (isSparse) set.length = length;
  }
}

function commonOf(candidates: Operator): CommonDocs | null {
  const { requiredLists, isIntersection } = candidates.listShape();
  return isIntersection && areListedTogether(requiredLists) ? new CommonDocs(requiredLists) : null;
}

function leadOf(needed: readonly Operator[], pairs: readonly Operator[]): Operator {
  const rarest = needed.reduce((best, one) => (one.cost < best.cost ? one : best));
  return pairs.length === 0 ? rarest : new Conjunction([rarest, ...pairs]);
}

const NO_PAIRS: readonly Operator[] = [];
const docs = new Uint32Array(BLOCK_SIZE);
const LOW_MASK = BLOCK_SIZE - 1;
