/** `report-html` from the command line: a ZIP, the same as a folder, a template, and refusals. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';
import { sha256Of, unzipped } from '../support/unzipped.ts';

let dir: string;
let options: string[];
beforeAll(async () => {
  dir = temporaryDir();
  const path = await writeCase(join(dir, 'case'), [
    { id: 1, properties: { name: 'a.txt', md5: 'a'.repeat(32) }, text: 'heron', content: 'bytes' },
    {
      id: 2,
      properties: { name: 'b.html', contentType: 'text/html' },
      text: 'heron',
      content: '<p>x<script>y</script>',
    },
  ]);
  options = ['--case', path, '--data', join(dir, 'data')];
  expect((await runCli(['index', 'build', path, '--data', join(dir, 'data')])).code).toBe(0);
});

const report = (...more: string[]) => runCli(['report-html', ...more, ...options]);

test('a folder has the files of the ZIP, and sha256sum verifies them', async () => {
  const shared = ['heron', '--time', '2026-03-04T10:20:30Z', '--with-files', '--json'];
  const zip = join(dir, 'r.zip');
  const folder = join(dir, 'r');
  const first = await report(...shared, '--out', zip);
  expect([first.code, first.stderr]).toEqual([0, expect.anything()]);
  expect(JSON.parse(first.stdout)).toEqual({ path: zip, items: 2 });
  expect((await report(...shared, '--folder', folder)).code).toBe(0);
  for (const [path, bytes] of await unzipped(await readFile(zip))) {
    expect([path, sha256Of(await readFile(join(folder, path)))]).toEqual([path, sha256Of(bytes)]);
  }
  const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect(
    checked
      .trimEnd()
      .split('\n')
      .every((line) => line.endsWith(': OK')),
  ).toBe(true);
  expect((await stat(join(folder, 'files/case/2-b.html.bin'))).isFile()).toBe(true);
  const again = await report(...shared, '--folder', folder);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
});

test('cards name the hash sets of their items, and the overview counts them', async () => {
  const [list, folder] = [join(dir, 'known.txt'), join(dir, 'with sets')];
  await writeFile(list, `${'A'.repeat(32)}\n`);
  expect((await report('heron', '--folder', folder, '--hash-set', `known=${list}`)).code).toBe(0);
  const cards = (await readFile(join(folder, 'items/1.html'), 'utf8')).split('<article').slice(1);
  expect(cards.map((card) => card.includes('>Hash sets<'))).toEqual([true, false]);
  expect(cards[0]).toMatch(/>Hash sets<[^\n]*known/);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toMatch(/known[^\n]*[0-9a-f]{64}[^\n]*>1</);
});

test('files are written into a separate folder, which its pages and its list of sums refer to', async () => {
  const [folder, files, zip] = ['linking', 'linked files', 'linking.zip'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const shared = ['heron', '--time', '2026-03-04T10:20:30Z'];
  expect((await report(...shared, '--folder', folder, '--link-files', files)).code).toBe(0);
  for (const [of, list] of [
    [folder, 'SHA256SUMS'],
    [files, join(folder, 'LINKED-SHA256SUMS')],
  ] as const) {
    expect(execFileSync('sha256sum', ['-c', list], { cwd: of, encoding: 'utf8' })).toContain(': OK');
  }
  const page = await readFile(join(folder, 'items/1.html'), 'utf8');
  const links = [...page.matchAll(/href="([^"]*linked%20files[^"]*)"/g)].map(([, link]) => decodeURIComponent(link!));
  expect(links).toEqual(['../../linked files/case/1-a.txt', '../../linked files/case/2-b.html.bin']);
  for (const link of links) expect((await stat(join(folder, 'items', link))).isFile()).toBe(true);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('“../linked files”');
  // A ZIP is first unpacked into a folder next to it.
  const again = join(dir, 'more files');
  expect((await report(...shared, '--out', zip, '--link-files', again)).code).toBe(0);
  const sums = new Map(await unzipped(await readFile(zip))).get('LINKED-SHA256SUMS')!;
  expect(String(sums)).toBe(await readFile(join(folder, 'LINKED-SHA256SUMS'), 'utf8'));
  expect(execFileSync('ls', ['-A', join(again, 'case')], { encoding: 'utf8' })).toBe('1-a.txt\n2-b.html.bin\n');
  for (const more of [
    ['--with-files', '--link-files', join(dir, 'x')],
    ['--link-files', files],
    ['--link-files', join(dir, 'y', 'inside')],
  ]) {
    const { code, stderr } = await report(...shared, '--folder', join(dir, 'y'), ...more);
    expect([more, code, stderr]).toEqual([more, 2, expect.anything()]);
  }
  expect((await readdir(dir)).filter((name) => /^(x|y)$|\.part$/.test(name))).toEqual([]);
});

test('a template is written, changed and used', async () => {
  const template = join(dir, 'office');
  expect((await runCli(['report-html', '--new-template', template, '--language', 'pt'])).code).toBe(0);
  const folder = join(dir, 'own');
  expect((await report('heron', '--template', template, '--folder', folder)).code).toBe(0);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('Este relatório está completo.');
});

test('carries a certificate, and a report on a list', async () => {
  const list = join(dir, 'list.txt');
  await writeFile(list, 'heron\n(x\n');
  const folder = join(dir, 'carried');
  expect((await report('heron', '--keywords', list, '--certificate', '--folder', folder)).code).toBe(0);
  const certificate = JSON.parse(await readFile(join(folder, 'certificate.json'), 'utf8'));
  expect(certificate).toMatchObject({ total: 2, complete: true });
  const first = await readFile(join(folder, 'index.html'), 'utf8');
  expect(first).toContain(certificate.sources[0].caseIdentity);
  expect(first).toContain(certificate.time);
  expect(await readFile(join(folder, 'terms/1.html'), 'utf8')).toMatch(/heron<\/bdi><\/td><td class="number">2</);
  expect((await report('--certificate', '--bookmarks', 'x', '--out', join(dir, 'x.zip'))).code).toBe(2);
});

test('bookmarks have separate pages, with their log', async () => {
  const data = join(dir, 'marked');
  const sources = join(dir, 'sources.json');
  await writeFile(sources, JSON.stringify([{ id: 'laptop', path: join(dir, 'case') }]));
  expect((await runCli(['index', 'build', join(dir, 'case'), '--data', data])).code).toBe(0);
  const origin = { remoteAddress: null, requestId: null };
  const store = await openBookmarkStore(join(data, 'bookmarks'));
  await store.create('A "b"', origin);
  await store.add('A "b"', [{ source: 'laptop', ids: Uint32Array.of(2) }], origin);
  await store.close();
  const folder = join(dir, 'by-bookmark');
  const marked = (name: string) =>
    runCli(['report-html', '--sources', sources, '--data', data, '--bookmarks', name, '--folder', folder]);
  expect((await marked('absent')).stderr).toContain('There is no bookmark named "absent".');
  const { code, stderr } = await marked('A "b"');
  expect([code, stderr]).toEqual([0, expect.stringContaining('a report of 1 items')]);
  const page = await readFile(join(folder, 'bookmarks/1-A _b_/1.html'), 'utf8');
  expect(page).toContain('b.html');
  expect(page).not.toContain('a.txt');
  expect(await readFile(join(folder, 'log/1.html'), 'utf8')).toContain('<td>add</td>');
  // The first page names the case by its identity, with or without a certificate.
  const certified = join(dir, 'certified');
  const named = ['--sources', sources, '--data', data, '--bookmarks', 'A "b"', '--certificate', '--folder', certified];
  expect(await runCli(['report-html', 'heron', ...named])).toMatchObject({ code: 0 });
  const certificate = JSON.parse(await readFile(join(certified, 'certificate.json'), 'utf8'));
  expect(certificate).toMatchObject({ total: 1, query: { q: 'heron', filter: ['bookmark:"A \\"b\\""'] } });
  expect(certificate.bookmarks).toMatchObject([{ name: 'A "b"' }]);
  const { caseIdentity } = certificate.sources[0];
  expect(caseIdentity).toMatch(/^[0-9a-f]{64}$/);
  for (const one of [folder, certified]) {
    expect(await readFile(join(one, 'index.html'), 'utf8')).toContain(
      `<td><span class="hash">${caseIdentity}</span></td>`,
    );
  }
});

test('refuses impossible requests', async () => {
  expect((await report('heron')).stderr).toContain('Give either --out FILE or --folder DIR.');
  const bookmarked = await report('--bookmarks', 'x', '--out', join(dir, 'x.zip'));
  expect(bookmarked.stderr).toContain('give --sources FILE, not --case');
  expect((await report('heron', '--time', 'noon', '--out', join(dir, 'x.zip'))).stderr).toContain('It must be a time');
});
