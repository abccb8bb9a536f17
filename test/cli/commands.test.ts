import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { ended, runCli, said, startCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { pause } from '../support/until.ts';

const caseDir = resolve('data-samples/usb-stick');
let work: string;
let data: string;

beforeAll(async () => {
  work = temporaryDir();
  data = join(work, 'data');
  const built = await runHere(['index', 'build', caseDir, '--data', data]);
  if (built.code !== 0) throw new Error(built.stderr);
});

const search = (...args: string[]): ReturnType<typeof runHere> =>
  runHere(['search', ...args, '--case', caseDir, '--data', data]);

/** Sends each of the signals to the server and all of its processes. None of them ends, and none opens Node's debugger. */
async function goesOnAfter(
  signals: readonly NodeJS.Signals[],
  { pid, stderr }: ReturnType<typeof startCli>,
  url: string,
) {
  let told = '';
  stderr.on('data', (bytes: Buffer) => {
    told += bytes.toString();
  });
  const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const before = children();
  expect(before).not.toBe('');
  for (const signal of signals) for (const one of [pid!, ...before.split(' ').map(Number)]) process.kill(one, signal);
  await pause(200);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(children()).toBe(before);
  expect(told).not.toMatch(/Debugger|inspector/);
}

describe('index', () => {
  test('a build reports on stdout and shows its progress in plain lines on stderr', async () => {
    const { code, stdout, stderr } = await runCli(['index', 'build', caseDir, '--data', data, '--force']);
    expect(stdout).toMatch(/^Indexed .*\nitems +39\n/);
    expect(stdout).toMatch(/\ncomplete +yes\n/);
    expect(stderr).toMatch(/^usb-stick: read 100 % · .*39 items/m);
    expect(stderr).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  test.each([
    ['index', 'build'],
    ['case', 'check'],
  ])('%s %s reports a missing evidence folder', async (...command) => {
    const none = join(work, 'none');
    const { code, stderr } = await runHere([
      ...command,
      caseDir,
      '--evidence-root',
      none,
      ...(command[0] === 'index' ? ['--data', data] : []),
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`warning: --evidence-root ${none} does not exist`)]);
  });

  test('case check shows the columns of a table first, and at most 20 problems of a kind', async () => {
    const folder = join(work, 'table');
    mkdirSync(folder, { recursive: true });
    const rows = Array.from({ length: 50 }, (_, n) => `n${n},natives\\${n}.doc,${n === 0 ? 'soon' : '2021-03-04'}\n`);
    writeFileSync(join(folder, 'x.csv'), `Name,Native Path,created\n${rows.join('')}`);
    const { code, stdout } = await runHere(['case', 'check', folder]);
    const lines = stdout.split('\n');
    expect(code).toBe(5);
    expect(lines.filter((line) => line.includes('is missing'))).toHaveLength(20);
    expect(lines).toContain('  and 30 more of kind part; --json lists them');
    expect(stdout).toMatch(/"created": 1 of its values are not dates/);
    expect(lines.findIndex((line) => line.startsWith('columns'))).toBeLessThan(
      lines.findIndex((line) => line.startsWith('problems')),
    );
    const { stdout: json } = await runHere(['case', 'check', folder, '--json']);
    expect((JSON.parse(json) as { problems: unknown[] }).problems).toHaveLength(51);
  });

  test('a current index is left alone', async () => {
    const { code, stdout } = await runHere(['index', 'build', caseDir, '--data', data, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { isUpToDate: true, isComplete: true, items: 39 }]);
  });

  test('a case with faults is built, and the exit code shows that it is incomplete', async () => {
    const faulty = join(work, 'faulty');
    cpSync(caseDir, faulty, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(faulty, 'case.json'), 'utf8')) as { items: string[] };
    writeFileSync(join(faulty, 'more.jsonl'), '{"id": 1000000}\nthis is not JSON\n');
    writeFileSync(
      join(faulty, 'case.json'),
      JSON.stringify({ ...manifest, items: [...manifest.items, 'more.jsonl'], itemCount: 41 }),
    );
    const { code, stdout } = await runHere(['index', 'build', faulty, '--data', data]);
    const again = await runHere(['index', 'build', faulty, '--data', data]);
    expect([again.code, again.stdout]).toEqual([
      5,
      expect.stringMatching(
        /\nproblems +\d+ \(when it was built; --force checks again\)\nall of them +\S+reports\S+\.jsonl\n$/,
      ),
    ]);
    expect(stdout).toMatch(/more\.jsonl:2: /);
    expect(stdout).toMatch(/\ncomplete +no\n/);
    expect(code).toBe(5);
  });

  test('every command applies the mapping of a load file', async () => {
    const file = join(work, 'rows.csv');
    const mapping = join(work, 'mapping.json');
    writeFileSync(file, 'DOCID,Box\nD1,heron crate\nD2,empty\n');
    writeFileSync(mapping, JSON.stringify({ columns: { Box: 'category' } }));
    const given = ['--data', data, '--mapping', mapping];
    expect((await runHere(['index', 'build', file, ...given])).code).toBe(0);
    const stats = await runHere(['index', 'stats', file, ...given, '--json']);
    expect([stats.code, JSON.parse(stats.stdout)]).toMatchObject([0, { items: 2, isStale: false }]);
    const found = await runHere(['search', 'category:"heron crate"', '--ids', '--case', file, ...given]);
    expect([found.code, found.stdout]).toEqual([0, '1\n']);
    // Without it the case is a different one, whose index is missing.
    const without = await runHere(['index', 'stats', file, '--data', data, '--json']);
    expect(JSON.parse(without.stdout)).toMatchObject({ isStale: true });
    const both = await runHere(['search', 'x', '--sources', 'data-samples/sources.json', '--mapping', mapping]);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--mapping FILE goes with --case')]);
  });

  test('verify and stats answer on stdout', async () => {
    const verified = await runHere(['index', 'verify', caseDir, '--data', data, '--json']);
    expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([
      0,
      { isSound: true, findings: [], isStale: false },
    ]);
    const stats = await runHere(['index', 'stats', caseDir, '--data', data, '--json']);
    expect(stats.code).toBe(0);
    expect(JSON.parse(stats.stdout)).toBeTruthy();
    expect((await runHere(['index', 'stats', caseDir, '--data', data])).stdout).toMatch(/\w/);
  });

  test('without an index, commands that read report that', async () => {
    const elsewhere = join(work, 'elsewhere');
    for (const args of [
      ['index', 'verify', caseDir],
      ['index', 'stats', caseDir],
      ['search', 'x', '--case', caseDir],
    ]) {
      const { code, stdout, stderr } = await runHere([...args, '--data', elsewhere]);
      expect(stderr).toMatch(/^case-access: [^\n]*index[^\n]*\n$/);
      expect([args[0], code, stdout]).toEqual([args[0], 3, '']);
    }
  });

  test('a data directory inside a case is refused', async () => {
    const inside = join(work, 'inside');
    cpSync(caseDir, inside, { recursive: true });
    const { code, stderr } = await runHere(['index', 'build', inside, '--data', join(inside, 'data')]);
    expect(stderr).toMatch(/^case-access: [^\n]*inside[^\n]*\n$/);
    expect(code).toBe(1);
  });
});

describe('search', () => {
  test('prints a line per item: source, id, name, path', async () => {
    const { code, stdout, stderr } = await search('path:kingfisher');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^usb-stick\t\d+\t[^\t]*\t[^\t]*$/);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('without an index, the answer names the command that builds it', async () => {
    const { code, stderr } = await runHere(['search', 'a', '--case', caseDir, '--data', join(work, 'empty')]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('no index was built; "case-access index build" makes')]);
  });

  test('--count, --ids and --json agree', async () => {
    const ids = (await search('path:kingfisher', '--ids')).stdout.trimEnd().split('\n').map(Number);
    const json = JSON.parse((await search('path:kingfisher', '--json')).stdout) as {
      docs: { source: string; id: number }[];
    };
    expect(json.docs).toEqual(ids.map((id) => ({ source: 'usb-stick', id })));
    expect((await search('path:kingfisher', '--count')).stdout).toBe(`${ids.length}\n`);
    expect([...ids].sort((a, b) => a - b)).toEqual(ids);
  });

  test('an empty result is not a failure', async () => {
    expect(await search('zzzzqqqq')).toMatchObject({ code: 0, stdout: '' });
    expect(await search('zzzzqqqq', '--count')).toMatchObject({ code: 0, stdout: '0\n' });
    expect(await search('zzzzqqqq', '--json')).toMatchObject({ code: 0, stdout: '{"docs":[]}\n' });
  });

  test('--default-operator and --fields change the answer', async () => {
    const count = async (...args: string[]): Promise<number> => Number((await search(...args, '--count')).stdout);
    expect(await count('path:kingfisher path:zzzzqqqq')).toBeGreaterThan(0);
    expect(await count('path:kingfisher path:zzzzqqqq', '--default-operator=AND')).toBe(0);
    expect(await count('jpg', '--fields', 'ext')).toBe(await count('ext:jpg'));
  });

  test('--time-zone shifts the days of the query, and an unknown zone is a usage error', async () => {
    const ids = async (...args: string[]): Promise<string> =>
      (await search('modified:2023-04-02', '--ids', ...args)).stdout;
    expect(await ids('--time-zone', 'UTC')).toBe(await ids());
    expect(await ids('--time-zone', 'Pacific/Kiritimati')).not.toBe(await ids());
    const { code, stderr } = await search('heron', '--time-zone', 'Mars/Olympus');
    expect([code, stderr]).toEqual([2, expect.stringContaining('write a name of the IANA database')]);
    const iped = await search('heron', '--time-zone', 'Europe/Lisbon', '--syntax', 'iped');
    expect([iped.code, iped.stderr]).toEqual([2, expect.stringContaining('remove --time-zone')]);
  });

  test('--explain shows a tree', async () => {
    const { code, stdout } = await search('path:kingf* AND name:*e*', '--explain');
    expect(stdout).toMatch(/ items? in /);
    expect(stdout).toMatch(/[├└]─ /);
    expect(code).toBe(0);
    const json = JSON.parse((await search('path:kingf*', '--explain', '--json')).stdout) as {
      sources: { plan: object }[];
    };
    expect(json.sources[0]?.plan).toMatchObject({ operator: expect.any(String) });
  });

  test('with a sources file, a source that does not open makes the answer incomplete', async () => {
    const file = join(work, 'sources.json');
    writeFileSync(
      file,
      JSON.stringify([
        { id: 'one', path: caseDir },
        { id: 'gone', path: 'nowhere' },
      ]),
    );
    const { code, stdout, stderr } = await runHere([
      'search',
      'path:kingfisher',
      '--sources',
      file,
      '--data',
      data,
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ incomplete: [{ source: 'gone' }] });
    expect(stderr).toMatch(/^case-access: source gone [^\n]*\n$/);
    expect(code).toBe(5);
    const ids = await runHere(['search', 'path:kingfisher', '--sources', file, '--data', data, '--ids']);
    expect(ids.stdout).toMatch(/^one\t\d+\n/);
  });

  test('bookmarks can be queried together with the cases of a sources file', async () => {
    const own = join(work, 'bookmarked');
    const sources = join(work, 'bookmarked.json');
    writeFileSync(sources, JSON.stringify([{ id: 'usb', path: caseDir }]));
    cpSync(join(data, 'indexes'), join(own, 'indexes'), { recursive: true });
    const asked = (query: string, ...where: string[]) => runHere(['search', query, '--count', '--data', own, ...where]);
    expect(await asked('heron NOT bookmark:*', '--sources', sources)).toMatchObject({ code: 0, stdout: '9\n' });
    const file = join(work, 'bookmarked.jsonl');
    writeFileSync(file, exportOf([{ bookmark: 'To do' }, { bookmark: 'To do', source: 'usb', ids: [18, 26] }]));
    expect(await runHere(['bookmarks', 'import', file, '--data', own])).toMatchObject({ code: 0 });
    expect((await asked('heron NOT bookmark:*', '--sources', sources)).stdout).toBe('7\n');
    expect((await asked('bookmark:"To do"', '--sources', sources)).stdout).toBe('2\n');
    expect(await asked('bookmark:x', '--case', caseDir)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--sources FILE'),
    });
  });

  test('--list answers each line with a line; a faulty one is named, and the others are answered', async () => {
    const list = join(work, 'list.txt');
    writeFileSync(list, '\uFEFFpath:kingfisher\r\n\na AND\nledger\n');
    const { code, stdout, stderr } = await search('--list', list);
    expect(stdout).toMatch(/^\d+\tpath:kingfisher\n\d+\tledger\n$/);
    expect(stderr).toMatch(/^case-access: line 3: [^\n]*position 5[^\n]*\n$/);
    expect(code).toBe(5);
    const json = (await search('--list', list, '--json')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(json).toMatchObject([
      { line: 1, items: expect.any(Number) },
      { line: 3, error: expect.any(String) },
      { line: 4, items: expect.any(Number) },
    ]);
  });

  test('--list and report refuse a list that is not UTF-8, and name the line', async () => {
    const list = join(work, 'latin1.txt');
    writeFileSync(list, Buffer.from('path:kingfisher\ngar\u00e7a\n', 'latin1'));
    const stderr = 'case-access: Line 2 of the list is not UTF-8: save or send it as that.\n';
    expect(await search('--list', list)).toMatchObject({ code: 2, stderr });
    const options = ['--case', caseDir, '--data', data];
    expect(await runCli(['report', list, ...options])).toMatchObject({ code: 2, stdout: '', stderr });
    writeFileSync(list, '\ufeff# birds\npath:kingfisher\n');
    const { stdout } = await runCli(['report', list, ...options]);
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ n: 2, query: 'path:kingfisher' });
  });

  test('--list reads stdin for -, and a missing list is a usage error', async () => {
    const piped = await runCli(['search', '--list', '-', '--case', caseDir, '--data', data], 'path:kingfisher\n');
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\tpath:kingfisher\n$/) });
    expect(await search('--list', join(work, 'gone.txt'))).toMatchObject({ code: 2, stdout: '' });
  });

  test('a reader that disconnects is not a failure', async () => {
    const child = startCli(['search', '', '--case', caseDir, '--data', data]);
    child.stdout.destroy();
    expect(await ended(child)).toBe(0);
  });
});

test('bench times every query of a file', async () => {
  const queries = join(work, 'queries.txt');
  writeFileSync(queries, 'path:kingfisher\n"second ledger"\n');
  const { code, stdout } = await runHere([
    'bench',
    queries,
    '--case',
    caseDir,
    '--data',
    data,
    '--rounds',
    '3',
    '--json',
  ]);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    [
      { query: 'path:kingfisher', items: expect.any(Number), bestMs: expect.any(Number), medianMs: expect.any(Number) },
      { query: '"second ledger"' },
    ],
  ]);
  const plain = await runHere(['bench', queries, '--case', caseDir, '--data', data, '--rounds', '1']);
  expect(plain.stdout).toMatch(/^best ms\tmedian ms\titems\tquery\n[\d.]+\t[\d.]+\t\d+\tpath:kingfisher\n/);
});

describe('serve', () => {
  test('answers while it runs, locks the data directory, survives SIGUSR1 and SIGUSR2, and exits with 0 on SIGHUP', async () => {
    const own = join(work, 'served');
    const child = startCli([
      'serve',
      '--sources',
      'data-samples/sources.json',
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--data',
      own,
    ]);
    const ready = ['usb-stick: ready, 39 items', 'seized-laptop: ready', 'VOL001: ready', 'rui-phone: ready'].map(
      (line) => said(child, new RegExp(line)),
    );
    const [, url] = await said(child, /listens on (http:\/\/[^\s]+)/);
    await Promise.all(ready);
    const answer = await fetch(`${url}/search?q=path:kingfisher&sourceID=usb-stick`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { docs: unknown[] }).docs.length).toBeGreaterThan(0);
    const refused = await runHere(['index', 'build', caseDir, '--data', own, '--force']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^case-access: [^\n]+\n$/) });
    expect((await runHere(['search', 'path:kingfisher', '--case', caseDir, '--data', own, '--count'])).code).toBe(0);
    await goesOnAfter(['SIGUSR1', 'SIGUSR2'], child, url!);
    child.kill('SIGHUP');
    expect(await ended(child)).toBe(0);
    expect((await runHere(['bookmarks', 'verify', '--data', own, '--json'])).code).toBe(0);
  });

  test('stops with the shell in which npm starts it, even if SIGTERM ends only the shell', async () => {
    const file = join(work, 'of-npm.json');
    writeFileSync(file, '[]');
    const args = ['serve', '--sources', file, '--host=127.0.0.1', '--port=0', '--engine-processes=0', '--data'];
    const command = `"$0" dist/src/cli/main.js ${args.join(' ')} "$1"; :`;
    const env = { ...process.env, NODE_OPTIONS: '', npm_command: 'exec' };
    const shell = spawn('sh', ['-c', command, process.execPath, join(work, 'of-npm')], { env });
    await said(shell, /listens on/);
    let told = '';
    shell.stderr.on('data', (bytes: Buffer) => {
      told += bytes.toString();
    });
    // Its pipes are closed when the server has ended, too.
    const closed = once(shell, 'close');
    shell.kill('SIGTERM');
    await closed;
    expect(told).toContain('case-access is stopping');
  });

  test('a port in use is one line and exit code 2', async () => {
    const { createServer } = await import('node:net');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const file = join(work, 'none.json');
    writeFileSync(file, '[]');
    const run = await runCli([
      'serve',
      '--sources',
      file,
      '--host=127.0.0.1',
      `--port=${port}`,
      '--data',
      join(work, 'taken'),
    ]);
    taken.close();
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^case-access: Cannot listen on [^\n]+\n$/),
    });
  });
});

test('past bookmarks are shown, and a change is undone', async () => {
  const data = join(work, 'history');
  const file = join(work, 'history.jsonl');
  writeFileSync(file, exportOf([{ bookmark: 'x' }, { bookmark: 'x', source: 's', ids: [3, 5] }]));
  expect(await runHere(['bookmarks', 'import', file, '--data', data])).toMatchObject({ code: 0 });
  const log = await runHere(['bookmarks', 'log', '--data', data]);
  const [created, added] = log.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([created.action, added.action, added.changed]).toEqual(['create', 'import', 2]);
  const undo = async (seq: string, ...args: string[]) => runHere(['bookmarks', 'undo', seq, '--data', data, ...args]);
  expect(await undo('2')).toMatchObject({
    code: 0,
    stdout: 'Undone: 2 items changed in the bookmark x, which has 0 now.\n',
  });
  expect(await undo('2')).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be undone') });
  expect(await undo('9')).toMatchObject({ code: 3, stderr: expect.stringContaining('no record 9') });
  expect(await undo('x')).toMatchObject({ code: 2 });
  expect(JSON.parse((await undo('1', '--json')).stdout)).toEqual({
    kind: 'bookmark',
    name: 'x',
    changed: 0,
    size: 0,
    seq: 4,
  });
  const at = (...args: string[]) => runHere(['bookmarks', 'at', ...args, '--data', data]);
  const members = (stdout: string) => stdout.split('\n').filter((line) => line.includes('"ids"'));
  const then = await at(added.time, 'x');
  expect([then.code, members(then.stdout)]).toEqual([0, ['{"bookmark":"x","source":"s","ids":[3,5]}']]);
  expect(members((await at(added.time)).stdout)).toEqual(members(then.stdout));
  expect(await at('2000-01-01', 'x')).toMatchObject({ code: 3, stdout: '' });
  expect(await at('2000-01-01')).toMatchObject({ code: 0 });
  expect(await at('yesterday')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a time') });
  expect(await runHere(['bookmarks', 'verify', '--data', data])).toMatchObject({ code: 0 });
});

test('bookmarks are exported, imported again, and verified', async () => {
  const [from, to] = [join(work, 'from'), join(work, 'to')];
  const exported = join(work, 'bookmarks.jsonl');
  writeFileSync(exported, EXPORT);
  const imported = await runHere(['bookmarks', 'import', exported, '--data', from]);
  expect(imported).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/created +important: 2 added/) });
  const out = await runHere(['bookmarks', 'export', '--data', from]);
  expect(out.stdout).toMatch(/"bookmark":"important"/);
  expect(await runCli(['bookmarks', 'import', '-', '--data', to], out.stdout)).toMatchObject({ code: 0 });
  const again = await runCli(['bookmarks', 'import', '-', '--data', to, '--json'], out.stdout);
  expect(JSON.parse(again.stdout)).toMatchObject({
    applied: true,
    bookmarks: [{ name: 'important', existed: true, added: 0 }],
  });
  expect((await runHere(['bookmarks', 'log', '--data', to])).stdout).toMatch(/"action":"create"/);
  expect(await runHere(['bookmarks', 'verify', '--data', to])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/sound/),
  });
  const bad = await runCli(['bookmarks', 'import', '-', '--data', to], '{"no": "export"}\n');
  expect(bad).toMatchObject({ code: 1, stdout: 'Nothing was imported.\n', stderr: expect.stringMatching(/line 1: /) });
});

const EXPORT = exportOf([{ bookmark: 'important' }, { bookmark: 'important', source: 'one', ids: [1, 2] }]);

function exportOf(lines: readonly object[]): string {
  const all = [
    { format: 'case-access-bookmarks', version: 1, exported: '2026-01-01T00:00:00.000Z' },
    ...lines,
    { end: true, lines: lines.length + 2 },
  ];
  return `${all.map((line) => JSON.stringify(line)).join('\n')}\n`;
}
