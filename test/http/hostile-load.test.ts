/**
 * A short soak, storm and restart of a real server process; `make torture` has the long ones. The children run the built code
 * in dist/. SEED sets the randomness.
 */
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
// @ts-expect-error plain JavaScript, shared with make torture
import { restartRounds } from '../torture/restart-rounds.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { soakRounds } from '../torture/soak.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { STORM_PARTS, stormRounds } from '../torture/storm.mjs';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** The tests take eight seconds, and longer on a busy machine, because they wait for conditions. */
beforeAll(() => {
  if (!existsSync(new URL('../../dist/src/cli/main.js', import.meta.url))) {
    throw new Error('Build first: the children run dist/.');
  }
});

test(`every answer is correct while much happens at once, and a source is added (SEED=${SEED})`, async () => {
  // In such a short time the heap is still growing to its size, so only a gross leak shows.
  const { figures, failures } = await soakRounds({
    seconds: 1.5,
    seed: SEED,
    items: 300,
    queries: 80,
    clients: 12,
    growthMiB: 200,
  });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ sourcesAdded: 1 });
  for (const what of ['searches', 'records', 'contents', 'texts', 'thumbnails', 'changes']) {
    expect([what, figures[what]]).toEqual([what, expect.any(Number)]);
    expect(figures[what]).toBeGreaterThan(0);
  }
});

test(`the server survives storms, disconnects, slow clients and too much of everything (SEED=${SEED})`, async () => {
  const parts = STORM_PARTS.filter((part: string) => !['thousandConnections', 'tooMuch', 'largeBodies'].includes(part));
  const { failures } = await stormRounds({ seconds: 0.3, seed: SEED, items: 1000, isLong: false, parts });
  expect(failures).toEqual([]);
});

test(`acknowledged changes survive SIGKILL, and SIGTERM ends cleanly (SEED=${SEED})`, async () => {
  const { figures, failures } = await restartRounds({ rounds: 4, seed: SEED, items: 100 });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ killed: 3, drained: 1, lost: 0 });
  expect(figures.acknowledged).toBeGreaterThan(0);
});
