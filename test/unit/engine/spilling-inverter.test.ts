import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { RUN_LIMITS, runLimitsOf } from '../../../src/engine/inversion/run-builder.ts';
import { RunFileReader } from '../../../src/engine/inversion/runs/run-file-reader.ts';
import { SpillingInverter } from '../../../src/engine/inversion/spilling-inverter.ts';
import { withDirectory } from './synthetic-index.ts';

test('runs are merged in levels: few files remain, and their contents were written a few times', async () => {
  // The sum of the digits of the number of runs in base three.
  for (const [runs, files] of [
    [0, 0],
    [2, 2],
    [3, 1],
    [26, 6],
    [27, 1],
    [28, 2],
  ] as const) {
    await withDirectory(async (directory) => {
      const writer = new SpillingInverter(directory, 'run-', { ...RUN_LIMITS, tokens: 1, runs: 3 }, () => undefined);
      for (let doc = 0; doc < runs; doc++) {
        writer.beginField(doc, 0);
        writer.addValue('word', 'text');
        writer.endField();
        writer.endDocument();
      }
      const made = writer.finishFiles();
      expect([runs, made.length]).toEqual([runs, files]);
      expect(readdirSync(directory).sort()).toEqual(made.map(({ path }) => basename(path)).sort());
      // In chronological order.
      const docs = made.flatMap((file) => {
        const reader = new RunFileReader(file);
        reader.next();
        const found = [...reader.docs.subarray(0, reader.read())];
        reader.close();
        return found;
      });
      expect(docs).toEqual(Array.from({ length: runs }, (_, doc) => doc));
    });
  }
});

test('threads together keep about the same number of runs for the last merge, each of them a few', () => {
  expect([1, 2, 3, 6, 8, 64].map((threads) => runLimitsOf(threads).runs)).toEqual([900, 450, 300, 150, 112, 64]);
  expect(runLimitsOf(2)).toEqual({ ...RUN_LIMITS, runs: 450 });
});
