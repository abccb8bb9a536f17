/** Finds the current index of a case in a cluster, and whether it belongs to the item store. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ClusterLink } from '../link/cluster-link.ts';
import { type IndexMeta, LAYOUT_VERSION } from '../mapping/index-settings.ts';
import type { ClusterNames } from './cluster-names.ts';

export type ClusterState =
  | { readonly kind: 'current'; readonly index: string }
  | { readonly kind: 'other' | 'missing'; readonly reason: string };

export async function clusterState(
  link: ClusterLink,
  names: ClusterNames,
  store: Pick<IndexReader, 'identity' | 'header'>,
  signal?: AbortSignal,
): Promise<ClusterState> {
  const found = await link.find<MappingAnswer>({ method: 'GET', path: `/${names.alias}/_mapping` }, signal);
  const [entry] = Object.entries(found ?? {});
  if (entry === undefined) return { kind: 'missing', reason: 'the cluster has no index of this case' };
  const [index, { mappings }] = entry;
  const meta = mappings._meta;
  if (meta?.layout !== LAYOUT_VERSION) return { kind: 'other', reason: 'the index of the cluster has another layout' };
  if (meta.identity !== store.identity || meta.items !== store.header.searchableCount) {
    return { kind: 'other', reason: 'the index on the cluster was built from another state of the case' };
  }
  return { kind: 'current', index };
}

interface MappingAnswer {
  readonly [index: string]: { readonly mappings: { readonly _meta?: IndexMeta } };
}
