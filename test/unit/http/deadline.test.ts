/** The deadline of a request. Time passes while something runs, but not while a client reads. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Deadline } from '../../../src/http/deadline.ts';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));

test('time passes while something runs, over all that runs; then the signal fires and the fault is the deadline', async () => {
  const deadline = new Deadline(new AbortController().signal, 1000);
  await deadline.during(() => delay(800));
  // A client that reads slowly.
  await delay(300);
  expect(deadline.signal.aborted).toBe(false);
  const start = performance.now();
  await expect(deadline.during(untilAborted)).rejects.toMatchObject({
    code: 'DEADLINE',
    message: 'The search did not finish within 1 seconds and was stopped.',
  });
  // A fifth of it was left.
  expect(performance.now() - start).toBeLessThan(700);
  deadline.end();
});

test('a client that leaves stops what runs, and what would run later', async () => {
  const client = new AbortController();
  const deadline = new Deadline(client.signal, 60_000);
  setTimeout(() => client.abort(), 5);
  await expect(deadline.during(untilAborted)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(new Deadline(client.signal).signal.aborted).toBe(true);
});

test('what fails for another reason fails with that, and once it has ended a client that leaves is no concern', async () => {
  const client = new AbortController();
  const deadline = new Deadline(client.signal, 60_000);
  await expect(deadline.during(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  deadline.end();
  client.abort();
  expect(deadline.signal.aborted).toBe(false);
});

test('pieces are made within the time, read at leisure, and left when nobody reads on', async () => {
  const deadline = new Deadline(new AbortController().signal, 150);
  let isLeft = false;
  async function* made(): AsyncGenerator<number> {
    try {
      for (let n = 0; ; n++) {
        await delay(n < 2 ? 1 : 10_000, undefined, { signal: deadline.signal });
        yield n;
      }
    } finally {
      isLeft = true;
    }
  }
  const read: number[] = [];
  const reading = (async () => {
    for await (const n of deadline.pieces(made())) {
      read.push(n);
      await delay(100);
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'DEADLINE' });
  expect([read, isLeft]).toEqual([[0, 1], true]);
});
