/** Permits, waiting for them, and how users share both. */
import { describe, expect, test } from '@jest/globals';
import { AdmissionQueue, type Release } from '../../../src/http/admission/admission-queue.ts';

const never = new AbortController().signal;

describe('a queue', () => {
  test('admits a limited number at once, the rest in order of arrival', async () => {
    const queue = new AdmissionQueue(2, 10);
    const order: number[] = [];
    const first = await queue.enter(never);
    const second = await queue.enter(never);
    const waiting = [1, 2, 3].map(async (n) => {
      const release = await queue.enter(never);
      order.push(n);
      return release;
    });
    await Promise.resolve();
    expect([queue.running, queue.waiting, order.length]).toEqual([2, 3, 0]);
    first();
    first();
    const third = await waiting[0]!;
    expect([queue.running, queue.waiting]).toEqual([2, 2]);
    second();
    third();
    for (const release of await Promise.all(waiting.slice(1))) release();
    expect(order).toEqual([1, 2, 3]);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  test('refuses at once when it is full', async () => {
    const queue = new AdmissionQueue(1, 1);
    await queue.enter(never);
    const waiting = queue.enter(never);
    await expect(queue.enter(never)).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(queue.waiting).toBe(1);
    void waiting;
  });

  test('forgets cancelled requests, before or while waiting', async () => {
    const queue = new AdmissionQueue(1, 5);
    const release = await queue.enter(never);
    const controller = new AbortController();
    const waiting = queue.enter(controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(queue.enter(controller.signal)).rejects.toThrow('gone');
    expect(queue.waiting).toBe(0);
    release();
    expect(queue.running).toBe(0);
  });
});

describe('a queue of several users', () => {
  /** Enters as a user. `order` has the users who got a permit, `refused` those who lost their place in the queue. */
  function users(queue: AdmissionQueue) {
    const order: string[] = [];
    const refused: string[] = [];
    const releases: [string, Release][] = [];
    return {
      order,
      refused,
      async enter(user: string): Promise<void> {
        try {
          releases.push([user, await queue.of(user).enter(never)]);
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

  test('gives the next permit to the user served least recently', async () => {
    const queue = new AdmissionQueue(2, 10);
    const { enter, release, order } = users(queue);
    for (const user of ['a', 'a', 'a', 'a', 'b', 'a', 'b', 'c']) void enter(user);
    await settled();
    for (const user of ['a', 'a', 'b', 'c']) await release(user);
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
    for (const user of ['a', 'b', 'a', 'a']) await release(user);
    expect([order.slice(6), queue.running, queue.waiting]).toEqual([['a', 'a'], 0, 0]);
  });

  test('has room for users who wait less often: the last request of the greediest gives way', async () => {
    const queue = new AdmissionQueue(1, 4);
    const { enter, release, order, refused } = users(queue);
    for (let n = 0; n < 6; n++) void enter('a');
    await settled();
    expect(refused).toEqual(['a']);
    void enter('b');
    void enter('b');
    await settled();
    // Now each waits twice, and nobody waits less often.
    void enter('b');
    void enter('a');
    await settled();
    expect([refused, queue.waiting]).toEqual([['a', 'a', 'a', 'b', 'a'], 4]);
    expect(() => queue.of('b').refuseIfFull()).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    expect(() => queue.of('c').refuseIfFull()).not.toThrow();
    for (const user of ['a', 'b', 'a', 'b']) await release(user);
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  test('reserves places that one user alone does not get', async () => {
    const queue = new AdmissionQueue(2, 10, 'bodies', 1);
    const { enter, release, order } = users(queue);
    for (const user of ['a', 'a', 'a', 'b']) void enter(user);
    await settled();
    expect([order, queue.running, queue.waiting]).toEqual([['a', 'b'], 2, 2]);
    await release('b');
    expect([queue.running, queue.waiting]).toEqual([1, 2]);
    await release('a');
    await release('a');
    await release('a');
    expect([order, queue.running, queue.waiting]).toEqual([['a', 'b', 'a', 'a'], 0, 0]);
  });

  test('treats all unnamed users as one', async () => {
    const queue = new AdmissionQueue(2, 2, 'bodies', 1);
    for (let n = 0; n < 4; n++) void queue.of(null).enter(never);
    await settled();
    expect([queue.running, queue.waiting]).toEqual([2, 2]);
    await expect(queue.of(null).enter(never)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });
});
