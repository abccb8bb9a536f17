/** Counts the items of a set by whole value. */
import { foldWhole } from '../../analysis/whole-value.ts';
import type { DocGroups } from '../../engine/columns/doc-groups.ts';
import type { WholeValues } from '../../engine/columns/values/whole-values.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import type { ValuesFacet } from '../../search/search-request.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { COUNTS_AT_ONCE, type FacetCounter } from './facet-counter.ts';
import { GroupCounts } from './group-counts.ts';
import { nthLargest } from './nth-largest.ts';

/** Values between two yields. */
const VALUES_PER_SLICE = 1 << 14;

export class ValueCounter implements FacetCounter {
  readonly #values: WholeValues;
  readonly #facet: ValuesFacet;
  /**
   * Items by spelling. Also, by value, the number of items that were counted twice, under two spellings of the value.
   */
  readonly #counts: Uint32Array;
  readonly #twice: Uint32Array | null;
  readonly #groups: GroupCounts | null;
  /** Values of a document are sorted. Only the first one counts. */
  readonly #isLeast: boolean;
  #items = 0;
  readonly addWords: FacetCounter['addWords'];

  /** `groups` has the documents' groups by spelling. */
  constructor(values: WholeValues, facet: ValuesFacet, groups: DocGroups | null = null) {
    claimMemory(4 * (values.spellingCount + values.valueCount), 'the counts of values');
    this.#values = values;
    this.#facet = facet;
    this.#isLeast = facet.isLeast === true;
    this.#counts = new Uint32Array(values.spellingCount);
    const mayBeTwice = values.values !== null && !values.docs.isSingle;
    this.#twice = mayBeTwice ? new Uint32Array(values.valueCount) : null;
    this.#groups = groups === null ? null : new GroupCounts(groups);
    this.addWords = this.#groups?.addWords;
  }

  add(docs: Uint32Array, from: number, to: number): void {
    const { docs: ordinals } = this.#values;
    const counts = this.#counts;
    if (ordinals.isSingle) {
      let items = 0;
      const single = ordinals.ordinals;
      for (let i = from; i < to; i++) {
        const ordinal = single[docs[i]!]!;
        if (ordinal === 0) continue;
        counts[ordinal - 1]!++;
        items++;
      }
      this.#items += items;
      return;
    }
    const { starts, ordinals: all } = ordinals;
    for (let i = from; i < to; i++) {
      const start = starts[docs[i]!]!;
      const end = this.#isLeast ? Math.min(start + 1, starts[docs[i]! + 1]!) : starts[docs[i]! + 1]!;
      if (start < end) this.#items++;
      for (let at = start; at < end; at++) counts[all[at]!]!++;
      if (this.#twice !== null && end - start > 1) this.#countTwice(all, start, end);
    }
  }

  #countTwice(all: Uint32Array, start: number, end: number): void {
    const values = this.#values.values!;
    for (let at = start + 1; at < end; at++) {
      if (values[all[at]!] === values[all[at - 1]!]) this.#twice![values[all[at]!]!]!++;
    }
  }

  *#addGroups(groups: GroupCounts): Generator<void, void> {
    const counts = this.#counts;
    const twice = this.#twice;
    const { values } = this.#values;
    yield* groups.forEach((spelling, before, items) => {
      counts[spelling]! += items;
      if (twice !== null && before >= 0 && values![spelling] === values![before]) twice[values![spelling]!]! += items;
    });
    this.#items += groups.items;
  }

  *finish(): Generator<void, FacetAnswer> {
    if (this.#groups !== null) yield* this.#addGroups(this.#groups);
    const chosen = yield* this.#chosenValues();
    let sum = 0;
    for (let i = 0; i < chosen.length; i++) {
      if (i % VALUES_PER_SLICE === 0) yield;
      sum += this.#itemsOf(chosen[i]!);
    }
    const { first } = this.#facet;
    const shown = first === undefined ? chosen : yield* this.#first(chosen, first);
    return { items: this.#items, distinct: chosen.length, sum, counts: this.#batches(shown) };
  }

  #itemsOf(value: number): number {
    const { values } = this.#values;
    if (values === null) return this.#counts[value]!;
    let items = -(this.#twice?.[value] ?? 0);
    const end = this.#values.firstSpelling(value + 1);
    for (let spelling = this.#values.firstSpelling(value); spelling < end; spelling++) items += this.#counts[spelling]!;
    return items;
  }

  /** Returns the values with items that the facet requests, in order. */
  *#chosenValues(): Generator<void, Uint32Array> {
    const { valueCount } = this.#values;
    const prefix = foldWhole(this.#facet.prefix ?? '');
    const contained = foldWhole(this.#facet.contains ?? '');
    const from = prefix === '' ? 0 : this.#values.firstFrom(prefix);
    claimMemory(4 * (valueCount - from), 'the counts of values');
    const chosen = new Uint32Array(valueCount - from);
    let count = 0;
    for (let value = from; value < valueCount; value++) {
      if (value % VALUES_PER_SLICE === 0) yield;
      if (this.#itemsOf(value) === 0 && prefix === '') continue;
      if (prefix !== '' || contained !== '') {
        if (value % COUNTS_AT_ONCE === 0) yield;
        const folded = this.#values.folded(value);
        if (!folded.startsWith(prefix)) break;
        if (!folded.includes(contained) || this.#itemsOf(value) === 0) continue;
      }
      chosen[count++] = value;
    }
    return chosen.subarray(0, count);
  }

  /**
   * Returns the values with most items (ties in order of values), or the first values. The result is in order of
   * values.
   */
  *#first(chosen: Uint32Array, { count, order }: NonNullable<ValuesFacet['first']>): Generator<void, Uint32Array> {
    if (count >= chosen.length) return chosen;
    if (order === 'value' || count === 0) return chosen.subarray(0, count);
    claimMemory(4 * chosen.length, 'the counts of values');
    const items = new Uint32Array(chosen.length);
    for (let i = 0; i < items.length; i++) {
      if (i % VALUES_PER_SLICE === 0) yield;
      items[i] = this.#itemsOf(chosen[i]!);
    }
    const least = yield* nthLargest(items, count);
    const first = new Uint32Array(count);
    // Values with the least count fill the remaining places.
    let room = count;
    for (let i = 0; i < items.length; i++) {
      if (i % VALUES_PER_SLICE === 0) yield;
      if (items[i]! > least) room--;
    }
    let found = 0;
    for (let i = 0; i < items.length; i++) {
      if (i % VALUES_PER_SLICE === 0) yield;
      if (items[i]! > least || (items[i] === least && room-- > 0)) first[found++] = chosen[i]!;
    }
    return first;
  }

  async *#batches(values: Uint32Array): AsyncGenerator<readonly FacetCount[], void, undefined> {
    for (let from = 0; from < values.length; from += COUNTS_AT_ONCE) {
      yield Array.from(values.subarray(from, from + COUNTS_AT_ONCE), (value) => this.#countOf(value));
    }
  }

  #countOf(value: number): FacetCount {
    const spellings: { value: string; items: number }[] = [];
    const end = this.#values.firstSpelling(value + 1);
    for (let spelling = this.#values.firstSpelling(value); spelling < end; spelling++) {
      const items = this.#counts[spelling]!;
      if (items > 0) spellings.push({ value: this.#values.spelling(spelling), items });
    }
    return { key: this.#values.folded(value), items: this.#itemsOf(value), spellings };
  }
}
