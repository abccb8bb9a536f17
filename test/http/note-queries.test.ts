/** `note:` in queries. The words of notes are found like those of texts, by everyone who may see their source. */
import { beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { Service } from '../support/http-service.ts';
import { askingAs, knowing } from '../support/token-users.ts';

const WORDS = [
  'heron',
  'Herons',
  'coot',
  'grebe',
  'well-known',
  '東京都',
  '東京',
  'São',
  'a1',
  '2024',
  'don\u2019t',
  '🦆',
  'the',
];
const random = new Random(5);
/** Each item has a note with its own text, so `content:` and `note:` must agree. */
const items = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  text: Array.from(
    { length: 1 + random.below(7) },
    () => random.pick(WORDS) + random.pick([' ', ' ', ', ', '\n', '-\n']),
  ).join(''),
}));
const bare = { id: 99, text: 'heron without a note' };
const service = Service.beforeTests({
  cases: { one: [...items, bare] },
  server: { certificates: { caseFacts: new CaseFactsReader(), key: null, analysis: '1' } },
});

beforeAll(async () => {
  for (const { id, text } of items) {
    expect((await service.post(`/sources/one/docs/${id}/notes`, { text })).status).toBe(200);
  }
});

async function idsOf(q: string): Promise<number[]> {
  const { status, json } = await service.post('/hits', { q, limit: 100, properties: ['none'] });
  expect([q, status, json.error]).toEqual([q, 200, undefined]);
  return json.hits.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
}

const wildcard = (word: string): string => {
  const letters = [...word];
  const at = random.below(letters.length);
  return [...letters.slice(0, at), random.pick(['*', '?']), ...letters.slice(at + 1)].join('');
};

function leaf(): string {
  const some = (count: number): string => Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
  switch (random.below(6)) {
    case 0:
      return random.pick(WORDS);
    case 1:
      return `"${some(2 + random.below(2))}"`;
    case 2:
      return `"${some(2 + random.below(2))}"~${1 + random.below(4)}`;
    case 3:
      return wildcard(random.pick(['heron', 'grebe', 'coot', '2024']));
    case 4:
      return `"${wildcard('heron')} ${random.pick(WORDS)}"`;
    default:
      return random.pick(['heren~', 'grabe~2', 'cot~1', '/her.*/', '/[a-h].*s?/', '"heron ?"']);
  }
}

test('agrees with the same words of texts, for any words', async () => {
  const found = new Set<number>();
  for (let step = 0; step < 150; step++) {
    const asked = leaf();
    const ids = await idsOf(`content:${asked}`);
    expect([asked, await idsOf(`note:${asked}`)]).toEqual([asked, ids.filter((id) => id !== bare.id)]);
    found.add(ids.length);
  }
  expect(found.size).toBeGreaterThan(5);
});

test('is a clause like any other, and reflects every change at once', async () => {
  expect(await idsOf('note:*')).toEqual(items.map(({ id }) => id));
  expect(await idsOf('NOT note:*')).toEqual([99]);
  expect(await idsOf('heron AND NOT note:heron')).toEqual([99]);
  const { json } = await service.post('/sources/one/docs/99/notes', { text: 'kingfisher' });
  expect(await idsOf('note:(kingfisher OR nothing)')).toEqual([99]);
  await service.put(`/sources/one/docs/99/notes/${json.n}`, { text: 'osprey' });
  expect(await idsOf('note:kingfisher')).toEqual([]);
  expect(await idsOf('note:osprey')).toEqual([99]);
  await service.delete(`/sources/one/docs/99/notes/${json.n}`);
  expect(await idsOf('note:osprey')).toEqual([]);
  const counted = await service.post('/keywords', { queries: ['note:heron', 'note:nothing'] });
  expect(counted.status).toBe(200);
});

test.each([
  ['note:[a TO b]', 6],
  ['heron note:=a', 12],
  ['note:two-words~', 5],
  ['note:/(/', 7],
])('%s is refused with the position', async (q, position) => {
  const { status, json } = await service.post('/hits', { q });
  expect([status, json.position]).toEqual([400, position]);
});

test('without a word it is dropped from a query, as for any text, with the same hint', async () => {
  const forms = ['heron', 'x', 'heron AND x', 'heron AND NOT x', 'NOT x', '(x OR coot)', 'x AND x', 'heron (x)^2'];
  for (const form of forms) {
    for (const wordless of ['"--"', '"- -"~3', '\\-\\-', '…', '\\-~']) {
      const asked = async (field: string) => {
        const q = form.replaceAll('x', `${field}:${wordless}`);
        const { status, json } = await service.post('/hits', {
          q,
          limit: 100,
          properties: ['none'],
          sort: ['relevance'],
        });
        const ids = json.hits?.map(({ id, score }: { id: number; score: number }) => [id, score]);
        return JSON.parse(
          JSON.stringify({ status, ids, hints: json.hints, error: json.error }).replaceAll(`${field}:`, 'x:'),
        );
      };
      expect([form, wordless, await asked('note')]).toEqual([form, wordless, await asked('content')]);
    }
  }
  const lines = await service.post('/keywords', { queries: ['note:"--"', 'content:"--"'] });
  const [first, second] = lines.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect({ ...first, n: 0, query: '', hints: 0 }).toEqual({ ...second, n: 0, query: '', hints: 0 });
});

test('certificates and facets refuse it', async () => {
  const { status, json } = await service.post('/certificates', { q: 'note:heron' });
  expect([status, json.error]).toEqual([400, expect.stringContaining('would not be in the certificate')]);
  expect((await service.post('/facets', { facets: [{ field: 'note' }] })).status).toBe(400);
});

test('finds nothing in notes of a hidden source', async () => {
  const two = await Service.start({
    cases: { hidden: items.slice(0, 1), seen: items.slice(0, 1) },
    server: knowing([
      { name: 'whole', role: 'annotator' },
      { name: 'half', role: 'annotator', sources: ['seen'] },
    ]),
  });
  const as = askingAs(two);
  for (const source of ['hidden', 'seen']) {
    await as('whole', 'POST', `/sources/${source}/docs/1/notes`, { text: 'osprey' });
  }
  const count = async (who: string): Promise<number> =>
    (await as(who, 'POST', '/hits', { q: 'note:osprey' })).json.total;
  expect([await count('whole'), await count('half')]).toEqual([2, 1]);
});
