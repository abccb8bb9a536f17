/**
 * `text:/…/` in queries. An expression finds the items in whose texts it matches, wherever these are stored, and marks its
 * matches.
 */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { AppError } from '../../src/shared/errors.ts';
import { Service } from '../support/http-service.ts';

const PARTS = [
  'card 4111-1111',
  'Card',
  'é',
  ' ',
  '\n',
  'IMG_01',
  'foo bar',
  'FOO',
  '日本',
  'x@y.org',
  '12',
  '٣',
  'ſ',
  '\u212a',
];
const random = new Random(7);
const items = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  properties: { name: `IMG_${i}.jpg`, length: String(10 * i), category: i % 3 === 0 ? 'Pictures' : 'Mails' },
  text: Array.from({ length: random.below(9) }, () => random.pick(PARTS) + random.pick(['', ' ', ', '])).join(''),
}));

/** Our expression, and its equivalent for RegExp, whose `$` means the end, too. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['card', /card/giu],
  ['(?-i)Card', /Card/gu],
  ['foo\\s+bar|x@y', /foo\s+bar|x@y/giu],
  ['foo bar', /foo bar/giu],
  ['\\d{4}-\\d{4}', /\p{Nd}{4}-\p{Nd}{4}/giu],
  ['^card', /^card/giu],
  ['(?m)^card', /^card/gimu],
  ['[a/b]r', /[a/b]r/giu],
  ['日.{1,3}?', /日.{1,3}?/gu],
  ['k|s', /k|s/giu],
  ['\\p{Lu}{2}_', /\p{Lu}{2}_/gu],
  ['(?:heron)?card', /(?:heron)?card/giu],
  ['nothing at all', /nothing at all/giu],
];

describe.each(['inline', 'file'] as const)('texts that are %s', (textAs) => {
  const service = Service.beforeTests({
    cases: { one: items, two: items.slice(0, 5) },
    caseOptions: { textAs },
    server: { certificates: { caseFacts: new CaseFactsReader(), key: null, analysis: '1' } },
  });

  async function idsOf(q: string, sourceID = 'one'): Promise<number[]> {
    const { status, json } = await service.post('/hits', { q, sourceID: [sourceID], limit: 100, properties: ['none'] });
    expect([q, status, json.error]).toEqual([q, 200, undefined]);
    return json.hits.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
  }

  const meant = (expression: RegExp): number[] =>
    items.filter(({ text }) => text.search(expression) >= 0).map(({ id }) => id);

  test.each(PATTERNS)('/%s/ finds its items and marks its matches', async (pattern, expression) => {
    const q = `text:/${pattern}/`;
    expect(await idsOf(q)).toEqual(meant(expression));
    expect(await idsOf(`name:img* -${q}`)).toEqual(
      items.filter(({ id }) => !meant(expression).includes(id)).map(({ id }) => id),
    );
    expect(await idsOf(q, 'two')).toEqual(meant(expression).filter((id) => id <= 5));
    for (const { id, text } of items.slice(0, 12)) {
      const { json } = await service.get(`/sources/one/docs/${id}/matches?q=${encodeURIComponent(q)}`);
      const extents = json.matches.map(({ field, start, end }: { field: string; start: number; end: number }) => [
        field,
        start,
        end,
      ]);
      const wanted = [...text.matchAll(expression)].map(({ 0: { length }, index }) => [
        'content',
        index,
        index + length,
      ]);
      expect([id, text, extents]).toEqual([id, text, wanted]);
    }
  });

  test.each([
    ['cased:FOO', /(?<![\p{L}\p{N}_])FOO(?![\p{L}\p{N}_])/u],
    ['cased:"foo bar"', /(?<![\p{L}\p{N}_])foo\s+bar(?![\p{L}\p{N}_])/u],
    ['cased:Card', /(?<![\p{L}\p{N}_])Card(?![\p{L}\p{N}_])/u],
    ['cased:card', /(?<![\p{L}\p{N}_])card(?![\p{L}\p{N}_])/u],
  ])('%s finds its words in this case', async (q, expression) => {
    const wanted = meant(expression);
    expect(await idsOf(q)).toEqual(wanted);
    expect(await idsOf(`name:img* -${q}`)).toEqual(items.filter(({ id }) => !wanted.includes(id)).map(({ id }) => id));
    for (const { id, text } of items.slice(0, 12)) {
      const { json } = await service.get(`/sources/one/docs/${id}/matches?q=${encodeURIComponent(q)}`);
      const extents = json.matches.map(({ start, end }: { start: number; end: number }) => [start, end]);
      const found = [...text.matchAll(new RegExp(expression, 'gu'))];
      expect([id, extents]).toEqual([id, found.map(({ 0: { length }, index }) => [index, index + length])]);
    }
  });

  test('a field uses its own values, and lists mean the same as elsewhere', async () => {
    expect(await idsOf('name:text:/^img_\\d\\./')).toEqual(items.slice(0, 10).map(({ id }) => id));
    expect(await idsOf('category:text:/^(?-i)Pic/')).toEqual(items.filter((_, i) => i % 3 === 0).map(({ id }) => id));
    expect(await idsOf('name:(text:/_1\\./ OR text:/_2\\./)')).toEqual([2, 3]);
    expect(await idsOf('text:/card/ AND text:/foo/')).toEqual(
      meant(/card/iu).filter((id) => meant(/foo/iu).includes(id)),
    );
  });

  test('facets count its items, and findings each text that matched', async () => {
    const q = 'text:/card 4111-\\d+/';
    const own = { q, sourceID: ['one'] };
    const items4111 = meant(/card 4111-/iu).length;
    const facets = await service.post('/facets', { ...own, facets: [{ field: 'category' }] });
    expect([facets.status, facets.json.total]).toEqual([200, items4111]);
    const { status, text } = await service.post('/findings', { ...own, group: 'text' });
    const [line] = text.split('\n');
    expect([status, JSON.parse(line!)]).toMatchObject([200, { text: 'card 4111-1111', items: items4111 }]);
  });

  test('keyword lists count it, exports have its items, bookmarks accept them', async () => {
    const found = meant(/card/iu);
    const queries = [
      'text:/card/',
      'foo',
      'text:/a*/',
      'text:/card/ AND text:/foo/',
      'entity:email',
      'cased:FOO',
      'text:/(/',
    ];
    const { status, text } = await service.post('/keywords', { queries, sourceID: ['one'] });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([status, lines.map(({ query, items: count }) => [query, count])]).toEqual([
      200,
      [
        ['text:/card/', found.length],
        ['foo', (await idsOf('foo')).length],
        ['text:/a*/', undefined],
        ['text:/card/ AND text:/foo/', (await idsOf('text:/card/ AND text:/foo/')).length],
        ['entity:email', meant(/x@y\.org/u).length],
        ['cased:FOO', (await idsOf('cased:FOO')).length],
        ['text:/(/', undefined],
        [undefined, expect.any(Number)],
      ],
    ]);
    expect(lines[2].error).toMatch(/matches an empty text/);
    expect(lines[6].error).toMatch(/group/);
    const rows = await service.post('/export', { q: 'text:/card/', sourceID: ['one'], format: 'ndjson' });
    const exported = rows.text
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line).id ?? []);
    expect([rows.status, exported]).toEqual([200, found]);
    await service.post('/bookmarks/Cards');
    const added = await service.request('PUT', '/bookmarks/Cards/add', {
      body: { q: 'text:/card/', sourceID: ['one'] },
    });
    expect([added.status, await idsOf('bookmark:Cards')]).toEqual([200, found]);
  });

  test('a certificate of it is refused, because no command could repeat it', async () => {
    for (const path of ['/certificates', '/keywords'] as const) {
      const body = path === '/keywords' ? { queries: ['text:/card/'], certificate: true } : { q: 'text:/card/' };
      const { status, json } = await service.post(path, { ...body, sourceID: ['one'] });
      expect([path, status, json?.error]).toEqual([path, 400, expect.stringContaining('expression')]);
    }
  });

  test('a check rejects matches that fail, and entities have one', async () => {
    expect(await idsOf('text:/4111-1111/luhn')).toEqual([]);
    expect(await idsOf('entity:email')).toEqual(meant(/x@y\.org/u));
    expect(await idsOf('text:/\\S+/email')).toEqual(meant(/x@y\.org/u));
    const { text } = await service.post('/findings', { q: 'entity:email', sourceID: ['one'], group: 'text' });
    const alone = meant(/(?<![\p{L}\p{N}_.%+-])x@y\.org(?![\p{L}\p{N}_-])/u).length;
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find((line) => line.text === 'x@y.org')).toMatchObject({ items: alone });
  });

  test('in a query that is too long to be parsed at once', async () => {
    const words = Array.from({ length: 2000 }, (_, i) => `nowhere${i}`).join(' ');
    expect(await idsOf(`text:/card/ OR ${words}`)).toEqual(meant(/card/iu));
  });

  test.each([
    ['text:/a/luhm', /no check that is called luhm/],
    ['entity:cards', /no entity that is called cards.*write/],
    ['text:/a*/', /matches an empty text/],
    ['text:/a', /not closed/],
    ['text:/(?=a)/', /lookahead/],
    ['text:/\\1/', /only these have a meaning/],
    ['text:/(a/', /close the group/],
    ['note:text:/a/', /stands for a set/],
  ])('%s is an error with the reason', async (q, message) => {
    const { status, json } = await service.post('/hits', { q, limit: 1 });
    expect([q, status]).toEqual([q, 400]);
    expect(JSON.stringify(json)).toMatch(message);
  });
});

test('an index that turns out to be damaged while texts are chosen does not count as one without matches', async () => {
  const service = await Service.start({ cases: { good: items, damaged: items } });
  const engine = service.engine('damaged');
  engine.beforeSearch = () => {
    engine.beforeSearch = () => undefined;
    throw new AppError('INDEX_CORRUPT', 'block 7 has a wrong checksum');
  };
  const q = encodeURIComponent('text:/card/');
  const { status, json } = await service.get(`/hits?q=${q}`);
  expect([status, json.error]).toEqual([500, expect.stringMatching(/"damaged".*block 7/)]);
  expect((await service.get(`/hits?q=${q}&sourceID=damaged`)).status).toBe(500);
  expect((await service.get(`/hits?q=${q}`)).json.incomplete).toMatchObject([{ source: 'damaged' }]);
});
