/** The meanings of columns: dates and their order, families, texts, lists, and the effects of a mapping. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { headerDates } from '../../../../src/cases/loadfiles/columns/column-names.ts';
import { orderEvidence, toIsoDate } from '../../../../src/cases/loadfiles/columns/usual-dates.ts';
import { CASE_FORMATS, openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type ReadCase, readAll } from '../../../support/read-case.ts';
import { readCsv, readTable, valuesOf } from '../../../support/read-table.ts';

const csv = readCsv;
const read = readTable;

describe('dates', () => {
  test('that are invalid are reported by column, with the consequences', async () => {
    const table = await csv(
      'Name,Date Sent,Date Created\na,2021-03-04,13/03/2021\nb,n/a,44259\nc,44260,14/03/2021\nd,00/00/0000,\n',
    );
    expect(table.problems.map(({ kind, line, id, reason }) => [kind, line, id, reason])).toEqual([
      [
        ...['type', 3, 2],
        'column "Date Sent": 2 of its values are not dates, the first is "n/a"; they are found as text',
      ],
      [
        'type',
        3,
        2,
        'column "Date Created": 1 of its values are not dates, the first is "44259"; they are found as text',
      ],
    ]);
    expect(valuesOf(table, 'Communication:Date')).toEqual(['2021-03-04', 'n/a', '44260', null]);
  });

  test('with two readings are not reported as invalid', async () => {
    const table = await csv('Name,Date Sent\na,03/04/2021\n');
    expect(table.problems.map(({ reason }) => reason)).toEqual([expect.stringContaining('none of its ')]);
  });

  test.each([
    ['2021-03-04', '2021-03-04'],
    ['2021-03-04 10:20', '2021-03-04T10:20:00'],
    ['2021/3/4 7:05:09.250 PM', '2021-03-04T19:05:09.250'],
    ['20210304', '2021-03-04'],
    ['20210304T102030Z', '2021-03-04T10:20:30Z'],
    ['4 March 2021', '2021-03-04'],
    ['04-MAR-21', '2021-03-04'],
    ['Mar 4, 2021 10:20 am', '2021-03-04T10:20:00'],
    ['March 4th, 2021', '2021-03-04'],
    ['Thu, 4 Mar 2021 10:20:30 +0100', '2021-03-04T10:20:30+01:00'],
    ['Thu Mar 04 10:20:30 EST 2021', '2021-03-04T10:20:30-05:00'],
    ['3/4/2021 5:20:30 AM (2021-03-04 10:20:30 UTC)', '2021-03-04T10:20:30Z'],
    ['04.03.2021 10:20:30,5 +1', '2021-03-04T10:20:30.5+01:00'],
    ['25/12/2021 12:00 AM', '2021-12-25T00:00:00'],
    ['12/25/99', '1999-12-25'],
    ['5/5/2021', '2021-05-05'],
    ['12/25/2021 10:20 GMT', '2021-12-25T10:20:00Z'],
  ])('%s is %s', (text, iso) => expect(toIsoDate(text, null)).toBe(iso));

  test.each([
    '',
    'heron',
    '2021-02-30',
    '13/13/2021',
    '31.02.2021',
    '10:20',
    '1/2/3/4',
    '4 Foo 2021',
    '25/12/2021 25:00',
    '12/25/2021 13:00 PM',
    `${'1'.repeat(80)}`,
  ])('%j is not a date', (text) =>
    expect([toIsoDate(text, 'day first'), orderEvidence(text, true)]).toEqual([null, null]),
  );

  test('are read in the order of their column, which one value can decide', async () => {
    const found = await csv('created,modified,note\n03/04/2021,25/12/2021,05/06/2021\n01/02/2021,03/04/2021,x\n');
    // `modified` shows that the day is first. `created` does not show an order, so it follows `modified`. `note` is not a
    // column of dates.
    expect(valuesOf(found, 'created')).toEqual(['2021-04-03', '2021-02-01']);
    expect(valuesOf(found, 'modified')).toEqual(['2021-12-25', '2021-04-03']);
    expect(valuesOf(found, 'note')).toEqual(['05/06/2021', 'x']);
    expect(found.columns.get('created')!.dates).toBe('day first');
    expect(found.problems).toEqual([]);
  });

  test('with two readings that nothing decides stay unchanged and are reported', async () => {
    const found = await csv('created,name\n03/04/2021,a\n2021-01-02,b\n05/05/2021,c\n');
    expect(valuesOf(found, 'created')).toEqual(['03/04/2021', '2021-01-02', '2021-05-05']);
    expect(found.problems).toMatchObject([
      {
        kind: 'type',
        reason: expect.stringMatching(/"created": none of its dates .* to decide, set "dates" in a mapping/),
      },
    ]);
    expect(found.columns.get('created')!.dates).toBe('ambiguous');
    const both = await csv('created,name\n25/12/2021,a\n12/25/2021,b\n03/04/2021,c\n');
    expect(valuesOf(both, 'created')).toEqual(['2021-12-25', '2021-12-25', '03/04/2021']);
    expect(both.problems).toMatchObject([{ reason: expect.stringMatching(/some of its dates have the day first/) }]);
    const given = await csv('created,name\n03/04/2021,a\n', { columns: { created: { dates: 'month first' } } });
    expect([valuesOf(given, 'created'), given.problems]).toEqual([['2021-03-04'], []]);
  });

  test('are not part numbers, unless the header says date', async () => {
    const found = await csv('created,part,number,doc date\n25/12/2021,10-11-12,20210304,10-11-12\n');
    expect(['part', 'number', 'doc date'].map((name) => valuesOf(found, name))).toEqual([
      ['10-11-12'],
      ['20210304'],
      ['2012-11-10'],
    ]);
  });

  test('of columns that disagree do not decide a third', async () => {
    const found = await csv('created,modified,accessed\n25/12/2021,12/25/2021,03/04/2021\n');
    expect(valuesOf(found, 'accessed')).toEqual(['03/04/2021']);
  });

  test('get the time of day of another column, and zeros mean none', async () => {
    const found = await csv('Date Sent,Time Sent,Date Received\n3/14/2021,4:05 PM,00/00/0000\n3/15/2021,noon,\n');
    expect(valuesOf(found, 'Communication:Date')).toEqual(['2021-03-14', '2021-03-15']);
    const timed = await csv(
      'Date Sent,Time Sent,Date Received\n3/14/2021,4:05 PM,00/00/0000\n3/15/2021,11:00 +0200,\n',
    );
    expect(valuesOf(timed, 'Communication:Date')).toEqual(['2021-03-14T16:05:00', '2021-03-15T11:00:00+02:00']);
    expect(valuesOf(timed, 'received')).toEqual([null, null]);
  });

  test('of AXIOM are read as their header says', async () => {
    expect(headerDates('Created Date/Time - UTC+02:00 (dd/MM/yyyy)')).toEqual({
      header: 'Created Date/Time',
      order: 'day first',
      offset: '+02:00',
    });
    const header = 'File Name,Created Date/Time - UTC-05:00 (M/d/yyyy)';
    const found = await csv(`${header}\na,3/4/2021 10:20:30 AM\n`);
    expect(valuesOf(found, 'created')).toEqual(['2021-03-04T10:20:30-05:00']);
  });
});

describe('columns', () => {
  test('are properties by their names, and one property has one column', async () => {
    const found = await csv(
      'File Name,name,SHA-1,File Size (bytes),Is Deleted,File Ext,Bates\na.txt,b,ff,"1,234 B",Yes,.TXT,7\n',
    );
    expect(Object.fromEntries(found.items[0]!.properties)).toEqual({
      'File Name': ['a.txt'],
      name: ['b'],
      'sha-1': ['ff'],
      length: ['1234'],
      deleted: ['true'],
      ext: ['txt'],
      Bates: ['7'],
    });
  });

  test('of the tools of the field are found', async () => {
    const headers = {
      'Control Number,Group Identifier,Email From,Email Subject,Extracted Text': [
        'Communication:From',
        'Message-Subject',
      ],
      'Control Number,Parent Document ID,Attachment Document IDs,L-Size (bytes)': ['length'],
      'DOCID,PARENT_DOCID,Path Name,MD5 Digest,Mime Type,Communication Date': [
        'path',
        'md5',
        'contentType',
        'Communication:Date',
      ],
      'Item Number,File Name,Path,L-Size,MD5,SHA1,Created,Accessed': [
        'name',
        'path',
        'length',
        'md5',
        'sha-1',
        'created',
        'accessed',
      ],
      'Name,Ext.,Path,Size,Created,Modified,Int. ID,Int. parent,Hash': [
        'name',
        'ext',
        'path',
        'length',
        'modified',
        'hash',
      ],
      'File Name,Full Path,Size (Bytes),MD5 Hash,File System Created Date/Time - UTC+00:00 (M/d/yyyy)': [
        'name',
        'path',
        'length',
        'created',
      ],
    };
    for (const [header, properties] of Object.entries(headers)) {
      const { columns } = await csv(`${header}\n${header.split(',').fill('1').join(',')}\n`);
      const found = [...columns.values()].map(({ property }) => property);
      expect([header, ...found]).toEqual(expect.arrayContaining([header, ...properties]));
    }
  });

  test('of lists are separated by their own separator', async () => {
    const found = await csv('to,cc,tags,subject\n"a; b;;","x|y","1\n2","p; q"\n"c","z;w|v","3 ; 4",r\n');
    expect(found.items.map(({ properties }) => Object.fromEntries(properties))).toEqual([
      {
        'Communication:To': ['a', 'b'],
        'Message-Cc': ['x|y'],
        tags: ['1', '2'],
        'Message-Subject': ['p; q'],
        name: ['p; q'],
      },
      {
        'Communication:To': ['c'],
        'Message-Cc': ['z', 'w|v'],
        tags: ['3', '4'],
        'Message-Subject': ['r'],
        name: ['r'],
      },
    ]);
  });

  test('of texts are the text, or its path if most values are one', async () => {
    const texts = await csv('name,Extracted Text\na,the heron\nb,heron.txt\n');
    expect(texts.items.map(({ text }) => text)).toEqual(['the heron', 'heron.txt']);
    expect(texts.columns.get('Extracted Text')).toMatchObject({ property: null, use: 'text itself' });
    const paths = await csv('name,Extracted Text\na,t\\a.txt\nb,\n');
    expect(paths.items.map(({ text }) => text)).toEqual([['text', 't\\a.txt'], 'name: b']);
    const stray = await csv('name,Text Path\na,t\\a.txt\nb,t\\b.txt\nc,none\n');
    expect(stray.items.map(({ text }) => text)).toEqual([
      ['text', 't\\a.txt'],
      ['text', 't\\b.txt'],
      ['text', 'none'],
    ]);
  });
});

describe('families', () => {
  const parents = ({ items }: ReadCase): unknown => items.map(({ parentId }) => parentId);

  test('are found by the parent, in any order of the rows', async () => {
    expect(parents(await csv('DOCID,PARENT_DOCID\nB,A\nA,\nC,B\nD,D\n'))).toEqual([2, null, 1, null]);
  });

  test('are found by attachment ranges', async () => {
    expect(parents(await csv('BEGDOC,BEGATTACH,ENDATTACH\nA1,A1,A3\nA2,A1,A3\nA3,A1,A3\nB1,,\n'))).toEqual([
      null,
      1,
      1,
      null,
    ]);
    expect(parents(await csv('BEGDOC,ATTACHRANGE\nA-1,A-1 - A-3\nA-2,A-1 - A-3\nA-3,A-1 - A-3\n'))).toEqual([
      null,
      1,
      1,
    ]);
    expect(parents(await csv('BEGDOC,ATTACHRANGE\nA1,A1-A3\nA2,A1-A3\n'))).toEqual([null, 1]);
  });

  test('are found by the lists of their parents', async () => {
    expect(parents(await csv('DOCID,ATTACHIDS\nA,B; C\nB,\nC,\n'))).toEqual([null, 1, 1]);
  });

  test('are found by identities of another kind', async () => {
    expect(parents(await csv('DOCID,GUID,Parent GUID\nA,11-2,\nB,33-4,11-2\n'))).toEqual([null, 1]);
  });

  test('with a missing parent are counted, and complete', async () => {
    const found = await csv('DOCID,PARENTID\nA,X\nB,Y\n');
    expect(parents(found)).toEqual([null, null]);
    expect(found.problems).toMatchObject([
      { kind: 'type', line: 2, id: 1, reason: '2 rows name a parent that does not exist, the first is "X"' },
    ]);
  });

  test('of EDRM XML are relationships, before or after the documents', async () => {
    const document = (id: string): string => `<Document DocID="${id}"/>`;
    const relation = '<Relationships><Relationship Type="Attachment" ParentDocId="A" ChildDocId="B"/></Relationships>';
    for (const text of [`${document('A')}${document('B')}${relation}`, `${relation}${document('B')}${document('A')}`]) {
      const found = await read({ 'x.xml': `<Root>${text}</Root>` });
      expect(found.items.map(({ properties, parentId }) => [properties[0]![1][0], parentId === null]).sort()).toEqual([
        ['A', true],
        ['B', false],
      ]);
    }
  });
});

describe('a mapping', () => {
  test('in the folder, or with the source, defines the columns', async () => {
    const table = 'BATES;DT;Codes;Box\nn1;03/04/2021;a/b;n1\nn2;;c;n1\n';
    const mapping = {
      columns: {
        BATES: { property: 'name', use: 'document' },
        DT: { property: 'modified', dates: 'day first' },
        Codes: { property: 'category', separator: '/' },
        Box: { use: 'family' },
      },
    };
    for (const found of [
      await csv(table, mapping),
      await read({ 'x.csv': table, 'loadfile.json': JSON.stringify(mapping) }),
    ]) {
      expect(found.items.map(({ parentId, properties }) => [parentId, Object.fromEntries(properties)])).toEqual([
        [null, { name: ['n1'], modified: ['2021-04-03'], category: ['a', 'b'], Box: ['n1'] }],
        [1, { name: ['n2'], category: ['c'], Box: ['n1'] }],
      ]);
      expect(found.columns.get('DT')!.understoodBy).toBe('mapping');
    }
  });

  test('defines how the file is written, and which file it is', async () => {
    const files = { 'x.csv': "1^'a^b'\n2^c\n", 'y.csv': 'a,b\n1,2\n' };
    const found = await read(files, {
      file: 'x.csv',
      delimiter: '^',
      quote: "'",
      header: ['n', 'text of it'],
      encoding: 'utf-8',
    });
    expect(found.items.map(({ properties }) => Object.fromEntries(properties))).toEqual([
      { n: ['1'], 'text of it': ['a^b'] },
      { n: ['2'], 'text of it': ['c'] },
    ]);
  });

  test('may name a property like a member of objects', async () => {
    const found = await csv('a,b\n1,2\n', { columns: { a: 'constructor', b: { property: '__proto__' } } });
    expect(found.items.map(({ properties }) => properties)).toEqual([
      [
        ['constructor', ['1']],
        ['__proto__', ['2']],
      ],
    ]);
  });

  test.each([
    [{ colums: {} }, /mapping: .*colums/],
    [{ delimiter: ',,' }, /mapping: "delimiter": is not one character/],
    [{ columns: { a: { use: 'nothing' } } }, /mapping: "columns"."a"/],
    [{ columns: { gone: 'name' } }, /no column "gone"/],
    [[], /mapping: /],
  ])('%j is refused, with the reason', async (mapping, reason) => {
    await expect(csv('a,b\n1,2\n', mapping)).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: expect.stringMatching(reason),
    });
  });

  test('changes the fingerprint', async () => {
    const dir = temporaryDir();
    await writeFile(join(dir, 'x.csv'), 'a,b\n1,2\n');
    const of = async (mapping?: unknown): Promise<string> => {
      const reader = await openCase(dir, CASE_FORMATS, mapping === undefined ? {} : { mapping });
      return reader.fingerprint().finally(() => reader.close());
    };
    const plain = await of();
    expect(await of({})).toBe(plain);
    expect(await of({ columns: { a: 'name' } })).not.toBe(plain);
    await writeFile(join(dir, 'loadfile.json'), '{"columns":{"a":"title"}}');
    expect(await of()).not.toBe(plain);
  });
});

test('reading can stop before the columns are understood', async () => {
  const dir = temporaryDir();
  await writeFile(join(dir, 'x.csv'), `a,b\n${'1,2\n'.repeat(5000)}`);
  const reader = await openCase(dir);
  let batches = 0;
  for await (const items of reader.readItems(reader.parts[0]!, {
    problem: () => undefined,
    progress: () => undefined,
  })) {
    batches++;
    expect(items).toEqual([]);
    if (batches === 3) break;
  }
  const { items, problems } = await readAll(reader);
  expect([items.length, problems]).toEqual([5000, []]);
  await reader.close();
});

describe('a folder', () => {
  test.each([[{ 'a.txt': 'a\n1\n' }, /no load file/]])('with %j is not a load file', async (files, reason) => {
    await expect(read(files as Record<string, string>)).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: expect.stringMatching(reason),
    });
  });

  test('that is also another case is that case', async () => {
    const dir = temporaryDir();
    await mkdir(join(dir, 'case'));
    await writeFile(join(dir, 'x.csv'), 'a\n1\n');
    await writeFile(join(dir, 'case.json'), '{"format":"case-directory","version":1,"items":[]}');
    const reader = await openCase(dir);
    expect(reader.format.name).toBe('case-directory');
    await reader.close();
  });
});
