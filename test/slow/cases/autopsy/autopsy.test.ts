/** Cases of Autopsy: the suite of all formats, conversion of rows of every kind, damage, and contents of a real disk image. */
import { copyFile, link, mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, test } from '@jest/globals';
import { autopsyFormat } from '../../../../src/cases/autopsy/autopsy-format.ts';
import type { CaseItem, CaseReader } from '../../../../src/cases/case-reader.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { encodePartRef, type PartRef } from '../../../../src/shared/part-ref.ts';
import { type ConformanceItem, describeCaseReader } from '../../../conformance/case-reader.ts';
import { AutopsyWriter } from '../../../support/autopsy-case.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf, goldenItems, propertyOf } from '../../../support/iped-items.ts';
import { readAll, readCaseAt } from '../../../support/read-case.ts';
import { seeded } from '../../../support/seeded.ts';
import { describeWithSleuthkit } from '../../../support/sleuthkit.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

const ITEMS: readonly ConformanceItem[] = [
  {
    id: 7,
    properties: {
      name: ['a.txt'],
      path: ['/zip/a.txt'],
      length: ['10'],
      contentType: ['text/plain'],
      category: ['Documents'],
    },
    content: 'bytes of a',
  },
  { id: 8, parentId: 7, properties: { name: ['é\u0301'], path: ['/é\u0301'], length: ['0'] }, content: '' },
  {
    id: 2 ** 31 - 1,
    parentId: 8,
    properties: { name: ['E-Mail: Grüße'], category: ['E-Mail'], 'Message-Subject': ['Grüße'] },
    text: 'Grüße, the heron',
  },
];

/** Files and their contents, or artifacts with a text. Broken records have invalid item numbers. */
async function write(dir: string, items: readonly ConformanceItem[], broken: number): Promise<void> {
  const writer = new AutopsyWriter(dir);
  for (let n = 0; n < broken; n++) await writer.keptFile(2 ** 32 + n, null, { name: 'x' }, Buffer.alloc(0));
  for (const [n, { id, parentId = null, properties, text, content }] of items.entries()) {
    const first = (name: string): string | null => properties[name]?.[0] ?? null;
    if (text === undefined) {
      const name = first('name')!;
      const folder = (first('path') ?? `/${name}`).slice(0, -name.length);
      const row = { name, parent_path: folder, mime_type: first('contentType') };
      await writer.keptFile(id, parentId, row, content === undefined ? null : Buffer.from(content));
      // The hash is a property, too, but not one of these items.
      writer.exec('UPDATE tsk_files SET md5 = NULL');
      continue;
    }
    writer.artifact(
      n + 1,
      id,
      parentId!,
      ['TSK_EMAIL_MSG', 'E-Mail'],
      [
        ['TSK_SUBJECT', 0, first('Message-Subject')],
        ['TSK_EMAIL_CONTENT_PLAIN', 0, text],
      ],
    );
  }
  writer.close();
}

test('files and artifacts are in one order of ids, over several pages of both', async () => {
  const dir = temporaryDir();
  const writer = new AutopsyWriter(dir);
  const isFile = (id: number): boolean => (id < 1500 ? id % 3 > 0 : id % 500 === 0);
  const ids = Array.from({ length: 3000 }, (_, n) => n + 1);
  for (const id of ids) {
    if (isFile(id)) await writer.keptFile(id, null, { name: 'x', parent_path: '/' }, null);
    else writer.artifact(id, id, 1, ['TSK_EMAIL_MSG', 'E-Mail'], []);
  }
  writer.close();
  const { items, bytes } = await readCaseAt(dir);
  expect(items.map(({ id }) => id)).toEqual(ids);
  expect(bytes).toBe((await stat(join(dir, 'autopsy.db'))).size);
});

describeCaseReader('a case of Autopsy', {
  format: autopsyFormat,
  isAnalyzed: false,
  items: ITEMS,
  write,
  hostileRefs: [
    ['object', -1, null],
    ['object', 7, 'x'],
    ['kept', '../../../../../etc/passwd', 0, 0, null, null],
    ['kept', '/etc/passwd', 0, 0, null, null],
    ['kept', 'E:\\none', 1, 0, null, null],
    ['kept', '', 1, 1, 5, null],
    ['kept', 'autopsy.db', 1, 2, null, null],
  ].map((values) => encodePartRef(values)),
});

async function withWritten(
  body: (items: ReadonlyMap<number, Record<string, readonly string[]>>, problems: readonly string[]) => void,
  fill: (writer: AutopsyWriter, dir: string) => Promise<void>,
): Promise<void> {
  await withTempDir(async (dir) => {
    const writer = new AutopsyWriter(dir);
    await fill(writer, dir);
    writer.close();
    const { items, problems } = await readCaseAt(dir);
    body(
      new Map(items.map(({ id, properties }) => [id, Object.fromEntries(properties)])),
      problems.map(({ kind, reason }) => `${kind}: ${reason}`),
    );
  });
}

describe('rows of the database', () => {
  it('are properties by the rules of docs/autopsy.md', () =>
    withWritten(
      (items, problems) => {
        expect(problems).toEqual([]);
        expect(items.get(10)).toEqual({
          name: ['b.jpg'],
          path: ['/img_disk.E01/vol_vol2/pics/b.jpg'],
          length: ['12345'],
          ext: ['jpg'],
          contentType: ['image/jpeg'],
          category: ['Images'],
          created: ['2020-09-13T12:26:40Z'],
          modified: ['99999999999999'],
          md5: ['d41d8cd98f00b204e9800998ecf8427e'],
          hashStatus: ['notable'],
          deleted: ['true'],
          tag: ['Bookmark', 'Seen'],
          tagComment: ['look'],
          keyword: ['heron'],
          keywordList: ['birds'],
        });
        expect(items.get(11)).toMatchObject({ isDir: ['true'], category: ['Folders'], name: ['pics'] });
        expect(items.get(12)).toMatchObject({ treeNode: ['true'] });
        expect([...items.keys()].sort((a, b) => a - b)).toEqual([10, 11, 12, 20, 21]);
        expect(items.get(20)).toEqual({
          name: ['Web History: https://example.org/'],
          category: ['Web History'],
          url: ['https://example.org/'],
          accessed: ['2020-09-13T12:26:40Z'],
          count: ['7'],
          size: ['9007199254740993'],
          datetime: ['13258233600000000'],
          ratio: ['0.5'],
          thumb: ['3 bytes'],
          'attribute:name': ['x'],
          tag: ['Bookmark'],
        });
        expect(items.get(21)).toEqual({ name: ['Web History'], category: ['Web History'] });
      },
      async (writer) => {
        writer.insert('tsk_image_info', { obj_id: 1, type: 64, ssize: 512, size: 1, display_name: null });
        writer.insert('tsk_image_names', { obj_id: 1, name: 'E:\\seized\\disk.E01', sequence: 0 });
        writer.insert('tsk_vs_parts', { obj_id: 3, addr: 2, start: 0, length: 1 });
        writer.insert('tsk_fs_info', { obj_id: 4, img_offset: 0, fs_type: 1 });
        for (const [id, parent] of [
          [3, 2],
          [4, 3],
          [10, 11],
          [11, 4],
          [12, 4],
          [13, 11],
        ] as const)
          writer.insert('tsk_objects', { obj_id: id, par_obj_id: parent, type: 4 });
        const file = { data_source_obj_id: 1, fs_obj_id: 4, type: 0, parent_path: '/pics/' };
        writer.insert('tsk_files', {
          ...{ ...file, obj_id: 10, name: 'b.jpg', extension: 'jpg', mime_type: 'image/jpeg', size: 12345, known: 2 },
          ...{ crtime: 1_600_000_000, atime: 0, mtime: 99_999_999_999_999n, dir_flags: 2, meta_flags: 1 },
          md5: 'D41D8CD98F00B204E9800998ECF8427E',
        });
        writer.insert('tsk_files', { ...file, obj_id: 11, name: 'pics', dir_type: 3, meta_type: 2 });
        writer.insert('tsk_files', { ...file, obj_id: 12, name: '$OrphanFiles', type: 6 });
        writer.insert('tsk_files', { ...file, obj_id: 13, name: '..', dir_type: 3 });
        writer.tag('content_tags', 'obj_id', 10, 'Bookmark', 'look');
        writer.tag('content_tags', 'obj_id', 10, 'Seen', '');
        writer.artifact(
          1,
          20,
          10,
          ['TSK_WEB_HISTORY', 'Web History'],
          [
            ['TSK_URL', 0, 'https://example.org/'],
            ['TSK_DATETIME_ACCESSED', 5, 1_600_000_000],
            ['TSK_COUNT', 1, 7],
            ['TSK_SIZE', 2, 9_007_199_254_740_993n],
            ['TSK_DATETIME', 5, 13_258_233_600_000_000n],
            ['TSK_RATIO', 3, 0.5],
            ['TSK_THUMB', 4, Uint8Array.of(1, 2, 3)],
            ['TSK_NAME', 0, 'x'],
          ],
        );
        writer.artifact(2, 21, 20, ['TSK_WEB_HISTORY', 'Web History'], []);
        writer.artifact(
          3,
          22,
          10,
          ['TSK_KEYWORD_HIT', 'Keyword Hits'],
          [
            ['TSK_KEYWORD', 0, 'heron'],
            ['TSK_SET_NAME', 0, 'birds'],
            ['TSK_KEYWORD_PREVIEW', 0, 'not a property'],
          ],
        );
        writer.tag('blackboard_artifact_tags', 'artifact_id', 1, 'Bookmark', '');
      },
    ));

  it('with wrong types, and texts of any length, are reported or left out, and do not stop the reading', () =>
    withWritten(
      (items, problems) => {
        expect([...items.keys()]).toEqual([5, 6, 30]);
        expect(items.get(5)).toEqual({ name: ['5'], path: ['/5'], length: ['3'] });
        expect(items.get(6)!['name']![0]).toHaveLength(65_536);
        expect(items.get(30)).toEqual({ name: ['Odd'], category: ['Odd'] });
        expect(problems).toEqual([
          'record: object 4: it has no name',
          'value: ext holds 1 bytes instead of text',
          'value: created is not a time: "never"',
          'value: md5 is not valid: "7"',
          'limit: name was cut at 65536 characters',
          'limit: path was cut at 65536 characters',
          'value: a holds 1 bytes instead of text',
          'value: b is not a time: "no date"',
        ]);
      },
      async (writer) => {
        writer.insert('tsk_files', { obj_id: 4, name: Uint8Array.of(1, 2), size: 1 });
        const odd = {
          type: 'x',
          size: 3,
          crtime: 'never',
          md5: 7,
          known: 'x',
          dir_flags: 'y',
          extension: Uint8Array.of(1),
        };
        writer.insert('tsk_files', { obj_id: 5, name: 5, ...odd, data_source_obj_id: 'z' });
        writer.insert('tsk_files', { obj_id: 6, name: 'n'.repeat(1_000_000), type: 0 });
        // A cycle of parents is kept as in the database.
        writer.insert('tsk_objects', { obj_id: 5, par_obj_id: 6, type: 4 });
        writer.insert('tsk_objects', { obj_id: 6, par_obj_id: 5, type: 4 });
        writer.artifact(
          1,
          30,
          5,
          ['TSK_ODD', 'Odd'],
          [
            ['TSK_A', 0, Uint8Array.of(1)],
            ['TSK_B', 5, 'no date'],
            ['TSK_C', 4, null],
          ],
        );
      },
    ));

  it('of artifacts, which Autopsy numbers from the smallest 64-bit number, come with all their data', async () => {
    const dir = temporaryDir();
    const writer = new AutopsyWriter(dir);
    const smallest = -(2n ** 63n);
    for (let n = 0; n < 600; n++) {
      const number = smallest + BigInt(n);
      writer.artifact(
        number,
        5000 + n,
        1,
        ['TSK_EMAIL_MSG', 'E-Mail'],
        [
          ['TSK_SUBJECT', 0, `subject ${n}`],
          ['TSK_EMAIL_CONTENT_PLAIN', 0, `text ${n}`],
        ],
      );
      writer.tag('blackboard_artifact_tags', 'artifact_id', number, `tag ${n}`, '');
    }
    writer.close();
    const reader = await openCase(dir);
    try {
      const { items, problems } = await readAll(reader);
      expect(problems).toEqual([]);
      expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 600 }, (_, n) => 5000 + n));
      for (const n of [0, 1, 255, 256, 257, 599]) {
        const { properties, text } = items[n]!;
        const { tag, 'Message-Subject': subject } = Object.fromEntries(properties);
        expect([tag, subject]).toEqual([[`tag ${n}`], [`subject ${n}`]]);
        const input = await reader.openPart(text as PartRef);
        expect(Buffer.concat(await input.stream().toArray()).toString()).toBe(`text ${n}`);
        await input.close();
      }
    } finally {
      await reader.close();
    }
  });

  it('of an artifact without a type, and of a file with a negative number, are not lost silently', () =>
    withWritten(
      (items, problems) => {
        expect(items.get(30)).toMatchObject({ category: ['Artifact'], 'attribute:': ['kept'] });
        expect(problems).toEqual(['record: object -5: its number is not between 0 and 2147483647']);
      },
      async (writer) => {
        writer.insert('tsk_files', { obj_id: -5, name: 'x', type: 0 });
        writer.artifact(1, 30, 1, ['TSK_X', 'X'], [['TSK_N', 0, 'kept']]);
        writer.exec('DELETE FROM blackboard_artifact_types; DELETE FROM blackboard_attribute_types');
      },
    ));

  it('come in pages, each once', () =>
    withWritten(
      (items, problems) => {
        expect([items.size, problems]).toEqual([1030, []]);
        expect(items.get(5029)).toMatchObject({ n: ['29'], tag: ['t'] });
      },
      async (writer) => {
        for (let n = 0; n < 1000; n++) writer.insert('tsk_files', { obj_id: 3 * n + 1, name: `f${n}`, type: 0 });
        for (let n = 0; n < 30; n++) {
          writer.artifact(n * 100 + 1, 5000 + n, 1, ['TSK_X', 'X'], [['TSK_N', 1, n]]);
          writer.tag('blackboard_artifact_tags', 'artifact_id', n * 100 + 1, 't', '');
        }
      },
    ));
});

describe('a case that cannot be opened', () => {
  const refusal = (fill: (dir: string) => Promise<void>): Promise<string> =>
    withTempDir(async (dir) => {
      const writer = new AutopsyWriter(dir);
      writer.close();
      await fill(dir);
      return openCase(dir).then(
        () => 'was opened',
        ({ message }: Error) => message,
      );
    });

  test.each([
    ['is open', 'autopsy.db-wal has 5 bytes', (dir: string) => writeFile(join(dir, 'autopsy.db-wal'), 'pages')],
    ['was not closed', 'autopsy.db-journal', (dir: string) => writeFile(join(dir, 'autopsy.db-journal'), 'x')],
    ['is no database', 'not a database', (dir: string) => writeFile(join(dir, 'autopsy.db'), 'x'.repeat(5000))],
    ['is empty', 'autopsy.db is empty (0 bytes)', (dir: string) => truncate(join(dir, 'autopsy.db'), 0)],
  ])('says so if it %s', async (_, words, fill) => {
    expect(await refusal(fill)).toContain(words);
  });

  it('names the version of an unsupported schema, and the server of a multi-user case', async () => {
    const version = await refusal(async (dir) => {
      const database = await import('node-sqlite3-wasm').then(
        ({ default: { Database } }) => new Database(join(dir, 'autopsy.db')),
      );
      database.exec("UPDATE tsk_db_info_extended SET value = '7'");
      database.close();
    });
    expect(version).toContain('version 7 of the schema; this program reads 8 and 9');
    const of = (sql: string): Promise<string> =>
      refusal(async (dir) => {
        const { Database } = (await import('node-sqlite3-wasm')).default;
        const database = new Database(join(dir, 'autopsy.db'));
        database.exec(sql);
        database.close();
      });
    const older = 'DROP TABLE tsk_db_info_extended';
    expect(
      await of(
        `${older}; CREATE TABLE tsk_db_info (schema_ver INTEGER, tsk_ver INTEGER); INSERT INTO tsk_db_info VALUES (6, 67372287)`,
      ),
    ).toContain('autopsy.db has version 6 of the schema; this program reads 8 and 9: open the case in a newer Autopsy');
    expect(await of(older)).toContain('autopsy.db has an older version of the schema');
    await withTempDir(async (dir) => {
      const { Database } = (await import('node-sqlite3-wasm')).default;
      const database = new Database(join(dir, 'autopsy.db'));
      database.exec('CREATE TABLE other (a)');
      database.close();
      await expect(openCase(dir)).rejects.toThrow('autopsy.db has no table of The Sleuth Kit');
    });
    const dir = temporaryDir();
    await writeFile(join(dir, 'Shared case.aut'), '<AutopsyCase/>');
    await expect(openCase(dir)).rejects.toThrow('a multi-user Autopsy case');
  });

  it('loses no row silently if its database is damaged', async () => {
    const random = seeded(Number(process.env['SEED'] ?? 3));
    const dir = temporaryDir();
    await write(
      dir,
      Array.from({ length: 300 }, (_, n) => ({ ...ITEMS[0]!, id: n + 1 })),
      0,
    );
    const sound = await readFile(join(dir, 'autopsy.db'));
    for (let round = 0; round < Number(process.env['RUNS'] ?? 8); round++) {
      const bytes = Buffer.from(sound);
      for (let flips = 0; flips < 20; flips++) bytes[100 + Math.floor(random() * (bytes.length - 100))]! ^= 0xff;
      await writeFile(join(dir, 'autopsy.db'), random() < 0.3 ? bytes.subarray(0, random() * bytes.length) : bytes);
      const outcome = await readCaseAt(dir).catch(({ code }) => code as string);
      if (typeof outcome === 'string') expect(outcome).toBe('CASE_UNREADABLE');
      else if (outcome.items.length < 300) expect(outcome.problems.length).toBeGreaterThan(0);
    }
  });
});

describeWithSleuthkit('a case over a real disk image', () => {
  let folder: string;
  let reader: CaseReader;
  let items: ReadonlyMap<number, CaseItem>;

  /** The database that the same software wrote for another tool, with the additions of Autopsy. */
  beforeAll(async () => {
    const other = unpackIpedCase('image');
    folder = join(dirname(other), 'autopsy');
    await mkdir(folder);
    await copyFile(join(other, 'sleuth.db'), join(folder, 'autopsy.db'));
    await writeFile(join(folder, 'Seized laptop.aut'), '<AutopsyCase/>');
    await link(join(folder, '../disk.dd'), join(folder, 'twice.dd'));
    const writer = new AutopsyWriter(folder, true);
    writer.exec("UPDATE tsk_files SET mime_type = 'image/jpeg' WHERE extension = 'jpg'");
    writer.close();
    reader = closedAtEnd(await openCase(join(folder, 'Seized laptop.aut')));
    items = new Map((await readAll(reader)).items.map((item) => [item.id, item]));
  });

  it('is recognized by any of its files, and by its name', async () => {
    expect([reader.name, reader.realPath]).toEqual(['Seized laptop', folder]);
  });

  it('has the bytes that IPED has, for every file', async () => {
    let count = 0;
    for (const golden of goldenItems()) {
      const value = propertyOf(golden);
      const item = items.get(Number(value('idInDataSource')));
      if (value('dataSourcePath') !== 'sleuth.db' || value('offset') !== undefined || item?.content == null) continue;
      expect({ id: golden.id, ...(await digestOf(await reader.openPart(item.content))) }).toEqual({
        id: golden.id,
        ...golden.content,
      });
      expect(Object.fromEntries(item.properties)['name']).toEqual([value('name')]);
      count++;
    }
    expect(count).toBeGreaterThan(50);
  });
});
