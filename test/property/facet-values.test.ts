/**
 * Each value of a facet is selected by its `q`: as an additional filter it finds exactly the counted items. Two sources, whose
 * fields have the same type or different types, with values that are difficult for a query language.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.RUNS ?? 1);

const AWKWARD = [
  ...[
    '',
    ' ',
    '*',
    '?',
    '"',
    '\\',
    '\\"',
    ':',
    '=',
    ':=',
    '-',
    '–',
    '−5',
    '+',
    '!',
    '~2',
    '^2',
    '@2',
    '/a/',
    '//',
    'AND',
    'NOT',
    'TO',
  ],
  ...[
    '(a',
    'a)',
    '[1 TO 2]',
    '{',
    '“a”',
    '«',
    'a b',
    ' a',
    'a ',
    'a  b',
    'a\tb',
    'a\nb',
    '\u00a0',
    '\u3000',
    'C:\\Users\\',
    'http://x/?a=b',
  ],
  ...[
    'João',
    'joa\u0303o',
    'JOÃO',
    'joao',
    'Straße',
    'STRASSE',
    '\u202eabc',
    '\u200f',
    'a\u200d',
    '日本語',
    '𠮷野',
    '😀',
    '½',
    '...',
  ],
  ...['x'.repeat(1200), `${'x'.repeat(1200)}y`],
];
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AWKWARD) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...AWKWARD.slice(0, -2)), { minLength: 2, maxLength: 3 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
);
const number = fc.constantFrom('0', '-5', '0.5', '7', '7.0', '999', '1000', '1e3', '123456789', '2e21');
const date = fc.constantFrom(
  '2020',
  '2020-02-29',
  '2020-12-31T23:30:00-02:00',
  '2021-03-04T05:06:07.890Z',
  '0001-01-01',
  '9999-12-31',
);

/** Values of a source. With `isMixed`, fields that are numbers or dates in another source are left out. */
const items = (isMixed: boolean): fc.Arbitrary<TinyItem[]> => {
  const values = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: 1, maxLength: 3 });
  const properties = fc.record(
    {
      category: values(text),
      author: values(text),
      'a "b": c': values(text),
      hash: values(fc.constantFrom('aB', 'Ab', 'c d')),
      length: values(fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: text })),
      rank: values(isMixed ? fc.oneof(number, text) : number),
      taken: values(isMixed ? fc.oneof(date, number) : date),
      modified: values(date),
    },
    { requiredKeys: [] },
  );
  return fc
    .array(properties, { minLength: 3, maxLength: 12, size: 'max' })
    .map((all) => all.map((own, i) => ({ id: i * 3 + 1, properties: { name: `n${i}.txt`, ...own } })));
};

const FIELDS = [
  'category',
  'author',
  'a "b": c',
  'hash',
  'length',
  'rank',
  'taken',
  'modified',
  'name',
  'source',
  'bookmark',
  'selected',
];

/** Makes bookmarks with difficult names, which share items, and a selection. */
async function mark(service: Service, one: readonly TinyItem[], two: readonly TinyItem[]): Promise<void> {
  const refs = [...one.map(({ id }) => ({ source: 'one', id })), ...two.map(({ id }) => ({ source: 'two "2"', id }))];
  for (const [i, name] of ['To do', 'to do', 'rev*', '"a" \\ :=', 'empty'].entries()) {
    expect((await service.post(`/bookmarks/${encodeURIComponent(name)}`)).status).toBe(200);
    const members = name === 'empty' ? [] : refs.filter((_, n) => (n + i) % (i + 2) === 0);
    await service.put(`/bookmarks/${encodeURIComponent(name)}/add`, members);
  }
  await service.put('/selection/add', refs.slice(1, 4));
}

test('the q of every value finds what was counted', async () => {
  await fc.assert(
    fc.asyncProperty(items(false), items(true), async (one, two) => {
      const service = await Service.start({ cases: { one, 'two "2"': two } });
      try {
        const { json: known } = await service.get('/fields');
        const names = new Set([
          'source',
          'bookmark',
          'selected',
          ...known.fields.map(({ name }: { name: string }) => name),
        ]);
        await mark(service, one, two);
        const facets: object[] = FIELDS.filter((field) => names.has(field)).map((field) => ({ field, limit: 1000 }));
        for (const field of ['rank', 'length']) {
          if (names.has(field)) facets.push({ field, ranges: [-10, 0, 7, 1000] }, { field, interval: 'log' });
        }
        for (const field of ['taken', 'modified']) {
          if (!names.has(field)) continue;
          for (const interval of ['year', 'month', 'auto']) facets.push({ field, interval });
        }
        const timeZone = 'America/Sao_Paulo';
        const counted = await service.post('/facets', { facets, timeZone });
        expect([counted.status, counted.status === 200 ? '' : counted.text]).toEqual([200, '']);
        for (const facet of counted.json.facets) {
          if (facet.field === 'bookmark') {
            const none = await service.post('/hits', { q: 'NOT bookmark:*', limit: 0 });
            expect([facet.distinct, facet.missing]).toEqual([4, none.json.total]);
          }
          for (const { value, items: count, q } of facet.values) {
            // For a number in one source and a date in another, no range is valid.
            if (q === undefined && facet.field === 'taken') continue;
            const { json } = await service.post('/hits', { limit: 0, filter: [q], timeZone });
            expect([facet.field, value, q, json.total]).toEqual([facet.field, value, q, count]);
          }
        }
      } finally {
        await service.stop();
      }
    }),
    { seed, numRuns, endOnFailure: true },
  );
});
