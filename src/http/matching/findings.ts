/** Streams every match in the items of a set, in the order of the set and in constant memory. */
import type { CombinedAnswer } from '../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { Found, MatchesWanted, MatchingSession } from '../../search/text-matching.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { MATCHED_AT_ONCE } from '../limits.ts';
import { type MatchedItem, matchItems } from './item-texts.ts';
import { matchingOfSet } from './matching-of-set.ts';

export interface FindingsWanted {
  /** The set whose query is matched, and its items. */
  readonly set: Omit<CombinedRequest, 'want'>;
  readonly hits: CombinedAnswer<ReadySource>['hits'];
  readonly want: MatchesWanted;
  /** Fires with the deadline of the request. */
  readonly signal: AbortSignal;
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

  async *found(): AsyncGenerator<{ readonly source: ReadySource; readonly found: Found }, void, undefined> {
    try {
      for await (const some of this.#wanted.hits) {
        for (const { target, ids } of some) yield* this.#ofSource(target, Array.from(ids));
      }
    } finally {
      for (const session of this.#sessions.values()) session.end();
    }
  }

  async *#ofSource(
    source: ReadySource,
    ids: readonly number[],
  ): AsyncGenerator<{ readonly source: ReadySource; readonly found: Found }> {
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
      const items = session.readsTexts ? await this.#records(source, some) : some.map((id) => ({ id, text: null }));
      for await (const found of matchItems(items, feed)) yield { source, found };
    }
  }

  async #records(source: ReadySource, ids: readonly number[]): Promise<readonly MatchedItem[]> {
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
