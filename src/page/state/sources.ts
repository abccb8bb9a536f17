/** The sources of the server and their states, polled while one is being built. */
import { computed, effect, signal } from '@preact/signals';
import type { Ref, SourceStatus } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { type AskedSet, address, go } from './address.ts';
import { loadFields } from './fields.ts';
import { beReady } from './readiness.ts';
import { search, searchFault, summary, TRIED_AGAIN_MS } from './results.ts';
import { viewer } from './viewer.ts';

const ASKED_AGAIN_MS = 2000;
/** Polling interval while there is nothing to search. */
const ASKED_SOON_MS = 400;
/** The server's status for an unavailable source. */
const UNAVAILABLE = 503;

export const sources = signal<readonly SourceStatus[]>([]);
/** Whether the server has answered. Until then, an empty list means nothing. */
export const areSourcesKnown = signal(false);
/** Names of the hash sets for queries. */
export const hashSets = signal<readonly string[]>([]);
/** Counts how often sources were opened again: their items may have other contents under the same ids. */
export const openings = signal(0);

/** Browsers keep a picture by its address, so another state of the source gets another one. */
export function thumbnailAddress(ref: Ref): string {
  const opening = openings.value === 0 ? undefined : openings.value;
  return client.address('getThumbnail', { ...itemOf(ref), blank: 'true', opening });
}

/** Whether changes by others do not arrive. The server may then be another one than before. */
export const isInterrupted = signal(false);
/** The latest moment at which the server can have been started, in milliseconds by the browser's clock. */
let startedBefore = Number.POSITIVE_INFINITY;
let restarts = 0;

let timer = 0;

export const readySources = computed(() => sources.value.filter(({ state }) => state === 'ready'));

export async function loadSources(): Promise<void> {
  const before = readySources.peek().length;
  const sentAt = performance.now();
  const status = await client.ask('getStatus', {}).catch((fault: unknown) => {
    // Lets searches run, so that they report the error.
    beReady();
    throw fault;
  });
  // Uptimes are whole seconds.
  if (sentAt - 1000 * (status.uptimeSeconds + 1) > startedBefore) restarts++;
  startedBefore = performance.now() - 1000 * status.uptimeSeconds;
  sources.value = status.sources;
  hashSets.value = (status.hashSets ?? []).map(({ name }) => name);
  areSourcesKnown.value = true;
  viewer.value = status.viewer ?? null;
  const ready = readySources.peek().length;
  if (ready > 0 || !status.sources.some(({ state }) => state === 'building')) beReady();
  if (ready > before) {
    void loadFields().catch(() => undefined);
    // Searches again when a source has become ready, after the first one or after a refused search.
    if (before > 0 || searchFault.peek() !== null) search();
  }
  if (status.sources.some(({ state }) => state === 'building')) {
    const pause = ready === 0 ? ASKED_SOON_MS : ASKED_AGAIN_MS;
    // One request at a time.
    clearTimeout(timer);
    timer = window.setTimeout(() => void loadSources().catch(() => undefined), pause);
  }
}

/**
 * Throws if the server was restarted while the page was not connected: another case may then have the name of a source, so that
 * a change would be of an item that nobody has seen.
 */
export async function refuseAfterRestart(): Promise<void> {
  if (!isInterrupted.peek()) return;
  const before = restarts;
  await loadSources();
  if (restarts === before) return;
  openings.value = openings.peek() + 1;
  throw new Error(t().restarted);
}

export function isChosen(id: string): boolean {
  const chosen = address.value.sources;
  return chosen.length === 0 || chosen.includes(id);
}

/** Keeps at least one, because a set without sources is meaningless. */
export function choose(id: string, isOn: boolean): void {
  const all = sources.peek().map((source) => source.id);
  const now = all.filter((one) => isChosen(one));
  const next = isOn ? all.filter((one) => now.includes(one) || one === id) : now.filter((one) => one !== id);
  if (next.length === 0) return;
  go({ sources: next.length === all.length ? [] : next });
}

/** Whether a source of the set is still being opened or built, so that its answer comes later. */
const isOpening = computed(() => sources.value.some(({ id, state }) => state === 'building' && isChosen(id)));

/** Whether the search waits for sources, because none is ready or it was refused because one is missing. */
export const isWaiting = computed(
  () => isOpening.value && summary.value === null && (searchFault.value?.status ?? UNAVAILABLE) === UNAVAILABLE,
);

interface Absent {
  readonly source: string;
  readonly reason: string;
}

/** Returns the unavailable sources of a set, with reasons. */
export function absentSources({ sourceID }: AskedSet): readonly Absent[] {
  return sources
    .peek()
    .filter(({ id, state }) => state !== 'ready' && (sourceID === undefined || sourceID.includes(id)))
    .map(({ id, reason }) => ({ source: id, reason: reason ?? t().building('').trim() }));
}

/** Restricts a set to its available sources. Unchanged if all or none are available. */
export function readyPart(set: AskedSet): AskedSet {
  if (absentSources(set).length === 0) return set;
  const there = readySources.peek().filter(({ id }) => set.sourceID === undefined || set.sourceID.includes(id));
  return there.length === 0 ? set : { ...set, sourceID: there.map(({ id }) => id) };
}

/** Reloads the sources when an answer lacks a source, or failed because of one. The known states are then outdated. */
export function watchForMissing(): void {
  effect(() => {
    if (summary.value?.incomplete !== undefined) void loadSources().catch(() => undefined);
  });
  effect(() => {
    if (searchFault.value?.status === UNAVAILABLE) void waitForSources().catch(() => undefined);
  });
}

/** After a restart, the server opens its sources first. The search continues when they are ready. */
async function waitForSources(): Promise<void> {
  const fault = searchFault.peek();
  await loadSources();
  // A source that is being opened is polled until it is ready. A failed one is not.
  if (sources.peek().some(({ id, state }) => state !== 'ready' && isChosen(id))) return;
  setTimeout(() => {
    if (searchFault.peek() === fault) search();
  }, TRIED_AGAIN_MS);
}
