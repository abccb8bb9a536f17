/**
 * Tables, mail and chats in a case of tables that are neither read nor named by a row are reported, in subfolders and in
 * archives, too.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FolderTree } from '../../../../src/cases/loadfiles/folder-tree.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type ReadFiles, readFiles } from '../../../support/read-files.ts';
import { seeded } from '../../../support/seeded.ts';
import { withTempDir, writeCaseFile } from '../../../support/tiny-case.ts';
import { zipFile } from '../../../support/zip-file.ts';

const MAIL = 'Subject: s\n\nbody\n';
const seed = Number(process.env['SEED'] ?? 1);
const runs = Number(process.env['RUNS'] ?? 1) * 60;

const told = ({ problems }: ReadFiles): readonly string[] => problems.map(({ file }) => file);

test('tables and mail below the one table are reported by name unless a row names them', async () => {
  const found = await readFiles({
    'load.csv': 'Name,Native File\na,files\\A.CSV\nb,mails/t.eml\n',
    'files/a.csv': 'n\n1\n',
    'files/deep/b.tsv': 'n\n1\n',
    'files/c.xlsx': 'PK\x03\x04',
    'files/settings.json': '"no table"',
    'mails/t.eml': MAIL,
    'mails/u.eml': MAIL,
    'chat/_chat.txt': 'x',
    'NATIVES/z.csv': 'n\n1\n',
  });
  expect(found.format).toBe('loadfile');
  expect(found.problems.map(({ file, kind, reason }) => [file, kind, reason.slice(0, 24)])).toEqual([
    ['files/c.xlsx', 'case', 'it looks like a table, b'],
    ['mails/u.eml', 'case', 'it is named like mail, b'],
    ['chat/_chat.txt', 'case', 'it is named like a chat,'],
    ['files/deep/b.tsv', 'case', 'it looks like a table, b'],
  ]);
  expect(found.problems.map(({ reason }) => /\(and .*/.exec(reason)?.[0])).toEqual([
    '(and 1 more like it)',
    ...[undefined, undefined, undefined],
  ]);
});

test('the first of many unread files is reported with the number of the others, before later kinds', async () => {
  const tables = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`below/${100 + i}.csv`, 'n\n1\n']));
  const { problems } = await readFiles({ 'a.csv': 'n\n1\n', ...tables, 'mails/u.eml': MAIL });
  expect(problems.length).toBe(21);
  expect(problems[0]).toMatchObject({
    file: 'below/100.csv',
    reason: expect.stringContaining('(and 24 more like it)'),
  });
  expect(problems.map(({ file }) => file).slice(1, 3)).toEqual(['mails/u.eml', 'below/101.csv']);
});

test('a folder into which a tool sorts its tables makes the table beside it one of several', async () => {
  const files = { 'summary.csv': 'n\n1\n', 'EventLogs/events.csv': 'n\n2\n', 'EventLogs/x.dat': 'a\x14b\n1\x142\n' };
  const found = await readFiles(files);
  expect(found.items.map(({ properties }) => properties)).toEqual([
    [
      ['n', ['2']],
      ['table', ['EventLogs/events.csv']],
    ],
    [
      ['n', ['1']],
      ['table', ['summary.csv']],
    ],
  ]);
  expect(told(found)).toEqual(['EventLogs/x.dat']);
});

test('the manifest of an export is reported without making the case incomplete, another manifest is a table', async () => {
  const own = '\ufeffpath,source,id,kind,size,sha256,error\r\nTEXT/a.txt,s,1,text,1,00,\r\n';
  const files = { 'export.csv': 'n\n1\n', 'META/manifest.csv': own, 'b/manifest.csv': 'path,source\na,b\n' };
  const { problems } = await readFiles(files);
  expect(problems.map(({ file, kind }) => [file, kind])).toEqual([
    ['META/manifest.csv', 'type'],
    ['b/manifest.csv', 'case'],
  ]);
});

test('the manifest beside an exported table is not a second table, and alone it is not a case', async () => {
  const own = '\ufeffpath,source,id,kind,size,sha256,error\r\nTEXT/a.txt,s,1,text,1,00,\r\n';
  const found = await readFiles({ 'export.csv': 'n\n1\n', 'manifest.csv': own });
  expect(found.items.map(({ properties }) => properties)).toEqual([[['n', ['1']]]]);
  expect(found.problems.map(({ file, kind }) => [file, kind])).toEqual([['manifest.csv', 'type']]);
  const exported = { 'items.csv': 'n\n1\n', 'manifest.csv': own, 'content/s/1-a.csv': 'n\n2\n3\n' };
  const withContents = await readFiles(exported);
  expect(withContents.items.map(({ properties }) => properties)).toEqual([[['n', ['1']]]]);
  expect(withContents.problems.map(({ file, kind }) => [file, kind])).toEqual([
    ['content/s/1-a.csv', 'type'],
    ['manifest.csv', 'type'],
  ]);
  const others = await readFiles({ 'a.csv': 'n\n1\n', 'b.csv': 'n\n1\n', 'manifest.csv': own });
  expect(others.items.map(({ properties }) => properties[1])).toEqual([
    ['table', ['a.csv']],
    ['table', ['b.csv']],
  ]);
  const another = await readFiles({ 'a.csv': 'n\n1\n', 'manifest.csv': own.slice(1) });
  expect(another.items.length).toBe(2);
});

test('an archive with the name of a text table is an error, or reported beside other tables', async () => {
  const archive = 'PK\x03\x04\x14\0\0\0and so on';
  await expect(readFiles({ 'load.dat': archive })).rejects.toThrow(
    /load\.dat: it is a ZIP archive, not a table: it is not read; give it the ending \.zip/,
  );
  const found = await readFiles({ 'a.csv': 'n\n1\n', 'b.csv': archive });
  expect(found.items.length).toBe(1);
  expect(found.problems.map(({ file, kind, reason }) => [file, kind, reason.slice(0, 19)])).toEqual([
    ['b.csv', 'case', 'it is a ZIP archive'],
  ]);
});

test('databases that iLEAPP writes beside its tables are reported', async () => {
  const found = await readFiles({
    '_lava_data.lava': '{"artifacts":{}}',
    '_lava_artifacts.db': 'SQLite format 3\0',
    '_Timeline/tl.db': 'SQLite format 3\0',
    '_TSV Exports/Chats.tsv': 'Timestamp\tMessage\n2021-03-04 10:20:30\thi\n',
    '_TSV Exports/Wifi.tsv': 'SSID\nhome\n',
    '_HTML/Chats.html': '<table></table>',
    'data/private/var/app.db': 'SQLite format 3\0',
  });
  expect(found.items.map(({ properties }) => Object.fromEntries(properties)['table'])).toEqual([
    ['_TSV Exports/Chats.tsv'],
    ['_TSV Exports/Wifi.tsv'],
  ]);
  expect(found.problems.map(({ file, kind, reason }) => [file, kind, reason.slice(0, 32)])).toEqual([
    ['_Timeline/tl.db', 'case', 'it is named like a database of i'],
    ['_lava_artifacts.db', 'case', 'it is named like a database of i'],
  ]);
});

test('a table that was chosen explicitly is read without reports about others', async () => {
  const files = { 'a.csv': 'n\n1\n', 'below/b.csv': 'n\n1\n' };
  expect(told(await readFiles(files))).toEqual(['below/b.csv']);
  expect(told(await readFiles(files, 'a.csv'))).toEqual([]);
  expect(told(await readFiles(files, '', { file: 'a.csv' }))).toEqual([]);
});

test('folders beyond the searched depth are reported', async () => {
  const deep = 'a/'.repeat(8);
  const files = { 'x.csv': 'n\n1\n', [`${deep}y.csv`]: 'n\n1\n', [`${deep}b/z.csv`]: 'n\n1\n' };
  for (const more of [{}, { 'x2.csv': 'n\n2\n' }]) {
    const { problems } = await readFiles({ ...files, ...more });
    const limit = problems.filter(({ kind }) => kind === 'limit');
    expect(limit.map(({ file }) => file)).toEqual([`${deep}b`]);
    expect(limit[0]!.reason).toContain('more than 8 folders deep');
  }
});

test('a folder that cannot be listed is reported, a missing one is not', async () => {
  const tree = new FolderTree('/');
  for (const folder of [`${'x'.repeat(300)}/`, `${'x'.repeat(300)}/`, 'no such folder/'])
    for await (const entry of tree.entries(folder)) expect(entry).toBe(null);
  expect(tree.passedOver).toEqual([{ name: 'x'.repeat(300), reason: expect.stringContaining('ENAMETOOLONG') }]);
});

test('the fingerprint changes with unread files', async () => {
  const dir = temporaryDir();
  const fingerprint = async (): Promise<string> => {
    const reader = await openCase(dir);
    return reader.fingerprint().finally(() => reader.close());
  };
  await writeCaseFile(dir, 'a.csv', 'n\n1\n');
  const alone = await fingerprint();
  await mkdir(join(dir, 'below'));
  expect(await fingerprint()).toBe(alone);
  await writeCaseFile(dir, 'below/b.csv', 'n\n1\n');
  expect(await fingerprint()).not.toBe(alone);
});

/**
 * Finds the same files by another algorithm: all files except those that rows name, the table itself, and those in a folder of
 * files.
 */
function naive(files: readonly string[], named: ReadonlySet<string>): readonly string[] {
  const firsts: string[] = [];
  const others: string[] = [];
  for (const endings of [['.csv', '.jsonl', '.dat'], ['.eml', '.mbox', '/mbox'], ['/_chat.txt']]) {
    const all = files
      .filter((file) => file !== 'load.csv' && !named.has(file))
      .filter((file) => endings.some((ending) => `/${file}`.endsWith(ending)))
      .filter((file) => !file.split('/').slice(0, -1).includes('Images'))
      .sort();
    firsts.push(...all.slice(0, 1));
    others.push(...all.slice(1, 20));
  }
  return [...firsts, ...others];
}

test('random trees are reported as a list of all their files would be, as folder and as archive', async () => {
  const random = seeded(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  let most = 0;
  for (let run = 0; run < runs; run++) {
    const files: Record<string, string> = {};
    const count = run % 10 === 0 ? 300 : Math.floor(random() * 12);
    for (let i = 0; i < count; i++) {
      const folder = Array.from({ length: Math.floor(random() * 4) }, () => `${pick(['a', 'B c', 'Images', 'é'])}/`);
      const name = pick([
        `${i}.csv`,
        `${i}.jsonl`,
        `x${i}.dat`,
        `${i}.EML`.toLowerCase(),
        'mbox',
        '_chat.txt',
        `${i}.txt`,
      ]);
      const isTop = folder.length === 0;
      // With a second table at the top, the folder would be a case of several tables.
      if (!isTop || !/csv|jsonl|dat|chat/.test(name)) files[`${folder.join('')}${name}`] = 'n\n1\n';
    }
    const all = Object.keys(files);
    const named = new Set(all.filter(() => random() < 0.4));
    const spelled = (file: string): string =>
      pick([file, file.toUpperCase(), `.\\${file.replaceAll('/', '\\')}`, `/${file}`]);
    const rows = [...named].map((file) =>
      random() < 0.5
        ? `${spelled(file)},`
        : `,${file.endsWith('.txt') ? spelled(file) : ''}${file.endsWith('.txt') ? '' : spelled(file)}`,
    );
    files['load.csv'] = `Native File,Thumb\n${rows.map((row) => `${row}\n`).join('')}x,\n`;
    const mapping = { columns: { Thumb: { use: 'thumb' } } };
    files['loadfile.json'] = JSON.stringify(mapping);
    const expected = naive(all, named);
    most = Math.max(most, expected.length);
    const zipped = zipFile(Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })));
    for (const [given, source] of [
      [files, ''],
      [{ 'x.zip': zipped }, 'x.zip'],
    ] as const) {
      const problems = await withTempDir(async (dir) => {
        for (const [file, bytes] of Object.entries(given)) await writeCaseFile(dir, `s/${file}`, bytes);
        const reader = await openCase(join(dir, 's', source));
        const problems: string[] = [];
        const observer = {
          problem: ({ file }: { file: string }) => void problems.push(file),
          progress: () => undefined,
        };
        for (const part of reader.parts) for await (const _ of reader.readItems(part, observer));
        await reader.close();
        return problems;
      });
      expect([run, source, problems]).toEqual([run, source, expected]);
    }
  }
  expect(most).toBeGreaterThan(40);
});
