/**
 * Runs the suite on the engine over indexes of several parts. RUNS=, QUERIES= and SEED= as for the other engines.
 */
import { describe, expect, test } from '@jest/globals';
import { testAgreement } from './agreement.ts';
import { testMatching } from './matching.ts';
import { openParted } from './open-parted.ts';
import { describeSearchEngine } from './search-engine.ts';

const trials = {
  seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
  runs: Number(process.env.RUNS ?? 3),
  queries: Number(process.env.QUERIES ?? 100),
};

describe('an index of several parts', () => {
  const parts: number[] = [];
  const open = openParted((count) => parts.push(count));
  describeSearchEngine('of parts', open);
  testAgreement('the engine of parts', open, trials);
  testMatching('the engine of parts', open, { ...trials, runs: 1 });

  test('some of these indexes had several parts', () => {
    expect(parts.filter((count) => count > 1).length).toBeGreaterThan(1);
  });
});

describe('an index of several parts with struck documents', () => {
  const parts: number[] = [];
  const struck: number[] = [];
  const open = openParted((count, documents) => {
    parts.push(count);
    struck.push(documents);
  }, true);
  describeSearchEngine('of parts with struck documents', open);
  testAgreement('the engine of parts with struck documents', open, trials);
  testMatching('the engine of parts with struck documents', open, { ...trials, runs: 1 });

  test('some of these indexes had several parts, and struck documents', () => {
    expect(parts.filter((count) => count > 1).length).toBeGreaterThan(1);
    expect(struck.filter((count) => count > 0).length).toBeGreaterThan(1);
  });
});
