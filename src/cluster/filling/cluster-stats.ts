/** `index stats` of a case on a cluster: the contents of the item store and of the cluster. */
import { openCase } from '../../cases/open-case.ts';
import { type IndexStats, indexStats } from '../../indexing/index-stats.ts';
import { AppError } from '../../shared/errors.ts';
import { ClusterLink } from '../link/cluster-link.ts';
import { readClusterState } from './case-state.ts';
import { type ClusterSite, itemStores } from './cluster-site.ts';

export interface ClusterStats extends IndexStats {
  readonly cluster: {
    readonly index: string;
    readonly items: number;
    /** Size of the primary shards, and size including all replicas. */
    readonly bytes: number;
    readonly bytesOfCopies: number;
    readonly shards: number;
  };
}

/** Throws the same errors as `indexStats`, and also INDEX_MISSING and CLUSTER_AWAY. */
export async function clusterStats(asked: Parameters<typeof indexStats>[0], site: ClusterSite): Promise<ClusterStats> {
  const stats = await indexStats({ ...asked, dataDir: itemStores(asked.dataDir) });
  const reader = await openCase(asked.casePath, undefined, asked.caseOptions);
  const link = new ClusterLink(site.address);
  try {
    const { index, reason } = await readClusterState(reader, { dataDir: asked.dataDir, site });
    if (index === null) throw new AppError('INDEX_MISSING', `${asked.casePath}: ${reason}`);
    const { _all: all, _shards: shards } = await link.ask<StatsAnswer>({
      method: 'GET',
      path: `/${index}/_stats/docs,store`,
    });
    const cluster = {
      index,
      items: all.primaries.docs.count,
      bytes: all.primaries.store.size_in_bytes,
      bytesOfCopies: all.total.store.size_in_bytes,
      shards: shards.total,
    };
    return { ...stats, cluster };
  } finally {
    await link.close();
    await reader.close();
  }
}

interface Sums {
  readonly docs: { readonly count: number };
  readonly store: { readonly size_in_bytes: number };
}

interface StatsAnswer {
  readonly _all: { readonly primaries: Sums; readonly total: Sums };
  readonly _shards: { readonly total: number };
}
