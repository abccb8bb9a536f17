/** Lists of Summation (.dii), with a table and alone, as in its public description and in those of courts and vendors. */
import { describe, expect, test } from '@jest/globals';
import type { ReadCase } from '../../../support/read-case.ts';
import { readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';
import { seeded } from '../../../support/seeded.ts';

const propertiesOf = ({ items }: ReadCase): unknown =>
  items.map(({ properties }) => Object.fromEntries(properties.map(([name, values]) => [name, values.join('|')])));

const LIST = [
  '@C HASIMAGE YES',
  '@FULLTEXT DOC',
  ';Record 1',
  '@T AA000001',
  '@C DOCTYPE Fax',
  '@C DOCDATE 20210304',
  '@C "Doc Title" The copper ledger',
  '@D @I\\001\\',
  'AA000001.TIF',
  'AA000002.TIF',
  '',
  ';Record 2',
  '@T AA000003',
  '@L A long name',
  '@D @V VOL1:IMAGES\\002',
  'AA-00{3-6}.TIF',
  '@T AA000007',
  '@D @I AA000007.TIF',
].join('\r\n');

describe('a list of Summation', () => {
  test('alone has a row for each document', async () => {
    const found = await readTable({ 'x.dii': LIST, '001/AA000001.txt': 'the heron text' });
    expect(found.problems).toEqual([]);
    expect(found.items.map(({ id, line }) => [id, line])).toEqual([
      [1, 4],
      [2, 13],
      [3, 17],
    ]);
    expect(propertiesOf(found)).toMatchObject([
      {
        ...{
          'Image Tag': 'AA000001',
          name: 'The copper ledger',
          pages: '2',
          firstPage: '001\\AA000001.TIF',
          HASIMAGE: 'YES',
        },
        ...{ DOCTYPE: 'Fax', title: 'The copper ledger', DOCDATE: '2021-03-04' },
      },
      { Description: 'A long name', pages: '4', firstPage: 'IMAGES\\002\\AA-003.TIF', Volume: 'VOL1', HASIMAGE: 'YES' },
      { pages: '1', firstPage: 'AA000007.TIF' },
    ]);
    expect(found.columns.get('Native File')).toMatchObject({ use: 'path of the content' });
    expect(found.columns.get('Text File')!.use).toBe('path of the text');
  });

  test('of mail has its fields, texts, families and files', async () => {
    const found = await readTable({
      'x.dii': [
        '@T M1',
        '@MEDIA eMail',
        '@FROM Ada <ada@example.org>',
        '@TO Bo <bo@example.org>',
        '@SUBJECT The ledger',
        '@DATESENT 2021-03-04',
        '@TIMESENT 10:20:30',
        '@ATTACH M2;M3',
        '@EDOC mail\\M1.msg',
        '@BODY',
        'Dear Bo,',
        '@home is not a token',
        '',
        'copper',
        '@BODY-END',
        '@MULTILINE Notes',
        'one',
        'two',
        '@MULTILINE-END',
        '@T M2',
        '@PARENTID M1',
        '@EATTACH mail\\M2.doc',
        '@OCR zinc',
        '@OCR-END',
        '@T M3',
        '@EATTACH mail\\M3.doc',
      ].join('\n'),
      'mail/M1.msg': 'a mail',
    });
    expect(found.problems).toEqual([]);
    expect(propertiesOf(found)).toMatchObject([
      {
        ...{ 'Communication:From': 'Ada <ada@example.org>', 'Communication:To': 'Bo <bo@example.org>' },
        ...{ 'Message-Subject': 'The ledger', 'Communication:Date': '2021-03-04T10:20:30', Notes: 'one\ntwo' },
        ...{ MEDIA: 'eMail', name: 'The ledger' },
      },
      { PARENTID: 'M1' },
      {},
    ]);
    expect(found.items.map(({ text, parentId }) => [text, parentId])).toEqual([
      ['Dear Bo,\n@home is not a token\n\ncopper', null],
      ['zinc', 1],
      [expect.stringContaining('M3'), 1],
    ]);
    expect(found.items.map(({ content }) => content !== null)).toEqual([true, true, true]);
  });

  test('beside a table has the pages of its rows', async () => {
    const found = await readTable({ 'x.csv': 'BEGDOC,Name\nAA000001,a\nAA000003,b\nZ,c\n', 'x.dii': LIST });
    expect(valuesOf(found, 'pages')).toEqual(['2', '4', null]);
    expect(valuesOf(found, 'firstPage')).toEqual(['001\\AA000001.TIF', 'IMAGES\\002\\AA-003.TIF', null]);
    expect(reasonsOf(found)).toEqual(['1 documents of the image list are in no row']);
  });

  test('reports what it cannot use', async () => {
    const list = 'lost.tif\n@D @I\\x\n@T\nlost too.tif\n@T A\n@BODY\ntext\n@T B\n@C\nb{9-2}.tif\nb.tif\n';
    const found = await readTable({ 'x.dii': list });
    expect(found.items.map(({ text }) => text)).toEqual(['text', expect.stringContaining('b.tif')]);
    expect(found.problems.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'record'],
      [2, 'record'],
      [3, 'record'],
      [4, 'record'],
      [6, 'record'],
      [9, 'record'],
      [10, 'record'],
    ]);
    await expect(readTable({ 'x.dii': '; nothing\n' })).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
  });

  test('with a text per page reports that only the first is read', async () => {
    const found = await readTable({ 'x.dii': LIST.replace('@FULLTEXT DOC', '@FULLTEXT PAGE') });
    expect(reasonsOf(found)).toEqual([expect.stringContaining('@FULLTEXT PAGE')]);
  });
});

/** Documents with a body each. One line is damaged. */
test('damage costs its own document, or is reported', async () => {
  const random = seeded(Number(process.env['SEED'] ?? 1));
  const runs = Number(process.env['RUNS'] ?? 1) * 60;
  const documents = Array.from({ length: 20 }, (_, i) => [
    `@T D${i}`,
    `@C BOX box ${i}`,
    '@BODY',
    `text ${i}`,
    '@BODY-END',
    '@D @I\\',
    `D${i}.tif`,
  ]);
  const read = async (lines: readonly string[]) => {
    const found = await readTable({ 'x.dii': `${lines.join('\n')}\n` });
    const rows = found.items.map((item, i) => [
      valuesOf(found, 'Image Tag')[i],
      [valuesOf(found, 'BOX')[i], valuesOf(found, 'pages')[i], item.text],
    ]);
    return { rows: new Map(rows as [string, unknown][]), problems: found.problems };
  };
  const sound = await read(documents.flat());
  for (let run = 0; run < runs; run++) {
    const at = Math.floor(random() * documents.length);
    const own = documents[at]!;
    const line = Math.floor(random() * own.length);
    const text = own[line]!;
    const cut = Math.floor(random() * (text.length + 1));
    const pieces = [[], [text.slice(0, cut)], [text, text], [`${text.slice(0, cut)}@${text.slice(cut)}`]];
    const hurt = pieces[run % pieces.length]!;
    const damaged = [...own.slice(0, line), ...hurt, ...own.slice(line + 1)];
    const found = await read(documents.with(at, damaged).flat());
    if (found.problems.length > 0) continue;
    // A document without its beginning becomes part of the previous one, as another list could intend.
    const isHeadless = line === 0;
    for (const [tag, row] of sound.rows) {
      const isNear = tag === `D${at}` || (isHeadless && tag === `D${at - 1}`);
      if (!isNear) expect([run, line, hurt, tag, found.rows.get(tag)]).toEqual([run, line, hurt, tag, row]);
    }
  }
});
