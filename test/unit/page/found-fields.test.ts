import { expect, test } from '@jest/globals';
import { foundFields, offeredFields } from '../../../src/page/facets/found-fields.ts';

const field = (name: string, items: number, counts = true) => ({
  name,
  items,
  counts,
  sorts: true,
  types: { a: 'text' as const },
});
const LABELS = { category: 'Kind of item', from: 'Sender', ext: 'Extensão' };
const FIELDS = [
  field('zeta', 5),
  field('ext', 1),
  field('alpha', 5),
  field('content', 90, false),
  field('beta', 9),
  field('Message:From', 7),
];
const USUAL = [
  { name: 'from', items: 7, counts: true, sorts: true, fields: { a: 'Message:From', b: 'Message:From' } },
  { name: 'ext', items: 3, counts: true, sorts: true, fields: { b: 'extension' } },
];

test('usual fields come first, then those with most items; fields that cannot be counted are left out', () => {
  const offered = offeredFields(FIELDS, USUAL, LABELS);
  expect(offered.map(({ name }) => name)).toEqual(['from', 'ext', 'beta', 'Message:From', 'alpha', 'zeta']);
  expect(offered[0]).toEqual({ name: 'from', label: 'Sender', items: 7, means: ['Message:From'] });
});

test('facets of the bookmark store come before fields, with the label of their kind', () => {
  const labels = { ...LABELS, coding: 'Choice', decided: 'Decided by' };
  const offered = offeredFields(FIELDS, USUAL, labels, ['coding:ext', 'decided:ext', 'reviewed']);
  expect(offered.slice(0, 4).map(({ name, label, items }) => [name, label, items])).toEqual([
    ['coding:ext', 'Choice', null],
    ['decided:ext', 'Decided by', null],
    ['reviewed', '', null],
    ['from', 'Sender', 7],
  ]);
  expect(foundFields(offered, 'decided').map(({ name }) => name)).toEqual(['decided:ext']);
});

test('fields are found by label, name and meaning, in any letter case', () => {
  const found = (typed: string): readonly string[] =>
    foundFields(offeredFields(FIELDS, USUAL, LABELS), typed).map(({ name }) => name);
  expect(found('EXTENSAO')).toEqual(['ext']);
  expect(found('message')).toEqual(['from', 'Message:From']);
  expect(found('from send')).toEqual(['from']);
  expect(found(' ')).toHaveLength(6);
  expect(found('nothing')).toEqual([]);
});
