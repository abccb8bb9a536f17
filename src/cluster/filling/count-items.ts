/** Counts the items in all shards of an index. Does not use `_count`, which silently skips a shard of an unavailable node. */
import type { ClusterLink } from '../link/cluster-link.ts';

export async function countClusterItems(link: ClusterLink, index: string, signal?: AbortSignal): Promise<number> {
  const { hits } = await link.ask<{ readonly hits: { readonly total: { readonly value: number } } }>(
    {
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: { size: 0, track_total_hits: true },
    },
    signal,
  );
  return hits.total.value;
}
