/** Opens indexes: in this process, for one command, or in the engine processes of a server. */
import { ClusterEngine } from '../cluster/engine/cluster-engine.ts';
import type { ClusterSource } from '../cluster/engine/cluster-source.ts';
import { type ClusterOpening, closeClusterSource, openClusterSource } from '../cluster/engine/open-cluster-source.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { EnginePool } from '../processes/engine-pool.ts';
import { ProcessEngine } from '../processes/process-engine.ts';
import { ProcessItems } from '../processes/process-items.ts';
import { EmbeddedEngine } from '../query/embedded-engine.ts';
import { EmbeddedItems } from '../query/embedded-items.ts';
import { OpenIndexes } from '../query/open-indexes.ts';
import { IndexParts } from '../query/parted/index-parts.ts';
import { openParts } from '../query/parted/open-parts.ts';
import { PartedEngine } from '../query/parted/parted-engine.ts';
import { PartedItems } from '../query/parted/parted-items.ts';
import { summaryOfIndex } from '../query/source-summary.ts';
import { OpeningNames } from './opening-names.ts';
import type { OpenSource } from './source.ts';

/** An index, and its name in engine and item store. */
export type OpenedIndex = Pick<OpenSource, 'name' | 'engine' | 'items' | 'summary' | 'close'>;

export interface IndexOpener {
  /** Whether indexes are opened in this process. */
  readonly isHere: boolean;
  /** `path`: the real path of the case. Throws INDEX_CORRUPT, INDEX_FORMAT. */
  open(path: string, directory: string, cluster?: ClusterOpening): Promise<OpenedIndex>;
}

/** All indexes share one engine, which finds equal values over all of its sources. */
export function inThisProcess(): IndexOpener {
  const opened = new Map<string, IndexReader>();
  const indexes = new OpenIndexes(opened);
  const parts = new IndexParts();
  const engine = new PartedEngine(new EmbeddedEngine(indexes), parts);
  const items = new PartedItems(new EmbeddedItems(indexes), parts);
  const names = new Map<string, readonly IndexReader[]>();
  const openingNames = new OpeningNames();
  const onCluster = new Map<string, ClusterSource>();
  const clusterEngine = new ClusterEngine(onCluster, indexes);
  return {
    isHere: true,
    async open(path, directory, cluster) {
      const readers = await openParts(directory);
      const [index] = readers;
      const name = openingNames.next(path);
      const there = cluster === undefined ? null : await openClusterSource(name, index!, cluster);
      names.set(name, readers);
      for (const [part, reader] of parts.add(name, readers)) opened.set(part, reader);
      if (there !== null) onCluster.set(name, there);
      const close = async (): Promise<void> => {
        if (names.get(name) !== readers) return;
        names.delete(name);
        for (const part of parts.namesOf(name)) opened.delete(part);
        parts.drop(name);
        onCluster.delete(name);
        if (there !== null) await closeClusterSource(there);
        await Promise.all(readers.map((reader) => reader.close()));
      };
      return { name, engine: there === null ? engine : clusterEngine, items, summary: summaryOfIndex(readers), close };
    },
  };
}

/** All indexes share one engine and one item store, because a search over many sources is divided among the processes. */
export function inProcesses(pool: EnginePool): IndexOpener {
  const engine = new ProcessEngine(pool);
  // A separate engine object over the same processes, for the code that combines sources.
  const onCluster = new ProcessEngine(pool);
  const items = new ProcessItems(pool);
  const names = new Set<string>();
  const openingNames = new OpeningNames();
  return {
    isHere: false,
    async open(path, directory, cluster) {
      const name = openingNames.next(path);
      names.add(name);
      const summary = await pool.open(name, directory, cluster).catch((fault: unknown) => {
        names.delete(name);
        throw fault;
      });
      return {
        name,
        engine: cluster === undefined ? engine : onCluster,
        items,
        summary,
        close: async () => {
          if (names.delete(name)) pool.drop(name);
        },
      };
    },
  };
}
