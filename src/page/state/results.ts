/**
 * The hits of the shown set, by position. Batches of rows are fetched as they become visible, and a limited number is cached.
 * Ten million hits take no more memory than a thousand.
 *
 * A row keeps its item until the next search. A change of bookmarks moves nothing. An item that no longer matches stays, and is
 * marked as such. `drift` counts the changes that a search would make.
 */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Fault, Hit, Hits, Ref } from '../api/answers.ts';
import { client, faultOf, isAborted, isUnknown, isUnreachable } from '../api/client.ts';
import { InOrder } from '../api/in-order.ts';
import { asTheyAre } from '../rows/as-they-are.ts';
import { DepartedRows } from '../rows/departed-rows.ts';
import { RowBatches } from '../rows/row-batches.ts';
import { type AskedSet, askedSet, sortText } from './address.ts';
import { splitList } from './list-text.ts';
import { whenReady } from './readiness.ts';
import { columns, withSnippets } from './settings.ts';
import { type Summary, summaryOf } from './summary.ts';

export const ROWS_PER_BATCH = 100;
const SNIPPETS = 2;
export const TRIED_AGAIN_MS = 3000;

/** From the last answer; null before the first one, and if the last search failed. */
export const summary = signal<Summary | null>(null);
/** Whether the shown set was found. Set before `summary`, so that the server counts facets while the page draws rows. */
export const isFound = signal(false);
export const searchFault = signal<Fault | null>(null);
export const isSearching = signal(false);
/** Whether the search was cancelled, so that its answer is unknown. */
export const isCancelled = signal(false);
/** Changes when rows arrive. */
export const rowsVersion = signal(0);
export const areRowsArriving = signal(false);

const batches = new RowBatches();
const departed = new DepartedRows();
const underWay = new Map<number, AbortController>();
let asked: { readonly set: AskedSet; readonly sort: readonly string[] } = { set: {}, sort: [] };
let properties: readonly string[] = [];
let snippets = 0;

/** Whether rows were requested. They are not requested before sources are ready. */
export function hasAsked(): boolean {
  return isAsking;
}

let isAsking = false;

/** Returns the hit of a row, or null if it is not loaded. */
export function hitAt(row: number): Hit | null {
  return batches.peek(Math.floor(row / ROWS_PER_BATCH))?.hits[row % ROWS_PER_BATCH] ?? null;
}

/** Whether the item of the row no longer matches. */
export function hasDeparted(row: number): boolean {
  return departed.at(row) !== null;
}

/** Number of items known to have been added or removed since the rows were loaded. */
export const drift = computed(() => {
  void rowsVersion.value;
  const found = summary.value;
  if (found === null) return 0;
  return departed.count + Math.abs(found.matching - (found.total - departed.count));
});

let arrived = 0;
/** Counts how often rows arrived. */
export function arrivals(): number {
  return arrived;
}

/** Requests the rows from `first` to before `end`, and cancels requests for others. The rows of the next page come after them. */
export function wantRows(first: number, end: number): void {
  if (isCancelled.peek()) return;
  const from = Math.floor(first / ROWS_PER_BATCH);
  const to = Math.floor(Math.max(first, end - 1) / ROWS_PER_BATCH);
  for (const [batch, controller] of underWay) {
    const isNeeded = batch === 0 || batches.has(batch);
    if (!isNeeded && (batch < from - 1 || batch > to + 1)) controller.abort();
  }
  let areThere = true;
  for (let batch = from; batch <= to; batch++) areThere = wantBatch(batch) && areThere;
  const next = Math.floor(Math.min(2 * end - first, summary.peek()?.total ?? 0) / ROWS_PER_BATCH);
  if (areThere && next > to) wantBatch(next);
}

/** Returns whether the batch is loaded. Otherwise requests it. */
function wantBatch(batch: number): boolean {
  if (batches.use(batch)?.isStale === false) return true;
  if (!underWay.has(batch)) void load(batch);
  return false;
}

/** Fetches the batch, or refreshes it. */
async function load(batch: number): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  underWay.set(batch, controller);
  areRowsArriving.value = true;
  const request = asked;
  const known = batches.peek(batch);
  try {
    await whenReady;
    isAsking = true;
    const { hits, page } =
      known === undefined || isNew(request)
        ? await fetched(batch, request, signal)
        : { hits: await lookedAtAgain(batch, known.hits, request, signal), page: null };
    if (request !== asked || signal.aborted) return;
    if (isNew(request) && !isFound.peek()) {
      isFound.value = true;
      // Requests for facets start in the microtask before this one continues.
      await null;
      if (request !== asked || signal.aborted) return;
    }
    const isFirst = isNew(request);
    if (isFirst) begin(request);
    batches.keep(batch, hits);
    arrived++;
    if (isFirst && page !== null) {
      summary.value = summaryOf(page, page.total);
      searchFault.value = null;
    }
    rowsVersion.value = rowsVersion.peek() + 1;
  } catch (fault) {
    if (request !== asked || isAborted(fault)) return;
    // A source of known rows is gone. A new search shows those of the others.
    if (known !== undefined && isUnknown(faultOf(fault))) search();
    else fail(fault);
  } finally {
    if (underWay.get(batch) === controller) underWay.delete(batch);
    areRowsArriving.value = underWay.size > 0;
    if (request === asked) isSearching.value = underWay.size > 0 && summary.peek() === null;
  }
}

/** The request of the shown rows. */
let begun: typeof asked | null = null;
const isNew = (request: typeof asked): boolean => request !== begun;
function begin(request: typeof asked): void {
  begun = request;
  batches.clear();
  departed.clear();
}

function bodyOf({ set, sort }: typeof asked): object {
  const rows = { properties, ...(snippets === 0 ? {} : { snippets }) };
  return { ...set, ...(sort.length === 0 ? {} : { sort }), ...rows };
}

/**
 * Departed items keep their rows, and the server's current hits fill the others. So the departed items in earlier rows must be
 * known first.
 */
async function fetched(
  batch: number,
  request: typeof asked,
  signal: AbortSignal,
): Promise<{ readonly hits: readonly Hit[]; readonly page: Hits }> {
  for (const number of isNew(request) ? [] : batches.staleBefore(batch)) await load(number);
  const gone = isNew(request) ? new DepartedRows() : departed;
  const first = batch * ROWS_PER_BATCH;
  const kept = gone.between(first, first + ROWS_PER_BATCH);
  const range = { offset: first - gone.between(0, first).size, limit: ROWS_PER_BATCH - kept.size };
  const page = await client.ask('findHitsByBody', {}, { ...bodyOf(request), ...range }, { signal });
  const others = page.hits[Symbol.iterator]();
  const hits: Hit[] = [];
  for (let row = first; row < first + ROWS_PER_BATCH; row++) {
    const hit = kept.get(row) ?? others.next().value;
    if (hit !== undefined) hits[row - first] = hit;
  }
  return { hits, page };
}

/** Reloads the same items in the same rows. */
async function lookedAtAgain(
  batch: number,
  hits: readonly Hit[],
  request: typeof asked,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const now = await asTheyAre(hits, { ...bodyOf(request), filter: request.set.filter, properties }, signal);
  if (request !== asked || signal.aborted) return hits;
  return hits.map((before, i) => {
    const row = batch * ROWS_PER_BATCH + i;
    const { hit, isMatch } = now(before);
    if (isMatch) departed.delete(row);
    else departed.set(row, hit);
    return hit;
  });
}

function fail(fault: unknown): void {
  searchFault.value = faultOf(fault);
  if (isUnreachable(searchFault.value)) setTimeout(() => tryAgain(), TRIED_AGAIN_MS);
  discardRows();
}

function discardRows(): void {
  begun = null;
  batches.clear();
  departed.clear();
  isFound.value = false;
  summary.value = null;
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Reloads the visible rows after a change of marks. No row changes its item. */
export function refresh(): void {
  if (summary.peek() === null) {
    search();
    return;
  }
  batches.markStale();
  dropArriving();
  void recount();
  rowsVersion.value = rowsVersion.peek() + 1;
}

const counts = new InOrder();

async function recount(): Promise<void> {
  const request = asked;
  const mayShow = counts.ask();
  try {
    const page = await client.ask('findHitsByBody', {}, { ...request.set, limit: 0 });
    const found = summary.peek();
    if (request !== asked || found === null || !mayShow()) return;
    // An empty list can be replaced.
    if (found.total === 0 && page.total > 0) search();
    else summary.value = summaryOf(page, found.total);
  } catch (fault) {
    if (request === asked) fail(fault);
  }
}

/** Returns the item as its row shows it. */
export function hitOf(ref: Ref): Hit | null {
  return batches.find((one) => one.id === ref.id && one.source === ref.source);
}

/** Updates loaded rows at once. A refresh brings the server's state. */
export function changeRows(change: (hit: Hit) => Hit): void {
  batches.change(change);
  departed.change(change);
  rowsVersion.value = rowsVersion.peek() + 1;
}

/** Cancels the requests for rows. A refresh, or the next look at the rows, repeats them. */
export function dropArriving(): void {
  for (const controller of underWay.values()) controller.abort();
  underWay.clear();
}

/** Retries until the server is back, or the request changes. */
function tryAgain(): void {
  if (searchFault.peek()?.status === 0 && underWay.size === 0) search();
}

/** Cancels the running search, and with it the counts of its facets. */
export function cancelSearch(): void {
  dropArriving();
  // Answers that still arrive then belong to another request and are dropped.
  asked = { ...asked };
  isFound.value = summary.peek() !== null;
  isCancelled.value = true;
  isSearching.value = false;
}

/** Searches again, even without a change. Rows may get other items. */
export function search(): void {
  isCancelled.value = false;
  dropArriving();
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
  const next = { set, sort: splitList(sortText.value) };
  const isSame = summary.peek() !== null && JSON.stringify(next) === JSON.stringify(asked);
  if (isSame) return;
  asked = next;
  discardRows();
  untracked(search);
});
