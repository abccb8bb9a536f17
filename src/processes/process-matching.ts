/** A matching session in an engine process. */
import type { MatchingAnswer, MatchingSession, Sifted, TextPart } from '../search/text-matching.ts';
import type { AskedEngine } from './asked-engine.ts';
import type { Calls } from './protocol.ts';

export class ProcessMatching implements MatchingSession {
  readonly clauses: readonly string[];
  readonly readsTexts: boolean;
  readonly sift: ((ids: Uint32Array, signal?: AbortSignal) => Promise<Sifted>) | undefined;
  readonly #channel: AskedEngine;
  readonly #session: number | null;
  /** The parts that the request included. Undefined if it included none. */
  readonly #all: readonly TextPart[] | undefined;
  #answer: MatchingAnswer | null;

  constructor(
    channel: AskedEngine,
    { session, clauses, readsTexts, sifts, answer }: Calls['matchingBegin']['result'],
    all: readonly TextPart[] | undefined,
  ) {
    this.#channel = channel;
    this.#session = session;
    this.#all = all;
    this.#answer = answer;
    this.clauses = clauses;
    this.readsTexts = readsTexts;
    if (sifts && session !== null)
      this.sift = (ids, signal) => this.#channel.call('matchingSift', { session, ids }, signal);
  }

  async scan(parts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer> {
    const answer = this.#answer;
    this.#answer = null;
    if (answer !== null && parts === this.#all) return answer;
    if (answer !== null || this.#session === null) throw new Error('the scanned parts are not those of the request');
    return this.#channel.call('matchingScan', { session: this.#session, parts }, signal);
  }

  end(): void {
    if (this.#session === null) return;
    this.#channel.call('matchingEnd', this.#session).catch(() => undefined);
  }
}
