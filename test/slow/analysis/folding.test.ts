/** The folding of our own analysis, compared with the naive one. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '../../../src/analysis/fold-text.ts';
import { foldCodePoint } from '../../../src/analysis/own-folding.ts';
import { foldText as naiveFold } from '../../support/naive/naive-folding.ts';
import { anyText } from '../../unit/analysis/texts.ts';

test('each code point, alone and between letters', () => {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint < 0x20000; codePoint += codePoint > 0x3400 && codePoint < 0xd700 ? 13 : 1) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
    const character = String.fromCodePoint(codePoint);
    if (foldCodePoint(codePoint) !== naiveFold(character)) wrong.push(codePoint.toString(16));
    if (foldText(`aé${character}É`) !== naiveFold(`aé${character}É`)) wrong.push(`between ${codePoint.toString(16)}`);
  }
  expect(wrong).toEqual([]);
});

test('texts', () => {
  expect(foldText('PDF Documents / Ação (1)')).toBe('pdf documents / acao (1)');
  expect(foldText('e\u0301 \ud800 Ⅷ …')).toBe('e \ud800 viii ...');
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      expect(folded).toBe(naiveFold(text));
      expect(foldText(folded)).toBe(folded);
    }),
    { numRuns: 500 },
  );
});
