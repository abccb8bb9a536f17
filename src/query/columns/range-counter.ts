/** Counts the items of a set by ranges of numbers or intervals of time, each item once per range. */
import type { DocGroups } from '../../engine/columns/doc-groups.ts';
import type { NumberValues } from '../../engine/columns/number-values.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import { type FacetCounter, inBatches } from './facet-counter.ts';
import { GroupCounts } from './group-counts.ts';

/** A range begins with a number, and ends before the next range. */
export interface CountedRange {
  readonly from: number;
  readonly key: string;
  /** For an interval of time: its label, and its end. */
  readonly interval?: { readonly label: string; readonly until: number };
}

/** Returns the range of each of some ascending numbers, plus one; 0 if it is below the first. `ranges` must ascend. */
export function rangeOfEach(numbers: Float64Array, ranges: readonly CountedRange[]): Uint32Array {
  claimMemory(4 * numbers.length, 'the counts of intervals');
  const rangeOf = new Uint32Array(numbers.length);
  let start = ranges.length === 0 ? 0 : firstFrom(numbers, ranges[0]!.from);
  for (let range = 0; range < ranges.length; range++) {
    const end = range + 1 < ranges.length ? firstFrom(numbers, ranges[range + 1]!.from, start) : numbers.length;
    rangeOf.fill(range + 1, start, end);
    start = end;
  }
  return rangeOf;
}

export class RangeCounter implements FacetCounter {
  readonly #values: NumberValues;
  readonly #ranges: readonly CountedRange[];
  readonly #groups: GroupCounts | null;
  #rangeOf: Uint32Array | null = null;
  readonly #counts: Uint32Array;
  #items = 0;
  readonly addWords: FacetCounter['addWords'];

  /** `ranges` must ascend. `groups` has the documents' groups by range. */
  constructor(values: NumberValues, ranges: readonly CountedRange[], groups: DocGroups | null = null) {
    claimMemory(4 * ranges.length, 'the counts of intervals');
    this.#values = values;
    this.#ranges = ranges;
    this.#counts = new Uint32Array(ranges.length + 1);
    this.#groups = groups === null ? null : new GroupCounts(groups);
    this.addWords = this.#groups?.addWords;
  }

  add(docs: Uint32Array, from: number, to: number): void {
    const { docs: ordinals } = this.#values;
    const counts = this.#counts;
    this.#rangeOf ??= rangeOfEach(this.#values.numbers, this.#ranges);
    const rangeOf = this.#rangeOf;
    if (ordinals.isSingle) {
      let items = 0;
      const single = ordinals.ordinals;
      for (let i = from; i < to; i++) {
        const ordinal = single[docs[i]!]!;
        if (ordinal === 0) continue;
        counts[rangeOf[ordinal - 1]!]!++;
        items++;
      }
      this.#items += items;
      return;
    }
    const { starts, ordinals: all } = ordinals;
    for (let i = from; i < to; i++) {
      const start = starts[docs[i]!]!;
      const end = starts[docs[i]! + 1]!;
      if (start < end) this.#items++;
      // Numbers of a document ascend, so equal ranges are neighbours.
      for (let at = start, before = -1; at < end; at++) {
        const range = rangeOf[all[at]!]!;
        if (range !== before) counts[range]!++;
        before = range;
      }
    }
  }

  /** Whether a document has any value. */
  has(doc: number): boolean {
    const { docs } = this.#values;
    return docs.isSingle ? docs.ordinals[doc] !== 0 : docs.starts[doc] !== docs.starts[doc + 1];
  }

  *finish(): Generator<void, FacetAnswer> {
    if (this.#groups !== null) {
      const own = this.#counts;
      yield* this.#groups.forEach((range, _before, items) => {
        if (range >= 0) own[range + 1]! += items;
      });
      this.#items += this.#groups.items;
    }
    this.#rangeOf = null;
    return { items: this.#items, ...this.summary(), counts: inBatches(this.counted()) };
  }

  /** Returns the number of ranges with items, and the sum of their items. */
  summary(): Pick<FacetAnswer, 'distinct' | 'sum'> {
    let distinct = 0;
    let sum = 0;
    for (let i = 1; i < this.#counts.length; i++) {
      const items = this.#counts[i]!;
      if (items === 0) continue;
      distinct++;
      sum += items;
    }
    return { distinct, sum };
  }

  /** Yields the ranges with items, in order. They are generated on reading, because each is larger than its counter. */
  *counted(): Generator<FacetCount, void, undefined> {
    for (let i = 0; i < this.#ranges.length; i++) {
      const items = this.#counts[i + 1]!;
      if (items === 0) continue;
      const { from, key, interval } = this.#ranges[i]!;
      if (interval === undefined) yield { key, items, spellings: [] };
      else
        yield {
          key,
          items,
          spellings: [{ value: interval.label, items }],
          interval: { from, until: interval.until },
        };
    }
  }
}
