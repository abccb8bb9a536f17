/** Runs the searches of the set: writes its case, builds an index like any other, and searches it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askedSources } from '../asked-sources.ts';
import type { NamedSource } from '../open-sources.ts';
import { parseQueryText } from '../query-text.ts';
import { ITEMS, SEARCHES, type SetSearch } from './search-set.ts';

export interface ValidatedSearch extends SetSearch {
  readonly found: readonly number[];
  readonly isAsExpected: boolean;
}

const OPTIONS = { defaultOperator: 'OR', syntax: 'own' } as const;

/** `directory` is an empty folder for the case and the data directory. */
export async function runSet(directory: string, signal: AbortSignal): Promise<readonly ValidatedSearch[]> {
  const { openSource } = await import('../../sources/open-source.ts');
  const { inThisProcess } = await import('../../sources/index-opener.ts');
  const path = join(directory, 'case');
  const data = join(directory, 'data');
  await writeCase(path);
  const opened = await openSource(path, { dataDir: data, buildIfNeeded: true, opener: inThisProcess(), signal });
  try {
    const source: NamedSource = { id: 'set', ...opened };
    const asked = askedSources({ opened: [source], hashLists: undefined }, { data });
    const results: ValidatedSearch[] = [];
    for (const search of SEARCHES) {
      const query = parseQueryText(search.query, OPTIONS);
      const { hits } = await asked.search({ query, want: ['ids'] }, signal);
      const found: number[] = [];
      for await (const batches of hits) for (const { ids } of batches) found.push(...ids);
      results.push({ ...search, found, isAsExpected: found.join() === search.finds.join() });
    }
    return results;
  } finally {
    await opened.close();
  }
}

async function writeCase(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const lines = ITEMS.map(({ text }, i) =>
    JSON.stringify({ id: i + 1, properties: { name: [`item ${i + 1}`] }, text }),
  );
  await writeFile(join(path, 'items.jsonl'), `${lines.join('\n')}\n`);
  const manifest = { format: 'case-directory', version: 1, items: ['items.jsonl'], itemCount: lines.length };
  await writeFile(join(path, 'case.json'), JSON.stringify(manifest));
}
