/**
 * The hits of the set that is shown, by their place in its order: blocks of rows are fetched as they come into view, and
 * only so many are kept, so that ten million hits take no more memory than a thousand.
 */
import { effect, signal, untracked } from '@preact/signals';
import type { Fault, Hit, Hits } from '../api/answers.ts';
import { addressOf, askJson, isAborted, messageOf, Refused } from '../api/ask.ts';
import { type AskedSet, askedSet, sortText } from './address.ts';
import { columns, withSnippets } from './settings.ts';

export const ROWS_PER_BLOCK = 100;
const BLOCKS_KEPT_MAX = 60;
const SNIPPETS = 2;

export type Summary = Pick<Hits, 'total' | 'tookMs' | 'hints' | 'incomplete'>;

/** Of the last answer; null before the first one, and where the last search failed. */
export const summary = signal<Summary | null>(null);
export const searchFault = signal<Fault | null>(null);
export const isSearching = signal(false);
/** Changes whenever rows have arrived. */
export const rowsVersion = signal(0);

interface Block {
  readonly hits: readonly Hit[];
  /** Of an older state: shown until the newer ones are there. */
  isStale: boolean;
}

let blocks = new Map<number, Block>();
const underWay = new Map<number, AbortController>();
let asked: { readonly set: AskedSet; readonly sort: readonly string[] } = { set: {}, sort: [] };
let properties: readonly string[] = [];
let snippets = 0;

/** The hit of a row, or null where it has not arrived. */
export function hitAt(row: number): Hit | null {
  return blocks.get(Math.floor(row / ROWS_PER_BLOCK))?.hits[row % ROWS_PER_BLOCK] ?? null;
}

/** Sees to it that the rows from `first` to before `end` arrive; requests for others are given up. */
export function wantRows(first: number, end: number): void {
  const from = Math.floor(first / ROWS_PER_BLOCK);
  const to = Math.floor(Math.max(first, end - 1) / ROWS_PER_BLOCK);
  for (const [block, controller] of underWay) {
    if (block !== 0 && (block < from - 1 || block > to + 1)) controller.abort();
  }
  for (let block = from; block <= to; block++) {
    const known = blocks.get(block);
    if (known !== undefined && !known.isStale) keepFresh(block, known);
    else if (!underWay.has(block)) void load(block);
  }
}

/** Map order is the order of use. */
function keepFresh(number: number, block: Block): void {
  blocks.delete(number);
  blocks.set(number, block);
}

function trim(): void {
  for (const number of blocks.keys()) {
    if (blocks.size <= BLOCKS_KEPT_MAX) return;
    if (number !== 0) blocks.delete(number);
  }
}

async function load(block: number): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  underWay.set(block, controller);
  const request = asked;
  try {
    const page = await askJson<Hits>(addressOf('hits'), {
      method: 'POST',
      body: {
        ...request.set,
        ...(request.sort.length === 0 ? {} : { sort: request.sort }),
        offset: block * ROWS_PER_BLOCK,
        limit: ROWS_PER_BLOCK,
        properties,
        ...(snippets === 0 ? {} : { snippets }),
      },
      signal,
    });
    if (request !== asked || signal.aborted) return;
    blocks.delete(block);
    blocks.set(block, { hits: page.hits, isStale: false });
    trim();
    if (block === 0 || summary.peek() === null) {
      const { total, tookMs, hints, incomplete } = page;
      summary.value = { total, tookMs, ...(hints && { hints }), ...(incomplete && { incomplete }) };
      searchFault.value = null;
    }
    rowsVersion.value = rowsVersion.peek() + 1;
  } catch (fault) {
    if (request === asked && !isAborted(fault)) fail(fault);
  } finally {
    if (underWay.get(block) === controller) underWay.delete(block);
    if (request === asked) isSearching.value = underWay.size > 0 && summary.peek() === null;
  }
}

function fail(fault: unknown): void {
  searchFault.value = fault instanceof Refused ? fault.fault : { error: messageOf(fault), status: 0 };
  summary.value = null;
  blocks = new Map();
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Asks again for what is shown, since something about it has changed; what is there stays until then. */
export function refresh(): void {
  for (const block of blocks.values()) block.isStale = true;
  for (const controller of underWay.values()) controller.abort();
  underWay.clear();
  void load(0);
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Changes rows that are there at once; a refresh brings what the server has. */
export function changeRows(change: (hit: Hit) => Hit): void {
  for (const [number, block] of blocks) blocks.set(number, { ...block, hits: block.hits.map(change) });
  rowsVersion.value = rowsVersion.peek() + 1;
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
  blocks = new Map();
  summary.value = null;
  rowsVersion.value = rowsVersion.peek() + 1;
  untracked(search);
});
