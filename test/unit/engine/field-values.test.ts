/** The distinct values of a field, counted log by log, compared with counting each document by itself. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { ColumnCounts } from '../../../src/engine/columns/values/column-counts.ts';
import { FieldTable } from '../../../src/engine/inversion/field-table.ts';
import { temporaryDir } from '../../support/endings.ts';

type Values = readonly string[];

/** Fields whose column counts, two names of one column, and one without a limit. */
const NAMES = ['some', 'other', 'size', 'length', 'category'] as const;

/** Documents with values of fields, a number of values per log. Returns the distinct values of each field. */
async function counted(
  documents: readonly (readonly [name: string, values: Values])[],
  occurrences = HOLD_LIMITS.values.occurrences,
): Promise<ReadonlyMap<string, readonly (readonly [string, number])[] | null>> {
  const directory = temporaryDir();
  const limits = { ...HOLD_LIMITS, values: { ...HOLD_LIMITS.values, occurrences } };
  const table = new FieldTable(join(directory, 'fields'), limits);
  for (const [doc, [name, values]] of documents.entries()) {
    const field = table.open(name)!;
    field.countValues(values);
    table.values.add(name, field.analysis, doc, values);
  }
  table.values.end();
  // The same is returned, however often it is requested.
  for (const field of table.fields) field.values();
  const found = new Map(table.fields.map((field) => [field.name, field.values()]));
  table.close();
  return new Map([...found].map(([name, counts]) => [name, counts === null ? null : [...counts]]));
}

function naive(documents: readonly (readonly [name: string, values: Values])[]): ReadonlyMap<string, unknown> {
  const fields = new Map<string, Map<string, number>>();
  for (const [name, values] of documents) {
    const counts = fields.get(name) ?? new Map<string, number>();
    fields.set(name, counts);
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return new Map([...fields].map(([name, counts]) => [name, [...counts]]));
}

test('are counted once per document, in order of arrival', async () => {
  const value = fc.constantFrom('', 'a', 'A', 'b', 'c', 'a\u00e9\ud83d\ude00');
  const document = fc.tuple(fc.constantFrom(...NAMES), fc.array(value, { minLength: 1, maxLength: 4 }));
  const documents = fc.array(document, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(documents, fc.integer({ min: 1, max: 12 }), async (list, occurrences) => {
      expect(await counted(list, occurrences)).toEqual(naive(list));
    }),
  );
});

test('are not kept if there are too many, or one is too long', async () => {
  for (const count of [4999, 5000, 5001, 5002]) {
    const list = NAMES.flatMap((name) => Array.from({ length: count }, (_, n) => [name, [`${n}`]] as const));
    for (const occurrences of [1000, 2 ** 20]) {
      const found = [...(await counted(list, occurrences))].map(([name, counts]) => [name, counts?.length ?? null]);
      expect(found).toEqual(NAMES.map((name) => [name, count > 5000 && name !== 'category' ? null : count]));
    }
  }
  const long = NAMES.flatMap((name) => ['a', 'x'.repeat(257), 'a'].map((value) => [name, [value]] as const));
  for (const occurrences of [1, 2 ** 20]) {
    const found = [...(await counted(long, occurrences))].filter(([, counts]) => counts !== null);
    expect(found.map(([name]) => name)).toEqual(['category']);
  }
});

test('come from logs in any order', () => {
  const counts = new ColumnCounts();
  counts.open(7);
  counts.add(1, [{ column: 7, values: ['b', 'a'], docs: [2, 3] }]);
  counts.add(2, [{ column: 8, values: ['z'], docs: [1] }]);
  expect([...counts.of(7)!]).toEqual([]);
  counts.add(0, [{ column: 7, values: ['a'], docs: [1] }]);
  expect([...counts.of(7)!]).toEqual([
    ['a', 4],
    ['b', 2],
  ]);
  counts.add(3, [{ column: 7, values: null, docs: [] }]);
  expect([counts.of(7), counts.of(8), [...counts.columns]]).toEqual([null, null, []]);
});
