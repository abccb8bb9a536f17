/** How much of the memory of a build grows with its documents, measured in a separate process (build-memory-meter.mjs). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../../support/endings.ts';

const METER = 'test/slow/engine/build-memory-meter.mjs';
const STEP = 10_000;
const STEPS = 12;
/** At first, buffers and tables grow to their final size. */
const WARM_STEPS = 3;
const KEPT_STEPS = 5;
const KEPT_BYTES = 8;

beforeAll(() => {
  if (!existsSync('dist/src/engine/index-writer.js')) throw new Error('Build first: the child runs dist/.');
});

/** Number of documents, and of bytes in memory. */
type Point = readonly [documents: number, bytes: number];

async function measure(): Promise<readonly Point[]> {
  const directory = temporaryDir();
  const numbers = [STEP, STEPS, KEPT_STEPS, KEPT_BYTES].map(String);
  const args = ['--expose-gc', METER, directory, ...numbers];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
  return JSON.parse(printed) as Point[];
}

/** The median of the slopes between any two points, which a single outlier does not affect. */
function medianSlope(points: readonly Point[]): number {
  const slopes = points.flatMap(([documents, bytes], i) =>
    points.slice(i + 1).map(([laterDocuments, laterBytes]) => (laterBytes - bytes) / (laterDocuments - documents)),
  );
  return slopes.sort((a, b) => a - b)[slopes.length >> 1]!;
}

test('a build keeps less than eight bytes of memory per document, whatever it contains', async () => {
  const points = await measure();
  // The slope is two to five bytes, one of which is the record on its way to the store. A list of one number for each document
  // and field would make it forty.
  const bytes = medianSlope(points.slice(WARM_STEPS - 1, STEPS));
  expect(bytes).toBeLessThan(8);
  // The test detects even a few bytes kept for each document.
  const withKept = medianSlope(points.slice(STEPS - 1));
  expect(withKept - bytes).toBeGreaterThan(KEPT_BYTES / 2);
});
