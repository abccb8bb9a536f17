/**
 * Short seeded rounds of the `make torture` tests of engine processes: killed and suspended at random, over files that are
 * damaged while they are served, and busy with endless searches. The children run the built code in dist/.
 */
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
// @ts-expect-error plain JavaScript, shared with make torture
import { deadlineRounds } from '../torture/deadline-rounds.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { engineRounds } from '../torture/engine-rounds.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { fileRounds } from '../torture/file-rounds.mjs';

// @ts-expect-error plain JavaScript, shared with make torture
import { streamRounds } from '../torture/stream-rounds.mjs';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

beforeAll(() => {
  if (!existsSync(new URL('../../dist/src/cli/main.js', import.meta.url))) {
    throw new Error('Build first: the children run dist/.');
  }
});

test(`killed or stopped processes cause at most a clear 503, and are replaced (SEED=${SEED})`, async () => {
  const { figures, failures } = await engineRounds({ rounds: 2, seed: SEED, items: 200 });
  expect(failures).toEqual([]);
  expect(figures.ended + figures.stopped).toBeGreaterThan(0);
  // Each round waits for twenty.
  expect(figures.right).toBeGreaterThanOrEqual(40);
});

test(`a file that is damaged while it is served affects only its own source (SEED=${SEED})`, async () => {
  const { figures, failures } = await fileRounds({ rounds: 2, seed: SEED, items: 200 });
  expect(failures).toEqual([]);
  expect(figures.takenOut + figures.unnoticed).toBe(2);
  expect(figures.right).toBeGreaterThan(20);
});

test(`an interrupted long answer is complete, refused or cut off, and leaks nothing (SEED=${SEED})`, async () => {
  const { figures, failures } = await streamRounds({ rounds: 1, seed: SEED, items: 600, each: 2 });
  expect(failures).toEqual([]);
  expect(figures.cut + figures.refused).toBeGreaterThan(0);
});

test('a search that does not yield ends at the deadline, when its client leaves and with the server', async () => {
  const { figures, failures } = await deadlineRounds({ rounds: 1, seed: SEED });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ deadlines: 1, left: 1, stopped: 1 });
});
