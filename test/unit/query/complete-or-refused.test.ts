/** Whatever memory a search may use, its answer is complete, or there is none. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import { MemoryPool } from '../../../src/shared/query-memory.ts';
import { withIndex } from '../engine/synthetic-index.ts';

const QUERIES = [
  '"w1* w2"',
  '"w* w2"~3',
  '"*1 w*"',
  'NOT "w1* w2"',
  'name:"it* 1?"',
  'w1* NEAR/2 w2',
  '*1 OR *2',
  '/w[0-4]+/',
  'w1~1 OR w12~2',
  'name:[item TO j]',
];

test.each(QUERIES)('%s', async (text) => {
  const docs = Array.from({ length: 400 }, (_, doc) => ({
    doc,
    text: `w${doc} w2 w${(doc * 7) % 400} w w1 and w w2`,
    fields: { name: [`item ${doc % 100}`] },
  }));
  await withIndex(docs, {}, async (index) => {
    const all = await count(2 ** 28);
    expect(all).toBeGreaterThan(0);
    let refused = 0;
    for (let bytes = 64; bytes < 2 ** 20; bytes *= 1.5) {
      try {
        expect([bytes, await count(bytes)]).toEqual([bytes, all]);
      } catch (error) {
        if (!/needs more than .* of memory/.test((error as Error).message)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);

    async function count(query: number): Promise<number | null> {
      const engine = new EmbeddedEngine(new OpenIndexes(new Map([['a', index]])), {
        query,
        pool: new MemoryPool(2 ** 30),
      });
      const [outcome] = await engine.search({
        query: parseQuery(text),
        sources: [{ source: 'a' }],
        sort: { by: 'id' },
        want: ['count'],
      });
      return outcome!.kind === 'value' ? outcome!.value.count : null;
    }
  });
});
