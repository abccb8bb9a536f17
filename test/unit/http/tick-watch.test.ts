/** Blocking of the event loop is detected, also by the first request after a rest. */
import { expect, test } from '@jest/globals';
import { TickWatch } from '../../../src/http/tick-watch.ts';
import { pause } from '../../support/until.ts';

function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a tick of the first request is measured, and one of a later request', async () => {
  const watch = new TickWatch();
  watch.look();
  standStill(60);
  await pause(10);
  expect(watch.longestSeconds()).toBeGreaterThanOrEqual(0.055);
  watch.look();
  standStill(120);
  await pause(10);
  expect(watch.longestSeconds()).toBeGreaterThanOrEqual(0.115);
});

test('no timer but that of the spans is set while there are no requests', () => {
  withTimers((endSpan, looks) => {
    const watch = new TickWatch();
    endSpan();
    watch.longestSeconds();
    expect(looks()).toBe(0);
    watch.look();
    expect(looks()).toBe(1);
    endSpan();
    expect(looks()).toBe(2);
    watch.longestSeconds();
    expect(looks()).toBe(3);
    // A span without a request.
    endSpan();
    endSpan();
    expect(looks()).toBe(3);
    watch.look();
    expect(looks()).toBe(4);
  });
});

/** Timers that are counted, and spans that end on request. */
function withTimers(use: (endSpan: () => void, looks: () => number) => void): void {
  const { setTimeout, setInterval } = globalThis;
  const never = { unref: () => undefined };
  let looks = 0;
  let endSpan = (): void => undefined;
  Object.assign(globalThis, {
    setTimeout: () => {
      looks++;
      return never;
    },
    setInterval: (onSpan: () => void) => {
      endSpan = onSpan;
      return never;
    },
  });
  try {
    use(
      () => endSpan(),
      () => looks,
    );
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval });
  }
}

test('before any request nothing is measured', async () => {
  const watch = new TickWatch();
  standStill(60);
  await pause(10);
  expect(watch.longestSeconds()).toBe(0);
});
