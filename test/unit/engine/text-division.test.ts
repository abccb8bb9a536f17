/** The division of texts that terms spell: stretches, long texts, and parts for threads. */
import { expect, test } from '@jest/globals';
import { STRETCH_TOKENS } from '../../../src/engine/format.ts';
import { type CollectedTexts, divideTexts, TextDivision } from '../../../src/engine/spelling/text-division.ts';

const S = STRETCH_TOKENS;
const expected = (docs: readonly number[], tokens: readonly number[], inPieces: readonly number[] = []) => ({
  docs: Uint32Array.from(docs),
  tokens: Uint32Array.from(tokens),
  inPieces,
  overlapUnits: 3,
});

test('a stretch begins at its first document', () => {
  const { stretchOf, firsts, longDocs } = new TextDivision(expected([1, 3, 4, 6, 8], [S, 5, S + 1, 7, S], [6]));
  expect(firsts).toEqual([1, 3, 8]);
  expect(longDocs).toEqual([4, 6]);
  expect([...stretchOf]).toEqual([-1, 0, -1, 1, -2, -1, -3, -1, 2]);
});

test('a part has its own stretches and long texts, and their numbers', () => {
  const named = (name: string): unknown => name;
  const collected = [{ stretches: ['s0', 's1'].map(named), longTexts: ['l0', 'l1'].map(named) }] as CollectedTexts[];
  const parts = divideTexts(expected([1, 2, 3, 4], [S, S + 1, S, S + 1]), collected, 2);
  const shown = parts.map(({ docs, numbers, collected: own }) => ({ docs: [...docs], numbers: [...numbers], own }));
  expect(shown).toEqual([
    { docs: [1, 2], numbers: [0, -2], own: [{ stretches: ['s0'], longTexts: ['l0'] }] },
    { docs: [3, 4], numbers: [0, -2], own: [{ stretches: ['s1'], longTexts: ['l1'] }] },
  ]);
});
