/** The sources of the server and their state, asked again as long as one is being built. */
import { computed, effect, signal } from '@preact/signals';
import type { SourceStatus } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { type AskedSet, address, go } from './address.ts';
import { loadFields } from './fields.ts';
import { beReady } from './readiness.ts';
import { search, searchFault, summary, TRIED_AGAIN_MS } from './results.ts';
import { viewer } from './viewer.ts';

const ASKED_AGAIN_MS = 2000;
/** Where there is nothing to search yet. */
const ASKED_SOON_MS = 400;
/** What the server answers while a source is not there. */
const UNAVAILABLE = 503;

export const sources = signal<readonly SourceStatus[]>([]);
/** Whether the server has told them: until then none is not the same as there are none. */
export const areSourcesKnown = signal(false);
/** Names of the hash sets that queries can name. */
export const hashSets = signal<readonly string[]>([]);
let timer = 0;

export const readySources = computed(() => sources.value.filter(({ state }) => state === 'ready'));

export async function loadSources(): Promise<void> {
  const before = readySources.peek().length;
  const status = await client.ask('getStatus', {}).catch((fault: unknown) => {
    // Who searches is told why.
    beReady();
    throw fault;
  });
  sources.value = status.sources;
  hashSets.value = (status.hashSets ?? []).map(({ name }) => name);
  areSourcesKnown.value = true;
  viewer.value = status.viewer ?? null;
  const ready = readySources.peek().length;
  if (ready > 0 || !status.sources.some(({ state }) => state === 'building')) beReady();
  if (ready > before) {
    void loadFields().catch(() => undefined);
    // The first that is there is searched by itself, unless a search was refused for want of it.
    if (before > 0 || searchFault.peek() !== null) search();
  }
  if (status.sources.some(({ state }) => state === 'building')) {
    const pause = ready === 0 ? ASKED_SOON_MS : ASKED_AGAIN_MS;
    // One at a time, whoever asked.
    clearTimeout(timer);
    timer = window.setTimeout(() => void loadSources().catch(() => undefined), pause);
  }
}

export function isChosen(id: string): boolean {
  const chosen = address.value.sources;
  return chosen.length === 0 || chosen.includes(id);
}

/** Leaves at least one: a set of no sources has nothing to say. */
export function choose(id: string, isOn: boolean): void {
  const all = sources.peek().map((source) => source.id);
  const now = all.filter((one) => isChosen(one));
  const next = isOn ? all.filter((one) => now.includes(one) || one === id) : now.filter((one) => one !== id);
  if (next.length === 0) return;
  go({ sources: next.length === all.length ? [] : next });
}

/** Of the sources that a set asks: whether one is still being opened or built, so that its answer comes later. */
const isOpening = computed(() => sources.value.some(({ id, state }) => state === 'building' && isChosen(id)));

/** Whether the search waits for sources: none is there yet, or it was refused for want of one. */
export const isWaiting = computed(
  () => isOpening.value && summary.value === null && (searchFault.value?.status ?? UNAVAILABLE) === UNAVAILABLE,
);

interface Absent {
  readonly source: string;
  readonly reason: string;
}

/** The sources of a set that cannot be asked, and why. */
export function absentSources({ sourceID }: AskedSet): readonly Absent[] {
  return sources
    .peek()
    .filter(({ id, state }) => state !== 'ready' && (sourceID === undefined || sourceID.includes(id)))
    .map(({ id, reason }) => ({ source: id, reason: reason ?? t().building('').trim() }));
}

/** A set in those of its sources that are there; as it is where all are, or none. */
export function readyPart(set: AskedSet): AskedSet {
  if (absentSources(set).length === 0) return set;
  const there = readySources.peek().filter(({ id }) => set.sourceID === undefined || set.sourceID.includes(id));
  return there.length === 0 ? set : { ...set, sourceID: there.map(({ id }) => id) };
}

/** An answer lacks a source, or none comes for want of one: what is known of the sources is no longer true. */
export function watchForMissing(): void {
  effect(() => {
    if (summary.value?.incomplete !== undefined) void loadSources().catch(() => undefined);
  });
  effect(() => {
    if (searchFault.value?.status === UNAVAILABLE) void waitForSources().catch(() => undefined);
  });
}

/** A server that has started again opens its sources first. The search goes on when they are there. */
async function waitForSources(): Promise<void> {
  const fault = searchFault.peek();
  await loadSources();
  // One that is being opened is asked about until it is there; one that failed stays away.
  if (sources.peek().some(({ id, state }) => state !== 'ready' && isChosen(id))) return;
  setTimeout(() => {
    if (searchFault.peek() === fault) search();
  }, TRIED_AGAIN_MS);
}
