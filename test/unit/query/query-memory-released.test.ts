/** A search releases all memory that it claimed, whether it is answered or refused. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import type { SearchRequest, Sort } from '../../../src/search/search-request.ts';
import { MemoryPool } from '../../../src/shared/query-memory.ts';
import { hitsOf } from '../../support/asked-source.ts';
import { pause } from '../../support/until.ts';
import { withIndex } from '../engine/synthetic-index.ts';

const DOCUMENTS = 200;
const QUERIES = ['name:*', 'w*', '"w1 w2"~9', 'w1 OR w2 OR NOT w3', 'w1 NEAR/5 w2'];
const SORTS: readonly Sort[] = [
  { by: 'id' },
  { by: 'relevance' },
  { by: 'fields', keys: [{ field: 'category', direction: 'asc' }] },
];

test.each([1, 2])('with %i sources', async (sources) => {
  const docs = Array.from({ length: DOCUMENTS }, (_, doc) => ({
    doc,
    text: `w${doc % 7} w${doc % 5} w2`,
    fields: { name: [`item ${doc}`], category: [`c${doc % 9}`] },
  }));
  let refused = 0;
  await withIndex(docs, {}, async (index) => {
    const names = ['a', 'b'].slice(0, sources);
    const indexes = new OpenIndexes(new Map(names.map((name) => [name, index])));
    for (const bytes of [0, 64, 1000, 9000, 20_000, 2 ** 28]) {
      const pool = new MemoryPool(4 * bytes);
      const engine = new EmbeddedEngine(indexes, { query: bytes, pool });
      for (const text of QUERIES) {
        for (const sort of SORTS) {
          const request: SearchRequest = {
            query: parseQuery(text),
            sources: names.map((source) => ({ source })),
            sort,
            want: ['ids', 'count', 'keys'],
            facets: [{ kind: 'values', field: 'category' }],
          };
          try {
            for (const outcome of await engine.search(request)) {
              if (outcome.kind === 'value') await hitsOf(outcome.value);
            }
          } catch {
            refused++;
          }
          expect([text, sort.by, bytes, pool.held]).toEqual([text, sort.by, bytes, 0]);
        }
      }
    }
  });
  expect(refused).toBeGreaterThan(QUERIES.length);
});

test('of a source that still works while another one refuses', async () => {
  const long = Array.from({ length: 30_000 }, (_, doc) => ({
    doc,
    text: `w${doc % 7000} w2`,
    fields: { name: [`item ${doc}`], category: [`c${doc % 9000}`] },
  }));
  const dated = [{ doc: 0, text: 'w1', fields: { name: ['2020-01-02'] } }];
  await withIndex(long, {}, (index) =>
    withIndex(dated, {}, async (other) => {
      const indexes = new OpenIndexes(new Map(Object.entries({ a: index, b: index, c: other })));
      const pool = new MemoryPool(2 ** 30);
      const engine = new EmbeddedEngine(indexes, { query: 2 ** 28, pool });
      const request: SearchRequest = {
        query: parseQuery('name:i* AND w*'),
        sources: ['a', 'b', 'c'].map((source) => ({ source })),
        sort: SORTS[2]!,
        want: ['ids', 'count'],
        facets: [{ kind: 'values', field: 'category' }],
      };
      await expect(engine.search(request)).rejects.toThrow('the field "name" holds dates');
      await pause(200);
      expect(pool.held).toBe(0);
    }),
  );
});
