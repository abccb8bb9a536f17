/** The index of a case, built if missing, for tests that examine the index itself. */
import { IndexReader } from '../../src/engine/index-reader.ts';
import { readIndexState } from '../../src/indexing/index-state.ts';
import { openSource } from '../../src/sources/open-source.ts';

/** The caller closes it. */
export async function openIndex(casePath: string, dataDir: string): Promise<IndexReader> {
  const { caseReader, close } = await openSource(casePath, { dataDir, buildIfNeeded: true });
  try {
    const state = await readIndexState(dataDir, caseReader, await caseReader.fingerprint());
    if (state.kind !== 'current') throw new Error(`the index is ${state.kind}`);
    return await IndexReader.open(state.path);
  } finally {
    await close();
  }
}
