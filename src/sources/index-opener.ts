/** Where indexes are opened: in this process, for one command, or in the engine processes of a server. */
import { IndexReader } from '../engine/index-reader.ts';
import type { EnginePool } from '../processes/engine-pool.ts';
import { ProcessEngine } from '../processes/process-engine.ts';
import { ProcessItems } from '../processes/process-items.ts';
import { EmbeddedEngine } from '../query/embedded-engine.ts';
import { EmbeddedItems } from '../query/embedded-items.ts';
import { OpenIndexes } from '../query/open-indexes.ts';
import type { OpenSource } from './source.ts';

/** An index under a name that engine and item store have for it. */
export type OpenedIndex = Omit<OpenSource, 'caseReader'>;

export interface IndexOpener {
  /** Throws INDEX_CORRUPT, INDEX_FORMAT. */
  open(name: string, directory: string): Promise<OpenedIndex>;
}

export const inThisProcess: IndexOpener = {
  async open(name, directory) {
    const index = await IndexReader.open(directory);
    const indexes = new OpenIndexes(new Map([[name, index]]));
    const { searchableCount, documentCount: itemCount, isComplete, problemCount } = index.header;
    return {
      name,
      engine: new EmbeddedEngine(indexes),
      items: new EmbeddedItems(indexes),
      summary: { searchableCount, itemCount, isComplete, problemCount, identity: index.identity },
      close: () => indexes.close(),
    };
  },
};

/** One engine and one item store for all of them: a search over many sources is divided among the processes. */
export function inProcesses(pool: EnginePool): IndexOpener {
  const engine = new ProcessEngine(pool);
  const items = new ProcessItems(pool);
  return {
    async open(name, directory) {
      const summary = await pool.open(name, directory);
      return { name, engine, items, summary, close: async () => pool.drop(name) };
    },
  };
}
