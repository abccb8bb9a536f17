/** The state of a case on a cluster: its local item store, and its index there. */
import { realpathSync } from 'node:fs';
import type { CaseReader } from '../../cases/case-reader.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import { indexKey } from '../../indexing/generations.ts';
import { readIndexState } from '../../indexing/index-state.ts';
import { ClusterLink } from '../link/cluster-link.ts';
import { clusterNames } from './cluster-names.ts';
import { type ClusterSite, itemStores } from './cluster-site.ts';
import { clusterState } from './cluster-state.ts';

export interface CaseOnCluster {
  /** State of the case's files. */
  readonly fingerprint: string;
  /** The directory of the item store; null if there is no usable one. */
  readonly store: string | null;
  /** The cluster's index that belongs to this item store, or null. */
  readonly index: string | null;
  /** Whether the case changed after both were built. */
  readonly isStale: boolean;
  /** Why one of them is unusable, or not current. */
  readonly reason: string | null;
}

/** Throws CLUSTER_AWAY. */
export async function readClusterState(
  reader: CaseReader,
  { dataDir, site, signal }: { dataDir: string; site: ClusterSite; signal?: AbortSignal | undefined },
): Promise<CaseOnCluster> {
  const fingerprint = await reader.fingerprint();
  const state = await readIndexState(itemStores(dataDir), reader, fingerprint);
  if (state.kind !== 'current' && state.kind !== 'stale') {
    return { fingerprint, store: null, index: null, isStale: false, reason: state.reason };
  }
  const isStale = state.kind === 'stale';
  const link = new ClusterLink(site.address);
  const store = await IndexReader.open(state.path);
  try {
    const names = clusterNames(indexKey(reader.realPath), realpathSync(dataDir));
    const found = await clusterState(link, names, store, signal);
    if (found.kind === 'current') {
      return { fingerprint, store: state.path, index: found.index, isStale, reason: isStale ? state.reason : null };
    }
    return { fingerprint, store: state.path, index: null, isStale, reason: found.reason };
  } finally {
    await store.close();
    await link.close();
  }
}
