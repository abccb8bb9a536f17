/** Hints on every interface: parts of a query that were not searched as its author may think. */
import { describe, expect, test } from '@jest/globals';
import yauzl from 'yauzl';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { differencesOf } from '../../src/certificates/certificate-differences.ts';
import { isSignatureSound, newKeyPair, parsePrivateKey } from '../../src/certificates/signing.ts';
import { Service } from '../support/http-service.ts';

const TEXTS = ['paypal login', 'login of paypal', 'money', 'card 00:1A:2B:3C:4D:5E', 'in C:\\Users\\maria'];

const service = Service.beforeTests({
  server: {
    certificates: { caseFacts: new CaseFactsReader(), key: parsePrivateKey(newKeyPair().privateKey), analysis: '1' },
  },
  cases: {
    one: TEXTS.map((text, i) => ({ id: i + 1, text, properties: { name: `copper ${i}`, Metal: 'copper' } })),
    two: [{ id: 1, text: 'copper', properties: { name: 'x' } }],
  },
});

const asked = (q: string, more = ''): string => `?q=${encodeURIComponent(q)}&sourceID=one${more}`;
const hintsOf = async (q: string): Promise<readonly string[]> =>
  (await service.get(`/search${asked(q)}`)).json.hints ?? [];
const idsOf = async (q: string): Promise<readonly number[]> =>
  (await service.get(`/search${asked(q)}`)).json.docs.map(({ id }: { id: number }) => id);

/** The suggestion of a hint, between two of its words. */
const suggested = (hint: string | undefined, before: string): string =>
  hint!.slice(hint!.indexOf(before) + before.length);

describe('parts that were not searched', () => {
  test('a clause without a token', async () => {
    expect(await hintsOf('money AND ...')).toEqual(['"..." has no searchable character: the clause is ignored']);
    expect(await hintsOf('money NOT §§')).toEqual(['"§§" has no searchable character: the clause is ignored']);
    expect(await hintsOf('...')).toEqual(['"..." has no searchable character: the query matches nothing']);
    expect(await hintsOf('+money ...')).toHaveLength(1);
    expect(await hintsOf('*:* AND ...')).toEqual([expect.stringContaining('the clause is ignored')]);
  });

  test('a pattern in a phrase that no word matches', async () => {
    expect(await hintsOf('"paypal zz*"')).toEqual(['nothing in content matches zz*, a part of "paypal zz*"']);
    expect(await hintsOf('money OR "paypal zz*"')).toHaveLength(1);
    expect(await hintsOf('"paypal log*"')).toEqual([]);
  });

  test.each(['00:1A:2B:3C:4D:5E', 'C:\\Users\\maria', 'https:paypal', 'user@host:pass', '-C:\\x', '(00:1A OR money)'])(
    'a text that is cut at a colon: %s',
    async (q) => {
      const chunk = q.replace(/^-/, '').replace(/^\(| OR .*$/g, '');
      const [hint, ...rest] = await hintsOf(q);
      expect(rest).toEqual([]);
      expect(hint).toContain('no item of this source has the field');
      const { json } = await service.get(`/explain${asked(suggested(hint, 'to search it as text, write '))}`);
      expect(json.ast).toEqual({ kind: 'phrase', field: null, pattern: [{ kind: 'text', text: chunk }], slop: 0 });
    },
  );

  test('and the suggestion finds it', async () => {
    expect(await idsOf(suggested((await hintsOf('00:1A:2B:3C:4D:5E'))[0], 'to search it as text, write '))).toEqual([
      4,
    ]);
    expect(await idsOf(suggested((await hintsOf('C:\\Users\\maria'))[0], 'to search it as text, write '))).toEqual([5]);
  });

  test('a word that only other fields have', async () => {
    expect(await hintsOf('copper')).toEqual([
      'copper finds nothing in content; Metal:copper finds 5 items, name:copper 5',
    ]);
    expect(await hintsOf('copper OR money')).toHaveLength(1);
    expect(await hintsOf('"copper 3"')).toEqual(['"copper 3" finds nothing in content; name:"copper 3" finds 1 item']);
    // Both words are in the text, but not adjacent.
    expect(await hintsOf('"money login"')).toEqual([]);
    expect(await hintsOf('nowhere')).toEqual([]);
    expect(await hintsOf('money')).toEqual([]);
  });

  test('proximity of other tools, whose equivalent here finds at least as much', async () => {
    for (const word of ['w/3', 'W/3', 'near/3', 'NEAR3', 'ADJ3', '/3']) {
      const hints = await hintsOf(`login ${word} paypal`);
      expect(hints).toHaveLength(1);
      expect(suggested(hints[0], 'are written ')).toBe('login NEAR/3 paypal');
    }
    expect(await idsOf('login NEAR/3 paypal')).toEqual([1, 2]);
    expect(await hintsOf('login NEAR/3 paypal')).toEqual([]);
    expect(await hintsOf('login pre/3 paypal')).toEqual([expect.stringContaining('login BEFORE/3 paypal')]);
    expect(await hintsOf('paypal NEAR login')).toEqual([expect.stringContaining('paypal NEAR/10 login')]);
    expect(await hintsOf('(paypal OR money) w/2 login')).toEqual([
      expect.stringContaining('are written (paypal money) NEAR/2 login'),
    ]);
    expect(await hintsOf('(paypal AND money) w/2 login')).toEqual([expect.stringContaining('for example a NEAR/2 b')]);
    expect(await hintsOf('login near paypal')).toEqual([]);
    expect(await hintsOf('"w/3"')).toEqual([]);
  });

  test.each([
    ['paypal And login', 'AND'],
    ['paypal or login', 'OR'],
    ['paypal OU login', 'OR'],
    ['paypal E login', 'AND'],
    ['paypal UND login', 'AND'],
    ['paypal & login', 'AND'],
    ['paypal | login', 'OR'],
    ['paypal , login', 'OR'],
    ['paypal NICHT login', 'NOT'],
  ])('an operator of another language: %s', async (q, operator) => {
    expect(await hintsOf(q)).toEqual([expect.stringContaining(`the operator is written ${operator}`)]);
  });

  test('alternatives in one chunk, and an expression with blanks', async () => {
    expect(await hintsOf('paypal|money')).toEqual([
      '"paypal|money" is searched as a phrase; alternatives are written paypal OR money',
    ]);
    expect(await hintsOf('/paypal login/')).toEqual([expect.stringMatching(/no blanks.*written "paypal login"$/)]);
    expect(await hintsOf('/pay.* login/')).toEqual([expect.stringMatching(/matches one word$/)]);
    expect(await hintsOf('/pay.*/')).toEqual([]);
    expect(await hintsOf('/home/ana login/')).toEqual([]);
  });

  test('names sources if they differ, and counts the hints left out', async () => {
    const { json } = await service.get('/search?q=copper');
    expect(json.hints).toEqual([expect.stringMatching(/^one: copper finds nothing/)]);
    const unknown = Array.from({ length: 30 }, (_, i) => `zz${i}:5`).join(' ');
    const hints = await hintsOf(unknown);
    expect(hints).toHaveLength(21);
    expect(hints.at(-1)).toBe('and 10 more hints');
    const many = Array.from({ length: 60 }, (_, i) => `w${i}`).join(' ');
    expect(await hintsOf(many)).toEqual(['only the first 50 clauses were checked for hints']);
  });
});

/** The files of an archive, keyed by path. */
async function filesOf(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    files.set(entry.fileName, String(Buffer.concat(pieces)));
  }
  return files;
}

describe('on every route', () => {
  const expected = ['copper finds nothing in content; Metal:copper finds 5 items, name:copper 5'];

  test('without a hint there is no member', async () => {
    expect(Object.keys((await service.get(`/search${asked('money')}`)).json)).toEqual(['docs']);
  });

  test('/search by id, by relevance, in part, and by POST', async () => {
    for (const more of ['', '&limit=1', '&sort=relevance&limit=5', '&defaultOperator=AND']) {
      expect((await service.get(`/search${asked('copper', more)}`)).json.hints).toEqual(expected);
    }
    expect((await service.post('/search', { q: 'copper', sourceID: 'one' })).json.hints).toEqual(expected);
  });

  test('/hits, first and later pages, with filters, and expanded', async () => {
    for (const more of ['', '&limit=0', '&offset=5', '&sort=name:asc', '&filter=money', '&expand=duplicates']) {
      expect((await service.get(`/hits${asked('copper', more)}`)).json.hints).toEqual(expected);
    }
    expect((await service.get(`/hits${asked('money', '&filter=...')}`)).json.hints).toHaveLength(1);
  });

  test('/facets and /explain', async () => {
    expect((await service.get(`/facets${asked('copper', '&facet=name')}`)).json.hints).toEqual(expected);
    expect((await service.get(`/explain${asked('copper')}`)).json.sources[0].hints).toEqual(expected);
  });

  test('/findings, in its last line', async () => {
    for (const more of ['', '&group=text']) {
      const lines = (await service.get(`/findings${asked('copper', more)}`)).text.trim().split('\n');
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ done: true, hints: expected });
    }
  });

  test('/export: a header, the last line, the manifest and the query of an archive', async () => {
    const ndjson = await service.get(`/export${asked('copper', '&format=ndjson')}`);
    expect(ndjson.headers['x-hints']).toBe('1');
    expect(JSON.parse(ndjson.text.trim().split('\n').at(-1)!)).toMatchObject({ done: true, hints: expected });
    expect((await service.get(`/export${asked('copper', '&format=csv')}`)).headers['x-hints']).toBe('1');
    expect((await service.get(`/export${asked('money', '&format=csv')}`)).headers['x-hints']).toBeUndefined();
    for (const format of ['zip', 'dat']) {
      const { bytes, headers } = await service.get(`/export${asked('copper', `&format=${format}`)}`);
      expect(headers['x-hints']).toBe('1');
      const files = await filesOf(bytes);
      const textOf = (end: string) => String([...files].find(([name]) => name.endsWith(end))?.[1]);
      expect(textOf('manifest.csv')).toContain(`,,,hint,,,"${expected[0]}"`);
      expect(JSON.parse(textOf('query.json'))).toMatchObject({ hints: expected });
    }
  });

  test('/keywords: a member of the line, a column, a number in the last line and in a header', async () => {
    const queries = ['copper', 'money', 'copper', '('];
    const { text, headers } = await service.post('/keywords', { queries, sourceID: ['one'] });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ hints }) => hints)).toEqual([expected, undefined, expected, undefined, undefined]);
    expect(lines.at(-1)).toMatchObject({ done: true, queries: 4, failed: 1, hinted: 2 });
    expect(headers['x-hints']).toBe('2');
    const csv = await service.post('/keywords', { queries, sourceID: ['one'], format: 'csv' });
    const [header, first, second] = csv.text.trim().split('\r\n');
    expect(header).toContain(',error,hints,one');
    expect(first).toContain(expected[0]!);
    expect(second).toBe('2,money,1,1,1,,,1');
    expect(csv.headers['x-hints']).toBe('2');
    const both = await service.post('/keywords', { queries: ['copper'] });
    expect(JSON.parse(both.text.split('\n')[0]!).hints).toEqual([`one: ${expected[0]}`]);
  });

  test('a list of which each query has its own chunk', async () => {
    const queries = ['00:1A:2B:3C:4D:5E', 'money OR https:x', 'bookmark:none OR ...'];
    const { text } = await service.post('/keywords', { queries, sourceID: ['one'] });
    const [mac, url] = text.split('\n').map((line) => JSON.parse(line || '{}').hints);
    expect(mac).toEqual([expect.stringContaining('"00:1A:2B:3C:4D:5E"')]);
    expect(url).toEqual([expect.stringContaining('"https:x"')]);
  });

  test('events, and their number in a file for Timesketch', async () => {
    const set = { q: 'copper', collapse: 'hsah', sourceID: ['one'] };
    const { hints } = (await service.post('/hits', set)).json;
    expect(hints).toEqual([expect.stringContaining('"hsah"'), ...expected]);
    expect((await service.post('/events', set)).json).toEqual({ total: 0, events: [], next: null, hints });
    expect((await service.post('/events', { q: 'money' })).json.hints).toBeUndefined();
    const file = await service.post('/events', { ...set, format: 'timesketch' });
    expect([file.status, file.headers['x-hints']]).toEqual([200, '2']);
    const without = await service.post('/events', { q: 'money', format: 'timesketch' });
    expect(without.headers['x-hints']).toBeUndefined();
  });

  test('a level of the tree, with the hits below each child', async () => {
    const level = '/sources/one/tree/root';
    const { hints } = (await service.post('/hits', { q: 'copper', collapse: 'hsah', sourceID: ['one'] })).json;
    expect((await service.get(`${level}?q=copper&collapse=hsah`)).json.hints).toEqual(hints);
    expect((await service.get(`${level}?q=money`)).json.hints).toBeUndefined();
    expect((await service.get(level)).json.hints).toBeUndefined();
  });

  test('certificates, under the signature', async () => {
    const { json } = await service.post('/certificates', { q: 'copper', sourceID: ['one'] });
    expect(json.hints).toEqual(expected);
    expect(isSignatureSound(json)).toBe(true);
    expect(isSignatureSound({ ...json, hints: [] })).toBe(false);
    expect((await service.post('/certificates', { q: 'money', sourceID: ['one'] })).json.hints).toEqual([]);
    expect(differencesOf(json, { ...json, hints: [] })).toEqual([`hints: ${JSON.stringify(expected)}, and []`]);
    expect(differencesOf(json, { ...json, hints: [], program: 'another' })).toEqual([]);
    const { hints: _, ...older } = json;
    expect(differencesOf(older, json)).toEqual([]);
    const { text } = await service.post('/keywords', {
      queries: ['copper', 'money'],
      sourceID: ['one'],
      certificate: true,
    });
    expect(JSON.parse(text.trim().split('\n').at(-1)!).certificate.report).toMatchObject({ queries: 2, hinted: 1 });
  });
});
