/** Saved searches: saving, sharing, visibility, `search:` in queries with its twin, the log, undo, past states, exports. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { exportBookmarks } from '../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../src/bookmarks/exchange/import-bookmarks.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import type { SavedSearch } from '../../src/bookmarks/searches/saved-search.ts';
import { OWN_SEARCHES_MAX } from '../../src/bookmarks/searches/saved-searches.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { EXPANDED_UNITS_MAX, SEARCH_DEPTH_MAX } from '../../src/search/saved/expand-searches.ts';
import { EMPTY_SEARCH } from '../support/empty-search.ts';
import type { Answer, RequestOptions } from '../support/http-client.ts';
import { Service } from '../support/http-service.ts';
import { asUser as as, knowing } from '../support/token-users.ts';
import { pause } from '../support/until.ts';

const WORDS = ['heron', 'otter', 'newt', 'carp'];
const COUNT = 16;
/** Item `i` has the words of its bits. */
const items = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  text: WORDS.filter((__, bit) => (i >> bit) & 1).join(' ') || 'nothing',
}));
const nobody = { remoteAddress: null, requestId: null };

const found = async (service: Service, q: string, options: RequestOptions = {}): Promise<string[]> => {
  const { json } = await service.post('/hits', { q, limit: 100, properties: ['none'] }, options);
  return json.hits.map(({ source, id }: { source: string; id: number }) => `${source}:${id}`).sort();
};
const names = ({ json }: Answer): string[] => json.searches.map(({ name }: { name: string }) => name);

describe('on a server that knows nobody', () => {
  const service = Service.beforeTests({ cases: { one: items, two: items } });

  test('a search is saved, listed, replaced and deleted, and everyone sees it', async () => {
    const whole = {
      ...EMPTY_SEARCH,
      q: 'heron',
      filter: ['otter'],
      sourceID: ['one'],
      sort: ['id'],
      view: 'gallery',
      bbox: '-9,38,-8,39',
      timeZone: 'Europe/Lisbon',
      defaultOperator: 'AND',
    };
    const saved = await service.put('/searches/Birds', { ...whole, shared: false });
    expect([saved.status, saved.json]).toEqual([200, { name: 'Birds', owner: null, shared: true, ...whole }]);
    expect((await service.get('/searches')).json).toEqual({ searches: [saved.json] });
    const replaced = await service.put('/searches/Birds', { q: 'newt' });
    expect(replaced.json).toEqual({ name: 'Birds', owner: null, shared: true, ...EMPTY_SEARCH, q: 'newt' });
    expect((await service.get('/searches/Birds')).json).toEqual(replaced.json);
    expect((await service.delete('/searches/Birds')).json).toEqual({ name: 'Birds' });
    expect((await service.get('/searches/Birds')).status).toBe(404);
    expect((await service.delete('/searches/Birds')).status).toBe(404);
  });

  test.each([
    [{ q: 'heron AND (' }, /position 11/],
    [{ filter: ['heron', '"'] }, /syntax/],
    [{ q: 'search:Absent' }, /no shared search named "Absent"/],
    [{ q: 'search:Itself OR otter' }, /"Itself" names itself: "Itself" → "Itself"/],
    [{ q: 'search:It*' }, /names no saved search/],
    [{ sort: [''] }, /sort/],
    [{ bbox: 'here' }, /bbox/],
    [{ timeZone: 'Mars' }, /timeZone/],
    [{ q: 'x'.repeat(EXPANDED_UNITS_MAX + 1) }, /more than 32768 characters/],
    [{ colour: 'red' }, /colour/],
  ])('%j is refused', async (body, message) => {
    const answer = await service.put('/searches/Itself', body);
    expect([answer.status, answer.json.error]).toEqual([400, expect.stringMatching(message)]);
    expect((await service.get('/searches/Itself')).status).toBe(404);
  });

  test('a query names it, with its filters and sources', async () => {
    await service.put('/searches/Both', { q: 'heron', filter: ['otter'], sourceID: ['two'] });
    const both = await found(service, 'heron AND otter AND source:two');
    expect(both.length).toBeGreaterThan(0);
    expect(await found(service, 'search:Both')).toEqual(both);
    expect(await found(service, 'search:"Both" AND newt')).toEqual(
      await found(service, 'heron AND otter AND newt AND source:two'),
    );
    expect(await found(service, 'NOT search:Both')).toEqual(
      await found(service, 'NOT (heron AND otter AND source:two)'),
    );
    await service.put('/searches/Either', { q: 'search:Both OR carp' });
    expect(await found(service, 'search:Either')).toEqual(await found(service, '(+heron +otter +source:two) OR carp'));
    // Also in a long query, a filter, a list, and other requests with queries.
    expect(await found(service, `${'absent '.repeat(1000)}search:Both`)).toEqual(both);
    const { total } = (await service.post('/hits', { filter: ['search:Both'], limit: 0 })).json;
    expect(total).toBe(both.length);
    const report = (await service.post('/keywords', { queries: ['search:Both', 'search:Nothing'] })).text.split('\n');
    expect(JSON.parse(report[0]!)).toMatchObject({ items: both.length });
    expect(JSON.parse(report[1]!)).toMatchObject({ error: expect.stringMatching(/no saved search named "Nothing"/) });
    await service.put('/searches/Both', { q: 'carp' });
    expect(await found(service, 'search:Both')).toEqual(await found(service, 'carp'));
  });

  test('errors are at the clause that names it, wherever in the search they are', async () => {
    await service.put('/searches/Fragile', { q: 'otter' });
    await service.put('/searches/Outer', { q: 'newt OR search:Fragile' });
    await service.delete('/searches/Fragile');
    const gone = await service.post('/hits', { q: 'heron OR search:Outer' });
    expect([gone.status, gone.json.position]).toEqual([400, 16]);
    expect(gone.json.error).toContain('no shared search named "Fragile", which "Outer" names');
    await service.put('/searches/Wrong', { q: 'selected:perhaps' });
    const wrong = await service.post('/hits', { q: 'heron search:Wrong' });
    expect([wrong.status, wrong.json.position]).toEqual([400, 13]);
    await service.put('/searches/Placed', { bbox: '1,1,2,2' });
    expect((await service.post('/hits', { q: 'search:Placed' })).json.error).toMatch(/area on the map/);
  });

  test('a cycle that an undo would close is refused with its path, and so is one too deep or too long', async () => {
    await service.put('/searches/A', { q: 'otter' });
    await service.put('/searches/B', { q: 'search:A' });
    const { seq } = (await service.get('/log?limit=1')).json.changes[0];
    const refused = await service.put('/searches/A', { q: 'search:B' });
    expect(refused.json.error).toContain('"A" → "B" → "A"');
    await service.delete('/searches/B');
    const deleted = (await service.get('/log?limit=1')).json.changes[0];
    expect([deleted.what, deleted.search, deleted.bookmark]).toEqual(['delete', 'B', null]);
    await service.put('/searches/B', { q: 'carp' });
    await service.put('/searches/A', { q: 'search:B' });
    await service.delete('/searches/B');
    expect((await service.post('/bookmarks/undo', { seq: deleted.seq })).json).toMatchObject({ name: 'B' });
    expect(seq).toBeLessThan(deleted.seq);
    const circle = await service.post('/hits', { q: 'newt search:A' });
    expect([circle.status, circle.json.position]).toEqual([400, 12]);
    expect(circle.json.error).toContain('"A" → "B" → "A"');
    await service.put('/searches/D1', { q: 'heron' });
    for (let i = 2; i <= SEARCH_DEPTH_MAX; i++) await service.put(`/searches/D${i}`, { q: `search:D${i - 1}` });
    expect(await found(service, `search:D${SEARCH_DEPTH_MAX}`)).toEqual(await found(service, 'heron'));
    expect((await service.put('/searches/Deep', { q: `search:D${SEARCH_DEPTH_MAX}` })).json.error).toMatch(
      /More than 16/,
    );
    await service.put('/searches/L1', { q: 'heron OR '.repeat(300).concat('newt') });
    for (let i = 2; i <= 4; i++) await service.put(`/searches/L${i}`, { q: `search:L${i - 1} AND search:L${i - 1}` });
    expect((await service.put('/searches/L5', { q: 'search:L4 OR search:L4' })).json.error).toMatch(/32768 characters/);
  });

  test('random searches find the same as their text in place of their name', async () => {
    const random = new Random(412);
    const texts = new Map<string, string>();
    for (let run = 0; run < 60; run++) {
      const atom = (): readonly [string, string] => {
        const known = [...texts.keys()];
        if (known.length > 0 && random.below(2) === 0) {
          const name = random.pick(known);
          return [`search:"${name}"`, `(${texts.get(name)})`];
        }
        const word = random.pick(WORDS);
        return [word, word];
      };
      const [first, second, third] = [atom(), atom(), atom()];
      const how = random.pick([' AND ', ' OR ', ' AND NOT ']);
      const source = random.pick(['', 'one', 'two']);
      const q = `${first[0]}${how}${second[0]}`;
      const whole = [`(${first[1]}${how}${second[1]})`, third[1], ...(source === '' ? [] : [`source:${source}`])].join(
        ' AND ',
      );
      expect(await found(service, `(${q}) AND ${third[0]}${source === '' ? '' : ` AND source:${source}`}`)).toEqual(
        await found(service, whole),
      );
      const name = `R${run % 9}`;
      // This search is skipped, because other searches that name it would mean its present state.
      if (texts.has(name)) continue;
      const body = { q, filter: [third[0]], sourceID: source === '' ? [] : [source] };
      expect((await service.put(`/searches/${name}`, body)).status).toBe(200);
      texts.set(name, whole);
      expect(await found(service, `search:${name}`)).toEqual(await found(service, whole));
    }
    expect(texts.size).toBe(9);
  });

  test('is undone, shown as of a time, exported, imported and verified', async () => {
    await service.put('/searches/Passing', { q: 'otter' });
    const then = new Date().toISOString();
    await pause(5);
    await service.put('/searches/Passing', { q: 'carp' });
    const { changes } = (await service.get('/log?limit=2')).json;
    expect(changes.map(({ what, search }: Record<string, unknown>) => [what, search])).toEqual([
      ['describe', 'Passing'],
      ['create', 'Passing'],
    ]);
    const q = async (at = ''): Promise<string> => (await service.get(`/searches/Passing${at}`)).json.q;
    expect([await q(), await q(`?at=${then}`)]).toEqual(['carp', 'otter']);
    expect((await service.get('/searches/Passing?at=2001-01-01')).status).toBe(404);
    await service.post('/bookmarks/undo', { seq: changes[0].seq });
    expect(await q()).toBe('otter');
    const directory = join(service.dir, 'copy');
    const copy = await openBookmarkStore(directory);
    const state = await service.bookmarks.history.at(Date.now());
    const lines = [...exportBookmarks({ state })];
    expect(await importBookmarks(copy, lines, { origin: nobody })).toMatchObject({ applied: true, notes: [] });
    expect(await importBookmarks(copy, lines, { origin: nobody })).toMatchObject({ applied: true, notes: [] });
    expect(copy.searches.all()).toEqual(service.bookmarks.searches.all());
    const other = lines.map((line) => line.replace('"q":"otter"', '"q":"newt"'));
    expect((await importBookmarks(copy, other, { origin: nobody })).notes).toContain(
      'the search "Passing" stays as it is; the import has another one of that name',
    );
    const bad = lines.map((line) => line.replace('"literal":false', '"literal":0'));
    expect((await importBookmarks(copy, bad, { origin: nobody })).applied).toBe(false);
    await copy.close();
    expect(await verifyBookmarks({ directory })).toMatchObject({ problems: [] });
  });
});

describe('on a server that knows its viewers', () => {
  const service = Service.beforeTests({
    cases: { one: items, two: items },
    server: knowing([
      { name: 'anna', role: 'annotator' },
      { name: 'ben', role: 'annotator' },
      { name: 'guest', role: 'annotator', sources: ['two'] },
      { name: 'rita', role: 'reader' },
      { name: 'chief', role: 'administrator' },
    ]),
  });
  const put = (who: string, name: string, body: object): Promise<Answer> =>
    service.put(`/searches/${name}`, body, as(who));
  const get = (who: string, path: string): Promise<Answer> => service.get(path, as(who));

  test('a private search is visible to its owner only: lists, log, undoing, queries, the past', async () => {
    const saved = await put('anna', 'Suspicion', { q: 'heron' });
    expect(saved.json).toMatchObject({ owner: 'anna', shared: false });
    const { seq } = (await get('anna', '/log?limit=1')).json.changes[0];
    expect((await get('anna', '/log?limit=1')).json.changes[0]).toMatchObject({ search: 'Suspicion', who: 'anna' });
    expect(await found(service, 'search:Suspicion', as('anna'))).toEqual(await found(service, 'heron', as('anna')));
    for (const who of ['ben', 'guest', 'chief', 'rita']) {
      expect(names(await get(who, '/searches'))).toEqual([]);
      expect((await get(who, '/searches/Suspicion')).status).toBe(404);
      expect((await get(who, `/searches/Suspicion?at=${new Date(Date.now() + 1000).toISOString()}`)).status).toBe(404);
      expect((await get(who, '/log')).text).not.toContain('Suspicion');
      const answer = await service.post('/hits', { q: 'search:Suspicion' }, as(who));
      expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining('no saved search named')]);
      if (who === 'rita') continue;
      expect((await service.delete('/searches/Suspicion', as(who))).status).toBe(404);
      expect((await service.post('/bookmarks/undo', { seq }, as(who))).status).toBe(403);
    }
    expect((await put('rita', 'Mine', { q: 'heron' })).status).toBe(403);
    expect((await get('anna', '/searches/Suspicion')).status).toBe(200);
  });

  test('each viewer has separate names; sharing shows a search from then on, and unsharing hides it', async () => {
    expect((await put('ben', 'Suspicion', { q: 'otter' })).json).toMatchObject({ owner: 'ben', q: 'otter' });
    const before = service.bookmarks.head.count;
    expect((await put('anna', 'Suspicion', { q: 'newt', shared: true })).json).toMatchObject({
      owner: 'anna',
      shared: true,
    });
    expect(names(await get('anna', '/searches'))).toEqual(['Suspicion']);
    // Ben's own search comes first. The others see the shared one, from the time when it was shared.
    expect((await get('ben', '/searches/Suspicion')).json.q).toBe('otter');
    expect((await get('guest', '/searches/Suspicion')).json.q).toBe('newt');
    const seen = (await get('guest', '/log')).json.changes.map((one: { seq: number }) => one.seq);
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.min(...seen)).toBeGreaterThan(before);
    expect((await put('ben', 'Suspicion', { q: 'otter', shared: true })).status).toBe(409);
    await service.delete('/searches/Suspicion', as('ben'));
    const refused = await service.delete('/searches/Suspicion', as('ben'));
    expect([refused.status, refused.json.error]).toEqual([403, expect.stringContaining('belongs to "anna"')]);
    const last = (await get('ben', '/log?limit=1')).json.changes[0].seq;
    expect((await service.post('/bookmarks/undo', { seq: Math.max(...seen) }, as('guest'))).status).toBe(403);
    expect(last).toBeGreaterThan(0);
    expect((await put('anna', 'Suspicion', { q: 'newt' })).json).toMatchObject({ shared: false });
    expect(names(await get('guest', '/searches'))).toEqual([]);
    expect((await put('chief', 'Team', { q: 'carp', shared: true })).status).toBe(200);
    expect((await put('anna', 'Team', { q: 'newt', shared: true })).status).toBe(409);
  });

  test('a shared search means the same for everyone: it can name only shared ones', async () => {
    await put('anna', 'Private', { q: 'heron' });
    const refused = await put('anna', 'Common', { q: 'search:Private', shared: true });
    expect([refused.status, refused.json.error]).toEqual([
      400,
      expect.stringContaining('no shared search named "Private"'),
    ]);
    await put('anna', 'Base', { q: 'heron', shared: true });
    await put('anna', 'Common', { q: 'search:Base', shared: true });
    await put('ben', 'Base', { q: 'otter' });
    expect(await found(service, 'search:Base', as('ben'))).toEqual(await found(service, 'otter', as('ben')));
    expect(await found(service, 'search:Common', as('ben'))).toEqual(await found(service, 'heron', as('ben')));
    // A private search refers to a shared one of the same name, which is not a cycle.
    expect((await put('ben', 'Base', { q: 'search:Common' })).status).toBe(200);
    expect(await found(service, 'search:Base', as('ben'))).toEqual(await found(service, 'heron', as('ben')));
    // A search shows nobody more than their sources.
    expect(await found(service, 'search:Common', as('guest'))).toEqual(await found(service, 'heron', as('guest')));
  });

  test('exports have the searches of everyone, with their owners', async () => {
    const copy = await openBookmarkStore(join(service.dir, 'copy'));
    const lines = [...exportBookmarks({ state: await service.bookmarks.history.at(Date.now()) })];
    expect((await importBookmarks(copy, lines, { origin: nobody })).applied).toBe(true);
    expect(copy.searches.all()).toEqual(service.bookmarks.searches.all());
    expect(copy.searches.all()).toContainEqual(
      expect.objectContaining({ name: 'Private', owner: 'anna', shared: false }),
    );
    await copy.close();
  });

  test('there is a limit for each viewer', async () => {
    const { json } = await get('ben', '/searches');
    const own = json.searches.filter(({ owner }: SavedSearch) => owner === 'ben').length;
    expect(own).toBeGreaterThan(0);
    const { searches } = service.bookmarks;
    await service.bookmarks.applyTogether(() => {
      const [{ name: _, ...shared }] = searches.all() as [SavedSearch];
      for (let i = own; i < OWN_SEARCHES_MAX; i++) {
        searches.applyPut({ ...shared, name: `N${i}`, owner: 'ben', shared: false }, nobody);
      }
    });
    const refused = await put('ben', 'Another', { q: 'heron' });
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringMatching(/1000 searches of your own/)]);
    expect((await put('ben', 'N999', { q: 'otter' })).status).toBe(200);
    expect((await put('anna', 'Room', { q: 'heron' })).status).toBe(200);
  });
});
