import { describe, test } from '@jest/globals';
import * as production from '../../../src/shared/thresholds.ts';
import { under } from '../../support/settings.ts';

const { format, tuning } = production;

describe('phrases over blocks of documents', () => {
  test.each([
    ['with thresholds of production', tuning],
    ['where the kernel keeps no positions', { ...tuning, residentPositions: 1 }],
    [
      'where it keeps them once some were read, and has room for few',
      { ...tuning, keptAtOnce: 1, residentBytes: 2 ** 18 },
    ],
  ])('are found, and counted for the score, as in the texts themselves, %s', async (_, own) => {
    const { longPhrasesAreFound, phrasesAreFound } = await under<typeof import('./phrases-found.ts')>(
      { format, tuning: own },
      new URL('./phrases-found.ts', import.meta.url),
    );
    await phrasesAreFound();
    await longPhrasesAreFound();
  });

  test('are found in blocks that an intersection has kept before', async () => {
    const { phrasesAreFoundAfterIntersections } = await under<typeof import('./phrases-found.ts')>(
      { format, tuning },
      new URL('./phrases-found.ts', import.meta.url),
    );
    await phrasesAreFoundAfterIntersections();
  });
});
