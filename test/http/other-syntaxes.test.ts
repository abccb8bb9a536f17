/** Queries in the syntaxes of other tools, over HTTP: what they find, and what is refused. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';

const items = [
  { id: 1, properties: { name: 'one.txt', 'file-extension': 'txt' }, text: 'an apple pie and a pear' },
  {
    id: 2,
    properties: { name: 'two.pdf', 'file-extension': 'pdf' },
    text: 'a pear, one two three four five six, an apple',
  },
  { id: 3, properties: { name: 'three.txt' }, text: 'a pie of plums' },
];
const service = Service.beforeTests({ cases: { one: items } });

async function asked(q: string, syntax: string, more = ''): Promise<{ status: number; json: Record<string, unknown> }> {
  return service.get(`/hits?q=${encodeURIComponent(q)}&syntax=${syntax}&properties=none${more}`);
}

async function idsOf(q: string, syntax: string): Promise<number[]> {
  const { status, json } = await asked(q, syntax);
  expect([q, status, json.error]).toEqual([q, 200, undefined]);
  return (json.hits as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
}

test.each([
  ['apple pear', [1, 2]],
  ['apple w/5 pear', [1]],
  ['pear PRE/8 apple', [2]],
  ['apple NOT w/5 pear', [2]],
  ['file-extension:pdf', [2]],
  ['pie -apple', [3]],
  ['"apple pie" OR plum*', [1, 3]],
] as const)('nuix: %s', async (q, wanted) => {
  expect(await idsOf(q, 'nuix')).toEqual(wanted);
});

test.each([
  ['apple pie', [1]],
  ['apple w/5 pear', [1]],
  ['pie and not apple', [3]],
] as const)('dtsearch: %s', async (q, wanted) => {
  expect(await idsOf(q, 'dtsearch')).toEqual(wanted);
});

test.each([
  ['apple of pear', 'dtsearch', []],
  ['apple of an', 'dtsearch-noise', [1, 2]],
  ['pie of a pear', 'dtsearch-noise', [1]],
  ['pie and a pear', 'relativity', [1]],
  ['"pie and a pear"', 'relativity', [1]],
  ['"pie of the pear"', 'relativity-noise', [1]],
  ['"pie of pear"', 'relativity-noise', []],
  ['"pie the plums"', 'relativity-noise', [3]],
  ['(pie of plums) w/5 the', 'relativity', []],
] as const)('noise words: %s in %s', async (q, syntax, wanted) => {
  expect(await idsOf(q, syntax)).toEqual(wanted);
});

test.each([
  ['apple OR pear AND pie', 'nuix', '', /AND and OR stand side by side/],
  ['apple', 'nuix', '&timeZone=Europe/Lisbon', /syntax=nuix.*UTC/],
  ['apple and pear or pie', 'dtsearch', '', /and and or stand side by side/],
  ['the of', 'relativity-noise', '', /only noise words/],
  ['apple to pear', 'relativity', '', /to is a connector/],
  ['apple', 'relativity', '&timeZone=Europe/Lisbon', /syntax=relativity.*UTC/],
  ['apple', 'relativity-noise', '&defaultOperator=AND', /syntax=relativity-noise.*phrase/],
  ['apple', 'lucene', '', /not one of iped, dtsearch, dtsearch-noise, relativity, relativity-noise, nuix/],
])('%s in %s%s is refused', async (q, syntax, more, message) => {
  const { status, json } = await asked(q, syntax, more);
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringMatching(message)]);
});
