import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { VALUE_GAP, VALUE_MARK } from '../../../src/engine/format.ts';
import { RUN_LIMITS, RunBuilder } from '../../../src/engine/inversion/run-builder.ts';
import { writeRunFile } from '../../../src/engine/inversion/runs/run-file-writer.ts';
import { ListCursor } from '../../support/list-cursor.ts';
import { type NaiveToken, tokenize } from '../../support/naive/naive-analysis.ts';
import { withDirectory } from '../../unit/engine/synthetic-index.ts';

/** Documents in order. Each has fields in any order, and each field has values, which consist of words. */
type Run = readonly (readonly { readonly field: number; readonly values: readonly (readonly string[])[] }[])[];

/** A run by the obvious algorithm: a list of occurrences for each term. */
function naiveRun(run: Run): ListCursor {
  const lists = new Map<string, [field: number, term: string, occurrences: [doc: number, position: number][]]>();
  for (const [doc, fields] of run.entries()) {
    for (const { field, values } of fields) {
      let position = 0;
      const add = (term: string, at: number): void => {
        const key = `${field} ${term}`;
        const list = lists.get(key) ?? [field, term, []];
        list[2].push([doc, at]);
        lists.set(key, list);
      };
      for (const [n, words] of values.entries()) {
        // The mark is at the beginning of the value, like its first word.
        if (n > 0) add(VALUE_MARK, position);
        for (const word of words) {
          const tokens = tokensOf(word);
          for (const { term, position: within } of tokens) add(term, position + within);
          position += tokens.at(-1)!.position + 1;
        }
        position += VALUE_GAP;
      }
    }
  }
  const sorted = [...lists.values()].sort(
    (a, b) => a[0] - b[0] || Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])),
  );
  return new ListCursor(sorted);
}

const known = new Map<string, readonly NaiveToken[]>();

/** Tokens of a word, of which several may share a position. */
function tokensOf(word: string): readonly NaiveToken[] {
  const tokens = known.get(word) ?? tokenize(word);
  known.set(word, tokens);
  return tokens;
}

function feed(builder: RunBuilder, run: Run): void {
  for (const [doc, fields] of run.entries()) {
    for (const { field, values } of fields) {
      builder.beginField(doc, field);
      for (const words of values) builder.addValue(words.join(' '), 'text');
      builder.endField();
    }
  }
}

/** Compares bytes. This is faster than a matcher, which is only used for the first bytes that differ. */
function expectBytes(found: Uint8Array, wanted: Uint8Array): void {
  const at = found.findIndex((byte, i) => byte !== wanted[i]);
  if (at >= 0) expect(found.subarray(at, at + 16)).toEqual(wanted.subarray(at, at + 16));
  expect(found.length).toBe(wanted.length);
}

async function expectSame(builder: RunBuilder, run: Run): Promise<void> {
  await withDirectory(async (directory) => {
    const wanted = writeRunFile(join(directory, 'wanted'), naiveRun(run));
    builder.clear();
    feed(builder, run);
    const made = builder.writeTo(join(directory, 'made'));
    expectBytes(readFileSync(made.path), readFileSync(wanted.path));
    expect({ ...made, path: '' }).toEqual({ ...wanted, path: '' });
  });
}

const words = fc.array(
  fc.constantFrom('a', 'b', 'ab', 'abcdefgh', 'abcdefghi', 'ж', '重', 'x'.repeat(600), 'ab-\ncd'),
  {
    maxLength: 12,
  },
);
const fields = fc
  .uniqueArray(fc.constantFrom(0, 3, 300), { maxLength: 3 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((field) => fc.record({ field: fc.constant(field), values: fc.array(words, { maxLength: 3 }) })),
    ),
  );

test('a run has all occurrences by term, document and position, and builders can be reused', async () => {
  const builder = new RunBuilder({ ...RUN_LIMITS, tokens: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { maxLength: 12 }), (run) => expectSame(builder, run)),
    { numRuns: 60 },
  );
  builder.close();
});

test('a run is taken in pieces, also within a term and a document, and has marks where terms begin', async () => {
  const builder = new RunBuilder({ ...RUN_LIMITS, tokens: 4 });
  const many = Array.from({ length: 30_000 }, (_, n) => `w${(n * 7919) % 30_000}`);
  const often = Array.from({ length: 350_000 }, (_, n) => (n % 300 === 0 ? 'x' : 'the'));
  const run: Run = [
    [{ field: 1, values: [many] }],
    [{ field: 1, values: [often] }],
    ...Array.from({ length: 200_000 }, () => [{ field: 1, values: [['the']] }]),
    [{ field: 2, values: [many, often.slice(0, 5000)] }],
  ];
  await expectSame(builder, run);
  await expectSame(builder, run.slice(0, 2));
  builder.close();
});
