/** A source for most tests: counts, ids, the top k of a query. Errors of a damaged index are thrown. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../../src/engine/index-reader.ts';
import { EmbeddedEngine } from '../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../src/query/open-indexes.ts';
import type { Outcome, SourceAnswer } from '../../src/search/search-answer.ts';
import type { SearchEngine } from '../../src/search/search-engine.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';

export interface Hit {
  readonly id: number;
  readonly score: number;
}

export class AskedSource {
  readonly #engine: SearchEngine;
  readonly #name: string;

  constructor(source: { readonly engine: SearchEngine; readonly name: string }) {
    this.#engine = source.engine;
    this.#name = source.name;
  }

  static of(index: IndexReader): AskedSource {
    return new AskedSource({ engine: new EmbeddedEngine(new OpenIndexes(new Map([['it', index]]))), name: 'it' });
  }

  async ask(request: Omit<SearchRequest, 'sources'>): Promise<SourceAnswer> {
    const outcomes = await this.#engine.search({ ...request, sources: [{ source: this.#name }] });
    return answered(outcomes[0]);
  }

  async count(query: Query): Promise<number> {
    return (await this.ask({ query, want: ['count'] })).count!;
  }

  async ids(query: Query, defaultFields?: readonly string[]): Promise<number[]> {
    const fields = defaultFields === undefined ? {} : { defaultFields };
    return (await hitsOf(await this.ask({ query, ...fields, want: ['ids'] }))).map(({ id }) => id);
  }

  /** Returns the top k and the exact total. */
  async top(query: Query, limit: number): Promise<{ count: number; items: Hit[] }> {
    const answer = await this.ask({ query, limit, sort: { by: 'relevance' }, want: ['count', 'ids', 'keys'] });
    return { count: answer.count!, items: await hitsOf(answer) };
  }

  /** Returns only the top k. Documents that cannot be in it are skipped. */
  async topOnly(query: Query, limit: number): Promise<Hit[]> {
    return hitsOf(await this.ask({ query, limit, sort: { by: 'relevance' }, want: ['ids', 'keys'] }));
  }

  /** The top k after a hit. */
  async topAfter(query: Query, limit: number, { id, score }: Hit): Promise<Hit[]> {
    const sources = [{ source: this.#name, after: { key: [score], id } }];
    const outcomes = await this.#engine.search({
      query,
      limit,
      sort: { by: 'relevance' },
      want: ['ids', 'keys'],
      sources,
    });
    return hitsOf(answered(outcomes[0]));
  }
}

export function answered<T>(outcome: Outcome<T> | undefined): T {
  if (outcome?.kind === 'value') return outcome.value;
  throw outcome?.fault ?? new Error('the engine left a source out');
}

/** Returns items with their scores, which are NaN if none were requested. */
export async function hitsOf({ items }: SourceAnswer): Promise<Hit[]> {
  const hits: Hit[] = [];
  for await (const { ids, keys } of items ?? []) {
    for (const [i, id] of ids.entries()) hits.push({ id, score: Number(keys?.[i] ?? Number.NaN) });
  }
  return hits;
}
