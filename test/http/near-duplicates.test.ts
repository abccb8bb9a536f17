/** Near duplicates over two sources, by HTTP. */
import { describe, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { similarity, tokenSet } from '../support/naive/naive-near-duplicates.ts';

const CONTRACT =
  'The seller hands over forty crates of dried figs at the northern quay on the second Monday of March, the buyer pays half in advance, weighs every crate himself and signs the receipt that the harbour office keeps.';
const OTHER =
  'Minutes of the evening: Ruth opened the window, nobody answered the door bell twice, somebody left a blue umbrella behind, and the caretaker promised new light bulbs for each staircase before winter.';
const OFFER = CONTRACT.replace('forty', 'fifty').replace('Monday', 'Friday');

const service = Service.beforeTests({
  cases: {
    one: [
      { id: 1, text: CONTRACT },
      { id: 2, text: OFFER.toUpperCase() },
      { id: 3, text: OTHER },
      { id: 4, text: 'Too short to be compared.' },
      { id: 5, text: 'Too short to be compared.' },
      { id: 6, properties: { neardup: ['a property of the case'] } },
    ],
    two: [
      { id: 1, text: CONTRACT },
      { id: 2, text: `${CONTRACT} Signed.` },
      { id: 9, text: OTHER },
    ],
  },
});

describe('GET /sources/{sourceID}/docs/{id}/neardup', () => {
  test('returns the group over all sources, the most similar first', async () => {
    const { json } = await service.get('/sources/one/docs/1/neardup');
    const own = tokenSet(CONTRACT);
    const like = (text: string): number => Number(similarity(own, tokenSet(text)).toFixed(4));
    expect(json).toEqual({
      group: expect.stringMatching(/^[0-9a-f]{16}$/),
      total: 3,
      docs: [
        { source: 'two', id: 1, similarity: 1 },
        { source: 'two', id: 2, similarity: like(`${CONTRACT} Signed.`) },
        { source: 'one', id: 2, similarity: like(OFFER) },
      ],
    });
    expect(like(OFFER)).toBeLessThan(1);
    const limited = (await service.get('/sources/one/docs/1/neardup?limit=1')).json;
    expect(limited).toMatchObject({ group: json.group, total: 3 });
    expect(limited.docs).toHaveLength(1);
  });

  test.each([
    ['a text that no other is like, in its source', 3],
    ['a text that is too short', 4],
    ['an item without text', 6],
  ])('has none of %s', async (_, id) => {
    const { json } = await service.get(`/sources/one/docs/${id}/neardup`);
    expect(json).toEqual({ group: null, total: 0, docs: [] });
  });

  test.each([
    ['/sources/none/docs/1/neardup', 404],
    ['/sources/one/docs/99/neardup', 404],
    ['/sources/one/docs/x/neardup', 400],
    ['/sources/one/docs/1/neardup?limit=101', 400],
  ])('refuses %s', async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });
});

describe('neardup in sets', () => {
  const listed = (json: { hits: { source: string; id: number }[] }): string[] =>
    json.hits.map(({ source, id }) => `${source} ${id}`);

  test('adds the group, and keeps one item of it', async () => {
    const found = (await service.get('/hits?q=id:2&sourceID=one&expand=neardup')).json;
    expect(listed(found)).toEqual(['one 1', 'one 2']);
    const everywhere = (await service.get('/hits?q=fifty&expand=neardup')).json;
    expect(listed(everywhere)).toEqual(['one 1', 'one 2', 'two 1', 'two 2']);
    const one = (await service.get('/hits?q=seller&collapse=neardup')).json;
    expect(listed(one)).toEqual(['one 1']);
    expect((await service.get('/hits?q=umbrella&collapse=neardup')).json.total).toBe(2);
  });

  test('is a facet, a field and a clause', async () => {
    const { json } = await service.post('/facets', { q: 'seller', facets: [{ field: 'neardup' }] });
    const [{ value, items: count }] = json.facets[0].values;
    expect(count).toBe(4);
    expect((await service.get(`/hits?q=neardup:${value}`)).json.total).toBe(4);
    const { fields } = (await service.get('/fields')).json;
    expect(fields.find(({ name }: { name: string }) => name === 'neardup')).toMatchObject({ items: 4 });
    expect((await service.get('/hits?q=property\\:neardup:case')).json.total).toBe(1);
    const { status, json: refused } = await service.get('/hits?q=neardup:a*');
    expect([status, refused.message ?? refused.error]).toEqual([
      400,
      expect.stringContaining('takes only the name of a group'),
    ]);
  });
});
