/** One fault has one exit code, whichever command meets it. The table of docs/commands.md states it. */
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { exitCodesHelp } from '../../src/cli/exit-codes.ts';
import { acquireDataLock, type DataLock } from '../../src/data-dir/data-lock.ts';
import { reportPath } from '../../src/indexing/build-report.ts';
import { indexKey } from '../../src/indexing/generations.ts';
import { temporaryDir } from '../support/endings.ts';
import { runHere } from '../support/run-here.ts';
import { writeCase } from '../support/tiny-case.ts';

let dir: string;
const at = (name: string): string => join(dir, name);

beforeAll(async () => {
  dir = temporaryDir();
  await writeCase(at('case'), [{ id: 1, properties: { name: 'a' }, text: 'heron', content: 'A' }]);
  await writeFile(at('queries.txt'), 'heron\n');
  await writeFile(at('bad.txt'), 'heron\n(\n');
  const built = await runHere(['index', 'build', at('case'), '--data', at('data')]);
  if (built.code !== 0) throw new Error(built.stderr);
  await cp(at('data'), at('damaged'), { recursive: true });
  for (const name of await readdir(at('damaged'), { recursive: true })) {
    if (!name.endsWith('data.mdb')) continue;
    await truncate(at(`damaged/${name}`), (await stat(at(`damaged/${name}`))).size - 100);
  }
});

/** Commands that read an index, with a case and a data directory. */
const READERS: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'index verify': (path) => ['index', 'verify', path],
  'index stats': (path) => ['index', 'stats', path],
  search: (path) => ['search', 'heron', '--case', path],
  'search --explain': (path) => ['search', 'heron', '--case', path, '--explain'],
  'search --list': (path) => ['search', '--list', at('queries.txt'), '--case', path],
  export: (path) => ['export', 'heron', '--case', path, '--format', 'csv', '--out', at('out')],
  report: (path) => ['report', at('queries.txt'), '--case', path],
  bench: (path) => ['bench', at('queries.txt'), '--case', path, '--rounds', '1'],
};
/** Commands that build an index that is missing or damaged. */
const BUILDERS: typeof READERS = {
  'index build': (path) => ['index', 'build', path],
  certify: (path) => ['certify', 'heron', '--case', path, '--out', at('out')],
};

async function codes(
  commands: typeof READERS,
  path: string,
  data: string,
): Promise<readonly (readonly [string, number | null])[]> {
  const found: (readonly [string, number | null])[] = [];
  for (const [name, args] of Object.entries(commands)) {
    const { code, stderr } = await runHere([...args(path), '--data', data]);
    expect([name, stderr]).toEqual([name, expect.not.stringContaining('an internal error')]);
    found.push([name, code]);
  }
  return found;
}
const all = (commands: typeof READERS, code: number) => Object.keys(commands).map((name) => [name, code]);

describe('the same exit code in every command', () => {
  test('0: no fault', async () => {
    expect(await codes(READERS, at('case'), at('data'))).toEqual(all(READERS, 0));
    await rm(at('out'));
    expect(await codes(BUILDERS, at('case'), at('data'))).toEqual(all(BUILDERS, 0));
    await rm(at('out'));
  });

  test('2: an invalid query; 5: an invalid query of a list, after which the others are answered', async () => {
    const given = ['--case', at('case'), '--data', at('data')];
    const out = ['--out', at('none')];
    for (const bad of ['(', 'name:[a TO']) {
      for (const args of [
        ['search', bad],
        ['search', bad, '--count'],
        ['search', bad, '--explain'],
        ['export', bad, '--format', 'csv', ...out],
        ['certify', bad, ...out],
      ]) {
        const { code } = await runHere([...args, ...given]);
        expect([args, code]).toEqual([args, 2]);
      }
    }
    for (const args of [
      ['search', '--list', at('bad.txt')],
      ['report', at('bad.txt')],
      ['bench', at('bad.txt'), '--rounds', '1'],
    ]) {
      const { code } = await runHere([...args, ...given]);
      expect([args, code]).toEqual([args, 5]);
    }
    expect(await readdir(dir)).not.toContain('none');
  });

  test('3: a missing case, or a case without an index', async () => {
    const commands = { ...READERS, ...BUILDERS, 'case check': (path: string) => ['case', 'check', path] };
    const { 'case check': check, ...withData } = commands;
    expect(await codes(withData, at('gone'), at('data'))).toEqual(all(withData, 3));
    expect((await runHere(check(at('gone')))).code).toBe(3);
    expect(await codes(READERS, at('case'), at('elsewhere'))).toEqual(all(READERS, 3));
  });

  test('4: a damaged index, until a command builds it again', async () => {
    expect(await codes(READERS, at('case'), at('damaged'))).toEqual(all(READERS, 4));
    expect((await runHere(['index', 'build', at('case'), '--data', at('damaged')])).code).toBe(0);
    expect((await runHere(['index', 'verify', at('case'), '--data', at('damaged')])).code).toBe(0);
  });

  test('1: another process writes to the data directory', async () => {
    await writeFile(at('bookmarks.jsonl'), '');
    await writeFile(at('sources.json'), JSON.stringify([{ id: 'case', path: at('case') }]));
    await (await openBookmarkStore(at('data/bookmarks'))).close();
    const lock: DataLock = await acquireDataLock(at('data'));
    try {
      for (const args of [
        ['index', 'build', at('case'), '--force'],
        ['bookmarks', 'import', at('bookmarks.jsonl')],
        ['bookmarks', 'undo', '1'],
        ['serve', '--sources', at('sources.json'), '--port', '0', '--host', '127.0.0.1'],
      ]) {
        const { code, stderr } = await runHere([...args, '--data', at('data')]);
        expect([args[0], code, stderr]).toEqual([args[0], 1, expect.stringMatching(/^case-access: [^\n]+\n$/)]);
      }
      // A process that only reads does not block others.
      expect((await runHere(['search', 'heron', '--case', at('case'), '--data', at('data')])).code).toBe(0);
    } finally {
      lock.release();
    }
  });

  test('1: a full disk', async () => {
    // A limit on the size of files simulates a full disk: the kernel truncates a write in the same way.
    const script = `trap '' XFSZ; ulimit -f 0; exec "$0" dist/src/cli/main.js "$@"`;
    for (const args of [
      ['index', 'build', at('case'), '--force', '--data', at('data')],
      ['export', 'heron', '--case', at('case'), '--data', at('data'), '--format', 'csv', '--out', at('none')],
    ]) {
      const run = spawnSync('bash', ['-c', script, process.execPath, ...args], {
        cwd: resolve('.'),
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      expect([args[0], run.status, run.stderr]).toEqual([args[0], 1, expect.stringMatching(/case-access: [^\n]+\n$/)]);
      expect(run.stderr).not.toContain('an internal error');
    }
    const [path, data] = [at('case'), at('data')];
    await symlink('/dev/full', `${reportPath(data, indexKey(path))}.partial`);
    expect(await runHere(['index', 'build', path, '--force', '--data', data])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`is full; free some space and build again \\(data directory: ${data}\\)\n$`),
    });
    expect((await readdir(dir)).filter((name) => name.includes('none'))).toEqual([]);
    expect((await runHere(['index', 'verify', at('case'), '--data', at('data')])).code).toBe(0);
  });
});

test('the documentation and every --help have the same table', async () => {
  const rows = [...(await readFile('docs/commands.md', 'utf8')).matchAll(/^\| (\d) \| (.*) \|$/gm)];
  const lines = [...exitCodesHelp.matchAll(/^ {2}(\d) {2}(.*)$/gm)];
  expect(rows.map(([, code, meaning]) => [code, meaning])).toEqual(lines.map(([, code, meaning]) => [code, meaning]));
  expect(lines).toHaveLength(6);
});
