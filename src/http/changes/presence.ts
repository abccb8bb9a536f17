/**
 * Who looks at which item: pages whose stream of changes is open, and nothing else. It is in memory alone, as large as there are streams, and
 * gone with them.
 */
import { PRESENT_NAMES_MAX } from '../limits.ts';

export interface PresentItem {
  readonly source: string;
  readonly id: number;
}

/** A page that looks on: its stream of changes. */
export interface Onlooker {
  /** Null: nobody said who it is. */
  readonly person: string | null;
  wake(): void;
}

/** Other people at an item: `count` of them; some of their names, sorted, if they have any. */
export interface OtherPeople {
  readonly names: readonly string[];
  readonly count: number;
}

export class Presence {
  readonly #itemOf = new Map<Onlooker, PresentItem>();
  readonly #onlookers = new Map<string, Set<Onlooker>>();

  /** Where the page looks now; null: at no item. Wakes those who look at the same item, and did before. */
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

  /** Other people at the item of the page: a person with several pages is one, and one's own pages are none. */
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
