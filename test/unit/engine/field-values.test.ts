/** The distinct values of a field, against counting each document by itself. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FieldFiles, HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { FieldState } from '../../../src/engine/inversion/field-state.ts';
import { fieldSpec } from '../../../src/schema/field-types.ts';
import { withDirectory } from './synthetic-index.ts';

async function withField(use: (newField: () => FieldState) => void): Promise<void> {
  await withDirectory(async (directory) => {
    const files = new FieldFiles(join(directory, 'fields'), HOLD_LIMITS);
    use(() => new FieldState(0, fieldSpec('some'), files));
    files.close();
  });
}

test('are counted once a document, in the order in which they came', async () => {
  await withField((newField) => {
    const value = fc.constantFrom('', 'a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { maxLength: 30 }), (documents) => {
        const field = newField();
        const expected = new Map<string, number>();
        for (const values of documents) {
          field.countValues(values);
          for (const value of new Set(values)) expected.set(value, (expected.get(value) ?? 0) + 1);
        }
        expect([...field.values()!]).toEqual([...expected]);
        expect([...field.values()!]).toEqual([...expected]);
      }),
    );
  });
});

test('are counted beyond the cache of recent values, similar values in any order', async () => {
  await withField((newField) => {
    const value = fc.tuple(
      fc.constantFrom('', 'same beginning ', 'a\u00e9\ud83d\ude00'),
      fc.integer({ min: 0, max: 1200 }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 4000, maxLength: 6000 }), (values) => {
        const field = newField();
        const expected = new Map<string, number>();
        for (const [beginning, number] of values) {
          // Cut out of a longer text, as values of files are.
          const text = `,${beginning}${number} and the end,`.slice(1, -1);
          field.countValues([text]);
          expected.set(text, (expected.get(text) ?? 0) + 1);
        }
        expect([...field.values()!]).toEqual([...expected]);
      }),
      { numRuns: 10 },
    );
  });
});

test('are not kept where there are too many, or one is too long', async () => {
  await withField((newField) => {
    for (const count of [4999, 5000, 5001, 5002]) {
      const field = newField();
      for (let n = 0; n < count; n++) field.countValues([`${n}`]);
      expect([count, field.values() === null]).toEqual([count, count > 5000]);
    }
    const field = newField();
    for (const value of ['a', 'x'.repeat(257), 'a']) field.countValues([value]);
    expect(field.values()).toBeNull();
  });
});
