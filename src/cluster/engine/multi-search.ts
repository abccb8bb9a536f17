/**
 * Runs many searches in one request. A search that fails or lacks a shard has no answer here, and is repeated alone, with
 * retries.
 */
import { type Dsl, idsAmong } from '../translate/dsl.ts';
import { asked, type ClusterAnswer, HITS_READ, idsOfHits, WHOLE } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';

/** Searches per request, and maximum items of one of them. */
export const SEARCHES_AT_ONCE = 100;
export const SMALL_ITEMS = 500;
/** Maximum filters that are counted in one search. */
const FILTERS_AT_ONCE = 500;

interface One extends ClusterAnswer {
  readonly status?: number;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
}

/**
 * Returns the ids of each, ascending; null for one that is larger than SMALL_ITEMS, or must be requested alone. At most
 * SEARCHES_AT_ONCE.
 */
export async function smallSets(
  source: ClusterSource,
  queries: readonly Dsl[],
  signal?: AbortSignal,
): Promise<readonly (Uint32Array | null)[]> {
  const body = {
    size: SMALL_ITEMS,
    sort: [{ id: 'asc' }],
    track_total_hits: true,
    _source: false,
    stored_fields: '_none_',
  };
  const answers = await multiSearch(source, queries, body, signal);
  return answers.map((answer) => {
    const hits = answer?.hits?.hits ?? [];
    return answer !== null && answer.hits?.total?.value === hits.length ? idsOfHits(hits) : null;
  });
}

/** Returns the number of items of each; null for one that must be requested alone. At most SEARCHES_AT_ONCE. */
export async function countsOf(
  source: ClusterSource,
  queries: readonly Dsl[],
  signal?: AbortSignal,
): Promise<readonly (number | null)[]> {
  const answers = await multiSearch(source, queries, { size: 0, track_total_hits: true }, signal);
  return answers.map((answer) => answer?.hits?.total?.value ?? null);
}

async function multiSearch(
  source: ClusterSource,
  queries: readonly Dsl[],
  body: object,
  signal: AbortSignal | undefined,
): Promise<readonly (One | null)[]> {
  const lines = queries.map((query) => `${HEAD}\n${JSON.stringify({ ...body, query })}\n`).join('');
  const { cancel_after_time_interval } = WHOLE;
  const { responses } = await asked<{ readonly responses: readonly One[] }>(
    source,
    {
      method: 'POST',
      path: `/${source.index}/_msearch`,
      query: {
        cancel_after_time_interval,
        filter_path: `responses.status,${HITS_READ.replaceAll(/(^|,)/g, '$1responses.')}`,
      },
      lines,
    },
    signal,
  );
  return responses.map((one) => {
    const isWhole = one.status === 200 && one.timed_out !== true && one._shards?.failed === 0;
    return isWhole ? one : null;
  });
}

const HEAD = JSON.stringify({ allow_partial_search_results: false });

/** Counts how many of some listed items match each of some filters. */
export async function countsAmong(
  source: ClusterSource,
  ids: Uint32Array,
  filters: readonly Dsl[],
  signal?: AbortSignal,
): Promise<Float64Array> {
  const counts = new Float64Array(filters.length);
  for (let at = 0; at < filters.length; at += FILTERS_AT_ONCE) {
    const some = filters.slice(at, at + FILTERS_AT_ONCE);
    interface Counted {
      readonly aggregations: { readonly each: { readonly buckets: readonly { readonly doc_count: number }[] } };
    }
    const { aggregations } = await asked<Counted>(
      source,
      {
        method: 'POST',
        path: `/${source.index}/_search`,
        query: { ...WHOLE, filter_path: 'timed_out,_shards.failed,aggregations' },
        body: {
          size: 0,
          track_total_hits: false,
          query: idsAmong(ids),
          aggs: { each: { filters: { filters: some } } },
        },
      },
      signal,
    );
    for (const [i, { doc_count: count }] of aggregations.each.buckets.entries()) counts[at + i] = count;
  }
  return counts;
}
