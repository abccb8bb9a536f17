/** Items found by expressions over texts. Items that one request has already seen stay while it waits for the rest. */
import { expect, test } from '@jest/globals';
import type { ExpressionQuery } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { expressionFinder } from '../../../src/http/matching/expression-items.ts';
import { RunningScans } from '../../../src/http/matching/running-scans.ts';
import { SharedScans } from '../../../src/http/matching/shared-scans.ts';
import { ValueCache } from '../../../src/search/sets/value-cache.ts';
import type { ReadySource } from '../../../src/sources/source.ts';

const ROOM = 16 * 1024;
const [first, second] = ['first', 'second'].map(
  (id) => ({ id, caseReader: {}, summary: { words: 'own' } }) as unknown as ReadySource,
);
const signal = new AbortController().signal;

test('answers are complete when others fill the cache while a text is read', async () => {
  let go = (): void => undefined;
  let isWaiting = false;
  const kept = {
    scans: new RunningScans(),
    shared: new SharedScans(),
    expressions: new ValueCache(() => ROOM),
    orders: new ValueCache(() => ROOM),
  };
  const coordinator = {
    async search([source]: readonly ReadySource[]) {
      if (source === second) {
        isWaiting = true;
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      }
      return { hits: [], damaged: [] };
    },
  };
  const find = (sources: readonly ReadySource[], text: string, me: string) =>
    expressionFinder(
      { coordinator, kept, me } as never,
      sources,
      undefined,
      signal,
    )(parseQuery(text) as ExpressionQuery);
  await find([first!], 'text:/her[a-z]n/', 'ana');
  const both = find([first!, second!], 'text:/her[a-z]n/', 'ana');
  const isDone = both.then(() => true);
  while (!isWaiting) if (await Promise.race([isDone, new Promise((resolve) => setImmediate(resolve))])) break;
  for (let i = 0; i < 40; i++) await find([first!], `text:/her[a-z]n${i}/`, 'ana');
  go();
  const found = await both;
  expect([...found].map(([id, ids]) => [id, ids])).toEqual(['first', 'second'].map((id) => [id, new Uint32Array()]));
  expect(kept.expressions.bytes).toBeLessThanOrEqual(ROOM);
});
