/** Which parts of filters are values of the facets of panels. */
import { expect, test } from '@jest/globals';
import { isPartOfStored, storedFacets } from '../../../src/page/facets/stored-facets.ts';
import { decidedBy, decidedName } from '../../../src/shared/names/decided-name.ts';

const ODD = 'A/B 100% "x" \\';
const PANELS = ['A', ODD].map((name) => ({
  name,
  choices: ['yes', `${name} no`].map((bookmark) => ({ bookmark, key: null, colour: null })),
  exclusive: true,
  required: false,
}));

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

test('two facets a panel, and reviewers', () => {
  expect(storedFacets(PANELS)).toEqual(['coding:A', 'decided:A', `coding:${ODD}`, `decided:${ODD}`, 'reviewed']);
  expect(storedFacets([])).toEqual(['reviewed']);
});

test.each(['A', ODD])('a person of the panel %j, and neither a choice nor another panel', (name) => {
  const isPart = (text: string): boolean => isPartOfStored(`decided:${quoted(text)}`, `decided:${name}`, PANELS);
  for (const who of ['anna', 'x/y', 'q"%']) {
    expect(isPart(decidedBy(name, who))).toBe(true);
    expect(isPart(decidedName({ coding: name, who, choice: 'yes' }))).toBe(false);
    expect(isPart(decidedBy(`${name}A`, who))).toBe(false);
  }
  expect(isPart(name)).toBe(false);
  expect(isPartOfStored(`decided:${name}`, `decided:${name}`, PANELS)).toBe(false);
});

test.each(['A', ODD])('a choice of the panel %j, and no other bookmark', (name) => {
  const isPart = (part: string): boolean => isPartOfStored(part, `coding:${name}`, PANELS);
  expect(isPart(`bookmark:${quoted(`${name} no`)}`)).toBe(true);
  expect(isPart('bookmark:"yes"')).toBe(true);
  expect(isPart('bookmark:"other"')).toBe(false);
  expect(isPart('NOT bookmark:"yes"')).toBe(false);
  expect(isPartOfStored('bookmark:"yes"', 'coding:gone', PANELS)).toBe(false);
});
