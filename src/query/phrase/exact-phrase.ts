/** Matches exact phrases of single terms, one document at a time. */
import type { CommonDocs } from '../operators/common-docs.ts';
import { kernel } from '../resident/this-thread.ts';
import type { PhraseTerm } from './phrase-candidates.ts';
import { inMatchingOrder, type Occurrences, PhraseDocuments } from './phrase-documents.ts';
import { NO_LIMIT, PositionBuffer } from './term-positions.ts';

/**
 * A phrase of single terms, adjacent and in order. In each document, the term with the fewest positions gives possible starts.
 * The other terms narrow these. Each term is read only while a start is left, and only as far as the last start needs.
 */
export class ExactPhrase {
  /** The terms in matching order. */
  readonly phraseTerms: readonly PhraseTerm[];
  /** Created on demand, because most phrases are matched in the kernel. */
  #made: PhraseDocuments | null = null;

  constructor(phraseTerms: readonly PhraseTerm[]) {
    this.phraseTerms = inMatchingOrder(phraseTerms);
  }

  get #documents(): PhraseDocuments {
    this.#made ??= new PhraseDocuments(this.phraseTerms, 0);
    return this.#made;
  }

  /** Number of documents with all terms that were checked so far. */
  get candidates(): number {
    return this.#made?.candidates ?? 0;
  }

  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that has the phrase. */
  forEach(
    block: number,
    docs: Uint32Array,
    count: number,
    visit: (i: number, occurrences: number) => void,
    common: CommonDocs | null,
  ): void {
    this.#documents.forEach(block, docs, count, (c) => this.#match(c), startsOf, visit, common);
  }

  /** Returns the number of phrase occurrences in candidate c. */
  #match(c: number): number {
    let left = this.#begin(c);
    for (let p = 1; p < this.phraseTerms.length && left > 0; p++) left = this.#narrow(p, c, left);
    return left;
  }

  /** Returns the starts in candidate c that the first matched term allows. */
  #begin(c: number): number {
    const { offset, term } = this.phraseTerms[0]!;
    const count = term.read(this.#documents.ranks[0]![c]!, starts);
    if (offset === 0) return count;
    const { positions } = starts;
    let left = 0;
    for (let j = 0; j < count; j++) if (positions[j]! >= offset) positions[left++] = positions[j]! - offset;
    return left;
  }

  /** Keeps the starts that have the p-th matched term at its offset. Returns how many. */
  #narrow(p: number, c: number, count: number): number {
    const { offset, term } = this.phraseTerms[p]!;
    const kept = starts.positions;
    const length = term.read(this.#documents.ranks[p]![c]!, others, Math.min(NO_LIMIT, kept[count - 1]! + offset));
    const { positions } = others;
    let left = 0;
    let j = 0;
    for (let s = 0; s < count; s++) {
      const wanted = kept[s]! + offset;
      while (j < length && positions[j]! < wanted) j++;
      if (j === length) break;
      if (positions[j] === wanted) kept[left++] = kept[s]!;
    }
    return left;
  }
}

/** The number of phrase occurrences in the c-th candidate that bulk matching kept. */
const startsOf: Occurrences = (c) => kernel.batch.startsOf(c);
const starts = new PositionBuffer();
const others = new PositionBuffer();
