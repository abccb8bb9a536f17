/** How much of the memory of a build grows with its documents, measured in a process of its own (build-memory-meter.mjs). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { withDirectory } from './synthetic-index.ts';

const METER = 'test/unit/engine/build-memory-meter.mjs';
const STEP = 6000;
const STEPS = 9;

beforeAll(() => {
  if (!existsSync('dist/src/engine/index-writer.js')) throw new Error('Build first: the child runs dist/.');
});

/** Bytes that each further document takes; `held` more of each are kept on purpose. */
async function bytesPerDocument(held: number): Promise<number> {
  return withDirectory(async (directory) => {
    const args = ['--expose-gc', METER, directory, String(STEP), String(STEPS), String(held)];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    // At first buffers grow to the size that they stay at.
    return medianSlope((JSON.parse(printed) as [number, number][]).slice(2));
  });
}

/** The median of the slopes between any two points: one that is off does not move it. */
function medianSlope(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x, y], i) =>
    points.slice(i + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)),
  );
  return slopes.sort((a, b) => a - b)[slopes.length >> 1]!;
}

test('a build holds less than four bytes of memory for a document, whatever it has', async () => {
  // It is about two, one of them the record on its way to the store. A list of one number for each document and field
  // would be forty.
  const bytes = await bytesPerDocument(0);
  expect(bytes).toBeLessThan(4);
  // What would be kept of each document is seen, a few bytes too.
  const more = (await bytesPerDocument(4)) - bytes;
  expect(more).toBeGreaterThan(3);
  expect(more).toBeLessThan(5);
}, 120_000);
