/** A facet of an answer: its displayed values, each with the query that selects it. */
import type { Query } from '../../../grammar/ast.ts';
import type { CombinedAnswer } from '../../search/combined/combined-answer.ts';
import type { CombinedFacet } from '../../search/combined/merged-facets.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { FacetCount } from '../../search/search-answer.ts';
import { LazyArray } from '../../shared/json-pieces.ts';
import type { ReadySource } from '../../sources/source.ts';
import { type AskedFacet, AUTO_INTERVALS_MAX, decades, INTERVALS, SHOWN_VALUES } from '../input/asked-facet.ts';
import { clauseOf, SELECTED_VALUE } from '../input/counted-sets.ts';
import { WHOLE_FACET_VALUES_MAX } from '../limits.ts';
import { setClause, type ValueSelector } from './value-selector.ts';

interface ShownValue {
  readonly value: string;
  readonly items: number;
  readonly q?: string | undefined;
}

export interface ShownFacet {
  readonly field: string;
  readonly interval?: string | undefined;
  readonly values: readonly ShownValue[] | LazyArray;
  readonly distinct: number;
  readonly missing: number;
  readonly other: number;
}

type Print = (query: Query) => string;

/** A facet over an index field. */
export function shownFacet(
  facet: AskedFacet,
  counted: readonly CombinedFacet[],
  total: number,
  selector: ValueSelector,
): ShownFacet {
  const chosen = facet.interval === 'auto' ? finest(counted) : 0;
  const { items, distinct, sum, counts } = counted[chosen]!;
  return {
    field: facet.field,
    ...(facet.interval === 'auto' ? { interval: INTERVALS[chosen] } : {}),
    values: valuesOf(facet, counts, selector),
    distinct,
    missing: total - items,
    other: sum - itemsIn(counts),
  };
}

/** Returns the number of the finest interval with few enough values. */
export function finest(counted: readonly CombinedFacet[]): number {
  for (let i = counted.length - 1; i > 0; i--) if (counted[i]!.distinct <= AUTO_INTERVALS_MAX) return i;
  return 0;
}

function valuesOf(facet: AskedFacet, counts: readonly FacetCount[], selector: ValueSelector): ShownFacet['values'] {
  const bounds = facet.interval === 'log' ? decades() : facet.ranges;
  if (bounds !== undefined) {
    return shownValues(counts, ({ key, items }) => {
      const [from, to] = [bounds[Number(key)]!, bounds[Number(key) + 1] ?? null];
      return { value: rangeText(from, to), items, q: selector.range(from, to) };
    });
  }
  if (facet.interval !== undefined) {
    return shownValues(counts, ({ spellings, interval, items }) => ({
      value: spellings[0]!.value,
      items,
      q: selector.interval(interval!),
    }));
  }
  return shownValues(inOrder(facet, counts), (count) => {
    const value = mostSpelled(count);
    return { value, items: count.items, q: selector.value(value) };
  });
}

/** If there are many, they are created during writing. */
export function shownValues<T>(
  counts: readonly FacetCount[],
  shown: (count: FacetCount) => T,
): readonly T[] | LazyArray {
  return counts.length <= WHOLE_FACET_VALUES_MAX ? counts.map(shown) : new LazyArray(() => made(counts, shown));
}

function* made<T>(counts: readonly FacetCount[], shown: (count: FacetCount) => T): Generator<T> {
  for (const count of counts) yield shown(count);
}

/** The counts arrive sorted by value. */
function inOrder({ order }: AskedFacet, counts: readonly FacetCount[]): readonly FacetCount[] {
  return order === 'value' ? counts : [...counts].sort((a, b) => b.items - a.items);
}

/** Returns `from-to`, without an end for the last range. `from` is -1 for everything below the decades. */
function rangeText(from: number, to: number | null): string {
  return from === Number.NEGATIVE_INFINITY ? '-1' : `${from}-${to ?? ''}`;
}

/** Returns the spelling that most items have. Ties are ordered by code point. */
function mostSpelled({ key, spellings }: FacetCount): string {
  const [best] = [...spellings].sort((a, b) => b.items - a.items || compareTexts(a.value, b.value));
  return best?.value ?? key;
}

export function shownBookmarks(
  facet: AskedFacet,
  { items, distinct, sum, counts }: CombinedFacet,
  total: number,
  print: Print,
): ShownFacet {
  const values = shownValues(inOrder(facet, counts), ({ items: own, spellings }) => {
    const { value } = spellings[0]!;
    const { field, meant } = clauseOf(facet.field, value);
    return { value, items: own, q: print(setClause(field, meant)) };
  });
  return { field: facet.field, values, distinct, missing: total - items, other: sum - itemsIn(counts) };
}

/** Every item has one of the two values. */
export function shownSelection(facet: AskedFacet, { items }: CombinedFacet, total: number, print: Print): ShownFacet {
  const both = [
    { value: SELECTED_VALUE, items },
    { value: 'false', items: total - items },
  ];
  const values = both.map((one) => ({ ...one, q: print({ kind: 'term', field: 'selected', text: one.value }) }));
  return cut(facet, values);
}

export function shownSources(
  facet: AskedFacet,
  counts: CombinedAnswer<ReadySource>['counts'],
  print: Print,
): ShownFacet {
  const values = counts.map(({ target: { id }, count }) => {
    return { value: id, items: count ?? 0, q: print(setClause('source', id)) };
  });
  return cut(facet, values);
}

/** The values with items, the most frequent first. */
function cut({ field, limit = SHOWN_VALUES }: AskedFacet, all: readonly ShownValue[]): ShownFacet {
  const found = all.filter(({ items }) => items > 0);
  found.sort((a, b) => b.items - a.items || compareTexts(a.value, b.value));
  const values = found.slice(0, limit);
  return { field, values, distinct: found.length, missing: 0, other: itemsIn(found) - itemsIn(values) };
}

export function itemsIn(values: readonly { readonly items: number }[]): number {
  return values.reduce((all, { items }) => all + items, 0);
}
