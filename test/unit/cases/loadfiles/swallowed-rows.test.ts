/** A row that may have swallowed the next one is reported, whatever the quote is. */
import { expect, test } from '@jest/globals';
import { readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';

test('a quote that begins a line inside a value is reported', async () => {
  const row = (id: string): string => `þ${id}þ\x14þaþ\x14þbþ\r\n`;
  const lost = await readTable({ 'x.dat': `${row('ID')}þD\r\n${row('E')}${row('F')}` });
  expect(lost.items.length).toBe(2);
  expect(reasonsOf(lost)).toEqual([
    'a quote inside a quoted value begins a line, as rows do: the row may hold another one',
  ]);
  const letters = await readTable({ 'x.dat': `${row('ID')}${row('Sigurþór')}${row('þþa\nþþb')}` });
  expect([valuesOf(letters, 'ID'), letters.problems]).toEqual([['Sigurþór', 'þa\nþb'], []]);
});

test('quotes in a table with tabs are detected if they are doubled in each value', async () => {
  const found = await readTable({ 'x.tsv': 'a\tb\n1\t"say ""hi""\nto all"\n2\tx\n' });
  expect([valuesOf(found, 'b'), found.problems]).toEqual([['say "hi"\nto all', 'x'], []]);
});
