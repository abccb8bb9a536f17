/** Load files with rows in windows-1252 and rows in UTF-8 are read as one of them, and this is reported. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES } from '../../../../src/cases/loadfiles/limits.ts';
import { CASE_FORMATS, openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type ReadCase, readAll } from '../../../support/read-case.ts';
import { readTable, valuesOf } from '../../../support/read-table.ts';

/** A string is written in windows-1252, and may have only characters of Latin-1. A list of one string is written in UTF-8. */
type Piece = string | readonly [utf8: string];

async function read(pieces: readonly Piece[], name = 'x.csv', mapping?: unknown): Promise<ReadCase> {
  const dir = temporaryDir();
  const bytes = pieces.map((piece) =>
    typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece[0]),
  );
  await writeFile(join(dir, name), Buffer.concat(bytes));
  const reader = await openCase(dir, CASE_FORMATS, mapping === undefined ? {} : { mapping });
  try {
    return await readAll(reader);
  } finally {
    await reader.close();
  }
}

const REASON =
  'the file is read as windows-1252, but this row is UTF-8, and is the first of its kind: its letters are wrong, and those of other rows may be, too';
const told = ({ problems }: ReadCase): unknown =>
  problems.map(({ kind, line, id, reason }) => [kind, line, id, reason]);

describe('a file that is read as windows-1252', () => {
  test('with a row in UTF-8 reports the first one', async () => {
    const found = await read([
      'name,note\nx,M\xfcller\n',
      ['y,Müller “Grüße”\nz,漢字\n'],
      'é\xfc,\xfc\xe9\xe8\xe7\xfc\xfc\xfc\xfc\xfc\n',
    ]);
    expect(told(found)).toEqual([['type', 3, 2, REASON]]);
    expect(found.items[1]!.properties[1]).toEqual(['note', ['MÃ¼ller â€œGrÃ¼ÃŸeâ€\x9d']]);
  });

  test('with one of each reports it', async () => {
    const found = await read([['name,note\ny,Müller\n'], 'x,M\xfcller\n']);
    expect(told(found)).toEqual([['type', 2, 1, REASON]]);
  });

  test('with its header in UTF-8 reports that', async () => {
    const found = await read([['name,größe\n'], 'x,M\xfcller \xfc\xfc\n']);
    expect(told(found)).toEqual([['type', 1, null, REASON]]);
  });

  test('reports it wherever pieces of the file end', async () => {
    const header = 'name,note\n\xfc\xfc\xfc\xfc,1\n';
    for (let shift = -3; shift <= 3; shift++) {
      const fill = 'x'.repeat(CHUNK_BYTES - header.length - '\ny,'.length + shift);
      const found = await read([header, fill, ['\ny,é\n']]);
      expect([shift, found.problems.at(-1)!.reason, found.problems.at(-1)!.line]).toEqual([shift, REASON, 4]);
    }
  });

  test('of EDRM XML reports it, too', async () => {
    const document = (title: Piece): readonly Piece[] => ['<Document DocID="', title, '">\n</Document>\n'];
    const pieces = ['<Root>\n', ...document('\xfc\xfc'), ...document('B'), ...document(['Grüße']), '</Root>'];
    expect(told(await read(pieces, 'x.xml'))).toEqual([['type', 6, 3, REASON]]);
  });

  test('with letters that look like UTF-8 in other rows reports nothing', async () => {
    const rows = ['name,note\n', 'CAF\xc9\xae,\xfc\n', '\xc9\xae \xe9,1\n', 'JOS\xc9\x94 \x93,2\n'];
    expect(told(await read(rows))).toEqual([]);
    const concordance = '\xfename\xfe\x14\xfenote\xfe\r\n\xfex\xfe\x14\xfeCAF\xc9\xaeof two lines\xfe\r\n';
    expect(told(await read([concordance], 'x.dat'))).toEqual([]);
  });

  test('because the mapping says so reports nothing', async () => {
    const found = await read([['name,note\ny,Müller\n'], 'x,M\xfcller\n'], 'x.csv', { encoding: 'windows-1252' });
    expect(told(found)).toEqual([]);
  });
});

const CYRILLIC = Buffer.from('Name,Note\n\xe0,\xef\xf0\xe8\xe2\xe5\xf2\nb,caf\xe9\n', 'latin1');
const JAPANESE = Buffer.from('Name,Note\n\x82\xa0,\x93\xfa\x96\x7b\x8c\xea\n', 'latin1');

test.each([
  ['Cyrillic', CYRILLIC, 'windows-1251', ['\u043f\u0440\u0438\u0432\u0435\u0442', 'caf\u0439']],
  ['Japanese', JAPANESE, 'shift_jis', ['\u65e5\u672c\u8a9e']],
])('letters of another encoding are reported, and a mapping names it: %s', async (_what, bytes, encoding, notes) => {
  const found = await readTable({ 'x.csv': bytes });
  expect(found.problems).toEqual([
    expect.objectContaining({
      line: 2,
      reason: expect.stringMatching(/seems to have another encoding.*"encoding" in a mapping/),
    }),
  ]);
  const given = await readTable({ 'x.csv': bytes }, { encoding });
  expect([valuesOf(given, 'Note'), given.problems]).toEqual([notes, []]);
  expect(given.description).toContain(encoding);
});

test.each(['Stra\xdfe \xc4\xd6\xdc, K\xf6ln', '\x84caf\xe9\x85\x94 cr\xe9\xe9e', '\xa9\xae'])(
  'western letters are not: %s',
  async (note) => {
    const found = await readTable({ 'x.csv': Buffer.from(`Name,Note\na,"${note}"\n`, 'latin1') });
    expect(found.problems).toEqual([]);
  },
);

test('characters of several bytes are never cut between pieces', async () => {
  const line = Buffer.concat([Buffer.from('a,'), Buffer.from('93fa967b8cea', 'hex'), Buffer.from('\n')]);
  const bytes = Buffer.concat([Buffer.from('Name,Note\n'), ...Array.from({ length: 30_000 }, () => line)]);
  const found = await readTable({ 'x.csv': bytes }, { encoding: 'shift_jis' });
  expect(found.items.length).toBe(30_000);
  expect([...new Set(valuesOf(found, 'Note'))]).toEqual(['\u65e5\u672c\u8a9e']);
});
