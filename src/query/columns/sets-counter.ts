/** Counts the items of a set that are in each of some external sets: bookmarks, or the selection. */
import { foldWhole } from '../../analysis/whole-value.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import type { SetsFacet } from '../../search/search-request.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { countDocs } from '../execute.ts';
import { Conjunction } from '../operators/conjunction.ts';
import { Disjunction } from '../operators/disjunction.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import type { Operator } from '../operators/operator.ts';
import { type FacetCounter, inBatches } from './facet-counter.ts';

/** The items of an external set, by name. */
export interface SetOperators {
  operator(name: string): Generator<void, Operator>;
}

export class SetsCounter implements FacetCounter {
  readonly #facet: SetsFacet;
  readonly #sets: SetOperators;
  readonly #found: Uint32Array;

  constructor(index: IndexReader, facet: SetsFacet, sets: SetOperators) {
    claimMemory(4 * index.bitmapWords, 'the items of sets');
    this.#found = new Uint32Array(index.bitmapWords);
    this.#facet = facet;
    this.#sets = sets;
  }

  add(docs: Uint32Array, from: number, to: number): void {
    const words = this.#found;
    for (let i = from; i < to; i++) words[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
  }

  *finish(): Generator<void, FacetAnswer> {
    const found = new DocBitmap(this.#found, 'found', '');
    const counts: FacetCount[] = [];
    const all: Operator[] = [];
    let sum = 0;
    for (const { set, value } of this.#facet.sets) {
      const members = yield* this.#sets.operator(set);
      if (members.isNothing) continue;
      all.push(members);
      const folded = foldWhole(value);
      if (!this.#isAsked(folded)) continue;
      const items = yield* countDocs(new Conjunction([members, found]));
      if (items === 0) continue;
      sum += items;
      // Names with equal folded forms are different sets.
      counts.push({ key: `${folded}\0${value}`, items, spellings: [{ value, items }] });
    }
    counts.sort((a, b) => compareTexts(a.key, b.key));
    const items = all.length === 0 ? 0 : yield* countDocs(new Conjunction([new Disjunction(all), found]));
    return { items, distinct: counts.length, sum, counts: inBatches(counts) };
  }

  #isAsked(folded: string): boolean {
    const { prefix = '', contains = '' } = this.#facet;
    return folded.startsWith(foldWhole(prefix)) && folded.includes(foldWhole(contains));
  }
}
