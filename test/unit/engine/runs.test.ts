import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RUN_LIMITS, type RunLimits } from '../../../src/engine/run-builder.ts';
import { type SyntheticDoc, withDirectory, writeIndex } from './synthetic-index.ts';

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'the'),
  fc.nat(300).map((n) => `w${n}`),
  fc.constantFrom('重要文件', 'École'),
);
const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
const documents = fc
  .array(
    fc.record({
      gap: fc.constantFrom(1, 1, 1, 2, 70_000),
      text: fc.option(text, { nil: undefined }),
      fields: fc.record({
        name: fc.tuple(text.filter((value) => value !== '')),
        tag: fc.array(fc.constantFrom('x y', 'z', 'x'), { minLength: 1, maxLength: 4 }),
        category: fc.tuple(fc.constantFrom('Pictures', 'Documents')),
        size: fc.tuple(fc.nat(5000).map(String)),
      }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) => {
    let doc = -1;
    return list.map(({ gap, text: content, fields }): SyntheticDoc => {
      doc += gap;
      return { doc, fields, ...(content === undefined ? {} : { text: content }) };
    });
  })
  .filter((docs) => docs.at(-1)!.doc < 200_000);

const FILES = ['data.mdb', 'data.sums'];

async function filesOf(docs: readonly SyntheticDoc[], limits: RunLimits): Promise<Buffer[]> {
  return withDirectory(async (directory) => {
    await writeIndex(directory, docs, { limits });
    return FILES.map((name) => readFileSync(join(directory, name)));
  });
}

describe('an index', () => {
  test('is the same byte for byte whether it was built in one run or merged from many', async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.constantFrom(1, 2, 50, 1000),
        fc.constantFrom(1, 2 ** 30),
        async (docs, tokens, termBytes) => {
          const whole = await filesOf(docs, RUN_LIMITS);
          const merged = await filesOf(docs, { tokens, termBytes });
          for (const [i, file] of FILES.entries())
            expect([file, Buffer.compare(merged[i]!, whole[i]!)]).toEqual([file, 0]);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  test('is merged from runs with terms of many occurrences, which are read in pieces', async () => {
    const docs = Array.from({ length: 30 }, (_, doc) => ({ doc, text: `${'again '.repeat(3000)}w${doc % 7}` }));
    const whole = await filesOf(docs, RUN_LIMITS);
    const merged = await filesOf(docs, { tokens: 20_000, termBytes: 2 ** 20 });
    expect(Buffer.compare(merged[0]!, whole[0]!)).toBe(0);
  });
});
