/** Decides how exact and sloppy phrases are matched in a block: many documents at once, or one after the other. */
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { CommonDocs } from '../operators/common-docs.ts';
import { kernel } from '../resident/this-thread.ts';
import { BulkPhrase } from './bulk-phrase.ts';
import { CANDIDATES_MAX, origins, PhraseCandidates, type PhraseTerm } from './phrase-candidates.ts';

/** Returns the number of phrase occurrences in candidate c. */
export type Occurrences = (c: number) => number;

/** Returns the terms, the one with the fewest positions first. */
export function inMatchingOrder(phraseTerms: readonly PhraseTerm[]): readonly PhraseTerm[] {
  return [...phraseTerms].sort((a, b) => a.term.cost - b.term.cost);
}

/** Matches a phrase of single terms in documents: many at once (bulk-phrase.ts) if there are many, otherwise one after the other. */
export class PhraseDocuments {
  /** The terms in matching order. */
  readonly phraseTerms: readonly PhraseTerm[];
  /** The rank of each candidate in the list of every term; valid while that candidate is being matched. */
  readonly ranks: readonly Uint16Array[];
  readonly #candidates: PhraseCandidates;
  readonly #bulk: BulkPhrase;
  /** Number of documents with all terms that were checked so far. */
  candidates = 0;

  /** `slop` is 0 for an exact phrase. */
  constructor(phraseTerms: readonly PhraseTerm[], slop: number) {
    this.phraseTerms = inMatchingOrder(phraseTerms);
    this.#candidates = new PhraseCandidates(phraseTerms.map(({ term }) => term));
    this.ranks = this.phraseTerms.map(({ term }) => this.#candidates.ranksOf(term));
    this.#bulk = new BulkPhrase(this.phraseTerms, slop);
  }

  /**
   * Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that has the phrase.
   * `matchOne` matches one candidate. `settled` counts occurrences in a candidate that bulk matching kept. If it is
   * null, these candidates are also matched individually.
   */
  forEach(
    block: number,
    docs: Uint32Array,
    count: number,
    matchOne: Occurrences,
    settled: Occurrences | null,
    visit: (i: number, occurrences: number) => void,
    common: CommonDocs | null,
  ): void {
    if (this.#bulk.isFor(count)) {
      this.#forEachInBulk(block, docs, count, matchOne, settled, visit);
      return;
    }
    for (let from = 0; from < count; from += CANDIDATES_MAX) {
      const candidates = this.#candidates.narrow(block, docs, from, Math.min(count, from + CANDIDATES_MAX), common);
      this.candidates += candidates;
      for (let c = 0; c < candidates; c++) {
        const occurrences = matchOne(c);
        if (occurrences > 0) visit(origins[c]!, occurrences);
      }
    }
  }

  #forEachInBulk(
    block: number,
    docs: Uint32Array,
    count: number,
    matchOne: Occurrences,
    settled: Occurrences | null,
    visit: (i: number, occurrences: number) => void,
  ): void {
    const candidates = this.#bulk.begin(block, docs, count);
    this.candidates += candidates;
    const { candidates: lows } = this.#bulk;
    const { alive } = kernel.batch;
    let i = 0;
    for (let from = 0; from < candidates; from += tuning.postingsAtOnce) {
      const together = Math.min(candidates - from, tuning.postingsAtOnce);
      const kept = this.#bulk.match(from, together);
      const left = kept < 0 ? together : kept;
      const occurrencesOf = kept < 0 || settled === null ? matchOne : settled;
      if (occurrencesOf === matchOne) this.#bulk.ranks(from, left, this.ranks);
      for (let c = 0; c < left; c++) {
        const occurrences = occurrencesOf(c);
        if (occurrences === 0) continue;
        const low = lows[from + alive[c]!]!;
        while ((docs[i]! & LOW_MASK) < low) i++;
        visit(i, occurrences);
      }
    }
  }
}

const LOW_MASK = BLOCK_SIZE - 1;
