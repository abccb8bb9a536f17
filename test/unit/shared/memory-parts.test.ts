/** Works of one query that take turns have parts of its account, so that none releases what another one holds. */
import { expect, test } from '@jest/globals';
import { claimMemory, heldMemory, MemoryPool, QueryMemory, releaseMemoryTo } from '../../../src/shared/query-memory.ts';
import { runInSlices } from '../../../src/shared/slices.ts';
import { pause } from '../../support/until.ts';

const KEPT = 1000;
const PASSING = 300;

/** Holds `KEPT` bytes to its end. `PASSING` more bytes are released once all others have claimed theirs. */
function* work(others: { claimed: number }, count: number): Generator<void, number> {
  const held = heldMemory();
  claimMemory(PASSING, 'a pass');
  others.claimed++;
  while (others.claimed < count) yield;
  releaseMemoryTo(held);
  claimMemory(KEPT, 'a result');
  others.claimed++;
  while (others.claimed < 2 * count) yield;
  return heldMemory();
}

test.each([1, 2, 7])('%i works', async (count) => {
  const pool = new MemoryPool(2 ** 30);
  const memory = new QueryMemory({ query: 2 ** 20, pool });
  const others = { claimed: 0 };
  const works = Array.from({ length: count }, () => runInSlices(work(others, count), undefined, memory.part()));
  expect(await Promise.all(works)).toEqual(new Array(count).fill(KEPT));
  expect([memory.held, pool.held]).toEqual([count * KEPT, count * KEPT]);
  memory.end();
  expect([memory.held, pool.held]).toEqual([0, 0]);
});

test('all parts together have the memory of the query, and end with it', async () => {
  const pool = new MemoryPool(2 ** 30);
  const memory = new QueryMemory({ query: KEPT, pool });
  const [first, second] = [memory.part(), memory.part()];
  first.claim(KEPT - 10, 'all but a little');
  expect([second.free, second.held]).toEqual([10, 0]);
  expect(() => second.claim(11, 'too much')).toThrow('needs more than');
  expect(second.held).toBe(0);
  function* endless(): Generator<void, never> {
    for (;;) yield;
  }
  const running = runInSlices(endless(), undefined, second);
  const ended = expect(running).rejects.toThrow('Another part of the request has failed.');
  await pause(20);
  memory.end();
  await ended;
  first.releaseTo(0);
  expect(pool.held).toBe(0);
});
