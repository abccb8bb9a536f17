/**
 * Load files that are broken, or are written to break a reader. Everything readable is read, and the rest is reported with its
 * line.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { FileTree } from '../../../../src/cases/loadfiles/file-tree.ts';
import { findInArchive } from '../../../../src/cases/loadfiles/find-load-file.ts';
import { findDialect } from '../../../../src/cases/loadfiles/rows/dialect.ts';
import { RowParser } from '../../../../src/cases/loadfiles/rows/row-parser.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type ReadCase, readCaseAt } from '../../../support/read-case.ts';

async function read(text: string | Buffer, name = 'x.csv'): Promise<ReadCase> {
  const dir = temporaryDir();
  await writeFile(join(dir, name), text);
  return readCaseAt(dir);
}

const told = ({ problems }: ReadCase): unknown =>
  problems.map(({ kind, line, id, reason }) => [kind, line, id, reason]);
const cells = ({ items }: ReadCase): unknown =>
  items.map(({ id, line, properties }) => [id, line, ...properties.map(([, [value]]) => value)]);

describe('a table', () => {
  test('whose quote never closes loses that line, and no other', async () => {
    const found = await read('a,b\n1,"2\n3,4\n5,6\n');
    expect(cells(found)).toEqual([
      [2, 3, '3', '4'],
      [3, 4, '5', '6'],
    ]);
    expect(told(found)).toEqual([
      ['record', 2, 1, 'a quote opens in the row of this line and never closes: the line is skipped'],
    ]);
  });

  test('with more such quotes than are tried reports where reading ended', async () => {
    const found = await read(`a,b\n${'1,"2\n'.repeat(40)}`);
    expect(found.items).toEqual([]);
    expect(found.problems.map(({ kind }) => kind)).toEqual([...Array<string>(21).fill('record'), 'case']);
    expect(found.problems.at(-1)).toMatchObject({
      line: 22,
      reason: expect.stringContaining('nothing after line 22 was read'),
    });
  });

  test('whose rows are longer or shorter than the header is reported, and keeps the values', async () => {
    const found = await read('a,b\n1\n1,2,3\n1,2,,\n\n   \n\x1a');
    expect(found.items.map(({ properties }) => properties)).toEqual([
      [['a', ['1']]],
      [
        ['a', ['1']],
        ['b', ['2']],
        ['column 3', ['3']],
      ],
      [
        ['a', ['1']],
        ['b', ['2']],
      ],
    ]);
    expect(told(found)).toEqual([
      ['value', 2, 1, 'the row has 1 values for 2 columns'],
      ['value', 3, 2, 'the row has 3 values for 2 columns'],
    ]);
  });

  test('with quotes that are not doubled keeps them, and reports them', async () => {
    const found = await read('a,b\n"x"y","z"\n');
    expect([cells(found), told(found)]).toEqual([
      [[1, 2, 'x"y', 'z']],
      [['value', 2, 1, '1 quotes inside quoted values are not doubled: they are kept']],
    ]);
  });

  test('with bytes that are not UTF-8 reports the row', async () => {
    const long = 'é'.repeat(50);
    const found = await read(
      Buffer.concat([Buffer.from(`a,b\n${long},1\nx`), Buffer.of(0xff), Buffer.from(',2\ny,3\n')]),
    );
    expect(told(found)).toEqual([
      ['value', 3, 2, 'bytes that are invalid in the encoding of the file were read as U+FFFD'],
    ]);
    expect(cells(found)).toEqual([
      [1, 2, long, '1'],
      [2, 3, 'x\ufffd', '2'],
      [3, 4, 'y', '3'],
    ]);
  });

  test('with NUL characters has them in its values', async () => {
    const found = await read('a,b\nx\0y,"\0"\n');
    expect([cells(found), told(found)]).toEqual([[[1, 2, 'x\0y', '\0']], []]);
  });

  test('whose first line declares the delimiter uses it', async () => {
    expect(cells(await read('sep=;\r\nname;note\r\nx,y;2\r\n'))).toEqual([[1, 3, 'x,y', '2']]);
  });

  test('with UTF-16 that ends in the middle of a character is reported', async () => {
    const found = await read(Buffer.concat([Buffer.from('\ufeffa,b\n1,2', 'utf16le'), Buffer.of(0x33)]));
    expect(cells(found)).toEqual([[1, 2, '1', '2\ufffd']]);
    expect(found.problems).toMatchObject([{ kind: 'value', line: 2 }]);
  });

  test('in UTF-16 without a mark is recognized by its zeros', async () => {
    const text = 'name,note\nheron,Grüße 漢字\n';
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      expect(cells(await read(bytes))).toEqual([[1, 2, 'heron', 'Grüße 漢字']]);
    }
  });

  test('with columns of one name, without a name, and a hundred thousand of them', async () => {
    const few = await read('a,a,,a (2)\n1,2,3,4\n');
    expect(few.items[0]!.properties.map(([name]) => name)).toEqual(['a', 'a (2)', 'column 3', 'a (2) (2)']);
    const many = await read(`${'x,'.repeat(100_000)}y\n${'1,'.repeat(100_000)}2\n`);
    expect(many.items[0]!.properties.length).toBe(10_000);
    expect(told(many)).toEqual([
      ['limit', 1, null, '90001 columns are beyond 10000: their values are skipped'],
      ['limit', 2, 1, '90001 values are beyond 10000 columns: they are skipped'],
      [
        ...['type', 2, 1],
        'in the texts of 1 rows, of which this is the first, some values have no column name: the names are over 65536 characters',
      ],
    ]);
  });

  test.each(['', '\n\n', '\ufeff'])('without content (%j) is not a case', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: expect.stringContaining('no table'),
    });
  });

  test.each(['a,b', 'sep=;\na;b\n'])('with only a header (%j) is a case without items', async (text) => {
    expect(await read(text)).toEqual({ items: [], problems: [], bytes: text.length });
  });
});

test.each(['', '\n', 'A1,V\n'])('a list of images without a page (%j) is not a case', async (text) => {
  await expect(read(text, 'x.opt')).rejects.toMatchObject({
    code: 'CASE_UNREADABLE',
    message: expect.stringContaining('no table'),
  });
});

describe('the parser of rows', () => {
  const dialect = findDialect('a,b\n', false, {});
  const limits = { valueUnits: 10, rowUnits: 25, columns: 4 };
  const parse = (pieces: readonly string[]): readonly unknown[] => {
    const parser = new RowParser(dialect, 1, 0, limits);
    let offset = 0;
    for (const piece of pieces) {
      parser.feed(piece, offset);
      offset += piece.length;
    }
    parser.finish();
    return parser.take().map(({ values, line, cut, left, isTooLong }) => ({ values, line, cut, left, isTooLong }));
  };

  test('cuts values and skips rows that exceed their limits', () => {
    expect(parse(['a,12345678901,b\n', `"${'x'.repeat(15)}","${'y'.repeat(15)}"\n`, 'c\n'])).toEqual([
      { values: ['a', '1234567890', 'b'], line: 1, cut: [1], left: 0, isTooLong: false },
      { values: [], line: 2, cut: [0], left: 0, isTooLong: true },
      { values: ['c'], line: 3, cut: [], left: 0, isTooLong: false },
    ]);
  });

  test.each([1, 255, 256, 257, 40_000])('joins a value from %i pieces', (count) => {
    const parser = new RowParser(dialect);
    parser.feed(`"${'""é漢'.repeat(count)}",x\n"${'""y'.repeat(count)}"\r\n`, 0);
    expect(parser.take().map(({ values }) => values)).toEqual([['"é漢'.repeat(count), 'x'], ['"y'.repeat(count)]]);
  });

  test('reads the same rows wherever the pieces end', () => {
    const text = 'a,"b ""c""\r\nd",e\r\n"",,"f"\n"g\r"\r\nh';
    const whole = parse([text]);
    expect(whole).toMatchObject([
      { values: ['a', 'b "c"\r\nd', 'e'] },
      { values: ['', '', 'f'], line: 3 },
      { values: ['g\r'] },
      { values: ['h'] },
    ]);
    for (let i = 0; i <= text.length; i++) {
      for (let k = i; k <= text.length; k++)
        expect(parse([text.slice(0, i), text.slice(i, k), text.slice(k)])).toEqual(whole);
    }
  });
});

describe('a file of EDRM XML', () => {
  const documents = (inside: string, before = ''): string =>
    `<?xml version="1.0"?>\n${before}<Root><Batch><Documents>\n${inside}\n</Documents></Batch></Root>`;
  const one = (id: string, tags = ''): string => `<Document DocID="${id}"><Tags>${tags}</Tags></Document>\n`;
  const ids = ({ items }: ReadCase): unknown => items.map(({ properties }) => properties[0]![1][0]);

  test('whose document type declares entities uses none of them', async () => {
    const bomb = `<!DOCTYPE Root [<!ENTITY a "heron"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>\n`;
    const found = await read(
      documents(one('A', '<Tag TagName="#Note" TagValue="&b;|&c;"/>') + one('B'), bomb),
      'x.xml',
    );
    expect(ids(found)).toEqual(['A', 'B']);
    expect(found.items[0]!.properties[1]).toEqual(['Note', ['&b;|&c;']]);
    expect(found.problems).toMatchObject([{ kind: 'value', line: 4, id: 1 }]);
  });

  test('that is not well-formed in one document keeps the others', async () => {
    const found = await read(
      documents(`${one('A')}<Document DocID="B"><Tags></Oops></Tags></Document>\n${one('C')}`),
      'x.xml',
    );
    expect(ids(found)).toEqual(['A', 'B', 'C']);
    expect(found.problems).toMatchObject([
      { kind: 'value', line: 4, id: 2, reason: expect.stringMatching(/not well-formed/) },
    ]);
  });

  test('with names of object members, and repeated attributes, keeps all of them', async () => {
    const odd = '<Odd hasOwnProperty="1" __proto__="2" constructor="3" b="4" b="5"/>';
    const found = await read(documents(`<Document DocID="A" DocID="B">${odd}</Document>`), 'x.xml');
    expect(found.items.map(({ properties }) => properties)).toEqual([
      [
        ['DocID', ['A', 'B']],
        ['Odd hasOwnProperty', ['1']],
        ['Odd __proto__', ['2']],
        ['Odd constructor', ['3']],
        ['Odd b', ['4', '5']],
        ['name', ['A']],
      ],
    ]);
    const table = await read('name,__proto__,constructor,toString\na,1,2,3\n');
    expect(cells(table)).toEqual([[1, 2, 'a', '1', '2', '3']]);
  });

  test('that ends too early keeps what was read', async () => {
    const found = await read(documents(one('A') + one('B', '<Tag TagName="#x" TagValue="1"/>')).slice(0, 160), 'x.xml');
    expect(ids(found)).toEqual(['A', 'B']);
    expect(found.problems.some(({ kind, id, line }) => kind === 'value' && id === 2 && line === 4)).toBe(true);
  });

  test.each([
    ['too deep', '<a>'.repeat(200), /nested more than 100 deep/],
    [
      'too many attributes',
      `<Tag ${Array.from({ length: 2000 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
      /more than 1000 attributes/,
    ],
    ['an endless attribute', `<Tag TagName="${'x'.repeat(9_000_000)}`, /more than 4194304 characters/],
  ])('with %s is read up to there', async (_what, inside, reason) => {
    const found = await read(documents(`${one('A')}<Document DocID="B">${inside}`), 'x.xml');
    expect(ids(found)).toContain('A');
    expect(found.problems.at(-1)).toMatchObject({ kind: 'case', reason: expect.stringMatching(reason) });
  });

  test('without a document is not a case', async () => {
    for (const text of ['<Root/>', 'a,b\n1,2', '<a><b>c</b></a>']) {
      await expect(read(text, 'x.xml')).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
    }
  });
});

test('names of a folder are read once, however many tables are in it', async () => {
  const treeOf = (count: number, ending: string): FileTree => {
    async function* entries(folder: string) {
      if (folder !== '') return;
      for (let i = 0; i < count; i++) yield { name: `t${i}.csv`, isFolder: false };
      for (let i = 0; i < 100_000; i++) yield { name: `l${i}.${ending}`, isFolder: false };
    }
    return { entries } as unknown as FileTree;
  };
  // If each pair of names were compared, this would take hours.
  await expect(findInArchive(treeOf(90_000, 'jpg'), '/case', null)).resolves.toMatch(/^more than 1000 load files/);
  const found = await findInArchive(treeOf(900, 'opt'), '/case', null);
  expect(found).toMatchObject({ tables: { length: 900 } });
});
