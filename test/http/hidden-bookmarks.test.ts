/**
 * Bookmarks and viewers who may see one of two sources: what each reads of each kind of bookmark, and each kind of change by
 * each of them. The expected results are in a table, which is independent of the rules in the code.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Origin } from '../../src/bookmarks/change-record.ts';
import { importBookmarks } from '../../src/bookmarks/exchange/import-bookmarks.ts';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { askingAs, knowing } from '../support/token-users.ts';

const items = [1, 2, 3, 4].map((id) => ({ id, text: `item ${id}` }));
const users = [
  { name: 'whole', role: 'annotator', sources: undefined },
  { name: 'half', role: 'annotator', sources: ['seen'] },
  { name: 'half-reader', role: 'reader', sources: ['seen'] },
] as const;
/** Each kind of bookmark, described by a viewer who sees everything. */
const KINDS = { own: ['seen'], mixed: ['seen', 'hidden'], elsewhere: ['hidden'], empty: [] } as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
const SECRET = { comment: 'the informant is Ana', color: '#aa0011' };
const nobody: Origin = { remoteAddress: null, requestId: null };

let service: Service;

const as = (name: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  askingAs(service)(name, method, path, body);

interface Change {
  readonly seq: number;
  readonly what: string;
  readonly bookmark: string | null;
  readonly items: number;
}
const logOf = async (name: string, path = '/log'): Promise<Change[]> => (await as(name, 'GET', path)).json.changes;
const lastOf = async (bookmark: string, what: string): Promise<number> =>
  (await logOf('whole')).find((one) => one.bookmark === bookmark && one.what === what)!.seq;
const detailsOf = async (name: string, bookmark: string): Promise<Record<string, unknown>> =>
  (await as(name, 'GET', '/bookmarks?details=true')).json.details.find(
    (one: { name: string }) => one.name === bookmark,
  );

beforeEach(async () => {
  service = await Service.start({
    cases: { hidden: items, seen: items },
    server: knowing(users),
  });
  for (const kind of kinds) {
    await as('whole', 'POST', `/bookmarks/${kind}`);
    for (const source of KINDS[kind]) await as('whole', 'PUT', `/bookmarks/${kind}/add`, refs(source, 1, 2));
    await as('whole', 'PUT', `/bookmarks/${kind}`, SECRET);
  }
});

describe('reading as a viewer of one source', () => {
  test('a description if a member is visible, or there is none', async () => {
    for (const name of ['half', 'half-reader']) {
      const read = await Promise.all(kinds.map((kind) => detailsOf(name, kind)));
      expect(read.map((one) => [one.name, one.comment, one.color, one.items])).toEqual([
        ['own', SECRET.comment, SECRET.color, 2],
        ['mixed', SECRET.comment, SECRET.color, 2],
        ['elsewhere', null, null, 0],
        ['empty', SECRET.comment, SECRET.color, 0],
      ]);
    }
    expect(await detailsOf('whole', 'elsewhere')).toMatchObject({ ...SECRET, items: 2 });
  });

  test('names, members, counts and past members elsewhere as of an empty bookmark', async () => {
    const at = encodeURIComponent(new Date().toISOString());
    const answers = async (kind: string): Promise<unknown[]> => {
      const all = [];
      for (const path of [
        `/bookmarks/${kind}`,
        `/bookmarks/${kind}?at=${at}`,
        `/search?q=bookmark:${kind}`,
        `/suggest?field=bookmark&prefix=${kind}`,
        `/facets?q=bookmark:${kind}&facet=bookmark`,
        `/export?q=bookmark:${kind}&format=csv`,
      ]) {
        const { status, text } = await as('half', 'GET', path);
        const moment = /"(tookMs|time|made|created)":("[^"]*"|[\d.]+)/g;
        all.push([status, text.replaceAll(kind, 'NAME').replace(moment, '')]);
      }
      return all;
    };
    expect(await answers('elsewhere')).toEqual(await answers('empty'));
  });

  test('the log without invisible changes, page by page', async () => {
    await as('whole', 'PUT', '/selection/add', refs('hidden', 1));
    await as('whole', 'PUT', '/selection/add', [...refs('hidden', 2), ...refs('seen', 3)]);
    await as('whole', 'PUT', '/selection/remove', refs('hidden', 1));
    const [undone] = await logOf('whole');
    await as('whole', 'POST', '/bookmarks/undo', { seq: undone!.seq });
    await importBookmarks(service.bookmarks, importLines('hidden'), { origin: nobody });
    await importBookmarks(service.bookmarks, importLines('seen'), { origin: nobody });
    const seen = [
      ['create', 'own', 0],
      ['add', 'own', 2],
      ['describe', 'own', 0],
      ['create', 'mixed', 0],
      ['add', 'mixed', 2],
      ['describe', 'mixed', 0],
      ['create', 'elsewhere', 0],
      ['create', 'empty', 0],
      ['describe', 'empty', 0],
      ['select', null, 1],
      ['create', 'imported', 0],
      ['describe', 'imported', 0],
      ['import', 'imported', 1],
    ].reverse();
    const shown = (changes: readonly Change[]): unknown[] =>
      changes.map(({ what, bookmark, items: changed }) => [what, bookmark, changed]);
    expect(shown(await logOf('half'))).toEqual(seen);
    const pages: unknown[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { json } = await as('half', 'GET', `/log?limit=2${next === '' ? '' : `&after=${next}`}`);
      pages.push(...shown(json.changes));
      expect(json.changes.length).toBeGreaterThan(0);
      next = json.next;
    }
    expect(pages).toEqual(seen);
    expect(shown(await logOf('half', '/bookmarks/elsewhere/log'))).toEqual([['create', 'elsewhere', 0]]);
    expect((await logOf('whole')).length).toBeGreaterThan(seen.length);
  });

  test('the time of the last visible change', async () => {
    const before = await Promise.all(kinds.map((kind) => detailsOf('half', kind)));
    for (const kind of kinds) await as('whole', 'PUT', `/bookmarks/${kind}/add`, refs('hidden', 4));
    const after = await Promise.all(kinds.map((kind) => detailsOf('half', kind)));
    expect(after.map(({ changedAt }) => changedAt)).toEqual(before.map(({ changedAt }) => changedAt));
    const whole = await detailsOf('whole', 'own');
    expect(whole.changedAt).not.toBe(before[0]!.changedAt);
  });
});

/** Each change that a limited annotator may request, with the resulting status for each kind of bookmark. */
const CHANGES: readonly [string, (kind: Kind) => Promise<Answer>, Record<Kind, number>][] = [
  ['create', (kind) => as('half', 'POST', `/bookmarks/${kind}`), { own: 400, mixed: 400, elsewhere: 400, empty: 400 }],
  ['delete', (kind) => as('half', 'DELETE', `/bookmarks/${kind}`), only('own', 'empty')],
  ['rename', (kind) => as('half', 'PUT', `/bookmarks/${kind}/rename/other`), only('own', 'empty')],
  ['take the comment away', (kind) => as('half', 'PUT', `/bookmarks/${kind}`, { comment: null }), only('own', 'empty')],
  ['colour', (kind) => as('half', 'PUT', `/bookmarks/${kind}`, { color: '#00ff00' }), only('own', 'empty')],
  ['report flag', (kind) => as('half', 'PUT', `/bookmarks/${kind}`, { inReport: true }), only('own', 'empty')],
  ['say the same', (kind) => as('half', 'PUT', `/bookmarks/${kind}`, SECRET), only('own', 'empty')],
  ['say nothing', (kind) => as('half', 'PUT', `/bookmarks/${kind}`, {}), only('own', 'empty')],
  ['add', (kind) => as('half', 'PUT', `/bookmarks/${kind}/add`, refs('seen', 4)), only(...kinds)],
  ['remove', (kind) => as('half', 'PUT', `/bookmarks/${kind}/remove`, refs('seen', 4)), only(...kinds)],
  [
    'add hidden items',
    (kind) => as('half', 'PUT', `/bookmarks/${kind}/add`, refs('hidden', 4)),
    { own: 404, mixed: 404, elsewhere: 404, empty: 404 },
  ],
  ['add by a query', (kind) => as('half', 'PUT', `/bookmarks/${kind}/add`, { q: '' }), only(...kinds)],
  [
    'add what another bookmark has',
    (kind) => as('half', 'PUT', `/bookmarks/${kind}/add`, { q: 'bookmark:mixed OR source:hidden' }),
    only(...kinds),
  ],
  [
    'add by a query in a hidden source',
    (kind) => as('half', 'PUT', `/bookmarks/${kind}/add`, { q: '', sourceID: ['hidden'] }),
    { own: 404, mixed: 404, elsewhere: 404, empty: 404 },
  ],
  [
    'add by hashes in a hidden source',
    (kind) => as('half', 'PUT', `/bookmarks/${kind}/add`, { hashes: ['ab'], sourceID: ['hidden'] }),
    { own: 404, mixed: 404, elsewhere: 404, empty: 404 },
  ],
  [
    'remove all that it has',
    (kind) => as('half', 'PUT', `/bookmarks/${kind}/remove`, { q: `bookmark:${kind}` }),
    only(...kinds),
  ],
  [
    'fill by a list of keywords',
    (kind) => as('half', 'POST', '/keywords', { queries: [kind, 'item'], bookmarkPrefix: '' }),
    only(...kinds),
  ],
  ['undo the creation', (kind) => undoLast(kind, 'create'), { own: 409, mixed: 403, elsewhere: 403, empty: 200 }],
  ['undo the description', (kind) => undoLast(kind, 'describe'), only('own', 'empty')],
];

function only(...allowed: readonly Kind[]): Record<Kind, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, allowed.includes(kind) ? 200 : 403])) as Record<Kind, number>;
}

async function undoLast(kind: Kind, what: string): Promise<Answer> {
  return as('half', 'POST', '/bookmarks/undo', { seq: await lastOf(kind, what) });
}

describe('changes by a viewer of one source', () => {
  test.each(CHANGES)('%s', async (_name, change, expected) => {
    for (const kind of kinds) {
      const before = await stateOf(kind);
      const { status, text } = await change(kind);
      expect([kind, status]).toEqual([kind, expected[kind]]);
      expect(text).not.toMatch(kind === 'elsewhere' ? /informant|aa0011/ : /"hidden"/);
      if (status !== 200) expect(await stateOf(kind)).toEqual(before);
      else if (service.bookmarks.has('other')) await as('half', 'DELETE', '/bookmarks/other');
    }
  });

  test('members in the other source stay when this viewer adds, removes or fills', async () => {
    const everything = { q: '' };
    for (const kind of kinds) {
      const path = `/bookmarks/${kind}`;
      expect((await as('half', 'PUT', `${path}/add`, everything)).json.size).toBe(items.length);
      expect((await as('half', 'PUT', `${path}/remove`, everything)).json).toMatchObject({ size: 0 });
      const hidden = KINDS[kind].some((source) => source === 'hidden') ? refs('hidden', 1, 2) : [];
      expect((await as('whole', 'GET', path)).json.docs).toEqual(hidden);
    }
  });

  test('the selection: members in the other source stay, and no change of them can be undone', async () => {
    await as('whole', 'PUT', '/selection/add', [...refs('hidden', 1), ...refs('seen', 1)]);
    const [mixed] = await logOf('whole');
    await as('whole', 'PUT', '/selection/add', refs('hidden', 2));
    const [elsewhere] = await logOf('whole');
    await as('whole', 'PUT', '/selection/remove', refs('hidden', 2));
    const [removed] = await logOf('whole');
    expect((await as('half', 'PUT', '/selection/add', refs('hidden', 3))).status).toBe(404);
    expect((await as('half', 'PUT', '/selection/remove', refs('hidden', 1))).status).toBe(404);
    for (const { seq } of [mixed!, elsewhere!, removed!]) {
      expect((await as('half', 'POST', '/bookmarks/undo', { seq })).status).toBe(403);
    }
    expect((await as('half', 'PUT', '/selection/add', { q: '' })).json.size).toBe(items.length);
    expect((await as('half', 'PUT', '/selection/remove', { q: 'selected:true' })).json.size).toBe(0);
    expect((await as('whole', 'GET', '/selection')).json.docs).toEqual(refs('hidden', 1));
    const own = (await logOf('half'))[0]!;
    expect((await as('half', 'POST', '/bookmarks/undo', { seq: own.seq })).json).toMatchObject({ size: items.length });
  });

  test('an added source is refused under any name', async () => {
    for (const id of ['hidden', 'seen', 'new']) {
      const { status, text } = await as('half', 'POST', '/sources', { id, path: '/nowhere' });
      expect([id, status]).toEqual([id, 403]);
      expect(text).not.toMatch(/already|hidden/);
    }
  });

  test('undos by others, including deletions and renames, are 403 if members are elsewhere', async () => {
    for (const kind of kinds) {
      await as('whole', 'PUT', `/bookmarks/${kind}/rename/${kind}2`);
      const renamed = await lastOf(kind, 'rename');
      await as('whole', 'PUT', `/bookmarks/${kind}2`, { comment: 'newer' });
      const described = await lastOf(`${kind}2`, 'describe');
      const undone: number[] = [];
      for (const seq of [described, renamed]) {
        undone.push((await as('half', 'POST', '/bookmarks/undo', { seq })).status);
      }
      await as('whole', 'DELETE', `/bookmarks/${service.bookmarks.has(kind) ? kind : `${kind}2`}`);
      const [deleted] = await logOf('whole');
      undone.push((await as('half', 'POST', '/bookmarks/undo', { seq: deleted!.seq })).status);
      const isOwn = kind === 'own' || kind === 'empty';
      expect([kind, undone]).toEqual([kind, isOwn ? [200, 200, 200] : [403, 403, 403]]);
    }
  });

  test('descriptions from a time when all members were elsewhere are not restored by an undo', async () => {
    await as('whole', 'PUT', '/bookmarks/elsewhere', { comment: null, color: null });
    const taken = await lastOf('elsewhere', 'describe');
    await as('whole', 'PUT', '/bookmarks/elsewhere/remove', refs('hidden', 1, 2));
    expect((await as('half', 'POST', '/bookmarks/undo', { seq: taken })).status).toBe(403);
    expect(await detailsOf('half', 'elsewhere')).toMatchObject({ comment: null, color: null });
    expect((await as('whole', 'POST', '/bookmarks/undo', { seq: taken })).status).toBe(200);
  });

  test('a reader of one source changes nothing', async () => {
    for (const kind of kinds) {
      const { status } = await as('half-reader', 'PUT', `/bookmarks/${kind}`, { comment: null });
      expect([kind, status]).toEqual([kind, 403]);
    }
  });
});

async function stateOf(kind: Kind): Promise<unknown> {
  const members = service.bookmarks.has(kind) ? await as('whole', 'GET', `/bookmarks/${kind}`) : null;
  return [members?.json.docs, await detailsOf('whole', kind), service.bookmarks.head.count];
}

function importLines(source: string): string[] {
  const bookmark = source === 'seen' ? 'imported' : 'elsewhere';
  return [
    { format: 'case-access-bookmarks', version: 1, exported: '2026-01-01T00:00:00Z' },
    { bookmark, comment: 'imported' },
    { bookmark, source, ids: [3] },
    { end: true, lines: 4 },
  ].map((line) => JSON.stringify(line));
}
