/** Writes a random case to disk, builds its index and opens it, for tests that compare the engine with the naive evaluator. */
import { join } from 'node:path';
import { portableFormat } from '../../src/cases/portable/portable-format.ts';
import { type OpenedSource, openSource } from '../../src/sources/open-source.ts';
import { inOrderOfCase } from '../support/in-order-of-case.ts';
import { withTempDir, writeCase } from '../support/tiny-case.ts';
import { type RandomCase, toTinyItem } from './random-case.ts';

/** Runs `body` on the opened case, and removes all files. */
export async function withOpenCase(random: RandomCase, body: (source: OpenedSource) => Promise<void>): Promise<void> {
  await withTempDir(async (dir) => {
    const path = await writeCase(join(dir, 'case'), random.items.map(toTinyItem), random.options);
    const formats = [random.isInOrderOfCase ? inOrderOfCase : portableFormat];
    const opened = await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true, formats });
    try {
      await body(opened);
    } finally {
      await opened.close();
    }
  });
}
