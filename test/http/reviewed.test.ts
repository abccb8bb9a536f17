/** Items marked as reviewed: reviewers, queries and counts by viewer, the log, undo, past states, exports, limited viewers. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { exportBookmarks } from '../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../src/bookmarks/exchange/import-bookmarks.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { NOBODY_KNOWN } from '../../src/bookmarks/reviewed/reviewed.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { closedAtEnd } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { askingAs, knowing, type TokenUser } from '../support/token-users.ts';
import { pause } from '../support/until.ts';

const COUNT = 12;
const items = Array.from({ length: COUNT }, (_, i) => ({ id: i + 1, text: `item ${i + 1}` }));
const ids = items.map(({ id }) => id);
const nobody = { remoteAddress: null, requestId: null };
const users: readonly TokenUser[] = [
  { name: 'anna', role: 'annotator' },
  { name: 'me', role: 'annotator' },
  { name: 'half', role: 'annotator', sources: ['seen'] },
  { name: 'reader', role: 'reader' },
];

const service = Service.beforeTests({ cases: { hidden: items, seen: items }, server: knowing(users) });
const as = askingAs(service);

async function found(who: string, q: string): Promise<string[]> {
  const { status, json } = await as(who, 'POST', '/hits', { q, limit: 100, properties: ['none'] });
  expect([q, status]).toEqual([q, 200]);
  return json.hits.map(({ source, id }: { source: string; id: number }) => `${source} ${id}`).sort();
}

const inBoth = (some: readonly number[]): string[] =>
  ['hidden', 'seen'].flatMap((source) => some.map((id) => `${source} ${id}`)).sort();

describe('marks', () => {
  test('belong to the caller, are found by name and as mine, shown in records, counted by viewer', async () => {
    expect(await found('anna', 'reviewed:*')).toEqual([]);
    const first = await as('anna', 'PUT', '/reviewed/add', [...refs('seen', 1, 2), ...refs('hidden', 3)]);
    expect([first.status, first.json]).toEqual([200, { viewer: 'anna', changed: 3, size: 3 }]);
    expect((await as('me', 'PUT', '/reviewed/add', { q: 'id:2', sourceID: 'seen' })).json).toMatchObject({
      changed: 1,
    });
    expect(await found('anna', 'reviewed:me')).toEqual(['hidden 3', 'seen 1', 'seen 2']);
    expect(await found('anna', 'reviewed:anna')).toEqual(['hidden 3', 'seen 1', 'seen 2']);
    expect(await found('reader', 'reviewed:me')).toEqual([]);
    expect(await found('reader', 'reviewed:a*')).toEqual(['hidden 3', 'seen 1', 'seen 2']);
    // Between quotes, it means a viewer of that name.
    expect(await found('anna', 'reviewed:"me"')).toEqual(['seen 2']);
    expect(await found('reader', 'reviewed:* AND source:seen')).toEqual(['seen 1', 'seen 2']);
    expect(await found('anna', 'NOT reviewed:*')).toHaveLength(2 * COUNT - 3);
    expect(await found('anna', 'reviewed:nobody')).toEqual([]);
    const record = async (id: number): Promise<unknown> => (await as('reader', 'GET', `/sources/seen/docs/${id}`)).json;
    expect(await record(2)).toMatchObject({ reviewed: ['anna', 'me'] });
    expect(await record(3)).not.toHaveProperty('reviewed');
    const { json } = await as('reader', 'POST', '/hits', { q: 'id:1', properties: ['none'] });
    expect(json.hits.map((hit: { reviewed?: string[] }) => hit.reviewed ?? [])).toEqual([[], ['anna']]);
    const counted = await as('reader', 'POST', '/facets', { facets: [{ field: 'reviewed' }] });
    const [facet] = counted.json.facets;
    expect(facet).toMatchObject({ distinct: 2, missing: 2 * COUNT - 3, other: 0 });
    expect(facet.values.map(({ value, items: own }: { value: string; items: number }) => [value, own])).toEqual([
      ['anna', 3],
      ['me', 1],
    ]);
    for (const { q, items: own } of facet.values) expect(await found('anna', q)).toHaveLength(own);
    expect((await as('reader', 'GET', '/reviewed')).json).toEqual({
      viewers: [
        { viewer: 'anna', items: 3 },
        { viewer: 'me', items: 1 },
      ],
    });
  });

  test('do not come from opening an item, and only their viewer removes them', async () => {
    await as('me', 'GET', '/sources/seen/docs/9');
    await as('me', 'GET', '/sources/seen/docs/9/text');
    expect(await found('anna', 'reviewed:"me"')).toEqual(['seen 2']);
    expect((await as('me', 'PUT', '/reviewed/remove', refs('seen', 1, 2))).json).toEqual({
      viewer: 'me',
      changed: 1,
      size: 0,
    });
    expect(await found('anna', 'reviewed:anna')).toHaveLength(3);
    // Nobody has marked anything before a first mark, so there is nothing to undo, and nothing to log.
    const { count } = service.bookmarks.head;
    expect((await as('half', 'PUT', '/reviewed/remove', refs('seen', 1))).json).toMatchObject({ changed: 0, size: 0 });
    expect(service.bookmarks.head.count).toBe(count);
    for (const path of ['/reviewed/add', '/reviewed/remove']) {
      expect((await as('reader', 'PUT', path, refs('seen', 1))).status).toBe(403);
      expect((await as('anna', 'PUT', path, refs('seen', 99))).status).toBe(404);
      expect((await as('anna', 'PUT', path, { q: '(' })).status).toBe(400);
    }
  });

  test('are logged, undone, shown as of a time, exported and imported', async () => {
    await as('anna', 'PUT', '/reviewed/remove', { q: '' });
    const before = new Date().toISOString();
    await pause(5);
    await as('anna', 'PUT', '/reviewed/add', refs('seen', 5, 6));
    const [change] = (await as('reader', 'GET', '/log?limit=1')).json.changes;
    expect(change).toMatchObject({ what: 'add', bookmark: null, reviewed: 'anna', items: 2, who: 'anna' });
    expect((await as('reader', 'GET', `/reviewed/anna?at=${before}`)).json).toEqual({ docs: [] });
    expect((await as('reader', 'GET', '/reviewed/anna')).json).toEqual({ docs: refs('seen', 5, 6) });
    expect((await as('reader', 'GET', '/reviewed/nobody')).json).toEqual({ docs: [] });
    expect((await as('reader', 'GET', '/reviewed/anna?at=soon')).status).toBe(400);
    expect((await as('anna', 'POST', '/bookmarks/undo', { seq: change.seq })).json).toMatchObject({
      name: 'anna',
      changed: 2,
      size: 0,
    });
    await as('anna', 'PUT', '/reviewed/add', refs('seen', 7));
    const lines = [...exportBookmarks({ state: service.bookmarks })];
    expect(lines).toContain(JSON.stringify({ reviewed: 'anna', source: 'seen', ids: [7] }));
    const past = await service.bookmarks.history.at(Date.now());
    expect([...exportBookmarks({ state: past })].slice(1)).toEqual(lines.slice(1));
    const other = closedAtEnd(await openBookmarkStore(join(service.dir, 'other')));
    expect(await importBookmarks(other, lines, { origin: nobody })).toMatchObject({
      applied: true,
      reviewed: { added: 1, alreadyThere: 0 },
    });
    expect(await importBookmarks(other, lines, { origin: nobody })).toMatchObject({
      reviewed: { added: 0, alreadyThere: 1 },
    });
    expect([...exportBookmarks({ state: other })].slice(1)).toEqual(lines.slice(1));
    expect(await verifyBookmarks(other)).toMatchObject({ ok: true, problems: [] });
    const bad = [lines[0]!, '{"reviewed":7,"source":"seen","ids":[1]}', '{"end":true,"lines":3}'];
    expect((await importBookmarks(other, bad, { origin: nobody })).problems).toEqual([
      { line: 2, reason: 'its "reviewed" is not text' },
    ]);
  });

  test('of a hidden source do not exist, nor do viewers who marked only there', async () => {
    await as('anna', 'PUT', '/reviewed/remove', { q: '' });
    await as('anna', 'PUT', '/reviewed/add', refs('hidden', 1));
    expect((await as('half', 'GET', '/reviewed')).json).toEqual({ viewers: [] });
    expect((await as('half', 'GET', '/reviewed/anna')).json).toEqual({ docs: [] });
    expect(await found('half', 'reviewed:*')).toEqual([]);
    const { json } = await as('half', 'POST', '/facets', { facets: [{ field: 'reviewed' }] });
    expect(json.facets[0]).toMatchObject({ values: [], distinct: 0 });
    expect((await as('half', 'PUT', '/reviewed/add', refs('hidden', 2))).status).toBe(404);
    const changes = (await as('half', 'GET', '/log')).json.changes;
    expect(changes.some((one: { items: number; seq: number }) => one.seq === service.bookmarks.head.count)).toBe(false);
    expect((await as('half', 'POST', '/bookmarks/undo', { seq: service.bookmarks.head.count })).status).toBe(403);
    await as('anna', 'PUT', '/reviewed/remove', { q: '' });
  });

  test('come with a decision, in its transaction, if requested', async () => {
    const { codings, reviewed } = service.bookmarks;
    const panel = { choices: [{ bookmark: 'x', key: null, colour: null }], exclusive: true, required: false };
    await codings.put('P', panel, nobody);
    const three = [{ source: 'seen', ids: Uint32Array.of(1, 2, 3) }];
    const decided = await codings.code('P', 'x', three, nobody, 'carla');
    expect(decided).toMatchObject({ added: 3, removed: 0 });
    // The mark, the choice of the person, and the choice itself.
    expect(decided.seqs).toHaveLength(3);
    expect(reviewed.size('carla', () => true)).toBe(3);
    expect(await codings.code('P', null, three, nobody, 'carla')).toMatchObject({ added: 0, removed: 3 });
    expect(reviewed.size('carla', () => true)).toBe(3);
    await expect(codings.code('P', 'y', three, nobody, 'dora')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(reviewed.viewers()).not.toContain('dora');
    // With this many items, the set of the viewer is prepared in slices.
    const many = [{ source: 'elsewhere', ids: Uint32Array.from({ length: 100_000 }, (_, i) => i) }];
    expect(await codings.code('P', 'x', many, nobody, 'dora')).toMatchObject({ added: 100_000 });
    expect(reviewed.size('dora', () => true)).toBe(100_000);
    expect(await verifyBookmarks(service.bookmarks)).toMatchObject({ ok: true, problems: [] });
  });
});

test('agree with a simple model after any marks and removals', async () => {
  const random = new Random(11);
  const model = new Map(['anna', 'me'].map((name) => [name, new Set<number>()]));
  for (const who of model.keys()) await as(who, 'PUT', '/reviewed/remove', { q: '' });
  for (let step = 0; step < 40; step++) {
    const who = random.pick([...model.keys()]);
    const how = random.pick(['add', 'add', 'remove']);
    const chosen = ids.filter(() => random.below(4) === 0);
    await as(who, 'PUT', `/reviewed/${how}`, [...refs('hidden', ...chosen), ...refs('seen', ...chosen)]);
    for (const id of chosen) model.get(who)![how === 'add' ? 'add' : 'delete'](id);
    for (const [name, marked] of model) {
      expect(await found(name, 'reviewed:me AND NOT bookmark:x')).toEqual(inBoth([...marked]));
    }
  }
});

test('a server without authentication marks under a fixed name; certificates refuse marks and codings', async () => {
  const open = await Service.start({
    cases: { one: items },
    server: { certificates: { caseFacts: new CaseFactsReader(), key: null, analysis: '1' } },
  });
  expect((await open.put('/reviewed/add', refs('one', 4))).json).toMatchObject({ viewer: NOBODY_KNOWN });
  for (const q of ['reviewed:me', `reviewed:${NOBODY_KNOWN}`, `reviewed:"${NOBODY_KNOWN}"`]) {
    expect((await open.post('/hits', { q, properties: ['none'] })).json.hits).toMatchObject(refs('one', 4));
  }
  for (const q of ['reviewed:me', 'NOT reviewed:*', 'coding:*']) {
    const { status, json } = await open.post('/certificates', { q });
    expect([q, status, json.error]).toEqual([q, 400, expect.stringContaining('would not be in the certificate')]);
  }
});
