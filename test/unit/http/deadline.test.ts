/** The deadline of a request. Time passes while something runs, but not while a client reads. */
import { expect, test } from '@jest/globals';
import { Deadline } from '../../../src/http/deadline.ts';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));

/** Calls `use` with a clock that moves, and timers that fire, only when a test says so. */
async function withClock(use: (clock: Clock) => Promise<void>): Promise<void> {
  const { setTimeout, clearTimeout } = globalThis;
  const { now } = performance;
  const clock: Clock = { ms: 0, timer: null };
  performance.now = () => clock.ms;
  Object.assign(globalThis, {
    setTimeout: (fire: () => void, ms: number) => {
      clock.timer = { fire, ms };
    },
    clearTimeout: () => {
      clock.timer = null;
    },
  });
  try {
    await use(clock);
  } finally {
    performance.now = now;
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

interface Clock {
  ms: number;
  /** The last timer that was set and not cleared, with the time that it waits. */
  timer: { readonly fire: () => void; readonly ms: number } | null;
}

test('time passes while something runs, over all runs; then the signal fires and the error is the deadline', () =>
  withClock(async (clock) => {
    const deadline = new Deadline(new AbortController().signal, 1000);
    await deadline.during(async () => {
      clock.ms += 800;
    });
    expect(clock.timer).toBe(null);
    // A client that reads slowly.
    clock.ms += 300;
    expect(deadline.signal.aborted).toBe(false);
    const running = deadline.during(untilAborted);
    expect(clock.timer?.ms).toBe(200);
    clock.timer!.fire();
    await expect(running).rejects.toMatchObject({
      code: 'DEADLINE',
      message: 'The search did not finish within 1 seconds and was stopped.',
    });
    deadline.end();
  }));

test('a client that leaves stops what runs, and what would run later', async () => {
  const client = new AbortController();
  const deadline = new Deadline(client.signal, 60_000);
  setImmediate(() => client.abort());
  await expect(deadline.during(untilAborted)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(new Deadline(client.signal).signal.aborted).toBe(true);
});

test('other errors are thrown unchanged, and after the end a client that leaves has no effect', async () => {
  const client = new AbortController();
  const deadline = new Deadline(client.signal, 60_000);
  await expect(deadline.during(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  deadline.end();
  client.abort();
  expect(deadline.signal.aborted).toBe(false);
});

test('pieces are made within the time, read at any pace, and abandoned when nobody reads on', () =>
  withClock(async (clock) => {
    const deadline = new Deadline(new AbortController().signal, 150);
    let isLeft = false;
    async function* made(): AsyncGenerator<number> {
      try {
        for (let n = 0; n < 2; n++) {
          clock.ms += 50;
          yield n;
        }
        // The third piece takes all the time that is left.
        setImmediate(() => clock.timer!.fire());
        await untilAborted(deadline.signal);
      } finally {
        isLeft = true;
      }
    }
    const read: number[] = [];
    const waits: (number | undefined)[] = [];
    const reading = (async () => {
      for await (const n of deadline.pieces(made())) {
        read.push(n);
        waits.push(clock.timer?.ms);
        clock.ms += 1000;
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'DEADLINE' });
    expect([read, waits, isLeft]).toEqual([[0, 1], [undefined, undefined], true]);
  }));
