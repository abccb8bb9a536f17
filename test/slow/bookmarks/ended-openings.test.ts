/** A store process that ends while the store is opened says nothing about the file, unless it crashed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { nobody, storeDir } from '../../unit/bookmarks/temporary-store.ts';

const compiled = resolve('dist/src/bookmarks/store/store-process.js');
if (!existsSync(compiled)) throw new Error('dist/ is missing: npm run build');

/**
 * Starts store processes. The first ones end in this way, before their first call or at their second. The next ones do their
 * work.
 */
function ending(folder: string, endings: readonly string[], isReading = false): { entry: URL; runs(): number } {
  const runs = join(folder, 'runs');
  const entry = join(folder, 'store.mjs');
  writeFileSync(runs, '');
  writeFileSync(
    entry,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(runs)}, '.');
     const ending = ${JSON.stringify(endings)}[readFileSync(${JSON.stringify(runs)}, 'utf8').length - 1];
     const end = () => ending.startsWith('SIG') ? process.kill(process.pid, ending) : process.exit(Number(ending));
     if (ending !== undefined && !${isReading}) end();
     await import(${JSON.stringify(pathToFileURL(compiled).href)});
     if (ending !== undefined) process.prependListener('message', ({ name }) => name === 'part' && end());`,
  );
  return { entry: pathToFileURL(entry), runs: () => readFileSync(runs, 'utf8').length };
}

/** Calls `use` with a store that has one bookmark. */
async function withMade(use: (directory: string, folder: string) => Promise<void>): Promise<void> {
  const directory = storeDir();
  const store = await openBookmarkStore(directory);
  await store.create('kept', nobody);
  await store.close();
  await use(directory, join(directory, '..'));
}

test.each([
  ['starting', false],
  ['reading', true],
])('a process that ends with exit code 0 or is killed while it is %s is replaced', (_when, isReading) =>
  withMade(async (directory, folder) => {
    const { entry, runs } = ending(folder, ['0', 'SIGKILL'], isReading);
    const store = await openBookmarkStore(directory, { entry });
    expect([store.names(), runs()]).toEqual([['kept'], 3]);
    await store.close();
  }),
);

test.each(['0', '1', 'SIGKILL'])('three processes that end by %s prove no damage', (how) =>
  withMade(async (directory, folder) => {
    const { entry, runs } = ending(folder, [how, how, how, how]);
    const opening = openBookmarkStore(directory, { entry });
    await expect(opening).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    await expect(opening).rejects.toThrow(/3 processes .* ended \((exit code \d|SIG\w+)\).* proves no damage/);
    await expect(opening).rejects.not.toThrow('is damaged');
    expect(runs()).toBe(3);
    const verifying = verifyBookmarks({ directory }, ending(folder, [how, how, how, how]).entry);
    await expect(verifying).rejects.toThrow('proves no damage');
    expect((await verifyBookmarks({ directory }, ending(folder, [how]).entry)).ok).toBe(true);
  }),
);

test('one that crashes is a sign of damage at once', () =>
  withMade(async (directory, folder) => {
    const { entry, runs } = ending(folder, ['SIGSEGV']);
    await expect(openBookmarkStore(directory, { entry })).rejects.toThrow('is damaged: its process ended (SIGSEGV)');
    expect(runs()).toBe(1);
    const verdict = await verifyBookmarks({ directory }, ending(folder, ['SIGBUS']).entry);
    expect([verdict.ok, JSON.stringify(verdict)]).toEqual([false, expect.stringContaining('SIGBUS')]);
  }));
