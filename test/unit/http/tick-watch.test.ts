/** What holds the event loop up is seen, also by the first request after a rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { TickWatch } from '../../../src/http/tick-watch.ts';

function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a tick of the first request is seen, and one of a later request', async () => {
  const watch = new TickWatch();
  watch.look();
  standStill(60);
  await sleep(10);
  expect(watch.longestSeconds()).toBeGreaterThanOrEqual(0.055);
  watch.look();
  standStill(120);
  await sleep(10);
  expect(watch.longestSeconds()).toBeGreaterThanOrEqual(0.115);
});

test('before any request nothing is looked at', async () => {
  const watch = new TickWatch();
  standStill(60);
  await sleep(10);
  expect(watch.longestSeconds()).toBe(0);
});
