/** `--literal`: the query, or each line of a list, is text from beginning to end. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';

let dir: string;
let given: readonly string[];

const at = (name: string): string => join(dir, name);
const run = (command: string, text: string, ...more: string[]): Promise<CliRun> =>
  runCli([command, text, ...given, ...more]);

beforeAll(async () => {
  dir = temporaryDir();
  const path = await writeCase(at('case'), [
    { id: 1, text: 'C:\\Users\\maria\\ (where are you?)' },
    { id: 2, text: 'users of maria: #heron' },
  ]);
  given = ['--case', path, '--data', at('data')];
  expect((await runCli(['index', 'build', path, '--data', at('data')])).code).toBe(0);
});

test('search, its lists and its explanation', async () => {
  const text = 'C:\\Users\\maria\\ (where';
  expect(await run('search', text, '--ids', '--literal')).toMatchObject({ code: 0, stdout: '1\n' });
  expect((await run('search', text, '--ids')).code).not.toBe(0);
  expect((await run('search', '"are', '--explain', '--literal')).stdout).toContain('are');
  await writeFile(at('list.txt'), '(where are you?)\n#heron\n');
  const list = await runCli(['search', '--list', at('list.txt'), '--literal', ...given]);
  expect(list).toMatchObject({ code: 0, stdout: '1\t(where are you?)\n1\t#heron\n' });
});

test('a report, whose lines have no comments, and its certificate', async () => {
  await writeFile(at('lines.txt'), '(where are\n#heron\n');
  const { code, stdout } = await run('report', at('lines.txt'), '--literal', '--certificate', at('lines.cert'));
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([code, lines.map(({ items }) => items)]).toEqual([0, [1, 1, 2]]);
  expect(JSON.parse(await readFile(at('lines.cert'), 'utf8')).query.literal).toBe(true);
  const again = await runCli(['verify-certificate', at('lines.cert'), ...given, '--keywords', at('lines.txt')]);
  expect(again).toMatchObject({ code: 0 });
});

test('certificates and exports record it', async () => {
  const certified = await run('certify', '(where "are', '--literal', '--out', at('query.cert'));
  expect(certified).toMatchObject({ code: 0 });
  const { query, total } = JSON.parse(await readFile(at('query.cert'), 'utf8'));
  expect([query.q, query.literal, query.canonical, total]).toEqual(['(where "are', true, '"(where \\"are"', 1]);
  expect(await runCli(['verify-certificate', at('query.cert'), ...given])).toMatchObject({ code: 0 });
  const exported = await run('export', '(where "are', '--literal', '--format', 'ndjson', '--out', at('out.ndjson'));
  expect(exported).toMatchObject({ code: 0 });
  expect(await readFile(at('out.ndjson'), 'utf8')).toContain('"id":1');
});
