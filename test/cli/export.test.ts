/** `export` and `report`: which items get into a file, and which do not. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';

let dir: string;
let options: string[];

beforeAll(async () => {
  dir = temporaryDir();
  await writeCase(join(dir, 'case'), [
    { id: 1, properties: { name: 'a', rank: '2' }, text: 'heron', content: 'A' },
    { id: 2, parentId: 1, properties: { name: 'b', rank: '1' }, text: 'heron' },
  ]);
  options = ['--case', join(dir, 'case'), '--data', join(dir, 'data')];
  await runCli(['index', 'build', join(dir, 'case'), '--data', join(dir, 'data')]);
});

const out = (name: string) => join(dir, name);

test('a table, lines of JSON and archives', async () => {
  const csv = ['--format', 'csv', '--out', out('t.csv'), '--properties', 'name', '--sort', 'rank:asc'];
  expect((await runCli(['export', 'heron', ...options, ...csv])).code).toBe(0);
  expect(await readFile(out('t.csv'), 'utf8')).toBe(
    '\ufeffsource,id,parentId,bookmarks,name\r\ncase,2,1,,b\r\ncase,1,,,a\r\n',
  );
  for (const format of ['ndjson', 'zip', 'dat', 'xlsx']) {
    const { code } = await runCli(['export', 'heron', ...options, '--format', format, '--out', out(format)]);
    expect([format, code]).toEqual([format, 0]);
  }
  expect((await readFile(out('ndjson'), 'utf8')).trimEnd().split('\n').at(-1)).toBe(
    '{"done":true,"items":2,"complete":true}',
  );
  expect((await readFile(out('zip'))).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
  expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a table for spreadsheets: its delimiter, its texts, truncated cells, columns without a value', async () => {
  await writeCase(out('long'), [
    { id: 1, properties: { code: '007', note: 'n'.repeat(40_000) }, text: 'heron' },
    { id: 2, properties: { odd: 'x' }, text: 'coot' },
  ]);
  const long = ['--case', out('long'), '--data', out('long-data')];
  await runCli(['index', 'build', out('long'), '--data', out('long-data')]);
  const to = [...long, '--format', 'csv', '--out', out('long.csv')];
  const cut = await runCli(['export', 'heron', ...to, '--delimiter', ';', '--text', 'excel']);
  expect([cut.code, cut.stderr]).toEqual([0, expect.stringContaining('1 cell has more than 32767 characters: cut')]);
  const [header, row] = (await readFile(out('long.csv'), 'utf8')).split('\r\n');
  expect(header).toBe('\ufeffsource;id;parentId;bookmarks;code;note');
  expect(row!.slice(0, 26)).toBe('long;1;;;"=""007""";nnnnnn');
  await runCli(['export', 'heron', ...to, '--columns', 'all', '--delimiter', 'tab']);
  const titles = (await readFile(out('long.csv'), 'utf8')).split('\r\n')[0]!.split('\t');
  expect(titles.slice(4)).toEqual(['code', 'note', 'odd']);
  for (const wrong of [
    ['--delimiter', '|'],
    ['--format', 'dat', '--text', 'excel'],
    ['--format', 'ndjson', '--columns', 'all'],
  ]) {
    expect([wrong, (await runCli(['export', 'heron', ...to, ...wrong])).code]).toEqual([wrong, 2]);
  }
});

test('a property that no item has is reported', async () => {
  for (const format of ['csv', 'ndjson']) {
    const to = ['--format', format, '--out', out('slip'), '--properties', 'nam,name,rank'];
    const { code, stderr } = await runCli(['export', 'heron', ...options, ...to]);
    expect([format, code, stderr.match(/no item has .*/g)]).toEqual([format, 0, ['no item has the property nam']]);
  }
});

test('a usual name is the property that a case means by it, in every format', async () => {
  const said = { name: 'c', Absender: 'ana', 'Communication:To': 'bob', 'Message:To': 'bob' };
  const own = { manifest: { aliases: { from: ['Absender'] } } };
  await writeCase(out('german'), [{ id: 1, properties: said }], own);
  const all = ['export', '', '--case', out('german'), '--data', out('german-data'), '--properties', 'from,to'];
  await runCli(['index', 'build', out('german'), '--data', out('german-data')]);
  const to = ['--sort', 'from:asc', '--out', out('said')];
  const { code, stderr } = await runCli([...all, ...to, '--format', 'csv']);
  expect([code, stderr.match(/no item has .*/g)]).toEqual([0, null]);
  expect((await readFile(out('said'), 'utf8')).split('\r\n')[1]).toBe('german,1,,,ana,bob');
  await runCli([...all, ...to, '--format', 'ndjson']);
  const [row] = (await readFile(out('said'), 'utf8')).split('\n');
  expect(JSON.parse(row!).properties).toEqual({ Absender: ['ana'], 'Communication:To': ['bob'] });
});

test('a failed export leaves no file', async () => {
  const to = ['--format', 'csv', '--out', out('none')];
  expect((await runCli(['export', '(', ...options, ...to])).code).toBe(2);
  expect((await runCli(['export', 'a', ...options, ...to, '--sort', 'nowhere'])).code).toBe(2);
  expect((await runCli(['export', 'a', ...options, '--format', 'csv', '--out', out('no/where')])).code).toBe(2);
  const toStdout = await runCli(['export', 'a', ...options, '--format', 'csv', '--out', '-']);
  expect([toStdout.code, toStdout.stderr]).toEqual([2, expect.stringContaining('cannot be written to stdout')]);
  expect(await readdir(dir)).not.toContain('none');
});

test('a report on a list', async () => {
  await writeFile(out('list.txt'), '# birds\nheron\n(x\nname:b\n');
  const { code, stdout } = await runCli(['report', out('list.txt'), ...options]);
  expect(code).toBe(5);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { n: 2, query: 'heron', items: 2, itemsWithFamily: 2, unique: 1, sources: { case: 2 } },
    { n: 3, query: '(x', position: 2 },
    { n: 4, items: 1, itemsWithFamily: 2, unique: 0 },
    { done: true, queries: 3, failed: 1, hinted: 0, items: 2, complete: true },
  ]);
  expect((await runCli(['report', out('list.txt'), ...options, '--csv', '--out', out('r.csv')])).code).toBe(5);
  expect((await readFile(out('r.csv'), 'utf8')).split('\r\n')[1]).toBe('2,heron,2,2,1,,,2');
});
