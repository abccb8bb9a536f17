/** A semaphore over random tasks: never more than permitted at once, in order, and a permit for each that is returned. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../src/shared/errors.ts';
import { Semaphore } from '../../../src/shared/semaphore.ts';

const refusal = (): AppError => new AppError('OVERLOADED', 'too many');
const codeOf = (call: Promise<unknown>): Promise<unknown> => call.catch(({ code }: AppError) => code);

test('tasks that fail, are cancelled or refused leave no permit behind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom('ends', 'fails', 'cancelled', 'aborted'), { maxLength: 12 }),
      async (count, tasksMax, kinds) => {
        const semaphore = new Semaphore(count, { tasksMax, refusal });
        let running = 0;
        let most = 0;
        const begun: number[] = [];
        const outcomes = kinds.map((kind, i) => {
          const abort = new AbortController();
          if (kind === 'aborted') abort.abort();
          const run = semaphore.run(async () => {
            begun.push(i);
            most = Math.max(most, ++running);
            await turn();
            running--;
            if (kind === 'fails') throw new AppError('NOT_FOUND', 'failed');
            return kind;
          }, abort.signal);
          if (kind === 'cancelled') queueMicrotask(() => abort.abort());
          return codeOf(run);
        });
        const codes = await Promise.all(outcomes);
        expect(most).toBeLessThanOrEqual(count);
        expect(begun).toEqual([...begun].sort((a, b) => a - b));
        for (const [i, kind] of kinds.entries()) {
          const isBegun = begun.includes(i);
          if (kind === 'aborted') expect([codes[i], isBegun]).toEqual(['CANCELLED', false]);
          else if (!isBegun) expect(codes[i]).toMatch(kind === 'cancelled' ? /CANCELLED|OVERLOADED/ : /OVERLOADED/);
        }
        // All permits are back, and no more, even if they are returned twice.
        for (const _ of [1, 2]) {
          const held = await Promise.all(Array.from({ length: count }, () => semaphore.acquire()));
          let isFree = false;
          const next = semaphore.acquire().then((release) => {
            isFree = true;
            return release;
          });
          await turn();
          expect(isFree).toBe(false);
          for (const release of held) for (const _twice of [1, 2]) release();
          (await next)();
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a caller that waits too long is refused, and the next one gets the permit', async () => {
  const semaphore = new Semaphore(1, { tasksMax: 5, msMax: 20, refusal });
  const release = await semaphore.acquire();
  expect(await codeOf(semaphore.acquire())).toBe('OVERLOADED');
  const next = semaphore.acquire();
  release();
  (await next)();
  await (await semaphore.acquire())();
});
