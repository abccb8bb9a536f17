/**
 * A column of dates or sizes keeps its type if some of its values do not fit. They become text values of it, and are reported
 * by row.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../../grammar/parse.ts';
import { openSource } from '../../../../src/sources/open-source.ts';
import { AskedSource } from '../../../support/asked-source.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { NaiveCase } from '../../../support/naive/naive-case.ts';
import { evaluate } from '../../../support/naive/naive-evaluator.ts';
import { readAll } from '../../../support/read-case.ts';
import { readCsv, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const days = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `2021-03-${String((i % 28) + 1).padStart(2, '0')}`);
const table = (header: string, values: readonly string[]): string =>
  `Name,${header}\n${values.map((value, n) => `n${n},${value}\n`).join('')}`;

test.each([
  ['Date', [...days(50), 'Not a time'], 'date'],
  ['Date', ['2021-03-04', '2021-03-05', 'n/a'], 'date'],
  ['Date', ['2021-03-04', 'n/a'], 'date'],
  ['Date', ['2021-03-04', 'open'], null],
  ['Deadline', [...days(9), 'open'], 'date'],
  ['Deadline', [...days(8), 'open'], null],
  ['Deadline', [...Array.from({ length: 1000 }, () => 'open'), ...days(9000)], null],
  ['Deadline', [...Array.from({ length: 1000 }, () => 'n/a'), ...days(9)], 'date'],
  ['Note', ['x', 'y'], null],
] as const)('%s is of dates if enough of its values are', async (header, values, type) => {
  const found = await readCsv(table(header, values));
  expect(found.types.get(header) ?? null).toBe(type);
  expect(valuesOf(found, header)).toEqual(values);
  const others = values.filter((value) => !value.startsWith('2021'));
  if (type === null) expect(found.problems).toEqual([]);
  else
    expect(reasonsOf(found)).toEqual([
      expect.stringContaining(`"${header}": ${others.length} of its values are not dates`),
    ]);
});

test('searches, ranges and fields are those of a date, by definition', async () => {
  const dir = temporaryDir();
  const path = join(dir, 'x.csv');
  const values = [
    ...Array.from({ length: 28 }, (_, i) => `${i + 1} Mar 2021`),
    'Not a time',
    '2022-01-01T10:00:00Z',
    'Not yet',
  ];
  await writeFile(path, table('When (date)', values));
  const opened = closedAtEnd(await openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true }));
  const { items } = await readAll(opened.caseReader);
  const naive = new NaiveCase(
    items.map((item) => ({ ...item, text: String(item.text) })),
    opened.caseReader.fieldTypes!(),
  );
  const asked = new AskedSource(opened);
  const queries = [
    ...['[2021-03-10 TO 2021-03-12]', '[2022 TO *]', '"Not a time"', '2021-03-05', '*', '="Not yet"', '"Not"'],
  ].map((query) => `"When (date)":${query}`);
  const counts: number[] = [];
  for (const text of queries) {
    const query = parseQuery(text);
    const ids = await asked.ids(query);
    expect([text, ids]).toEqual([text, evaluate(query, naive)]);
    counts.push(ids.length);
  }
  expect(counts).toEqual([3, 1, 1, 1, 31, 1, 2]);
  const fields = await opened.engine.fields([opened.name]);
  expect(JSON.stringify(fields)).toContain('"name":"When (date)","type":"date"');
});
