/** Operator: documents with a phrase. Intersects the lists of its terms, then checks positions. */
import { BLOCK_BITS, BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { StepMeter } from '../../shared/query-memory.ts';
import { BlockSet, SPARSE_MAX } from '../operators/block-set.ts';
import { areListedTogether, CommonDocs } from '../operators/common-docs.ts';
import { Conjunction } from '../operators/conjunction.ts';
import { LoadingOperator, type Operator } from '../operators/operator.ts';
import type { CountedRelevance } from '../operators/relevance.ts';
import { ResidentLists } from '../operators/resident-lists.ts';
import type { ResultForm } from '../resident/resident-selection.ts';
import { ExaminedDocs, type FindPhrase } from './examined-docs.ts';
import type { PhraseGatherer } from './phrase-gatherer.ts';

/** Documents in which a phrase occurs: those with all of its terms whose positions match. */
export class PhraseOperator extends LoadingOperator {
  readonly name = 'phrase';
  readonly detail: string;
  readonly children: readonly Operator[];
  readonly cost: number;
  readonly #candidates: Operator;
  readonly #lead: Operator;
  readonly #gatherer: PhraseGatherer;
  readonly #meter: StepMeter;
  readonly #stepsPerDoc: number;
  /** If the kernel finds its documents: the lists that contain all of them. */
  #lists: readonly PostingList[] | null;
  #docs: CommonDocs | null = null;
  /** For a sloppy phrase, the documents with all terms. Null if the kernel does not find them, or if a block had too many. */
  #common: CommonDocs | null;
  /**
   * Whether its documents were ever loaded. Until then it only narrows other documents, and does not compute the
   * intersection of its terms.
   */
  #isLoaded = false;
  #relevance: CountedRelevance | null | undefined;
  /** The block of the last request, and how often it was requested. Above a threshold, its results are cached. */
  #asked = -1;
  #times = 0;
  #examined: ExaminedDocs | null = null;

  /**
   * `needed`: lists of its terms, or other lists. `pairs`: lists of pairs of its words. Every document with the phrase
   * is in all of these.
   */
  constructor(
    needed: readonly Operator[],
    gatherer: PhraseGatherer,
    detail: string,
    meter: StepMeter,
    pairs: readonly Operator[] = NO_PAIRS,
  ) {
    super();
    const candidates = needed.length + pairs.length === 1 ? needed[0]! : new Conjunction([...needed, ...pairs]);
    this.#candidates = candidates;
    // Looking up a term also finds its ranks. So candidates start from the rarest term alone, narrowed by pairs.
    this.#lead = gatherer.isOfTerms && needed.length > 1 ? leadOf(needed, pairs) : candidates;
    const lists = gatherer.isExact || (gatherer.isOfTerms && gatherer.isOfBlocks) ? listsOf(candidates) : null;
    this.#lists = lists !== null && gatherer.isFoundIn(lists) ? lists : null;
    this.#common = lists !== null && !gatherer.isExact ? commonOf(lists) : null;
    this.#gatherer = gatherer;
    this.#meter = meter;
    this.#stepsPerDoc = gatherer.readsIn(1);
    this.children = [candidates];
    this.detail = detail;
    this.cost = candidates.cost;
  }

  work(most: number): number {
    return this.#stepsPerDoc * Math.min(most, this.cost);
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
      phrase: this,
      field,
      docFreqs,
      loadCandidates: (block, out) => this.#loadCandidates(block, out),
      forEachCounted: (docs, count, visit) => {
        if (this.#lists !== null && this.#isLoaded) {
          this.#forEachFound(this.#found(this.#lists), docs, count, visit);
          return;
        }
        this.#forEach(docs, count, true, visit);
      },
      found: () => (this.#lists === null ? null : this.#found(this.#lists)),
    };
  }

  /** A caller that scores has read `relevance` before any document. Then all occurrences in each document are counted. */
  #found(lists: readonly PostingList[]): CommonDocs {
    this.#docs ??= new CommonDocs(lists, this.#gatherer.phraseIn(lists, this.#relevance !== undefined));
    return this.#docs;
  }

  /** Visits the documents that the kernel found among some ascending documents of one block. */
  #forEachFound(
    found: CommonDocs,
    docs: Uint32Array,
    count: number,
    visit: (i: number, occurrences: number) => void,
  ): void {
    if (count === 0) return;
    const block = docs[0]! >>> BLOCK_BITS;
    let at = found.open(block);
    const end = found.indexOf((block + 1) * BLOCK_SIZE);
    for (let i = 0; i < count && at < end; i++) {
      const doc = docs[i]!;
      while (at < end && found.docs[at]! < doc) at++;
      if (at < end && found.docs[at] === doc) visit(i, found.occurrencesOf(at));
    }
  }

  selected(form: ResultForm): ResidentLists | null {
    const lists = this.#lists;
    return lists === null ? null : new ResidentLists(lists, [], false, form, this.#gatherer.phraseIn(lists, false));
  }

  narrowTo(lists: readonly PostingList[]): boolean {
    if (this.#lists === null) return false;
    const all = [...new Set([...this.#lists, ...lists])];
    if (!this.#gatherer.isFoundIn(all)) return false;
    this.#lists = all;
    return true;
  }

  nextBlock(from: number): number {
    if (!this.#isLoaded) return this.#candidates.nextBlock(from);
    const found = this.#lists === null ? this.#common : this.#found(this.#lists);
    return found === null ? this.#candidates.nextBlock(from) : found.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.#loadCandidates(block, out);
    if (this.#lists === null) this.#check(block, out);
  }

  /** Sets `out` to the candidates of a block: all matches, and few other documents. */
  #loadCandidates(block: number, out: BlockSet): void {
    this.#isLoaded = true;
    if (this.#lists !== null) {
      loadFound(this.#found(this.#lists), block, out);
      return;
    }
    if (this.#common !== null && this.#loadCommon(this.#common, block, out)) return;
    this.#lead.load(block, out);
    // Bitmaps are combined word by word. That is cheaper than computing ranks of documents that are dropped again.
    if (!out.isSparse && this.#lead !== this.#candidates) this.#candidates.load(block, out);
  }

  /** Returns whether there are few enough. If not, never tries again. */
  #loadCommon(common: CommonDocs, block: number, out: BlockSet): boolean {
    const first = common.open(block);
    if (common.indexOf((block + 1) * BLOCK_SIZE) - first > SPARSE_MAX) {
      this.#common = null;
      return false;
    }
    loadFound(common, block, out);
    return true;
  }

  override retain(block: number, set: BlockSet): void {
    if (set.isSparse) this.#lead.retain(block, set);
    else this.#candidates.retain(block, set);
    this.#check(block, set);
  }

  /**
   * Whether the kernel finds its documents, or those with all terms. Then blocks are loaded instead of checked document by
   * document.
   */
  get #isOfKernel(): boolean {
    return this.#lists !== null || this.#common !== null;
  }

  /** Checks only the remaining documents of the set, so each of many excluded phrases has fewer to check. */
  override remove(block: number, set: BlockSet): void {
    if (this.#isOfKernel) {
      super.remove(block, set);
      return;
    }
    const removed = BlockSet.take();
    removed.copy(set);
    this.retain(block, removed);
    set.subtract(removed);
    removed.release();
  }

  /** Does not check documents that are already in the union. */
  override unite(block: number, words: Uint32Array, first: number): void {
    const added = BlockSet.take();
    this.loadOpen(block, added, words.subarray(first, first + BLOCK_WORDS));
    added.uniteInto(words, first);
    added.release();
  }

  loadOpen(block: number, out: BlockSet, closed: Uint32Array): void {
    // The kernel finds many consecutive documents in one call, so it is not used for only a few.
    const isOfKernel = this.#isOfKernel;
    if (isOfKernel) this.load(block, out);
    else this.#loadCandidates(block, out);
    out.subtractWords(closed, 0);
    if (!isOfKernel) this.#check(block, out);
  }

  /** Checks documents of a block for the phrase. */
  #forEach(
    docs: Uint32Array,
    count: number,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
  ): void {
    if (count === 0) return;
    const block = docs[0]! >>> BLOCK_BITS;
    this.#times = block === this.#asked ? this.#times + 1 : 1;
    this.#asked = block;
    if (this.#times === ASKED_AGAIN) this.#examined ??= ExaminedDocs.claimed();
    const find: FindPhrase = (some, of, found) => {
      const looked = this.#gatherer.forEach(some, of, isCounted, found, this.#common);
      this.#meter.take(looked * this.#stepsPerDoc + of / NARROWED_AT_ONCE);
    };
    if (this.#examined === null) find(docs, count, visit);
    else {
      this.#examined.forEach(block, docs, count, isCounted, find, visit);
    }
  }

  #check(block: number, set: BlockSet): void {
    if (set.isEmpty()) return;
    const count = set.collect(block * 2 ** BLOCK_BITS, docs, 0);
    const isSparse = set.isSparse;
    let length = 0;
    if (!isSparse) set.beginDense();
    this.#forEach(docs, count, false, (i) => {
      const low = docs[i]! & LOW_MASK;
      if (isSparse) set.docs[length++] = low;
      else set.words[low >>> 5]! |= 1 << (low & 31);
    });
    if (isSparse) set.length = length;
  }
}

function listsOf(candidates: Operator): readonly PostingList[] | null {
  const { requiredLists, isIntersection } = candidates.listShape();
  return isIntersection ? requiredLists : null;
}

function commonOf(lists: readonly PostingList[]): CommonDocs | null {
  return areListedTogether(lists) ? new CommonDocs(lists) : null;
}

/** Sets `out` to the documents of a block that the kernel found. */
function loadFound(found: CommonDocs, block: number, out: BlockSet): void {
  const first = found.open(block);
  const end = found.indexOf((block + 1) * BLOCK_SIZE);
  const { docs: own } = found;
  if (end - first > SPARSE_MAX) {
    const words = out.beginDense();
    for (let i = first; i < end; i++) words[(own[i]! & LOW_MASK) >>> 5]! |= 1 << (own[i]! & 31);
    return;
  }
  out.isSparse = true;
  out.length = end - first;
  for (let i = first; i < end; i++) out.docs[i - first] = own[i]! & LOW_MASK;
}

function leadOf(needed: readonly Operator[], pairs: readonly Operator[]): Operator {
  const rarest = needed.reduce((best, one) => (one.cost < best.cost ? one : best));
  return pairs.length === 0 ? rarest : new Conjunction([rarest, ...pairs]);
}

/**
 * If a block is requested more often, the phrase is in several lists. One list requests it twice at most: to match and
 * to score.
 */
const ASKED_AGAIN = 3;
/** Number of document lookups that cost as much as reading one position. */
const NARROWED_AT_ONCE = 4;
const NO_PAIRS: readonly Operator[] = [];
const docs = new Uint32Array(BLOCK_SIZE);
const LOW_MASK = BLOCK_SIZE - 1;
