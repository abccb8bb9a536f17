/** The cluster for the words of a case, with the number of shards and replicas. Plain data, so that it can be sent to a process. */
import { join } from 'node:path';
import type { ClusterAddress } from '../link/cluster-address.ts';

export interface ClusterSite {
  readonly address: ClusterAddress;
  readonly shards: number;
  readonly replicas: number;
}

export const DEFAULT_SHARDS = 3;
export const DEFAULT_REPLICAS = 1;

/** Returns the folder of item stores in a data directory. It is a data directory of its own, beside the embedded indexes. */
export function itemStores(dataDir: string): string {
  return join(dataDir, 'cluster');
}
