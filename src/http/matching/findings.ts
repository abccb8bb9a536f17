/** Streams every match in the items of a set, in the order of the set and in constant memory. */
import type { CombinedAnswer } from '../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { Found, MatchesWanted, MatchingSession } from '../../search/text-matching.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { MATCHED_AT_ONCE } from '../limits.ts';
import { matchItems } from './item-texts.ts';
import { matchingOfSet } from './matching-of-set.ts';

export interface FindingsWanted {
  /** The set whose query is matched, and its items. */
  readonly set: Omit<CombinedRequest, 'want'>;
  readonly hits: CombinedAnswer<ReadySource>['hits'];
  readonly want: MatchesWanted;
  /** Aborted at the request's deadline. */
  readonly signal: AbortSignal;
  /** Whether the records of the items are also needed. */
  readonly withItems?: boolean;
}

export interface FoundInSource {
  readonly source: ReadySource;
  readonly found: Found;
  /** Present with `withItems`. */
  readonly item?: IndexedItem | undefined;
}

export class Findings {
  readonly #dependencies: Pick<Dependencies, 'items' | 'matching'>;
  readonly #wanted: FindingsWanted;
  readonly #sessions = new Map<ReadySource, MatchingSession>();
  /** Number of unreadable texts. */
  unreadable = 0;

  constructor(dependencies: Pick<Dependencies, 'items' | 'matching'>, wanted: FindingsWanted) {
    this.#dependencies = dependencies;
    this.#wanted = wanted;
  }

  async *found(): AsyncGenerator<FoundInSource, void, undefined> {
    try {
      for await (const some of this.#wanted.hits) {
        for (const { target, ids } of some) yield* this.#ofSource(target, Array.from(ids));
      }
    } finally {
      for (const session of this.#sessions.values()) session.end();
    }
  }

  async *#ofSource(source: ReadySource, ids: readonly number[]): AsyncGenerator<FoundInSource> {
    const { withItems = false } = this.#wanted;
    const session = this.#sessions.get(source) ?? (await this.#begin(source));
    const feed = {
      source,
      session,
      signal: this.#wanted.signal,
      onUnreadable: () => {
        this.unreadable++;
      },
    };
    for (let from = 0; from < ids.length; from += MATCHED_AT_ONCE) {
      const some = ids.slice(from, from + MATCHED_AT_ONCE);
      const records = withItems || session.readsTexts ? await this.#records(source, some) : null;
      const byId = withItems ? new Map(records?.map((item) => [item.id, item])) : null;
      const items = records ?? some.map((id) => ({ id, text: null }));
      for await (const found of matchItems(items, feed)) yield { source, found, item: byId?.get(found.id) };
    }
  }

  async #records(source: ReadySource, ids: readonly number[]): Promise<readonly IndexedItem[]> {
    const records = await this.#dependencies.items.records(source, ids, this.#wanted.signal);
    return records.filter((item) => item !== null);
  }

  async #begin(source: ReadySource): Promise<MatchingSession> {
    const { set, want, signal } = this.#wanted;
    const session = await this.#dependencies.matching.begin(source, matchingOfSet(set, want), signal);
    this.#sessions.set(source, session);
    return session;
  }
}
