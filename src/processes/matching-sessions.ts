/** The matching sessions of an engine process, by number. */
import type { SearchEngine } from '../search/search-engine.ts';
import type { MatchingAnswer, MatchingSession, TextPart } from '../search/text-matching.ts';
import { AppError } from '../shared/errors.ts';
import type { Calls } from './protocol.ts';
import type { Reading, RetiredIndexes } from './retired-indexes.ts';

/** A session that is idle for this long ends. */
const IDLE_MILLISECONDS = 10 * 60 * 1000;

interface Kept {
  readonly session: MatchingSession;
  readonly reading: Reading;
  timer: NodeJS.Timeout;
}

export class MatchingSessions {
  readonly #engineOf: (source: string) => Pick<SearchEngine, 'matching'>;
  readonly #retired: RetiredIndexes;
  readonly #sessions = new Map<number, Kept>();
  #last = 0;

  constructor(engineOf: (source: string) => Pick<SearchEngine, 'matching'>, retired: RetiredIndexes) {
    this.#engineOf = engineOf;
    this.#retired = retired;
  }

  async begin(
    { all, ...request }: Calls['matchingBegin']['argument'],
    signal: AbortSignal,
  ): Promise<Calls['matchingBegin']['result']> {
    const session = await this.#engineOf(request.source).matching(request, signal);
    const { clauses, readsTexts } = session;
    const sifts = session.sift !== undefined;
    const answer = all === undefined ? null : await scanned(session, all, signal);
    if (answer?.isDone === true) return { session: null, clauses, readsTexts, sifts, answer };
    const number = ++this.#last;
    this.#sessions.set(number, { session, reading: this.#retired.beginStream(), timer: this.#idle(number) });
    return { session: number, clauses, readsTexts, sifts, answer };
  }

  async scan(
    { session: number, parts }: Calls['matchingScan']['argument'],
    signal: AbortSignal,
  ): Promise<Calls['matchingScan']['result']> {
    return this.#during(number, (session) => session.scan(parts, signal));
  }

  async sift(
    { session: number, ids }: Calls['matchingSift']['argument'],
    signal: AbortSignal,
  ): Promise<Calls['matchingSift']['result']> {
    return this.#during(number, (session) => session.sift!(ids, signal));
  }

  async #during<T>(number: number, ask: (session: MatchingSession) => Promise<T>): Promise<T> {
    const kept = this.#sessions.get(number);
    if (kept === undefined)
      throw new AppError('CANCELLED', 'The matching session was idle for too long and was closed.');
    clearTimeout(kept.timer);
    try {
      return await ask(kept.session);
    } finally {
      kept.timer = this.#idle(number);
    }
  }

  end(number: number): void {
    const kept = this.#sessions.get(number);
    if (kept === undefined) return;
    clearTimeout(kept.timer);
    this.#sessions.delete(number);
    kept.session.end();
    this.#retired.end(kept.reading);
  }

  #idle(number: number): NodeJS.Timeout {
    return setTimeout(() => this.end(number), IDLE_MILLISECONDS).unref();
  }
}

/** Scans these parts in a session. The session ends unless more parts follow. */
async function scanned(
  session: MatchingSession,
  all: readonly TextPart[],
  signal: AbortSignal,
): Promise<MatchingAnswer> {
  let isOver = true;
  try {
    const answer = await session.scan(all, signal);
    isOver = answer.isDone;
    return answer;
  } finally {
    if (isOver) session.end();
  }
}
