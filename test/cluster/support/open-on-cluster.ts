/** Opens the engine over a cluster: item stores here, words there. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openCase } from '../../../src/cases/open-case.ts';
import { ClusterEngine } from '../../../src/cluster/engine/cluster-engine.ts';
import type { ClusterSource } from '../../../src/cluster/engine/cluster-source.ts';
import { buildOnCluster } from '../../../src/cluster/filling/build-on-cluster.ts';
import { clusterNames } from '../../../src/cluster/filling/cluster-names.ts';
import { itemStores } from '../../../src/cluster/filling/cluster-site.ts';
import { ClusterLink } from '../../../src/cluster/link/cluster-link.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { indexKey } from '../../../src/indexing/generations.ts';
import { EmbeddedItems } from '../../../src/query/embedded-items.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import type { OpenSubject } from '../../conformance/subject.ts';
import { toTinyItem } from '../../property/random-case.ts';
import { temporaryDir } from '../../support/endings.ts';
import { writeCase } from '../../support/tiny-case.ts';
import type { TestCluster } from './test-cluster.ts';

/** Opens a case as a source on a cluster. Builds it if it does not exist yet. */
export async function sourceOnCluster(
  urls: readonly string[],
  name: string,
  casePath: string,
  dataDir: string,
  layout = { shards: 3, replicas: 1 },
): Promise<ClusterSource> {
  const { indexPath } = await buildIndex({ casePath, dataDir: itemStores(dataDir), isItemStore: true });
  const caseReader = await openCase(casePath);
  const store = await IndexReader.open(indexPath);
  const link = new ClusterLink({ nodes: urls });
  const names = clusterNames(indexKey(caseReader.realPath), dataDir);
  const { index } = await buildOnCluster({ reader: caseReader, store, link, names, layout });
  return { name, link, index, store, caseReader };
}

export function onCluster(cluster: TestCluster): OpenSubject {
  return async (sources) => {
    const path = temporaryDir();
    const opened = new Map<string, ClusterSource>();
    for (const [name, items] of sources) {
      const casePath = await writeCase(join(path, `case-${name}`), items.map(toTinyItem));
      opened.set(name, await sourceOnCluster(cluster.urls, name, casePath, join(path, 'data')));
    }
    const stores = new OpenIndexes(new Map([...opened].map(([name, { store }]) => [name, store])));
    const engine = new ClusterEngine(opened, stores);
    return {
      engine,
      items: new EmbeddedItems(stores),
      hasOwnScores: true,
      async close() {
        await engine.close();
        for (const { index } of opened.values()) await cluster.ask('DELETE', `/${index}`);
        for (const { caseReader } of opened.values()) await caseReader.close();
        await rm(path, { recursive: true, force: true });
      },
    };
  };
}
