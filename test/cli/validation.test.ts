/** The searches of `validate`: they find the recorded items, docs/validation.md lists them, and a failed one is reported. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { validationRecord } from '../../src/cli/validation/record.ts';
import { ITEMS, SEARCHES } from '../../src/cli/validation/search-set.ts';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';

const directory = temporaryDir();

const PAGE = 'docs/validation.md';
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const printed = (text: string): string =>
  text
    .replaceAll('\n', '⏎')
    .replace(/[\u00ad\u200b]/g, (one) => `{U+${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}}`);

const TABLES: Readonly<Record<string, readonly string[]>> = {
  items: [
    row(['item', 'text', '']),
    row(['--:', '---', '---']),
    ...ITEMS.map(({ text, about = '' }, i) => row([String(i + 1), printed(text), about])),
  ],
  searches: [
    row(['requirement', 'aim', 'query', 'finds items']),
    row(['---', '---', '---', '---']),
    ...SEARCHES.map(({ requirement, aim, query, finds }) =>
      row([requirement, aim, `\`${query}\``, finds.join(', ') || 'none']),
    ),
  ],
};

test('the page lists the set and the searches', () => {
  let page = readFileSync(PAGE, 'utf8');
  for (const [name, lines] of Object.entries(TABLES)) {
    const [begin, end] = [`<!-- set of ${name} -->`, `<!-- end of ${name} -->`];
    page = `${page.slice(0, page.indexOf(begin) + begin.length)}\n${lines.join('\n')}\n${page.slice(page.indexOf(end))}`;
  }
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
  expect(page).toContain(`${SEARCHES.length} searches, ${SEARCHES.length} as expected`);
});

test('every requirement of the public test has a search', () => {
  const names = Array.from({ length: 10 }, (_, i) => `FT-SS-${String(i + 1).padStart(2, '0')}`);
  expect([...new Set(SEARCHES.map(({ requirement }) => requirement))]).toEqual(names);
  for (const { finds } of SEARCHES) for (const id of finds) expect(ITEMS[id - 1]).toBeDefined();
});

test('all results are as expected, and the record has them and is never overwritten', async () => {
  const out = join(directory, 'record.md');
  const { code, stdout, stderr } = await runCli(['validate', '--out', out, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  const { searches } = JSON.parse(stdout);
  expect(searches.map(({ found }: { found: number[] }) => found)).toEqual(SEARCHES.map(({ finds }) => finds));
  const record = readFileSync(out, 'utf8');
  expect(record).toContain(`${SEARCHES.length} searches, all as expected.`);
  expect(record.split('\n').filter((line) => line.endsWith('| as expected |'))).toHaveLength(SEARCHES.length);
  expect(record).toContain(`Node ${process.versions.node}`);
  const again = await runCli(['validate', '--out', out]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
});

test('a search with another result is shown as different', () => {
  const [first, second] = SEARCHES;
  const record = validationRecord(
    [
      { ...first!, found: [1], isAsExpected: false },
      { ...second!, found: second!.finds, isAsExpected: true },
    ],
    new Date(0),
  );
  expect(record).toContain('| 1, 2, 3, 4, 6 | 1 | **differs** |');
  expect(record).toContain('2 searches, **1 not** as expected.');
});
