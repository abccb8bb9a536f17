/** Invisible characters of evidence in a report. */
import { expect, test } from '@jest/globals';
import { evidence, evidenceLines, plainEvidence } from '../../../src/html-report/markup/evidence-text.ts';

const NAME = 'a\u00adb\u3164c\u{e0041}d\u034fe';
const acting = (code: string): string => `<span class="acting">${code}</span>`;
const all = `a${acting('U+00AD')}b${acting('U+3164')}c${acting('U+E0041')}d${acting('U+034F')}e`;

test('they are replaced by their code points', () => {
  expect(evidence(NAME, { cut: () => '' }).text).toBe(`<bdi dir="auto">${all}</bdi>`);
  expect(plainEvidence(NAME)).toBe('a‹U+00AD›b‹U+3164›c‹U+E0041›d‹U+034F›e');
});

test('a text keeps its soft hyphens and line breaks', () => {
  expect(evidenceLines(`${NAME}\n`).text).toBe(`<pre dir="auto">${all.replace(acting('U+00AD'), '\u00ad')}\n</pre>`);
});
