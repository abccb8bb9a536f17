/** `--hash-set` of every command that searches sources. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';

const MD5 = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32));
const KNOWN = [MD5[1]!, MD5[3]!];
let dir: string;
let ofCase: string[];
let ofSources: string[];
let sets: string[];
const out = (name: string): string => join(dir, name);

beforeAll(async () => {
  dir = temporaryDir();
  await writeCase(
    out('case'),
    MD5.map((md5, id) => ({ id, properties: { name: `f${id}`, md5 }, text: 'heron' })),
  );
  await writeFile(out('known.txt'), KNOWN.join('\n'));
  await writeFile(out('sources.json'), JSON.stringify([{ id: 'one', path: out('case') }]));
  await writeFile(out('list.txt'), 'heron NOT hashset:nsrl\nhashset:nsrl\n');
  ofCase = ['--case', out('case'), '--data', out('data')];
  ofSources = ['--sources', out('sources.json'), '--data', out('data')];
  sets = ['--hash-set', `nsrl=${out('known.txt')}`];
  await runCli(['index', 'build', out('case'), '--data', out('data')]);
});

const stdout = async (...args: string[]): Promise<string> => {
  const run = await runCli(args);
  expect([args[0], run.code, run.stderr]).toEqual([args[0], 0, expect.stringContaining('digest')]);
  return run.stdout;
};

test('search, of a case and of sources, beside a bookmark', async () => {
  for (const given of [ofCase, ofSources]) {
    expect(await stdout('search', 'heron NOT hashset:nsrl', ...given, ...sets, '--json')).toBe(
      `{"docs":[{"source":"${given === ofCase ? 'case' : 'one'}","id":0},{"source":"${given === ofCase ? 'case' : 'one'}","id":2}]}\n`,
    );
  }
  expect(await stdout('search', 'hashset:nsrl OR bookmark:none', ...ofSources, ...sets, '--count')).toBe('2\n');
  expect(await stdout('search', '--list', out('list.txt'), ...ofCase, ...sets)).toBe(
    '2\theron NOT hashset:nsrl\n2\thashset:nsrl\n',
  );
});

test('an unknown set name is refused, with the option that adds a set', async () => {
  const none = await runCli(['search', 'hashset:nsrl', ...ofCase]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--hash-set NAME=FILE adds one')]);
  const other = await runCli(['search', 'hashset:nsr', ...ofSources, ...sets]);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('There are nsrl')]);
});

test('export has a column, and a certificate names the set by its digest', async () => {
  await stdout(
    'export',
    '',
    ...ofCase,
    ...sets,
    '--format',
    'csv',
    '--out',
    out('t.csv'),
    '--properties',
    'name,hashsets',
  );
  expect((await readFile(out('t.csv'), 'utf8')).slice(1).trimEnd().split('\r\n')).toEqual([
    'source,id,parentId,bookmarks,hashsets,name',
    'case,0,,,,f0',
    'case,1,,,nsrl,f1',
    'case,2,,,,f2',
    'case,3,,,nsrl,f3',
  ]);
  const run = await runCli([
    'export',
    'NOT hashset:nsrl',
    ...ofCase,
    ...sets,
    '--format',
    'ndjson',
    '--certificate',
    '--out',
    out('t.ndjson'),
  ]);
  const digest = /digest ([0-9a-f]{64})/.exec(run.stderr)![1];
  const last = JSON.parse((await readFile(out('t.ndjson'), 'utf8')).trimEnd().split('\n').at(-1)!);
  expect([last.items, last.certificate.hashSets]).toEqual([2, [{ name: 'nsrl', digest }]]);
});

test('report, report-html, bench and saved searches', async () => {
  const report = await stdout('report', out('list.txt'), ...ofCase, ...sets);
  expect(
    report
      .trim()
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line).items),
  ).toEqual([2, 2]);
  expect(
    JSON.parse(await stdout('report-html', 'hashset:nsrl', ...ofCase, ...sets, '--out', out('report.zip'), '--json')),
  ).toMatchObject({ items: 2 });
  expect(
    JSON.parse(await stdout('bench', out('list.txt'), ...ofCase, ...sets, '--rounds', '1', '--json')),
  ).toMatchObject([{ items: 2 }, { items: 2 }]);
  await runCli(['searches', 'put', 'unknown', 'heron NOT hashset:nsrl', '--data', out('data')]);
  expect(await stdout('searches', 'run', 'unknown', ...ofSources, ...sets, '--count')).toBe('2\n');
});

test('no hash set is written into a case', async () => {
  const inside = await runCli(['search', 'heron', '--case', out('case'), '--data', out('case/data'), ...sets]);
  expect([inside.code, inside.stderr]).toEqual([1, expect.stringContaining('is inside the case directory')]);
});
