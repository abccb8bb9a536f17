/** The sources of the server and their state, asked again as long as one is being built. */
import { computed, effect, signal } from '@preact/signals';
import type { SourceStatus } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { address, go } from './address.ts';
import { loadFields } from './fields.ts';
import { beReady } from './readiness.ts';
import { search, searchFault, summary } from './results.ts';
import { viewer } from './viewer.ts';

const ASKED_AGAIN_MS = 2000;
/** Where there is nothing to search yet. */
const ASKED_SOON_MS = 400;

export const sources = signal<readonly SourceStatus[]>([]);
export const readySources = computed(() => sources.value.filter(({ state }) => state === 'ready'));

export async function loadSources(): Promise<void> {
  const before = readySources.peek().length;
  const status = await client.ask('getStatus', {}).catch((fault: unknown) => {
    // Who searches is told why.
    beReady();
    throw fault;
  });
  sources.value = status.sources;
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
    setTimeout(() => void loadSources().catch(() => undefined), pause);
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

/** An answer lacks a source: what is known of the sources is no longer true. */
export function watchForMissing(): void {
  effect(() => {
    if (summary.value?.incomplete !== undefined) void loadSources().catch(() => undefined);
  });
}
