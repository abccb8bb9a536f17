/** Counts visible saved searches: a few at a time, each cancelled when its row disappears. */
import { signal } from '@preact/signals';
import type { SavedSearchEntry } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { whenReady } from '../state/readiness.ts';

/** Concurrent counts. Few, because a browser opens few connections to a server. */
export const COUNTED_AT_ONCE_MAX = 2;

export interface Counted {
  readonly items: number | null;
  /** Why the count is missing or incomplete. */
  readonly warning: string;
}

export class SearchCounts {
  readonly counts = signal<ReadonlyMap<string, Counted>>(new Map());
  readonly #waiting = new Map<string, SavedSearchEntry>();
  readonly #underWay = new Map<string, AbortController>();

  /** Keyed by content, so that a replaced search is counted again. */
  static keyOf({ name, owner, ...content }: SavedSearchEntry): string {
    return JSON.stringify(content);
  }

  of(search: SavedSearchEntry): Counted | undefined {
    return this.counts.value.get(SearchCounts.keyOf(search));
  }

  want(search: SavedSearchEntry): void {
    const key = SearchCounts.keyOf(search);
    if (this.counts.peek().has(key) || this.#underWay.has(key)) return;
    this.#waiting.set(key, search);
    this.#next();
  }

  leave(search: SavedSearchEntry): void {
    const key = SearchCounts.keyOf(search);
    this.#waiting.delete(key);
    this.#giveUp(key);
  }

  leaveAll(): void {
    this.#waiting.clear();
    for (const key of [...this.#underWay.keys()]) this.#giveUp(key);
  }

  /** Frees its slot at once, so that a row that reappears is counted again. */
  #giveUp(key: string): void {
    this.#underWay.get(key)?.abort();
    this.#underWay.delete(key);
    this.#next();
  }

  #next(): void {
    for (const [key, search] of this.#waiting) {
      if (this.#underWay.size >= COUNTED_AT_ONCE_MAX) return;
      this.#waiting.delete(key);
      void this.#count(key, search);
    }
  }

  async #count(key: string, search: SavedSearchEntry): Promise<void> {
    const controller = new AbortController();
    this.#underWay.set(key, controller);
    try {
      const counted = await ask(search, controller.signal);
      this.counts.value = new Map([...this.counts.peek(), [key, counted]]);
    } catch (fault) {
      if (isAborted(fault)) return;
      this.counts.value = new Map([...this.counts.peek(), [key, { items: null, warning: messageOf(fault) }]]);
    } finally {
      if (this.#underWay.get(key) === controller) this.#underWay.delete(key);
      this.#next();
    }
  }
}

async function ask(search: SavedSearchEntry, signal: AbortSignal): Promise<Counted> {
  await whenReady;
  const { q, literal, defaultOperator, timeZone, filter, sourceID, bbox } = search;
  const set = { q, literal, defaultOperator, timeZone, filter };
  const where = { ...(sourceID.length === 0 ? {} : { sourceID }), ...(bbox === null ? {} : { bbox }) };
  const { total, incomplete = [] } = await client.ask('findHitsByBody', {}, { ...set, ...where, limit: 0 }, { signal });
  return { items: total, warning: incomplete.map(({ source, reason }) => t().isMissing(source, reason)).join('; ') };
}
