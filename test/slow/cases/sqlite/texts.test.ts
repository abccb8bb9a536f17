/** Texts of databases are read completely by every reader. The report lists values that are not text. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { openOtherText } from '../../../../src/cases/iped/content/other-texts.ts';
import { Storages } from '../../../../src/cases/iped/content/storages.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { CaseDatabases } from '../../../../src/cases/sqlite/case-databases.ts';
import { SleuthDatabase } from '../../../../src/cases/tsk/sleuth-database.ts';
import type { PartRef } from '../../../../src/shared/part-ref.ts';
import { AutopsyWriter } from '../../../support/autopsy-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { readAll } from '../../../support/read-case.ts';

const WITH_NUL = "'before ä' || char(0) || '🔥afterword'";
const TEXT = 'before ä\0🔥afterword';

type Properties = Readonly<Record<string, readonly string[]>>;

interface WrittenCase {
  /** The text is null if the artifact has none of its own. */
  readonly items: ReadonlyMap<number, { readonly properties: Properties; readonly text: string | null }>;
  readonly problems: readonly string[];
}

async function written(fill: (writer: AutopsyWriter) => void): Promise<WrittenCase> {
  const dir = temporaryDir();
  const writer = new AutopsyWriter(dir);
  fill(writer);
  writer.close();
  const reader = await openCase(dir);
  try {
    const { items, problems } = await readAll(reader);
    const texts = new Map<number, { properties: Properties; text: string | null }>();
    for (const { id, properties, text, isRowText } of items) {
      const input = text === null || isRowText === true ? null : await reader.openPart(text as PartRef);
      const bytes = input === null ? null : Buffer.concat(await input.stream().toArray());
      texts.set(id, { properties: Object.fromEntries(properties), text: bytes?.toString() ?? null });
    }
    return { items: texts, problems: problems.map(({ id, kind, reason }) => `${id} ${kind}: ${reason}`) };
  } finally {
    await reader.close();
  }
}

/** `sql` is an expression for the value of the attribute. */
function attribute(writer: AutopsyWriter, id: number, name: string, sql: string): void {
  writer.artifact(id, id, 1, ['TSK_MESSAGE', 'Message'], [[name, 0, 'x']]);
  writer.exec(`UPDATE blackboard_attributes SET value_text = ${sql} WHERE artifact_id = ${id}`);
}

describe('a case of Autopsy', () => {
  it('has texts, attributes, names, tags and hits after their first NUL', async () => {
    const { items, problems } = await written((writer) => {
      writer.insert('tsk_image_info', { obj_id: 1, display_name: 'x' });
      writer.insert('tsk_files', { obj_id: 7, name: 'x', parent_path: '/', type: 0, data_source_obj_id: 1 });
      attribute(writer, 10, 'TSK_TEXT', WITH_NUL);
      attribute(writer, 11, 'TSK_EMAIL_CONTENT_PLAIN', WITH_NUL);
      attribute(writer, 12, 'TSK_URL', WITH_NUL);
      writer.artifact(13, 13, 7, ['TSK_KEYWORD_HIT', 'Keyword Hits'], [['TSK_KEYWORD', 0, 'x']]);
      writer.tag('content_tags', 'obj_id', 7, 'x', 'x');
      writer.exec(`UPDATE tsk_files SET name = ${WITH_NUL}, extension = ${WITH_NUL}, mime_type = ${WITH_NUL}, parent_path = '/' || ${WITH_NUL};
        UPDATE tsk_image_info SET display_name = ${WITH_NUL}; UPDATE content_tags SET comment = ${WITH_NUL}; UPDATE tag_names SET display_name = ${WITH_NUL};
        UPDATE blackboard_artifact_types SET display_name = ${WITH_NUL} WHERE type_name = 'TSK_MESSAGE';
        UPDATE blackboard_attributes SET value_text = ${WITH_NUL} WHERE artifact_id = 13`);
    });
    expect(problems).toEqual([]);
    expect(items.get(10)).toEqual({ text: TEXT, properties: { name: [TEXT], category: [TEXT] } });
    expect(items.get(11)!.text).toBe(TEXT);
    expect(items.get(12)!.properties).toMatchObject({ url: [TEXT], name: [`${TEXT}: ${TEXT}`] });
    expect(items.get(7)!.properties).toEqual({
      name: [TEXT],
      path: [`/img_${TEXT}/${TEXT}${TEXT}`],
      ext: [TEXT],
      contentType: [TEXT],
      tag: [TEXT],
      tagComment: [TEXT],
      keyword: [TEXT],
    });
  });

  it('has values of 65,536 characters completely; longer ones are cut between characters, and reported', async () => {
    const whole = 'ä'.repeat(65_535);
    const { items, problems } = await written((writer) => {
      writer.artifact(20, 20, 1, ['TSK_M', 'M'], [['TSK_URL', 0, `${whole}ä`]]);
      writer.artifact(21, 21, 1, ['TSK_M', 'M'], [['TSK_URL', 0, `${whole}🔥`]]);
      writer.artifact(22, 22, 1, ['TSK_M', 'M'], [['TSK_TEXT', 0, `${whole}🔥`.repeat(9)]]);
      writer.artifact(23, 23, 1, ['TSK_M', 'M'], [['TSK_URL', 0, '字'.repeat(65_536)]]);
      writer.artifact(24, 24, 1, ['TSK_M', 'M'], [['TSK_URL', 0, '字'.repeat(65_537)]]);
    });
    const url = (id: number) => items.get(id)!.properties['url']![0];
    expect(problems).toEqual([21, 24].map((id) => `${id} limit: url was cut at 65536 characters`));
    expect([url(20), url(21)]).toEqual([`${whole}ä`, whole]);
    expect(items.get(22)!.text).toBe(`${whole}🔥`.repeat(9));
    expect([url(23), url(24)]).toEqual(['字'.repeat(65_536), '字'.repeat(65_536)]);
  });
});

describe('a value that is not text', () => {
  it('is in the report: bytes that are not UTF-8, bytes instead of text', async () => {
    const bad = await written((writer) => {
      attribute(writer, 30, 'TSK_URL', "CAST(x'61ff62' AS TEXT)");
      attribute(writer, 31, 'TSK_TEXT', "CAST(x'61ff62' AS TEXT)");
      attribute(writer, 32, 'TSK_URL', "x'6162'");
      attribute(writer, 33, 'TSK_URL', "CAST(zeroblob(300000) || x'ff' AS TEXT)");
    });
    expect(bad.problems).toEqual([
      '30 value: url is damaged: not all of its 3 bytes are UTF-8',
      '31 value: the text is damaged: not all of its 3 bytes are UTF-8',
      '32 value: url holds 2 bytes instead of text',
      '33 value: url is damaged: not all of its 300001 bytes are UTF-8; it was cut at 65536 characters',
    ]);
    expect(bad.items.get(30)!.properties['url']).toEqual(['a\uFFFDb']);
  });

  it('is exact if it is a 64-bit number; an invalid size or time is in the report', async () => {
    const { items, problems } = await written((writer) => {
      const large = 9_007_199_254_740_993n;
      const file = { name: 'x', parent_path: '/', type: 0 };
      writer.insert('tsk_files', { obj_id: 1, ...file, size: large, crtime: large, mtime: -large });
      writer.insert('tsk_files', { obj_id: 2, ...file, size: -1, crtime: 'soon', sha256: 'no hash', md5: '' });
      writer.insert('tsk_files', { obj_id: 3, ...file, size: 0.5 });
      writer.artifact(
        40,
        40,
        1,
        ['TSK_M', 'M'],
        [
          ['TSK_A', 3, large],
          ['TSK_B', 5, large],
        ],
      );
    });
    expect(items.get(1)!.properties).toMatchObject({
      length: ['9007199254740993'],
      created: ['9007199254740993'],
      modified: ['-9007199254740993'],
    });
    expect(items.get(40)!.properties).toMatchObject({ a: ['9007199254740993'], b: ['9007199254740993'] });
    expect(problems).toEqual([
      '2 value: length is not a size: "-1"',
      '2 value: created is not a time: "soon"',
      '2 value: sha-256 is not valid: "no hash"',
      '3 value: length is not a size: "0.5"',
    ]);
  });
});

describe('databases of other readers', () => {
  test('texts that IPED read from pictures and recordings, its thumbnails, and names of images, continue after a NUL', async () => {
    const dir = temporaryDir();
    const create = async (file: string, sql: string) => {
      await mkdir(join(dir, 'iped/text'), { recursive: true });
      const database = new sqlite.Database(join(dir, file));
      database.exec(sql);
      database.close();
    };
    const hash = 'A'.repeat(32);
    const row = `VALUES ('${hash}', ${WITH_NUL})`;
    await create('iped/text/ocr-results.db', `CREATE TABLE ocr(id, text); INSERT INTO ocr ${row}`);
    await create(
      'iped/text/transcriptions.db',
      `CREATE TABLE transcriptions(id, text); INSERT INTO transcriptions ${row}`,
    );
    await create(
      'sleuth.db',
      `CREATE TABLE tsk_objects(obj_id, par_obj_id, type); CREATE TABLE tsk_image_info(obj_id, type, ssize, size);
        CREATE TABLE tsk_image_names(obj_id, name, sequence); INSERT INTO tsk_objects VALUES (1, NULL, 0);
        INSERT INTO tsk_image_info VALUES (1, 0, 512, 512); INSERT INTO tsk_image_names VALUES (1, ${WITH_NUL}, 0)`,
    );
    await mkdir(join(dir, 'iped/storage'), { recursive: true });
    await create('iped/storage/storage-10.db', `CREATE TABLE thumbs(id, thumb); INSERT INTO thumbs ${row}`);
    const databases = new CaseDatabases({ caseRealPath: dir, evidenceRoots: [] });
    const thumbnail = await new Storages(databases).thumbnail(hash);
    expect(Buffer.concat(await thumbnail!.stream().toArray()).toString()).toBe(TEXT);
    for (const from of ['ocr', 'transcription'] as const) {
      const text = await openOtherText(
        from,
        () => hash,
        databases,
        async () => true,
      );
      expect(Buffer.concat(await text!.stream().toArray()).toString()).toBe(TEXT);
    }
    expect((await new SleuthDatabase('sleuth.db', databases).images()).map(({ names }) => names)).toEqual([[TEXT]]);
  });

  test('are refused with the reason if their text is in UTF-16', async () => {
    const dir = temporaryDir();
    const header = Buffer.alloc(4096);
    header.write('SQLite format 3\0', 'latin1');
    header.writeUInt32BE(2, 56);
    await writeFile(join(dir, 'sleuth.db'), header);
    const databases = new CaseDatabases({ caseRealPath: dir, evidenceRoots: [] });
    await expect(new SleuthDatabase('sleuth.db', databases).images()).rejects.toThrow('has its text in UTF-16');
  });

  test.each([
    ['a journal with changes', { journal: 'd9d505f920a163d700000001' }, 'a journal beside it has changes'],
    ['the WAL mode', { version: 2 }, 'is in WAL mode'],
    ['a journal that is done with', { journal: '0000000000000000' }, null],
    ['an empty journal', { journal: '' }, null],
  ])(
    'are read only if no file beside them matters: %s',
    async (_, { journal = null, version = 1 }: { journal?: string | null; version?: number }, refusal) => {
      const dir = temporaryDir();
      const file = join(dir, 'sleuth.db');
      const database = new sqlite.Database(file);
      database.exec(
        'CREATE TABLE tsk_objects(obj_id, par_obj_id, type); CREATE TABLE tsk_image_info(obj_id, type, ssize, size); CREATE TABLE tsk_image_names(obj_id, name, sequence)',
      );
      database.close();
      await writeFile(file, (await readFile(file)).fill(version, 18, 20));
      if (journal !== null) await writeFile(`${file}-journal`, Buffer.from(journal, 'hex'));
      const images = new SleuthDatabase(
        'sleuth.db',
        new CaseDatabases({ caseRealPath: dir, evidenceRoots: [] }),
      ).images();
      await (refusal === null ? expect(images).resolves.toEqual([]) : expect(images).rejects.toThrow(refusal));
    },
  );
});
