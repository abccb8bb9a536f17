/** Matches queries inside items of sources, in any engines. Damage found here is reported as in a search. */
import type { DamageWatch } from './damage-watch.ts';
import type { OutsideSet } from './search-request.ts';
import type { Target } from './target.ts';
import type { MatchingRequest, MatchingSession } from './text-matching.ts';

export class ItemMatching<T extends Target> {
  readonly #watch: DamageWatch<T>;

  constructor(watch: DamageWatch<T>) {
    this.#watch = watch;
  }

  /** `sets`: by source id. */
  async begin(
    target: T,
    { sets, ...request }: Omit<MatchingRequest, 'source'>,
    signal?: AbortSignal,
  ): Promise<MatchingSession> {
    const own = sets === undefined ? {} : { sets: sets.map((set) => renamed(set, target)) };
    const beginning = target.engine.matching({ ...request, ...own, source: target.name }, signal);
    const session = await this.#watch.during(target, beginning);
    return {
      clauses: session.clauses,
      readsTexts: session.readsTexts,
      scan: (parts, scanSignal) => this.#watch.during(target, session.scan(parts, scanSignal)),
      sift:
        session.sift === undefined
          ? undefined
          : (ids, siftSignal) => this.#watch.during(target, session.sift!(ids, siftSignal)),
      end: () => session.end(),
    };
  }
}

function renamed({ name, items }: OutsideSet, { id, name: own }: Target): OutsideSet {
  const ids = items.get(id);
  return { name, items: ids === undefined ? new Map() : new Map([[own, ids]]) };
}
