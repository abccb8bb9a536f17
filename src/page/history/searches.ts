/** Every search as a tree: what one came from is above it, so that the course of an investigation can be read and taken up again. */
import { effect, type Signal } from '@preact/signals';
import { type AddressedSet, address, setOf } from '../state/address.ts';
import { summary } from '../state/results.ts';
import { kept } from '../state/settings.ts';

const SEARCHES_KEPT_MAX = 500;

export interface Search {
  readonly id: number;
  /** The search that was shown before; null for a first one. */
  readonly from: number | null;
  readonly q: string;
  /** Absent in what older releases kept. */
  readonly literal?: boolean;
  readonly filter: readonly string[];
  readonly sources: readonly string[];
  readonly bbox: string;
  readonly total: number;
  readonly time: string;
}

const isSearches = (value: unknown): value is readonly Search[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && typeof one.id === 'number');

export const searches: Signal<readonly Search[]> = kept<readonly Search[]>('searches', [], isSearches);
let shown: number | null = null;

type KeyedSearch = Pick<Search, Exclude<keyof AddressedSet, 'literal'> | 'literal'>;

const keyOf = (search: KeyedSearch): string => JSON.stringify(setOf({ ...search, literal: search.literal ?? false }));

/** Keeps each search once it has an answer. */
export function keepHistory(): void {
  effect(() => {
    const found = summary.value;
    if (found === null) return;
    const { q, literal, filter, sources, bbox } = address.peek();
    const key = keyOf({ q, literal, filter, sources, bbox });
    if (key === '{}') {
      shown = null;
      return;
    }
    const known = searches.peek().find((one) => keyOf(one) === key);
    if (known !== undefined) {
      shown = known.id;
      return;
    }
    const id = (searches.peek().at(-1)?.id ?? 0) + 1;
    const time = new Date().toISOString();
    const next = { id, from: shown, q, literal, filter, sources, bbox, total: found.total, time };
    searches.value = [...searches.peek(), next].slice(-SEARCHES_KEPT_MAX);
    shown = id;
  });
}

export function clearHistory(): void {
  searches.value = [];
  shown = null;
}

/** The searches that came from `from`; those whose origin is no longer kept are first ones. */
export function branchesOf(from: number | null): readonly Search[] {
  const ids = new Set(searches.value.map(({ id }) => id));
  return searches.value.filter((one) => (one.from !== null && ids.has(one.from) ? one.from : null) === from);
}
