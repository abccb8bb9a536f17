/** Objects of JSON as rows: lines, arrays, output of Elasticsearch and of this program, and all possible faults. */
import { describe, expect, test } from '@jest/globals';
import { type ReadTable, readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const propertiesOf = ({ items }: ReadTable): unknown =>
  items.map(({ properties }) => Object.fromEntries(properties.map(([name, values]) => [name, values])));
const lines = (...rows: readonly (object | string)[]): string =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

describe('values', () => {
  test('of nested objects have dotted names, arrays several values, and numbers stay as written', async () => {
    const text = lines(
      '{"a":{"b":{"c":"x"}},"tags":["one","two"],"n":1.50,"big":12345678901234567890,"yes":true,"none":null}',
      '{"list":[{"k":1},{"k":2},3],"empty":[],"blank":"","esc":"a\\"b\\\\\\u00e9\\n","n":-1e5}',
    );
    const found = await readTable({ 'x.jsonl': text });
    expect(propertiesOf(found)).toEqual([
      { 'a.b.c': ['x'], tags: ['one', 'two'], n: ['1.50'], big: ['12345678901234567890'], yes: ['true'] },
      { 'list.k': ['1', '2'], list: ['3'], esc: ['a"b\\é\n'], n: ['-1e5'] },
    ]);
    expect([found.problems, found.description]).toEqual([[], 'JSON Lines, utf-8']);
    expect(found.bytes).toBe(Buffer.byteLength(text));
  });

  test('of a repeated name are both kept', async () => {
    expect(propertiesOf(await readTable({ 'x.jsonl': '{"a":1,"a":2,"__proto__":"p"}\n{"b":1}\n' }))).toEqual([
      Object.fromEntries([
        ['a', ['1', '2']],
        ['__proto__', ['p']],
      ]),
      { b: ['1'] },
    ]);
  });

  test('of a list are not split again', async () => {
    const found = await readTable({ 'x.jsonl': lines({ tags: ['a;b', 'c|d\ne'] }, { tags: 'f;g' }) });
    expect(valuesOf(found, 'tags')).toEqual(['a;b|c|d\ne', 'f;g']);
  });

  test('that are nested deeper than the limit are one value', async () => {
    const deep = `${'{"a":'.repeat(25)}[1, 2]${'}'.repeat(25)}`;
    const found = await readTable({ 'x.jsonl': `${deep}\n{"b":1}\n` });
    const [[name, values]] = found.items[0]!.properties as [[string, string[]]];
    expect([name, values]).toEqual([Array(21).fill('a').join('.'), [`${'{"a":'.repeat(4)}[1, 2]${'}'.repeat(4)}`]]);
  });

  test('are dates, sizes and parents as in other tables', async () => {
    const found = await readTable({
      'x.jsonl': lines(
        { id: 'a', file: { seen: '2021-03-04 10:20:30', Size: '1 KB' } },
        { id: 'b', parentId: 'a', file: { seen: '2021-03-05 10:20:30' } },
      ),
    });
    expect(found.types.get('file.seen')).toBe('date');
    expect([valuesOf(found, 'file.seen')[0], valuesOf(found, 'length')[0]]).toEqual(['2021-03-04T10:20:30', '1024']);
    expect(found.items.map(({ parentId }) => parentId)).toEqual([null, 1]);
  });
});

test('columns that first appear in a later row apply to the rows before it', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => ({
    id: `n${i}`,
    ...(i > 500 ? { parentId: `n${i - 500}` } : {}),
  }));
  const found = await readTable({ 'x.jsonl': lines(...rows) });
  expect(found.items.map(({ parentId }) => parentId)).toEqual(rows.map((_, i) => (i > 500 ? i - 499 : null)));
  expect(found.problems).toEqual([]);
});

describe('shapes', () => {
  const rows = [{ a: 1, b: { c: 'x' } }, { a: 2, b: { c: '}],{"' } }, { a: 3 }];
  test.each([
    ['an array in one line', JSON.stringify(rows), 'JSON array'],
    ['an array over lines', JSON.stringify(rows, null, 2), 'JSON array'],
    ['an array without indentation', JSON.stringify(rows, null, 1).replace(/^ +/gm, ''), 'JSON array'],
    ['an array, a line an element', `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]\n`, 'JSON array'],
    ['commas in front', `[\n${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`, 'JSON array'],
    ['objects over lines', rows.map((row) => JSON.stringify(row, null, 2)).join('\n'), 'JSON objects'],
    ['lines', lines(...rows), 'JSON Lines'],
    ['lines that end as in Windows, with a mark', `\ufeff${lines(...rows).replaceAll('\n', '\r\n')}`, 'JSON Lines'],
    ['lines without the last end', lines(...rows).trimEnd(), 'JSON Lines'],
    [
      'an answer of a search',
      JSON.stringify(
        {
          took: 1,
          hits: { total: { value: 3 }, hits: rows.map((_source, i) => ({ _index: 'i', _id: `${i}`, _source })) },
        },
        null,
        1,
      ),
      'JSON array of Elasticsearch',
    ],
    ['a dump', lines(...rows.map((_source) => ({ _index: 'i', _id: '1', _source }))), 'JSON Lines of Elasticsearch'],
    [
      'bulk actions',
      lines(...rows.flatMap((row) => [{ index: { _index: 'i' } }, row]), { delete: { _id: '9' } }),
      'JSON Lines of Elasticsearch (bulk)',
    ],
  ])('%s', async (_what, text, description) => {
    const found = await readTable({ 'x.json': text });
    expect([found.description, found.problems]).toEqual([`${description}, utf-8`, []]);
    expect(['a', 'b.c'].map((name) => valuesOf(found, name))).toEqual([
      ['1', '2', '3'],
      ['x', '}],{"', null],
    ]);
    if (/Elastic/.test(description)) expect(valuesOf(found, '_index')).toEqual(['i', 'i', 'i']);
  });

  test('UTF-16', async () => {
    const found = await readTable({ 'x.jsonl': lines({ a: 'é' }) });
    expect(valuesOf(found, 'a')).toEqual(['é']);
  });

  test('an export of this program is read back unchanged', async () => {
    const text = lines(
      {
        source: 's',
        id: 7,
        parentId: null,
        properties: { name: ['a'], category: ['x;y', 'z'], id: ['own'] },
        bookmarks: ['B'],
      },
      { source: 's', id: 9, parentId: 7, properties: { name: ['b'] }, bookmarks: [] },
      { done: true, items: 2, complete: true },
    );
    const found = await readTable({ 'x.ndjson': text });
    expect([found.description, found.problems]).toEqual(['JSON Lines of case-access, utf-8', []]);
    expect(propertiesOf(found)).toEqual([
      { source: ['s'], id: ['7'], name: ['a'], category: ['x;y', 'z'], 'property:id': ['own'], bookmarks: ['B'] },
      { source: ['s'], id: ['9'], parentId: ['7'], name: ['b'] },
    ]);
    expect(found.items.map(({ parentId }) => parentId)).toEqual([null, 1]);
    const [first, second, end] = text.trimEnd().split('\n');
    const faultsOf = async (...kept: readonly string[]) => reasonsOf(await readTable({ 'x.ndjson': kept.join('\n') }));
    expect(await faultsOf(first!, second!)).toEqual(['the line that ends an export is missing: it was cut off']);
    expect(await faultsOf(first!, end!)).toEqual(['the export has 1 items of 2']);
    expect(await faultsOf(first!, second!, end!.replace('"complete":true', '"complete":false'))).toEqual([
      'the export says that it is not complete',
    ]);
  });
});

describe('faults', () => {
  const told = ({ problems }: ReadTable): unknown => problems.map(({ kind, line, id }) => [kind, line, id]);

  test('of lines do not affect other lines, and are reported by line', async () => {
    const found = await readTable({ 'x.jsonl': '{"a":1}\n{"a":2\n\n[3]\n"x"\n{"a":4}\n{"a":"5\n' });
    expect(valuesOf(found, 'a')).toEqual(['1', '4']);
    expect(found.items.map(({ id, line }) => [id, line])).toEqual([
      [1, 1],
      [5, 6],
    ]);
    expect(told(found)).toEqual([
      ['record', 2, 2],
      ['record', 4, 3],
      ['record', 5, 4],
      ['record', 7, 6],
    ]);
  });

  test('in the first lines do not affect the detection of JSON Lines', async () => {
    const found = await readTable({ 'x.jsonl': '{"a":"\n\n1"}\n{"a":2}\n{"a":3}\n' });
    expect([found.description, valuesOf(found, 'a')]).toEqual(['JSON Lines, utf-8', ['2', '3']]);
  });

  test.each([
    ['a bracket is missing', '[\n{"a":1},\n{"a":[2},\n{"a":3}\n]', ['1', '3'], [['record', 3, 2]]],
    ['an object does not end', '[\n{"a":1},\n{"a":2,\n{"a":3}\n]', ['1', '3'], [['record', 3, 2]]],
    ['a string does not end', '[\n{"a":1},\n{"a":"2},\n{"a":3}\n]', ['1', '3'], [['record', 3, 2]]],
    [
      'a string of an element over lines opens at the end of a line',
      '[\n  {\n    "a": 1,\n    b": "2"\n  },\n  {\n    "a": 3\n  }\n]',
      ['3'],
      [['record', 2, 1]],
    ],
    ['a member is no JSON', '[\n{"a":1},\n{"a":x},\n{"a":3}\n]', ['1', '3'], [['record', 3, 2]]],
    ['something else is between', '[\n{"a":1},\n7,\n{"a":3}\n]', ['1', '3'], [['record', 3, 2]]],
    [
      'it was cut off',
      '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2',
      ['1'],
      [
        ['record', 5, 2],
        ['case', null, null],
      ],
    ],
    ['it was cut off between elements', '[{"a":1},\n{"a":2},', ['1', '2'], [['case', null, null]]],
    [
      'objects over lines lose a bracket',
      '[\n  {\n    "a": 1,\n    "b": { "c": 1 \n  },\n  {\n    "a": 2\n  }\n]',
      ['2'],
      [['record', 2, 1]],
    ],
    [
      'one line loses a quote',
      '[{"a":1},{"a":"2},{"a":3}]\n',
      ['1'],
      [
        ['record', 1, 2],
        ['case', null, null],
      ],
    ],
  ])('of an array where %s', async (_what, text, values, problems) => {
    const found = await readTable({ 'x.json': text });
    expect([valuesOf(found, 'a'), told(found)]).toEqual([values, problems]);
  });

  test('nested objects are not elements, wherever their lines begin', async () => {
    const text = '[\n{"a":1,"list":[\n{"b":1},\n{"b":2}\n]},\n{"a":2}\n]';
    const found = await readTable({ 'x.json': text });
    expect([propertiesOf(found), found.problems]).toEqual([[{ a: ['1'], 'list.b': ['1', '2'] }, { a: ['2'] }], []]);
  });

  test('a file without objects has no table', async () => {
    for (const text of ['', '[]', ' \n', '{}'])
      await expect(readTable({ 'x.json': text })).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
  });

  test('bytes that are not UTF-8 are reported', async () => {
    const found = await readTable({ 'x.jsonl': Buffer.from('7b2261223a22c3a920e920c3a9227d0a', 'hex') });
    expect(found.problems).toEqual([expect.objectContaining({ kind: 'value', line: 1 })]);
  });
});

describe('a file .json', () => {
  test('beside a table is reported if it begins like one', async () => {
    const table = { 'x.csv': 'n\n1\n' };
    expect((await readTable({ ...table, 'settings.json': '{\n "a": 1\n}' })).problems).toEqual([]);
    const found = await readTable({ ...table, 'more.json': '[{"a":1}]' });
    expect([found.items.length, found.problems]).toEqual([
      1,
      [expect.objectContaining({ file: 'more.json', kind: 'case' })],
    ]);
    const both = await readTable({ ...table, 'more.json': '[{"a":1}]' }, { tables: { 'x.csv': {}, 'more.json': {} } });
    expect([both.items.length, both.problems]).toEqual([2, []]);
  });
});
