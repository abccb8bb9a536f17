/** The files that a load file names: how they are found, that none is outside, their encodings, and lists of images. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CasePaths } from '../../../../src/cases/loadfiles/case-paths.ts';
import { KeyTable } from '../../../../src/cases/loadfiles/columns/key-table.ts';
import { refOfFile } from '../../../../src/cases/loadfiles/file-ref.ts';
import { FolderTree } from '../../../../src/cases/loadfiles/folder-tree.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { encode, TEXT_ENCODINGS } from '../../../support/load-files.ts';
import { readAll, readCaseAt } from '../../../support/read-case.ts';
import { expectSameBytes } from '../../../support/same-bytes.ts';
import { writeCaseFile } from '../../../support/tiny-case.ts';

const seed = Number(process.env.SEED ?? 1);

/** A mapping that names the load file of a folder that has two, relative to its own location. */
const CHOSEN: Readonly<Record<string, string>> = {
  'DATA/x.csv': '{}',
  DATA: '{"file": "x.csv"}',
  '.': '{"file": "DATA/x.csv"}',
};

describe('paths', () => {
  /** The result of opening each path: its bytes, or the reason. */
  async function opened(
    load: string,
    paths: readonly string[],
    prepare: (root: string) => Promise<void>,
    given = load,
  ): Promise<readonly string[]> {
    const base = temporaryDir();
    const root = join(base, 'VOL001');
    await writeCaseFile(root, load, 'a,b\n1,2\n');
    await prepare(root);
    const reader = await openCase(join(root, given));
    try {
      return await Promise.all(
        paths.map(async (path) => {
          const ref = refOfFile('file', path);
          try {
            const input = await reader.openPart(ref);
            const bytes = Buffer.concat(await input.stream().toArray()).toString();
            await input.close();
            await reader.checkPart(ref);
            return bytes;
          } catch (error) {
            await expect(reader.checkPart(ref)).rejects.toThrow((error as Error).message);
            return (error as Error).message.replaceAll(base, 'BASE');
          }
        }),
      );
    } finally {
      await reader.close();
    }
  }

  test('are found with either slash, in any letter case, and under the name of the volume', async () => {
    const paths = [
      'TEXT\\001\\Ä.TXT',
      '.\\text/001//ä.txt',
      '/Text/001/ä.txt',
      '\\VOL001\\TEXT\\001\\A\u0308.txt',
      'D:\\x\\vol001\\text\\001\\ä.txt',
      ' text/001/ä.txt ',
    ];
    for (const load of ['x.csv', 'DATA/x.csv']) {
      expect(await opened(load, paths, (root) => writeCaseFile(root, 'Text/001/ä.txt', 'it'))).toEqual(
        paths.map(() => 'it'),
      );
    }
  });

  test('reach above the folder of the load file only in a volume', async () => {
    const prepare = (root: string): Promise<void> => writeCaseFile(root, 'secret.txt', 'secret');
    expect(await opened('data/x.csv', ['secret.txt'], prepare)).toEqual(['file "secret.txt" is missing']);
    const volume = (root: string): Promise<void> => writeCaseFile(root, 'Text/a.txt', 'it');
    expect(await opened('data/x.csv', ['text/a.txt'], volume)).toEqual(['it']);
  });

  test.each(['DATA/x.csv', 'DATA', '.'])('are those of the volume, if %s of it was given', async (given) => {
    const prepare = (root: string): Promise<void> => writeCaseFile(root, 'TEXT/a.txt', 'it');
    expect(await opened('DATA/x.csv', ['.\\TEXT\\a.txt'], prepare, given)).toEqual(['it']);
    const withMapping = async (root: string): Promise<void> => {
      await prepare(root);
      await writeCaseFile(root, 'DATA/y.csv', 'a\n1\n');
      await writeCaseFile(root, given === '.' ? 'loadfile.json' : 'DATA/loadfile.json', CHOSEN[given]!);
    };
    expect(await opened('DATA/x.csv', ['.\\TEXT\\a.txt'], withMapping, given)).toEqual(['it']);
  });

  test('below the folder of the load file are found, too', async () => {
    expect(
      await opened('Data/x.csv', ['TEXT\\a.txt'], async (root) => {
        await writeCaseFile(root, 'images/x', '');
        await writeCaseFile(root, 'Data/text/a.txt', 'it');
      }),
    ).toEqual(['it']);
  });

  test('in their exact spelling come before others, and of others the first', async () => {
    const prepare = async (root: string): Promise<void> => {
      for (const name of ['a.txt', 'A.TXT', 'A.txt']) await writeCaseFile(root, name, name);
    };
    expect(await opened('x.csv', ['a.txt', 'A.txt', 'a.TXT'], prepare)).toEqual(['a.txt', 'A.txt', 'A.TXT']);
  });

  test('that lead out are refused, also through links in other letter case', async () => {
    const prepare = async (root: string): Promise<void> => {
      await writeCaseFile(root, '../secret/s.txt', 'secret');
      await symlink('../secret', join(root, 'Link'));
      await symlink('../secret/s.txt', join(root, 'L.txt'));
      await mkdir(join(root, 'folder'));
    };
    expect(
      await opened(
        'x.csv',
        [
          'link/S.TXT',
          'l.TXT',
          '..\\secret\\s.txt',
          'a/../../secret/s.txt',
          'FOLDER',
          'C:\\s.txt',
          '\\\\host\\s.txt',
          '',
          '\\',
          'a\0',
        ],
        prepare,
      ),
    ).toEqual([
      'file "Link/s.txt" leaves the case directory',
      'file "L.txt" leaves the case directory',
      'file "..\\\\secret\\\\s.txt" leaves the case directory',
      'file "a/../../secret/s.txt" leaves the case directory',
      'file "folder" is not a regular file',
      'file "C:\\\\s.txt" is an absolute path',
      'file "\\\\\\\\host\\\\s.txt" is an absolute path',
      'file "" is empty',
      'file "\\\\" is empty',
      'file "a\\u0000" holds a NUL character',
    ]);
  });
});

test('folders with more names than are cached are searched for the exact spelling, and others one after the other', async () => {
  const dir = temporaryDir();
  for (const file of ['Few/a.txt', 'Other/b.txt', 'Many/a.txt', 'Many/b.txt', 'Many/c.txt', 'Many/d.txt']) {
    await writeCaseFile(dir, file, file);
  }
  const paths = new CasePaths(new FolderTree(dir), '', 3);
  for (let i = 0; i < 3; i++) {
    expect(await paths.find('few\\A.TXT')).toBe('Few/a.txt');
    expect(await paths.find('OTHER/B.txt')).toBe('Other/b.txt');
    expect(await paths.find('many/d.txt')).toBe('Many/d.txt');
  }
  await expect(paths.find('Many/D.txt')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'file "Many/D.txt" is missing; in a folder of more than 3 names, only the exact spelling is tried',
  });
});

describe('texts', () => {
  test.each(TEXT_ENCODINGS)('in %s are served in UTF-8, any range of them', async (encoding) => {
    const dir = temporaryDir();
    const alphabet = encoding === 'windows-1252' ? 'aé “x' : 'aé漢😀 x';
    // Longer than the piece that is decoded at a time.
    const text = Array.from(
      { length: 60_000 },
      (_, i) => [...alphabet][(i * 7 + (i >> 5)) % [...alphabet].length],
    ).join('');
    await writeFile(join(dir, 't.txt'), encode(text, encoding));
    await writeFile(join(dir, 'x.csv'), 'name,textpath\na,t.txt\n');
    const reader = await openCase(dir);
    const { items } = await readAll(reader);
    const input = await reader.openPart(items[0]!.text as ReturnType<typeof refOfFile>);
    const expected = Buffer.from(text);
    expect(input.bytes).toBe(expected.length);
    expectSameBytes(Buffer.concat(await input.stream().toArray()), expected, 'the stream');
    const ranges = fc.tuple(fc.nat(expected.length), fc.nat(70_000));
    await fc.assert(
      fc.asyncProperty(ranges, async ([start, length]) => {
        const target = Buffer.alloc(length);
        const count = await input.read(target, start);
        expect(count).toBe(Math.min(length, expected.length - start));
        expectSameBytes(target.subarray(0, count), expected.subarray(start, start + count), `from ${start}`);
      }),
      { numRuns: 20, seed },
    );
    const piece = Buffer.concat(await input.stream(1000, 150_001).toArray());
    expectSameBytes(piece, expected.subarray(1000, 150_001), 'a part of the stream');
    await input.close();
    await reader.close();
  });
});

describe('lists of images', () => {
  const opt =
    'A1,V,IMG\\A1.jpg,Y,,,3\nA2,V,IMG\\A2.jpg,,,,\nA3,V,IMG\\A3.jpg,,,,\nB1,V,"IMG\\B1.jpg",Y,,,\nX1,V,IMG\\X1.jpg,y,,,1\n\nbroken\n';

  test('beside a table give pages to its rows, and report pages without a row', async () => {
    const dir = temporaryDir();
    await writeFile(join(dir, 'vol.opt'), opt);
    await writeFile(join(dir, 'VOL.csv'), 'BEGDOC,NATIVEPATH\nB1,b.bin\nA1,\nC1,\n');
    const { items, problems } = await readCaseAt(dir);
    expect(items.map(({ content, properties }) => [content, Object.fromEntries(properties)])).toEqual([
      [
        ['file', 'b.bin'],
        { BEGDOC: ['B1'], NATIVEPATH: ['b.bin'], pages: ['1'], firstPage: ['IMG\\B1.jpg'], name: ['B1'] },
      ],
      [['file', 'IMG\\A1.jpg'], { BEGDOC: ['A1'], pages: ['3'], firstPage: ['IMG\\A1.jpg'], name: ['A1'] }],
      [null, { BEGDOC: ['C1'], name: ['C1'] }],
    ]);
    expect(problems.map(({ file, kind, reason }) => [file, kind, reason])).toEqual([
      ['vol.opt', 'record', '1 lines do not describe a page'],
      ['vol.opt', 'value', '1 documents of the image list are in no row'],
    ]);
  });

  test('alone are cases by themselves', async () => {
    const dir = temporaryDir();
    await writeFile(join(dir, 'vol.opt'), opt);
    const { items, problems } = await readCaseAt(dir);
    expect(items.map(({ id, line, properties }) => [id, line, ...properties.map(([, [value]]) => value)])).toEqual([
      [1, 1, 'A1', 'V', 'IMG\\A1.jpg', '3', 'A1'],
      [2, 4, 'B1', 'V', 'IMG\\B1.jpg', '1', 'B1'],
      [3, 5, 'X1', 'V', 'IMG\\X1.jpg', '1', 'X1'],
    ]);
    expect(problems).toMatchObject([{ kind: 'record', line: 7 }]);
  });
});

test('a table of keys is a map', () => {
  const keys = fc.array(fc.tuple(fc.oneof(fc.string(), fc.integer({ max: 40 }).map(String)), fc.nat()), {
    maxLength: 3000,
    size: 'max',
  });
  fc.assert(
    fc.property(keys, (pairs) => {
      const table = new KeyTable();
      const map = new Map<string, number>();
      for (const [key, number] of pairs) {
        if (!map.has(key.trim())) map.set(key.trim(), number);
        table.add(key, number);
      }
      expect(table.size).toBe(map.size);
      for (const [key] of pairs) expect(table.get(` ${key} `)).toBe(map.get(key.trim()));
      for (let i = 0; i < 100; i++) expect(table.get(`no ${i} key`)).toBeUndefined();
    }),
    { numRuns: 6, seed },
  );
  const small = new KeyTable(2);
  for (const key of ['a', 'b', 'a', 'c']) small.add(key, 1);
  expect([small.size, small.left, small.get('c')]).toEqual([2, 1, undefined]);
});
