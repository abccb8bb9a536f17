/** The header of a table: in the first row, below a title, or as given by a mapping. */
import { expect, test } from '@jest/globals';
import { readCsv, readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const named = ({ items }: Awaited<ReturnType<typeof readCsv>>) =>
  items.map(({ id, properties }) => [
    id,
    Object.fromEntries(properties.map(([name, values]) => [name, values.join('|')])),
  ]);

test.each([
  ['a title', 'Extraction report\n\nName;Size;Tag\na;1;x\nb;2;y\n', 3, 'the row'],
  [
    'a title that a spreadsheet filled up',
    'Report,,,,\nCase,4711,,,\nName,Size,Tag,Box,Note\na,1,x,,\nb,2,y,,\n',
    3,
    'the 2 rows',
  ],
  ['a title above a line of two values', 'Report\nCase,4711\n\nName,Size,Tag\na,1,x\nb,2,y\n', 4, 'the 2 rows'],
  ['a title in quotes, of two lines', '"Report\nof today"\nName,Size,Tag\na,1,x\nb,2,y\n', 3, 'the row'],
])('%s above the header is found, and reported', async (_what, text, line, above) => {
  const found = await readCsv(text);
  expect(named(found)).toEqual([
    [1, { name: 'a', length: '1', Tag: 'x' }],
    [2, { name: 'b', length: '2', Tag: 'y' }],
  ]);
  expect(found.problems).toEqual([
    expect.objectContaining({
      kind: 'type',
      line,
      reason: expect.stringMatching(new RegExp(`${above} above it .* "headerRow"`)),
    }),
  ]);
  expect(found.description).toContain(`header in line ${line} (guessed)`);
  const first = await readCsv(text, { headerRow: 1 });
  expect(first.items.length).toBeGreaterThan(2);
  const given = await readCsv(text, { headerRow: line });
  expect([named(given), given.problems]).toEqual([named(found), []]);
});

test.each([
  ['of one column', 'Text\nhello, my dear, and you\nbye, my dear, and you\nx, y, z\n'],
  ['with short rows', 'Name,Size\na,1,x,y\nb,2,x,y\nc,2,x,y\n'],
  ['whose values are names', 'Name,Size,Tag\nana,bo,cy\ndi,ed,fo\n'],
  ['with numbers below a title', 'Title\n1,2,3\n4,5,6\n'],
  ['with a header alone', 'Name,Size,Tag\n'],
])('a table %s has its header in the first row', async (_what, text) => {
  const found = await readCsv(text);
  expect(found.description).not.toContain('header in line');
  expect(reasonsOf(found).filter((reason) => reason.includes('headerRow'))).toEqual([]);
});

test.each([
  ['U+0001', 'Name\u0001Size\u0001Tag\na\u00011\u0001x\nb\u00012\u0001y\n'],
  ['~', 'Name~Size~Tag\na~1~x\nb~2~y\n'],
  ['^', 'Name^Size^Tag\na^1^x\nb^2^y\n'],
  [';', '"sep=;"\n"Name";"Size";"Tag"\n"a";"1";"x"\n"b";"2";"y"\n'],
  [';', 'Name, first;Size, bytes;Tag, or none\na;1;x\nb;2;y\n'],
])('the delimiter %s is found if the rows have it as often as the header', async (delimiter, text) => {
  const found = await readCsv(text);
  expect(found.description).toContain(`delimiter ${delimiter}`);
  expect(found.items.map(({ properties }) => properties.map(([, values]) => values[0]))).toEqual([
    ['a', '1', 'x'],
    ['b', '2', 'y'],
  ]);
});

test.each([
  ['in the first column', 'Text,To;Cc,Id\n"one; a\ntwo; b\nthree; c\nfour; d\nfive; e",x,1\n'],
  ['in the last column', 'Id,To;Cc,Text\n1,x,"one\n;two\n;three\n;four\n;five ""six"""\n2,y,"one\n;two"\n'],
  ['that does not end', 'Id,To;Cc,Text\n1,x,one\n2,y,two\n3,z,"three\n;four\n;five\n'],
])('the delimiter is that of the rows, not of the lines of a value %s', async (_where, text) => {
  const found = await readCsv(text);
  expect(found.description).toContain('delimiter ,');
  expect(found.items[0]!.properties.map(([name]) => name)).toContain('To;Cc');
});

test('a rare character in a table of one column is not a delimiter', async () => {
  const found = await readCsv('Name~1\na~b\nc\n');
  expect(found.items.map(({ properties }) => properties)).toEqual([[['Name~1', ['a~b']]], [['Name~1', ['c']]]]);
});

test('names of columns have one kind of blank', async () => {
  const found = await readTable({ 'x.tsv': 'File\u00a0Name\tMy\u202fBox\u200b\na\t1\n' });
  expect(named(found)).toEqual([[1, { name: 'a', 'My Box': '1' }]]);
  const given = await readTable({ 'x.tsv': 'File\u00a0Name\tMy\u202fBox\na\t1\n' }, { columns: { 'My Box': 'title' } });
  expect(named(given)).toEqual([[1, { name: 'a', title: '1' }]]);
});

test('a mapping gives a header or its line', async () => {
  await expect(readCsv('a,b\n1,2\n', { header: ['x'], headerRow: 1 })).rejects.toThrow(
    '"header" says that there is no header row',
  );
  await expect(readCsv('a,b\n1,2\n', { headerRow: 0 })).rejects.toThrow('headerRow');
  await expect(readCsv('a,b\n1,2\n', { headerRow: 9 })).rejects.toThrow('no table');
});

test('rows that were appended after a byte order mark have their values', async () => {
  const found = await readTable({
    'x.tsv': '\ufeffTimestamp\tName\r\n2021-03-04 10:20:30\ta\r\n\ufeff2021-03-05 10:20:30\tb\r\n',
  });
  expect(valuesOf(found, 'Timestamp')).toEqual(['2021-03-04T10:20:30', '2021-03-05T10:20:30']);
  expect(found.problems).toEqual([]);
});

test('a header that was appended again after a byte order mark is not an item, and is reported once', async () => {
  const part = (rows: string): string => `\ufeffTimestamp\tMessage\r\n${rows}`;
  const table = `${part('2021-03-04 10:20:30\ta\r\n')}${part('2021-03-05 10:20:30\tb\r\n')}${part('')}`;
  const found = await readTable({ 'Chats.tsv': table });
  expect(valuesOf(found, 'Message')).toEqual(['a', 'b']);
  expect(found.types.get('Timestamp')).toBe('date');
  expect(found.items.map(({ id, line }) => [id, line])).toEqual([
    [1, 2],
    [2, 4],
  ]);
  expect(found.problems).toEqual([
    expect.objectContaining({ line: 3, kind: 'type', reason: expect.stringContaining('such rows are not items') }),
  ]);
});

test('a row that equals the header without a mark, or that differs after one, is an item', async () => {
  const found = await readTable({ 'x.tsv': '\ufeffa\tb\na\tb\n\ufeffa\tc\n' });
  expect(valuesOf(found, 'b')).toEqual(['b', 'c']);
  expect(found.problems).toEqual([
    expect.objectContaining({ kind: 'type', line: 2, reason: expect.stringContaining('the row repeats the header') }),
  ]);
});
