/**
 * The history of searches as a tree. Each search is below the one it came from, so that the course of an investigation can be
 * read and continued. It is stored on the server for a known viewer, or else in this browser.
 */
import { computed, effect, type Signal, signal } from '@preact/signals';
import { client } from '../api/client.ts';
import { type AddressedSet, address, setOf } from '../state/address.ts';
import { summary } from '../state/results.ts';
import { kept } from '../state/settings.ts';

const SEARCHES_KEPT_MAX = 500;

export interface Search {
  readonly id: number;
  /** The previous search; null for the first one. */
  readonly from: number | null;
  readonly q: string;
  /** Absent in data of older releases. */
  readonly literal?: boolean;
  readonly filter: readonly string[];
  readonly sources: readonly string[];
  readonly bbox: string;
  readonly total: number;
  readonly time: string;
}

const isSearches = (value: unknown): value is readonly Search[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && typeof one.id === 'number');

const inBrowser: Signal<readonly Search[]> = kept<readonly Search[]>('searches', [], isSearches);
/** Null if the server stores no history. */
const onServer = signal<readonly Search[] | null>(null);
/** Whether it is known where the history is stored. A history that belongs on the server must not be stored in the browser. */
const isKeeperKnown = signal(false);
export const isOnServer = computed(() => onServer.value !== null);
export const searches = computed(() => onServer.value ?? inBrowser.value);
let shown: number | null = null;

type KeyedSearch = Pick<Search, Exclude<keyof AddressedSet, 'literal'> | 'literal'>;

const keyOf = (search: KeyedSearch): string => JSON.stringify(setOf({ ...search, literal: search.literal ?? false }));

/** Stores each search once it has an answer. */
export function keepHistory(): void {
  void loadHistory();
  effect(() => {
    const found = summary.value;
    if (found === null || !isKeeperKnown.value) return;
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
    // Ids are based on the time, so that two windows of a viewer never use the same id.
    const id = Math.max(Date.now(), (searches.peek().at(-1)?.id ?? 0) + 1);
    const time = new Date().toISOString();
    keep({ id, from: shown, q, literal, filter, sources, bbox, total: found.total, time });
    shown = id;
  });
}

function keep(next: Search): void {
  const all = [...searches.peek(), next].slice(-SEARCHES_KEPT_MAX);
  if (onServer.peek() === null) {
    inBrowser.value = all;
    return;
  }
  onServer.value = all;
  const { id, from, q, literal = false, filter, sources, bbox, total } = next;
  const about = { q, literal, filter, sourceID: sources, bbox: bbox === '' ? null : bbox };
  void client.ask('recordSearch', {}, { ...about, id, from, total }).catch(() => undefined);
}

/** If the request fails, the history is stored in the browser. */
export async function loadHistory(): Promise<void> {
  try {
    const { kept: isKept, searches: entries } = await client.ask('listHistory', {});
    onServer.value = isKept ? entries.toReversed().flatMap(ofEntry) : null;
  } catch {
    onServer.value = null;
  }
  isKeeperKnown.value = true;
}

type Entry = Awaited<ReturnType<typeof client.ask<'listHistory'>>>['searches'][number];

/** A search by a script has no number. A search with too many parameters to store cannot be repeated. */
function ofEntry({ time, query = '', parameters = {}, items = 0 }: Entry, i: number): readonly Search[] {
  const { literal, filter, sourceID, bbox, id, from, large } = parameters as Readonly<Record<string, unknown>>;
  if (large === true) return [];
  return [
    {
      id: typeof id === 'number' ? id : -1 - i,
      from: typeof from === 'number' ? from : null,
      q: query,
      literal: literal === true || literal === 'true',
      filter: textsOf(filter),
      sources: textsOf(sourceID),
      bbox: typeof bbox === 'string' ? bbox : '',
      total: items,
      time,
    },
  ];
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}

export async function clearHistory(): Promise<void> {
  shown = null;
  if (onServer.peek() === null) inBrowser.value = [];
  else {
    await client.ask('clearHistory', {});
    await loadHistory();
  }
}

/** Returns the searches that came from `from`. Searches whose origin was deleted are roots. */
export function branchesOf(from: number | null): readonly Search[] {
  const ids = new Set(searches.value.map(({ id }) => id));
  return searches.value.filter((one) => (one.from !== null && ids.has(one.from) ? one.from : null) === from);
}
