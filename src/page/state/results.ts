/**
 * The hits of the set that is shown, by their place in its order: batches of rows are fetched as they come into view, and
 * only so many are kept, so that ten million hits take no more memory than a thousand.
 */
import { effect, signal, untracked } from '@preact/signals';
import type { Fault, Hit, Hits } from '../api/answers.ts';
import { client, faultOf, isAborted } from '../api/client.ts';
import { type AskedSet, askedSet, sortText } from './address.ts';
import { whenReady } from './readiness.ts';
import { columns, withSnippets } from './settings.ts';

export const ROWS_PER_BATCH = 100;
const BATCHES_KEPT_MAX = 60;
const SNIPPETS = 2;
export const TRIED_AGAIN_MS = 3000;

export type Summary = Pick<Hits, 'total' | 'tookMs' | 'hints' | 'incomplete'>;

/** Of the last answer; null before the first one, and where the last search failed. */
export const summary = signal<Summary | null>(null);
export const searchFault = signal<Fault | null>(null);
export const isSearching = signal(false);
/** Changes whenever rows have arrived. */
export const rowsVersion = signal(0);

interface Batch {
  readonly hits: readonly Hit[];
  /** Of an older state: shown until the newer ones are there. */
  isStale: boolean;
}

let batches = new Map<number, Batch>();
const underWay = new Map<number, AbortController>();
let asked: { readonly set: AskedSet; readonly sort: readonly string[] } = { set: {}, sort: [] };
let properties: readonly string[] = [];
let snippets = 0;

/** The hit of a row, or null where it has not arrived. */
export function hitAt(row: number): Hit | null {
  return batches.get(Math.floor(row / ROWS_PER_BATCH))?.hits[row % ROWS_PER_BATCH] ?? null;
}

/** Sees to it that the rows from `first` to before `end` arrive; requests for others are given up. */
export function wantRows(first: number, end: number): void {
  const from = Math.floor(first / ROWS_PER_BATCH);
  const to = Math.floor(Math.max(first, end - 1) / ROWS_PER_BATCH);
  for (const [batch, controller] of underWay) {
    if (batch !== 0 && (batch < from - 1 || batch > to + 1)) controller.abort();
  }
  for (let batch = from; batch <= to; batch++) {
    const known = batches.get(batch);
    if (known !== undefined && !known.isStale) keepFresh(batch, known);
    else if (!underWay.has(batch)) void load(batch);
  }
}

/** Map order is the order of use. */
function keepFresh(number: number, batch: Batch): void {
  batches.delete(number);
  batches.set(number, batch);
}

function trim(): void {
  for (const number of batches.keys()) {
    if (batches.size <= BATCHES_KEPT_MAX) return;
    if (number !== 0) batches.delete(number);
  }
}

async function load(batch: number): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  underWay.set(batch, controller);
  const request = asked;
  try {
    const body = {
      ...request.set,
      ...(request.sort.length === 0 ? {} : { sort: request.sort }),
      offset: batch * ROWS_PER_BATCH,
      limit: ROWS_PER_BATCH,
      properties,
      ...(snippets === 0 ? {} : { snippets }),
    };
    await whenReady;
    const page = await client.ask('findHitsByBody', {}, body, { signal });
    if (request !== asked || signal.aborted) return;
    batches.delete(batch);
    batches.set(batch, { hits: page.hits, isStale: false });
    trim();
    if (batch === 0 || summary.peek() === null) {
      const { total, tookMs, hints, incomplete } = page;
      summary.value = { total, tookMs, ...(hints && { hints }), ...(incomplete && { incomplete }) };
      searchFault.value = null;
    }
    rowsVersion.value = rowsVersion.peek() + 1;
  } catch (fault) {
    if (request === asked && !isAborted(fault)) fail(fault);
  } finally {
    if (underWay.get(batch) === controller) underWay.delete(batch);
    if (request === asked) isSearching.value = underWay.size > 0 && summary.peek() === null;
  }
}

function fail(fault: unknown): void {
  searchFault.value = faultOf(fault);
  if (isUnreachable(searchFault.value)) setTimeout(() => tryAgain(), TRIED_AGAIN_MS);
  summary.value = null;
  batches = new Map();
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Asks again for what is shown, since something about it has changed; what is there stays until then. */
export function refresh(): void {
  for (const batch of batches.values()) batch.isStale = true;
  for (const controller of underWay.values()) controller.abort();
  underWay.clear();
  void load(0);
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Changes rows that are there at once; a refresh brings what the server has. */
export function changeRows(change: (hit: Hit) => Hit): void {
  for (const [number, batch] of batches) batches.set(number, { ...batch, hits: batch.hits.map(change) });
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Whether the server did not answer at all. */
export function isUnreachable({ status }: Fault): boolean {
  return status === 0;
}

/** Until the server is back, or something else is asked. */
function tryAgain(): void {
  const fault = searchFault.peek();
  if (fault !== null && isUnreachable(fault) && underWay.size === 0) search();
}

/** Searches anew, even where nothing changed. */
export function search(): void {
  for (const controller of underWay.values()) controller.abort();
  underWay.clear();
  asked = { ...asked };
  isSearching.value = true;
  void load(0);
}

effect(() => {
  const chosen = [...new Set([...columns.value, 'name', 'path', 'contentType', 'type'])];
  const wanted = withSnippets.value && askedSet.value.q !== undefined ? SNIPPETS : 0;
  if (chosen.join() === properties.join() && wanted === snippets) return;
  properties = chosen;
  snippets = wanted;
  if (summary.peek() !== null) refresh();
});

effect(() => {
  const set = askedSet.value;
  const next = { set, sort: sortText.value === '' ? [] : sortText.value.split(',') };
  const isSame = summary.peek() !== null && JSON.stringify(next) === JSON.stringify(asked);
  if (isSame) return;
  asked = next;
  batches = new Map();
  summary.value = null;
  rowsVersion.value = rowsVersion.peek() + 1;
  untracked(search);
});
