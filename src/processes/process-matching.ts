/** A session of matching inside items that an engine process has. */
import type { MatchingAnswer, MatchingSession, TextPart } from '../search/text-matching.ts';
import type { EngineChannel } from './engine-channel.ts';
import type { Calls } from './protocol.ts';

export class ProcessMatching implements MatchingSession {
  readonly clauses: readonly string[];
  readonly readsTexts: boolean;
  readonly #channel: EngineChannel;
  readonly #session: number;

  constructor(channel: EngineChannel, { session, clauses, readsTexts }: Calls['matchingBegin']['result']) {
    this.#channel = channel;
    this.#session = session;
    this.clauses = clauses;
    this.readsTexts = readsTexts;
  }

  scan(parts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer> {
    return this.#channel.call('matchingScan', { session: this.#session, parts }, signal);
  }

  end(): void {
    this.#channel.call('matchingEnd', this.#session).catch(() => undefined);
  }
}
