/** docs/load-files.md matches the code: names of columns, spellings of dates, folders. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { LISTS, PROPERTY_NAMES, TIME_NAMES, USE_NAMES } from '../../../../src/cases/loadfiles/columns/column-names.ts';
import { orderEvidence, toIsoDate } from '../../../../src/cases/loadfiles/columns/usual-dates.ts';
import { readCaseAt } from '../../../support/read-case.ts';
import { withTempDir, writeCaseFile } from '../../../support/tiny-case.ts';

const page = readFileSync('docs/load-files.md', 'utf8');

test.each([
  ['properties', PROPERTY_NAMES],
  ['uses', USE_NAMES],
  ['times', TIME_NAMES],
])('names every column of %s, in their order', (_what, names) => {
  const rows = Object.entries(names).map(
    ([target, list]) => `| \`${target}\` | ${list.map((name) => `\`${name}\``).join(' ')} |`,
  );
  expect(page).toContain(rows.join('\n'));
});

test('has examples of dates that are read', () => {
  const table = page.slice(page.indexOf('| spelling | example |'), page.indexOf('A time may have seconds'));
  const examples = [...table.matchAll(/`([^`]+)`/g)].map(([, example]) => example!);
  const dates = examples.filter((example) => example !== '/' && example !== '.');
  expect(dates.length).toBeGreaterThan(12);
  for (const date of dates) {
    expect([date, orderEvidence(date, true)]).toEqual([date, expect.any(String)]);
    expect([date, toIsoDate(date, 'month first')]).toEqual([date, expect.stringMatching(/^2021-(03-04|04-03)/)]);
  }
});

test('names every column that is a list', () => {
  const [, named] = /\*\*Lists\.\*\* These columns are lists: (.*?)\. Their values/s.exec(page)!;
  const words = named!.replace(/and those called/, '').split(',');
  for (const word of words) expect([word, LISTS.has(word.toLowerCase().replace(/[^a-z]/g, ''))]).toEqual([word, true]);
});

test('says which empty files are not a case', async () => {
  const row =
    '| a table with neither a header nor rows, XML without a document, a list of images without a page | the case does not open.';
  expect(page).toContain(`${row} A table with only a header is a case without items |`);
  const itemsOf = (name: string, text: string): Promise<number | string> =>
    withTempDir(async (dir) => {
      await writeCaseFile(dir, name, text);
      return readCaseAt(dir).then(
        ({ items }) => items.length,
        (error: { readonly code: string }) => error.code,
      );
    });
  expect(await itemsOf('x.csv', 'DocID,Name\n')).toBe(0);
  for (const [name, text] of [
    ['x.csv', ''],
    ['x.dat', '\n\n'],
    ['x.xml', '<Root><Batch><Documents></Documents></Batch></Root>'],
    ['x.opt', ''],
  ] as const) {
    expect([name, await itemsOf(name, text)]).toEqual([name, 'CASE_UNREADABLE']);
  }
});
