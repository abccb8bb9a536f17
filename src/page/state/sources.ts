/** The sources of the server and their state, asked again as long as one is being built. */
import { computed, signal } from '@preact/signals';
import type { SourceStatus, Status } from '../api/answers.ts';
import { addressOf, askJson } from '../api/ask.ts';
import { address, go } from './address.ts';
import { loadFields } from './fields.ts';
import { refresh } from './results.ts';

const ASKED_AGAIN_MS = 2000;

export const sources = signal<readonly SourceStatus[]>([]);
export const readySources = computed(() => sources.value.filter(({ state }) => state === 'ready'));

export async function loadSources(): Promise<void> {
  const before = readySources.peek().length;
  const status = await askJson<Status>(addressOf('status'));
  sources.value = status.sources;
  const ready = readySources.peek().length;
  if (ready > before) {
    void loadFields().catch(() => undefined);
    if (before > 0) refresh();
  }
  if (status.sources.some(({ state }) => state === 'building')) {
    setTimeout(() => void loadSources().catch(() => undefined), ASKED_AGAIN_MS);
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
