/** Candidates of a phrase: documents with all of its terms, and their ranks in each posting list. */
import { tuning } from '../../shared/thresholds.ts';
import type { CommonDocs } from '../operators/common-docs.ts';
import { keepFound } from './found-entries.ts';
import type { TermPositions } from './term-positions.ts';

/** A term of a phrase, and its offset in the phrase. */
export interface PhraseTerm {
  readonly offset: number;
  readonly term: TermPositions;
}

/** Maximum documents intersected and matched together. Limits the memory for ranks, however many terms a phrase has. */
export const CANDIDATES_MAX = tuning.candidatesMax;

/**
 * Narrows given documents to those with all terms of a phrase, and finds their rank in every term's list. The rarest term comes
 * first, so that few documents are looked up in the frequent ones.
 */
export class PhraseCandidates {
  /** Distinct terms, rarest first, and the ranks of the candidates in their lists. */
  readonly #terms: readonly TermPositions[];
  readonly #ranks: readonly Uint16Array[];

  constructor(terms: readonly TermPositions[]) {
    this.#terms = rarestFirst(terms);
    this.#ranks = this.#terms.map((_, t) => sharedRanks(t));
  }

  /** Returns the ranks of the candidates in the list of a term. */
  ranksOf(term: TermPositions): Uint16Array {
    return this.#ranks[this.#terms.indexOf(term)]!;
  }

  /**
   * Narrows the ascending documents `docs[from … to)` of one block, at most {@link CANDIDATES_MAX}. Returns how many are left.
   * Candidate c is `docs[origins[c]]`. `common`: the intersection of the lists, if known, which already has the ranks.
   */
  narrow(block: number, docs: Uint32Array, from: number, to: number, common: CommonDocs | null): number {
    let count = to - from;
    if (this.#areKnown(docs, from, to, common)) return this.#open(block, count);
    for (let c = 0; c < count; c++) {
      narrowed[c] = docs[from + c]!;
      origins[c] = from + c;
    }
    for (let t = 0; t < this.#terms.length && count > 0; t++) {
      const term = this.#terms[t]!;
      if (!term.turnTo(block)) return 0;
      const left = term.ranks(narrowed, count, found);
      this.#ranks[t]!.set(found.subarray(0, count));
      if (left < count) this.#keep(t, count);
      count = left;
    }
    return this.#open(block, count);
  }

  #open(block: number, count: number): number {
    if (count > 0) for (const term of this.#terms) term.openBlock(block);
    return count;
  }

  /** Whether the documents come from an intersection of lists, which already has the ranks. */
  #areKnown(docs: Uint32Array, from: number, to: number, common: CommonDocs | null): boolean {
    if (common === null || from === to) return false;
    const first = common.indexOf(docs[from]!);
    const count = to - from;
    if (first + count > common.count) return false;
    for (let c = 0; c < count; c++) if (common.docs[first + c] !== docs[from + c]) return false;
    for (let t = 0; t < this.#terms.length; t++) {
      if (!common.ranksIn(this.#terms[t]!.list, first, count, this.#ranks[t]!)) return false;
    }
    for (let c = 0; c < count; c++) origins[c] = from + c;
    return true;
  }

  /** Keeps the candidates that contain the t-th term, with their ranks in the lists so far. */
  #keep(t: number, count: number): void {
    for (let own = 0; own <= t; own++) keepFound(this.#ranks[own]!, found, count);
    keepFound(narrowed, found, count);
    keepFound(origins, found, count);
  }
}

/** Indexes of the last candidates in the caller's list. Valid until the next call. */
export const origins = new Uint32Array(CANDIDATES_MAX);
const narrowed = new Uint32Array(CANDIDATES_MAX);
const found = new Int32Array(CANDIDATES_MAX);

const kept: Uint16Array[] = [];
/** Number of pooled arrays. A longer phrase allocates its own. */
const RANKS_KEPT = tuning.ranksKept;
/** The ranks also serve the documents that the kernel processes together. */
const RANKED_MAX = Math.max(CANDIDATES_MAX, tuning.postingsAtOnce);

function sharedRanks(t: number): Uint16Array {
  if (t >= RANKS_KEPT) return new Uint16Array(RANKED_MAX);
  while (kept.length <= t) kept.push(new Uint16Array(RANKED_MAX));
  return kept[t]!;
}

/** Returns the distinct terms, rarest first. */
export function rarestFirst(terms: readonly TermPositions[]): TermPositions[] {
  return [...new Set(terms)].sort((a, b) => a.list.docFreq - b.list.docFreq);
}
