/** Opens the embedded engine over cases that are written and indexed for it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexReader } from '../../src/engine/index-reader.ts';
import { EmbeddedEngine } from '../../src/query/embedded-engine.ts';
import { EmbeddedItems } from '../../src/query/embedded-items.ts';
import { OpenIndexes } from '../../src/query/open-indexes.ts';
import { toTinyItem } from '../property/random-case.ts';
import { temporaryDir } from '../support/endings.ts';
import { openIndex } from '../support/open-index.ts';
import { writeCase } from '../support/tiny-case.ts';
import type { OpenSubject } from './subject.ts';

export const openEmbedded: OpenSubject = async (sources) => {
  const path = temporaryDir();
  const opened = new Map<string, IndexReader>();
  for (const [name, items] of sources) {
    const casePath = await writeCase(join(path, `case-${name}`), items.map(toTinyItem));
    opened.set(name, await openIndex(casePath, join(path, 'data')));
  }
  const indexes = new OpenIndexes(opened);
  return {
    engine: new EmbeddedEngine(indexes),
    items: new EmbeddedItems(indexes),
    async close() {
      await indexes.close();
      await rm(path, { recursive: true, force: true });
    },
  };
};
