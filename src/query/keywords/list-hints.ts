/** Collects the hints of the queries of a list, with limits for the whole list. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { QueryHints } from '../../search/keywords.ts';
import { LookupBudget } from '../hints/other-fields.ts';
import { type HintedRequest, type HintFacts, hintsFor } from '../hints/query-hints.ts';

/** Maximum length of all hints of a list, in UTF-16 units. */
const LIST_UNITS_MAX = 4 << 20;
/** Maximum number of fields in which the words of a list are looked up together. */
const LIST_LOOKUPS_MAX = 65_536;
/** Stands for the hints of a query if they do not fit. */
const LEFT_OUT = 'no hints are shown, because the list has too many: run this query alone';

export class ListHints {
  readonly #index: IndexReader;
  readonly #budget = new LookupBudget(LIST_LOOKUPS_MAX);
  readonly hints: QueryHints[] = [];
  #units = 0;

  constructor(index: IndexReader) {
    this.#index = index;
  }

  *add(number: number, request: HintedRequest, facts: Omit<HintFacts, 'budget'>): Generator<void, void> {
    const found = yield* hintsFor(this.#index, request, { ...facts, budget: this.#budget });
    this.put(number, found);
  }

  put(number: number, found: readonly string[]): void {
    if (found.length === 0) return;
    for (const hint of found) this.#units += hint.length;
    this.hints.push([number, this.#units > LIST_UNITS_MAX ? [LEFT_OUT] : found]);
  }
}
