/** Whether a search is slow, and the progress of scanning texts for its expressions. */
import { effect, signal } from '@preact/signals';
import { client } from '../api/client.ts';
import { address } from './address.ts';
import { isSearching } from './results.ts';

const SLOW_MS = 700;
const ASKED_EVERY_MS = 250;

/** Whether a search has taken so long that it can be cancelled. */
export const isSlow = signal(false);

export interface Scan {
  readonly query: string;
  readonly items: number;
  readonly scanned: number;
  readonly found: number;
}

/** Null if none is known. */
export const scan = signal<Scan | null>(null);

async function ask(): Promise<void> {
  try {
    const { scans = [] } = await client.ask('getStatus', {});
    if (isSlow.peek()) scan.value = scans.find(({ query }) => address.peek().q.includes(query)) ?? null;
  } catch {
    // The search itself reports that the server is unreachable.
  }
}

effect(() => {
  if (!isSearching.value) {
    isSlow.value = false;
    return;
  }
  const timer = setTimeout(() => {
    isSlow.value = true;
  }, SLOW_MS);
  return () => clearTimeout(timer);
});

effect(() => {
  if (!isSlow.value) {
    scan.value = null;
    return;
  }
  void ask();
  const timer = setInterval(() => void ask(), ASKED_EVERY_MS);
  return () => clearInterval(timer);
});
