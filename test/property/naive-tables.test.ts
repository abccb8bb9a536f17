/**
 * The guessed header, parents by names of columns, and the recognized tools equal those of naive twins for random tables. RUNS=
 * and SEED= are as for engine-agrees.test.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { naiveHeaderLine, naiveParents, naiveToolOf, naiveTools } from '../support/naive/naive-tables.ts';
import { readCsv } from '../support/read-table.ts';

const numRuns = Number(process.env['RUNS'] ?? 1) * 60;
const seed = Number(process.env['SEED'] ?? 1);

test('the header line', async () => {
  const title = fc.constantFrom(
    'Report',
    'Case 7,made by ada',
    'a,b',
    '',
    ',',
    ' of a case, and more',
    'x,y,z',
    '7,8,9',
  );
  const names = fc.constantFrom('Name,Size,Box', 'Name,Name,Box', 'Name, Size,Box', 'Name,Size,7', 'a,b,c,d,e', 'A,B');
  const below = fc.constantFrom('p,1,q', 'p,,', 'p,1', 'p,1,q,r,s', '1,2,3', 'p,,q');
  const tables = fc.tuple(fc.array(title, { maxLength: 22 }), names, fc.array(below, { minLength: 1, maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(tables, async ([titles, header, rows]) => {
      const lines = [...titles, header, ...rows];
      const found = await readCsv(`${lines.join('\n')}\n`).catch(() => null);
      if (found === null) return;
      const told = /header in line (\d+)/.exec(found.description)?.[1] ?? '1';
      expect([lines, Number(told)]).toEqual([lines, naiveHeaderLine(lines)]);
    }),
    { numRuns: numRuns * 3, seed },
  );
});

test('parents by the names of columns', async () => {
  const pair = fc.constantFrom(
    ...[
      ['Box Number', 'Parent Box Number'],
      ['EntryNumber', 'ParentEntryNumber'],
      ['Item Ref', 'Item Ref parent'],
    ],
    ...[
      ['Box Name', 'Parent Box Name'],
      ['Box Key', 'Parent Other Key'],
    ],
  );
  const cell = fc.constantFrom('', 'a', 'b', 'c', 'd', 'lost', 'gone');
  const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), cell), { minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(pair, rows, async (columns, cells) => {
      const text = `${[columns, ...cells].map(([own, parent]) => `x,${own},${parent}`).join('\n')}\n`.replace(
        'x,',
        'Note,',
      );
      const { items } = await readCsv(text);
      expect([text, items.map(({ parentId }) => parentId)]).toEqual([text, naiveParents(columns, cells)]);
    }),
    { numRuns: numRuns * 3, seed },
  );
});

test('tables of tools', async () => {
  const tools = naiveTools(readFileSync('docs/tables/tools.md', 'utf8'));
  expect(tools.length).toBeGreaterThan(25);
  const written = (name: string, how: number): string =>
    how === 0 ? name : how === 1 ? name.toUpperCase() : name.replace(/(?<=[a-z])(?=[A-Z])/, '_');
  const tables = fc.record({
    tool: fc.constantFrom(...tools),
    how: fc.nat(2),
    dropped: fc.option(fc.nat(20), { freq: 2 }),
    more: fc.subarray(['Zeta', 'Omega']),
  });
  await fc.assert(
    fc.asyncProperty(tables, async ({ tool, how, dropped, more }) => {
      const own = [...new Set([...tool.knownBy, ...tool.columns.keys()])];
      const columns = [...own.filter((_name, i) => i !== dropped), ...more].map((name) => written(name, how));
      // A single column is not a table with commas.
      if (columns.length < 2) return;
      const found = await readCsv(
        `${columns.map((name) => `"${name}"`).join(',')}\n${columns.map(() => 'v').join(',')}\n`,
      );
      const expected = naiveToolOf(tools, columns);
      expect([columns, found.tables[0]!.tool]).toEqual([columns, expected?.name ?? null]);
      const given = new Set<string>();
      for (const [column, property] of expected?.columns ?? []) {
        const name = columns.find((one) => one === written(column, how));
        // A property has one column, the first that the page lists.
        if (name === undefined || given.has(property)) continue;
        given.add(property);
        expect([columns, name, found.columns.get(name)?.property]).toEqual([
          columns,
          name,
          property === column ? name : property,
        ]);
      }
    }),
    { numRuns: numRuns * 2, seed },
  );
});
