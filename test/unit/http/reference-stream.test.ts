import type { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { referenceBody } from '../../../src/http/output/reference-stream.ts';
import { until } from '../../support/until.ts';

const signal = new AbortController().signal;

async function textOf(body: AsyncIterable<Buffer> | Buffer): Promise<{ text: string; longest: number }> {
  const chunks: Buffer[] = [];
  if (Buffer.isBuffer(body)) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString('utf8'), longest: Math.max(...chunks.map(({ length }) => length)) };
}

const id = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  fc.constantFrom(0, 9, 10, 99, 100, 999_999_999, 1_000_000_000, 2 ** 32 - 1),
);
const group = fc.record({
  source: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constant('é"\\\n\u2028'),
    fc.constant('n'.repeat(255)),
  ),
  ids: fc.array(id, { maxLength: 40 }),
  copies: fc.constantFrom(1, 1, 1, 50, 200),
  batchLength: fc.integer({ min: 1, max: 500 }),
});

describe('references as a stream', () => {
  test('equal the output of JSON.stringify', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { maxLength: 4 }),
        fc.option(fc.integer({ min: 0, max: 300 })),
        async (groups, limit) => {
          const expanded = groups.map(({ source, ids, copies, batchLength }) => ({
            source,
            batchLength,
            ids: Array.from({ length: copies }, () => ids).flat(),
          }));
          const docs = expanded.flatMap(({ source, ids }) => ids.map((one) => ({ source, id: one })));
          const body = await referenceBody(runsOf(expanded), {
            signal,
            ...(limit === null ? {} : { limit }),
            members: limit === null ? {} : { incomplete: [{ source: 'x' }] },
          });
          const { text } = await textOf(body);
          const expected = limit === null ? { docs } : { docs: docs.slice(0, limit), incomplete: [{ source: 'x' }] };
          expect(text).toBe(JSON.stringify(expected));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('are one piece if they are few', async () => {
    const ids = Uint32Array.from({ length: 1000 }, (_, i) => i);
    expect(Buffer.isBuffer(await referenceBody([[{ target: { id: 'a' }, ids }]], { signal }))).toBe(true);
  });

  test('come in pieces of bounded size', async () => {
    const ids = Uint32Array.from({ length: 100_000 }, (_, i) => i);
    const { text, longest } = await textOf(await referenceBody([[{ target: { id: 'a' }, ids }]], { signal }));
    expect(JSON.parse(text).docs).toHaveLength(100_000);
    // Node may deliver everything pending at once.
    expect(longest).toBeLessThanOrEqual(512 * 1024);
  });

  test('end when the signal fires', async () => {
    const controller = new AbortController();
    const ids = Uint32Array.from({ length: 1_000_000 }, (_, i) => i);
    const stream = (await referenceBody([[{ target: { id: 'a' }, ids }]], { signal: controller.signal })) as Readable;
    stream.once('data', () => controller.abort());
    await expect(textOf(stream)).rejects.toThrow();
  });

  test('end their source if the client left before it read any', async () => {
    const ids = Array.from({ length: 100_000 }, (_, i) => i);
    let hasEnded = false;
    async function* source() {
      try {
        yield* runsOf([{ source: 'a', ids, batchLength: ids.length }]);
        yield* runsOf([{ source: 'b', ids, batchLength: ids.length }]);
      } finally {
        hasEnded = true;
      }
    }
    const stream = (await referenceBody(source(), { signal })) as Readable;
    stream.destroy();
    await until(() => hasEnded);
  });
});

/** Runs whose ids are one array, as an engine may return them. */
async function* runsOf(groups: readonly { source: string; ids: readonly number[]; batchLength: number }[]) {
  for (const { source, ids, batchLength } of groups) {
    const batch = new Uint32Array(batchLength);
    for (let start = 0; start < ids.length; start += batchLength) {
      const part = ids.slice(start, start + batchLength);
      batch.set(part);
      yield [{ target: { id: source }, ids: batch.subarray(0, part.length) }];
    }
  }
}
