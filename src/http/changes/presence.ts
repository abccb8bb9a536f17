/**
 * Presence: the item that each page with an open stream of changes shows. It is in memory only. Its size and lifetime are those
 * of the streams.
 */
import { PRESENT_NAMES_MAX } from '../limits.ts';

export interface PresentItem {
  readonly source: string;
  readonly id: number;
}

/** A page that takes part: its stream of changes. */
export interface Onlooker {
  /** Null without a name. */
  readonly person: string | null;
  wake(): void;
}

/** Other viewers of an item: their number, and some of their names, sorted. */
export interface OtherPeople {
  readonly names: readonly string[];
  readonly count: number;
}

export class Presence {
  readonly #itemOf = new Map<Onlooker, PresentItem>();
  readonly #onlookers = new Map<string, Set<Onlooker>>();

  /** Sets the page's item, or null for none. Wakes the viewers of the old and the new item. */
  look(onlooker: Onlooker, item: PresentItem | null): void {
    this.leave(onlooker);
    if (item === null) return;
    this.#itemOf.set(onlooker, item);
    const key = keyOf(item);
    const there = this.#onlookers.get(key) ?? new Set();
    this.#onlookers.set(key, there.add(onlooker));
    for (const one of there) one.wake();
  }

  leave(onlooker: Onlooker): void {
    const item = this.#itemOf.get(onlooker);
    if (item === undefined) return;
    this.#itemOf.delete(onlooker);
    const key = keyOf(item);
    const there = this.#onlookers.get(key)!;
    there.delete(onlooker);
    if (there.size === 0) this.#onlookers.delete(key);
    for (const one of there) one.wake();
  }

  itemOf(onlooker: Onlooker): PresentItem | null {
    return this.#itemOf.get(onlooker) ?? null;
  }

  /** The other viewers of the page's item. Several pages of a person count once; one's own pages do not count. */
  othersOf(onlooker: Onlooker): OtherPeople {
    const item = this.#itemOf.get(onlooker);
    const there = item === undefined ? [] : [...this.#onlookers.get(keyOf(item))!].filter((one) => one !== onlooker);
    const unnamed = there.filter(({ person }) => person === null).length;
    const names = new Set(there.flatMap(({ person }) => person ?? []));
    if (onlooker.person !== null) names.delete(onlooker.person);
    return { names: [...names].sort().slice(0, PRESENT_NAMES_MAX), count: names.size + unnamed };
  }
}

function keyOf({ source, id }: PresentItem): string {
  return `${id}:${source}`;
}
