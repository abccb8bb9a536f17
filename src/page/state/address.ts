/**
 * The shareable state of the page. It is in the query of the address, so that every view is a link, back and forward work, and a
 * reload loses nothing.
 */
import { computed, signal } from '@preact/signals';
import type { Ref } from '../api/answers.ts';
import { joinedList, splitList } from './list-text.ts';
import { timeZone } from './settings.ts';

export const VIEWS = ['table', 'gallery', 'timeline', 'map', 'tree'] as const;
export type View = (typeof VIEWS)[number] | 'across';
export const TABS = ['preview', 'text', 'thread', 'conversation', 'properties', 'context', 'hex', 'notes'] as const;
export type Tab = (typeof TABS)[number];

export interface Address {
  readonly q: string;
  /** Whether the query is literal text without operators. */
  readonly literal: boolean;
  /** Clauses, combined by AND. */
  readonly filter: readonly string[];
  /** Empty for all. */
  readonly sources: readonly string[];
  readonly sort: readonly string[];
  readonly bbox: string;
  readonly view: View;
  readonly item: Ref | null;
  /** The open review; empty for none. */
  readonly review: string;
  /** Null for the most suitable tab for the item. */
  readonly tab: Tab | null;
}

function read(): Address {
  const query = new URLSearchParams(location.search);
  const list = (name: string): string[] => query.getAll(name).flatMap(splitList);
  const view = query.get('view') ?? '';
  const tab = query.get('tab') ?? '';
  return {
    q: query.get('q') ?? '',
    literal: query.get('literal') === 'true',
    filter: query.getAll('filter').filter((text) => text !== ''),
    sources: list('sources'),
    sort: list('sort'),
    bbox: query.get('bbox') ?? '',
    view: view === 'across' ? view : (VIEWS.find((one) => one === view) ?? 'table'),
    item: refOf(query.get('item') ?? ''),
    review: query.get('review') ?? '',
    tab: TABS.find((one) => one === tab) ?? null,
  };
}

/** `SOURCE:ID`, split at the last colon. */
function refOf(text: string): Ref | null {
  const colon = text.lastIndexOf(':');
  const id = text.slice(colon + 1);
  return colon > 0 && /^\d{1,15}$/.test(id) ? { source: text.slice(0, colon), id: Number(id) } : null;
}

function write({ q, literal, filter, sources, sort, bbox, view, item, review, tab }: Address): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (literal) query.set('literal', 'true');
  for (const one of filter) query.append('filter', one);
  if (sources.length > 0) query.set('sources', joinedList(sources));
  if (sort.length > 0) query.set('sort', joinedList(sort));
  if (bbox !== '') query.set('bbox', bbox);
  if (view !== 'table') query.set('view', view);
  if (item !== null) query.set('item', `${item.source}:${item.id}`);
  if (review !== '') query.set('review', review);
  if (tab !== null && item !== null) query.set('tab', tab);
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}

export const address = signal<Address>(read());
addEventListener('popstate', () => {
  address.value = read();
});

export type Step = Partial<Address>;

/** Moves to another state, with a new history entry. */
export function go(step: Step): void {
  move(step, 'pushState');
}

/** Like {@link go}, but replaces the history entry. For small moves such as the next row. */
export function put(step: Step): void {
  move(step, 'replaceState');
}

function move(step: Step, how: 'pushState' | 'replaceState'): void {
  const next = { ...address.peek(), ...step };
  const text = write(next);
  // A replaced entry keeps its history state.
  const beside: unknown = how === 'replaceState' ? history.state : null;
  if (text !== location.pathname + location.search) history[how](beside, '', text);
  address.value = next;
}

/** The parameters of the shown set, for every endpoint. */
export interface AskedSet {
  readonly q?: string;
  readonly literal?: true;
  readonly sourceID?: readonly string[];
  readonly filter?: readonly string[];
  readonly bbox?: string;
  /** The zone in which dates are shown. It also applies to dates in the query without an offset. */
  readonly timeZone?: string;
}

export type AddressedSet = Pick<Address, 'q' | 'literal' | 'sources' | 'filter' | 'bbox'>;

export function setOf({ q, literal, sources, filter, bbox }: AddressedSet): AskedSet {
  return {
    ...(q.trim() === '' ? {} : { q }),
    ...(q.trim() === '' || !literal ? {} : { literal }),
    ...(sources.length === 0 ? {} : { sourceID: sources }),
    ...(filter.length === 0 ? {} : { filter }),
    ...(bbox === '' ? {} : { bbox }),
    ...askedZone(),
  };
}

/** UTC is the default. */
export function askedZone(): Pick<AskedSet, 'timeZone'> {
  return timeZone.value === 'UTC' ? {} : { timeZone: timeZone.value };
}

/** Compared as text, so that it changes only with the set. */
const setText = computed(() => JSON.stringify(setOf(address.value)));
export const askedSet = computed(() => JSON.parse(setText.value) as AskedSet);
/** Changes only with the order. */
export const sortText = computed(() => joinedList(address.value.sort));
const openItemText = computed(() => JSON.stringify(address.value.item));
/** The open item. It stays the same object as long as it is the same item. */
export const shownItem = computed(() => JSON.parse(openItemText.value) as Ref | null);

/** Filters by a clause, or removes that filter. */
export function toggleFilter(clause: string): void {
  const { filter } = address.peek();
  go({ filter: filter.includes(clause) ? filter.filter((one) => one !== clause) : [...filter, clause] });
}
