/** Sessions that find the items matching an expression without receiving their texts, one for each source. */
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { MatchingSession, Sifted } from '../../search/text-matching.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { matchingOfSet } from './matching-of-set.ts';

export class Sieves {
  readonly #dependencies: Pick<Dependencies, 'matching'>;
  readonly #set: Omit<CombinedRequest, 'want'>;
  readonly #signal: AbortSignal;
  /** Null if the source's session cannot decide which items match. */
  readonly #sessions = new Map<ReadySource, MatchingSession | null>();

  constructor(dependencies: Pick<Dependencies, 'matching'>, set: Omit<CombinedRequest, 'want'>, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#set = set;
    this.#signal = signal;
  }

  /** Null if the texts must be passed in. */
  async sift(source: ReadySource, ids: Iterable<number>): Promise<Sifted | null> {
    const known = this.#sessions.get(source);
    const session = known === undefined ? await this.#begin(source) : known;
    return session?.sift?.(Uint32Array.from(ids), this.#signal) ?? null;
  }

  async #begin(source: ReadySource): Promise<MatchingSession | null> {
    const want = { kind: 'matches', from: 0, most: 0 } as const;
    const session = await this.#dependencies.matching.begin(source, matchingOfSet(this.#set, want), this.#signal);
    const isSifting = session.sift !== undefined;
    if (!isSifting) session.end();
    this.#sessions.set(source, isSifting ? session : null);
    return isSifting ? session : null;
  }

  end(): void {
    for (const session of this.#sessions.values()) session?.end();
  }
}
