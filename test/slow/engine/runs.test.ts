import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HOLD_LIMITS, type HoldLimits } from '../../../src/engine/columns/field-files.ts';
import { IndexingThread } from '../../../src/engine/inversion/indexing-thread.ts';
import type { ThreadPoolOptions } from '../../../src/engine/inversion/indexing-thread-pool.ts';
import { RUN_LIMITS, type RunLimits } from '../../../src/engine/inversion/run-builder.ts';
import type { PoolThread } from '../../../src/engine/inversion/thread-pool.ts';
import { doPairTask } from '../../../src/engine/pairs/pair-task.ts';
import { temporaryDir } from '../../support/endings.ts';
import { NearThread } from '../../support/near-thread.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { type SyntheticDoc, writeIndex } from '../../unit/engine/synthetic-index.ts';

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'the'),
  fc.nat(300).map((n) => `w${n}`),
  fc.constantFrom('重要文件', 'École', 'x'.repeat(600), 'the-\nw1'),
);
const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
/** Occasionally one that leads to another block of documents. A large index takes time for every number between. */
const gap = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(1, 1, 1, 2) },
  { weight: 1, arbitrary: fc.constant(70_000) },
);
const documents = fc
  .array(
    fc.record({
      gap,
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

async function filesOf(
  docs: readonly SyntheticDoc[],
  limits: RunLimits,
  pool?: ThreadPoolOptions,
  hold: HoldLimits = HOLD_LIMITS,
): Promise<Buffer[]> {
  const directory = temporaryDir();
  const idOf = (doc: number): number => (doc * 7919) % 2_000_003; // out of order
  await writeIndex(directory, docs, { limits, hold, idOf, ...(pool === undefined ? {} : { pool }) });
  expect(readdirSync(directory).sort()).toEqual(['data.mdb', 'data.sums', 'lock.mdb']);
  return FILES.map((name) => readFileSync(join(directory, name)));
}

const thread = (failing?: string, isDying?: boolean) =>
  new NearThread((port) => new IndexingThread(port, doPairTask), failing, isDying);

describe('an index', () => {
  test('is the same byte for byte whether it was built in one run or merged from many', async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.constantFrom(1, 2, 50, 1000),
        fc.constantFrom(1, 2 ** 30),
        fc.constantFrom(2, 3, 64),
        async (docs, tokens, termBytes, runs) => {
          const whole = await filesOf(docs, RUN_LIMITS);
          const merged = await filesOf(docs, { tokens, termBytes, runs });
          for (const [i, file] of FILES.entries()) expectSameBytes(merged[i]!, whole[i]!, file);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('is the same byte for byte however little collected data is held in memory', async () => {
    const hold = fc.record({
      fieldPageBytes: fc.constantFrom(8, 13, 256),
      pageBytes: fc.constantFrom(50, 1000, 4096),
      points: fc.constantFrom(50, 1000, 50_000),
      values: fc.record({ occurrences: fc.constantFrom(1, 50, 50_000), bytes: fc.constantFrom(100, 2 ** 20) }),
    });
    await fc.assert(
      fc.asyncProperty(documents, hold, fc.boolean(), async (docs, limits, hasPool) => {
        const whole = await filesOf(docs, RUN_LIMITS);
        const pool = { threads: 2, open: () => thread(), batchSize: 500, rangeBytes: 1 };
        const held = await filesOf(docs, RUN_LIMITS, hasPool ? pool : undefined, limits);
        for (const [i, file] of FILES.entries()) expectSameBytes(held[i]!, whole[i]!, file);
      }),
      { numRuns: 10 },
    );
  });

  test('is the same byte for byte, whichever threads inverted and encoded it, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.constantFrom(1, 50, RUN_LIMITS.tokens),
        fc.constantFrom(1, 200, 2000, 2 ** 20),
        fc.integer({ min: 1, max: 3 }),
        async (docs, tokens, batchSize, threads) => {
          const whole = await filesOf(docs, RUN_LIMITS);
          const limits = { ...RUN_LIMITS, tokens, runs: 3 };
          const divided = await filesOf(docs, limits, {
            threads,
            open: () => thread(),
            batchSize,
            rangeBytes: 1,
            frameBatchBytes: batchSize,
          });
          for (const [i, file] of FILES.entries()) expectSameBytes(divided[i]!, whole[i]!, file);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('is the same from threads with long lists, pairs, divided texts, and runs with alternating documents', async () => {
    const docs = Array.from({ length: 400 }, (_, doc) => ({
      doc: doc * 300,
      text: `${`and again w${doc % 7} `.repeat(doc % 50 === 0 ? 3000 : 10)}rare${doc}`,
      fields: { name: [doc % 5 === 0 ? `Maße 重${doc}` : `n${doc}`], category: [doc % 3 === 0 ? 'Ünlü X' : 'X y'] },
    }));
    const whole = await filesOf(docs, RUN_LIMITS);
    const open = (): PoolThread => thread();
    const pool = { threads: 2, open, batchSize: 1500, rangeBytes: 1000, frameBatchBytes: 20_000 };
    const divided = await filesOf(docs, { tokens: 5000, termBytes: 2 ** 20, runs: 3 }, pool);
    expectSameBytes(divided[0]!, whole[0]!, FILES[0]!);
  });

  test('is not written if a thread fails, and the error has the cause', async () => {
    const docs = Array.from({ length: 50 }, (_, doc) => ({ doc, text: 'some words of a text '.repeat(50) }));
    for (const kind of ['batch', 'compress', 'endRuns', 'range']) {
      for (const [isDying, says] of [
        [false, 'the disk is full'],
        [true, 'a thread of the build ended without an answer'],
      ] as const) {
        const open = (): PoolThread => thread(kind, isDying);
        const pool = { threads: 2, open, batchSize: 50, frameBatchBytes: 1 };
        await expect(filesOf(docs, RUN_LIMITS, pool)).rejects.toThrow(says);
      }
    }
  });

  test('is merged from runs with terms of many occurrences, which are read in pieces', async () => {
    const docs = Array.from({ length: 30 }, (_, doc) => ({ doc, text: `${'again '.repeat(3000)}w${doc % 7}` }));
    const whole = await filesOf(docs, RUN_LIMITS);
    const merged = await filesOf(docs, { tokens: 20_000, termBytes: 2 ** 20, runs: 2 });
    expectSameBytes(merged[0]!, whole[0]!, FILES[0]!);
  });
});
