/**
 * The parts of PDF.js that the frame of the page omits. Nothing that stays needs them, except code that its options disable.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
// @ts-expect-error: a build script has no types
import { usedParts } from '../../../src/page/pdf/used-parts.mjs';

const pdfPackage = resolve('node_modules/pdfjs-dist');
const { transform } = usedParts(pdfPackage);

/** Omitted names that other code uses, under options that are off, for editors and XFA. `Type` is a parameter there. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'pdf.mjs': ['AnnotationEditor', 'XfaLayer', 'XfaText'],
  'pdf.worker.mjs': ['PDFEditor', 'Type', 'XFAFactory'],
};

test.each(Object.keys(NAMED))('%s is smaller, and still has everything that it uses', (name) => {
  const path = join(pdfPackage, 'build', name);
  const whole = readFileSync(path, 'utf8');
  const { code } = transform(whole, path)!;
  expect(code.length).toBeLessThan(0.85 * whole.length);
  const [program] = code.split(/^export \{/m);
  const left = [...program!.matchAll(/^class (\w{4,}) \{(?:\}| static getRichTextAsHtml)/gm)].map(([, left]) => left!);
  expect(left.length).toBeGreaterThan(20);
  const uses = program!.matchAll(/\b(?:new|extends|instanceof) (\w+)|(?<![.\w$#])(\w+)\.\w/g);
  const used = new Set(Array.from(uses, ([, made, asked]) => made ?? asked));
  expect([...new Set(left)].filter((word) => used.has(word)).sort()).toEqual(NAMED[name]);
});

test('a release of PDF.js without these parts ends the build', () => {
  const path = join(pdfPackage, 'build/pdf.mjs');
  expect(() => transform('class Api {}', path)).toThrow('has only 0 of the parts');
});
