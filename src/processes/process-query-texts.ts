/** Parses and examines texts of queries in engine processes. */
import type { QueryDescription, QueryTexts } from '../search/query-texts.ts';
import type { UnparsedQuery } from '../search/search-request.ts';
import { onAbort } from '../shared/ends/end-listeners.ts';
import type { EnginePool } from './engine-pool.ts';

export class ProcessQueryTexts implements QueryTexts {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async check(query: UnparsedQuery, signal?: AbortSignal): Promise<void> {
    await this.#pool.call([], 'checkQuery', query, signal);
  }

  async describe(query: UnparsedQuery, signal?: AbortSignal): Promise<QueryDescription> {
    const { channel, result } = await this.#pool.call([], 'describeQuery', query, signal);
    // If a client disconnects before it reads anything, the process would hold the tree for minutes.
    const giveUp = (): void => {
      channel.leave(result.canonical);
      channel.leave(result.tree);
    };
    if (signal !== undefined) onAbort(signal, giveUp);
    if (signal?.aborted === true) giveUp();
    return { canonical: channel.parts(result.canonical, signal), tree: channel.parts(result.tree, signal) };
  }
}
