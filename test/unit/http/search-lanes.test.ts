import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { isHeavy, Lane, SearchLanes } from '../../../src/http/search-lanes.ts';

const never = new AbortController().signal;

describe('a lane', () => {
  test('lets so many in at once, the rest in the order in which they came', async () => {
    const lane = new Lane(2, 10);
    const order: number[] = [];
    const first = await lane.enter(never);
    const second = await lane.enter(never);
    const waiting = [1, 2, 3].map(async (n) => {
      const release = await lane.enter(never);
      order.push(n);
      return release;
    });
    await Promise.resolve();
    expect([lane.running, lane.waiting, order.length]).toEqual([2, 3, 0]);
    first();
    first();
    const third = await waiting[0]!;
    expect([lane.running, lane.waiting]).toEqual([2, 2]);
    second();
    third();
    for (const release of await Promise.all(waiting.slice(1))) release();
    expect(order).toEqual([1, 2, 3]);
    expect([lane.running, lane.waiting]).toEqual([0, 0]);
  });

  test('of heavy searches lets in as many as there are engine processes', async () => {
    for (const [processes, running] of [
      [0, 2],
      [1, 2],
      [5, 5],
    ] as const) {
      const { heavy } = new SearchLanes(processes);
      for (let n = 0; n < 6; n++) void heavy.enter(never);
      expect([heavy.running, heavy.waiting]).toEqual([running, 6 - running]);
    }
  });

  test('refuses at once when its queue is full', async () => {
    const lane = new Lane(1, 1);
    await lane.enter(never);
    const waiting = lane.enter(never);
    await expect(lane.enter(never)).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(lane.waiting).toBe(1);
    void waiting;
  });

  test('forgets who gives up, before or while waiting', async () => {
    const lane = new Lane(1, 5);
    const release = await lane.enter(never);
    const controller = new AbortController();
    const waiting = lane.enter(controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(lane.enter(controller.signal)).rejects.toThrow('gone');
    expect(lane.waiting).toBe(0);
    release();
    expect(lane.running).toBe(0);
  });
});

test.each([
  ['a', false],
  ['a AND b OR "c d"', false],
  ['abc*', false],
  ['a [b TO c] size>4', false],
  ['/a.*/', true],
  ['a~', true],
  ['*a', true],
  ['?a', true],
  ['x AND (y OR NOT name:/z/)', true],
  ['"* b"', true],
  [Array.from({ length: 1001 }, (_, i) => `w${i}`).join(' '), true],
])('%s: heavy is %s', (text, expected) => {
  expect(isHeavy(parseQuery(text))).toBe(expected);
});
