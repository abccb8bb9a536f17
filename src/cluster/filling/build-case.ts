/**
 * Builds a case on a cluster: first the item store, which determines fields and types, then the words, which are sent to the
 * cluster.
 */
import { openCase } from '../../cases/open-case.ts';
import { checkDataDir } from '../../data-dir/data-dir.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import { type BuildOptions, type BuildReport, buildIndex } from '../../indexing/build-index.ts';
import { fractionOf } from '../../indexing/fraction-of.ts';
import { indexKey } from '../../indexing/generations.ts';
import { ClusterLink } from '../link/cluster-link.ts';
import { buildOnCluster } from './build-on-cluster.ts';
import { clusterNames } from './cluster-names.ts';
import { type ClusterSite, itemStores } from './cluster-site.ts';

export interface ClusterCaseOptions extends BuildOptions {
  readonly site: ClusterSite;
}

/** Does nothing if both are current. Throws the errors of both builds. */
export async function buildCaseOnCluster({ site, ...options }: ClusterCaseOptions): Promise<BuildReport> {
  const { isForced, signal, onProgress } = options;
  const reader = await openCase(options.casePath, options.formats, options.caseOptions);
  const link = new ClusterLink(site.address);
  try {
    const dataDir = checkDataDir(options.dataDir, [reader.realPath]);
    const report = await buildIndex({ ...options, dataDir: itemStores(dataDir), isItemStore: true });
    const store = await IndexReader.open(report.indexPath);
    try {
      const progress = { itemsTotal: report.items, bytes: 0, bytesTotal: 0 };
      const { index, isNew } = await buildOnCluster({
        reader,
        store,
        link,
        names: clusterNames(indexKey(reader.realPath), dataDir),
        layout: site,
        ...(isForced === undefined ? {} : { isForced }),
        ...(signal === undefined ? {} : { signal }),
        onProgress: (items) => {
          const state = { ...progress, items };
          onProgress?.({ ...state, phase: 'send', fraction: fractionOf(state) });
        },
      });
      return { ...report, isUpToDate: report.isUpToDate && !isNew, clusterIndex: index };
    } finally {
      await store.close();
    }
  } finally {
    await link.close();
    await reader.close();
  }
}
