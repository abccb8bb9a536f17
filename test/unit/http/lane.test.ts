/** Places, waiting for them, and how users share both. */
import { describe, expect, test } from '@jest/globals';
import { Lane, type Release } from '../../../src/http/admission/lane.ts';

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

describe('a lane of several users', () => {
  /** Enters as a user; `order` has those who got a place, `refused` those who lost theirs in the queue. */
  function users(lane: Lane) {
    const order: string[] = [];
    const refused: string[] = [];
    const releases: [string, Release][] = [];
    return {
      order,
      refused,
      async enter(user: string): Promise<void> {
        try {
          releases.push([user, await lane.of(user).enter(never)]);
          order.push(user);
        } catch {
          refused.push(user);
        }
      },
      async release(user: string): Promise<void> {
        const at = releases.findIndex(([name]) => name === user);
        releases.splice(at, 1)[0]![1]();
        await settled();
      },
    };
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('gives the next place to the one who was given none for the longest time', async () => {
    const lane = new Lane(2, 10);
    const { enter, release, order } = users(lane);
    for (const user of ['a', 'a', 'a', 'a', 'b', 'a', 'b', 'c']) void enter(user);
    await settled();
    for (const user of ['a', 'a', 'b', 'c']) await release(user);
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
    for (const user of ['a', 'b', 'a', 'a']) await release(user);
    expect([order.slice(6), lane.running, lane.waiting]).toEqual([['a', 'a'], 0, 0]);
  });

  test('has room for those who wait less often: the last of the greediest gives way', async () => {
    const lane = new Lane(1, 4);
    const { enter, release, order, refused } = users(lane);
    for (let n = 0; n < 6; n++) void enter('a');
    await settled();
    expect(refused).toEqual(['a']);
    void enter('b');
    void enter('b');
    await settled();
    // Now each waits twice: nobody waits less often.
    void enter('b');
    void enter('a');
    await settled();
    expect([refused, lane.waiting]).toEqual([['a', 'a', 'a', 'b', 'a'], 4]);
    expect(() => lane.of('b').refuseIfFull()).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    expect(() => lane.of('c').refuseIfFull()).not.toThrow();
    for (const user of ['a', 'b', 'a', 'b']) await release(user);
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  test('keeps places that one user alone does not get', async () => {
    const lane = new Lane(2, 10, 'bodies', 1);
    const { enter, release, order } = users(lane);
    for (const user of ['a', 'a', 'a', 'b']) void enter(user);
    await settled();
    expect([order, lane.running, lane.waiting]).toEqual([['a', 'b'], 2, 2]);
    await release('b');
    expect([lane.running, lane.waiting]).toEqual([1, 2]);
    await release('a');
    await release('a');
    await release('a');
    expect([order, lane.running, lane.waiting]).toEqual([['a', 'b', 'a', 'a'], 0, 0]);
  });

  test('of users whom nobody has named is one queue', async () => {
    const lane = new Lane(2, 2, 'bodies', 1);
    for (let n = 0; n < 4; n++) void lane.of(null).enter(never);
    await settled();
    expect([lane.running, lane.waiting]).toEqual([2, 2]);
    await expect(lane.of(null).enter(never)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });
});
