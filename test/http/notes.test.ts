/** Notes on items: adding, changing, deleting, versions, the log, undo, past states, exchange, limited viewers, limits. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { exportBookmarks } from '../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../src/bookmarks/exchange/import-bookmarks.ts';
import { NOTE_UNITS_MAX, NOTES_OF_ITEM_MAX } from '../../src/bookmarks/notes/note.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { closedAtEnd } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { askingAs, knowing, type TokenUser } from '../support/token-users.ts';
import { pause } from '../support/until.ts';

const items = Array.from({ length: 6 }, (_, i) => ({
  id: i + 1,
  text: `item ${i + 1}`,
  properties: { subject: ['Invoice', 'Second'] },
}));
const nobody = { remoteAddress: null, requestId: null };
const users: readonly TokenUser[] = [
  { name: 'anna', role: 'annotator' },
  { name: 'ben', role: 'annotator' },
  { name: 'half', role: 'annotator', sources: ['seen'] },
  { name: 'reader', role: 'reader' },
];
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const service = Service.beforeTests({ cases: { hidden: items, seen: items }, server: knowing(users) });
const as = askingAs(service);

const pathOf = (id: number, n?: number, source = 'seen'): string =>
  `/sources/${source}/docs/${id}/notes${n === undefined ? '' : `/${n}`}`;

async function add(who: string, id: number, text: string, range?: object, source = 'seen'): Promise<number> {
  const { status, json } = await as(who, 'POST', pathOf(id, undefined, source), { text, ...(range && { range }) });
  expect([status, json.text, json.author]).toEqual([200, text, who]);
  return json.n;
}

async function textsOf(id: number, more = '', source = 'seen'): Promise<string[]> {
  const { json } = await as('reader', 'GET', pathOf(id, undefined, source) + more);
  return json.notes.map(({ text }: { text: string }) => text);
}

test('are added, listed in order, shown in the record, changed, and deleted', async () => {
  expect((await as('reader', 'GET', '/sources/seen/docs/1')).json).not.toHaveProperty('notes');
  const first = await add('anna', 1, 'the first', { start: 2, end: 5 });
  const second = await add('ben', 1, 'the second', { property: 'subject', value: 'Invoice' });
  expect(await textsOf(1)).toEqual(['the first', 'the second']);
  const { notes } = (await as('reader', 'GET', '/sources/seen/docs/1')).json;
  expect(notes).toEqual([
    {
      n: first,
      text: 'the first',
      range: { start: 2, end: 5 },
      author: 'anna',
      created: expect.stringMatching(TIME),
      changedBy: 'anna',
      changed: expect.stringMatching(TIME),
    },
    expect.objectContaining({ n: second, author: 'ben', range: { property: 'subject', value: 'Invoice' } }),
  ]);
  const changed = await as('ben', 'PUT', pathOf(1, first), { text: 'the first, corrected' });
  expect(changed.json).toMatchObject({ author: 'anna', changedBy: 'ben', range: { start: 2, end: 5 } });
  // A change without effect makes no version.
  await as('anna', 'PUT', pathOf(1, first), { text: 'the first, corrected' });
  await as('anna', 'PUT', pathOf(1, first), { text: 'the first, again', range: null });
  const { json } = await as('reader', 'GET', pathOf(1, first));
  expect(json).not.toHaveProperty('range');
  expect(json.versions.map(({ who, text, range }: Record<string, unknown>) => [who, text, range])).toEqual([
    ['anna', 'the first', { start: 2, end: 5 }],
    ['ben', 'the first, corrected', { start: 2, end: 5 }],
    ['anna', 'the first, again', undefined],
  ]);
  expect((await as('ben', 'DELETE', pathOf(1, first))).json).toEqual({ n: first });
  expect(await textsOf(1)).toEqual(['the second']);
  for (const method of ['GET', 'DELETE']) expect((await as('anna', method, pathOf(1, first))).status).toBe(404);
  expect((await as('anna', 'PUT', pathOf(1, first), { text: 'x' })).status).toBe(404);
  // A number belongs to one item.
  expect((await as('anna', 'GET', pathOf(2, second))).status).toBe(404);
});

test('are logged, undone one by one, and shown as of a time', async () => {
  const n = await add('anna', 2, 'one');
  const then = new Date().toISOString();
  await pause(5);
  await as('ben', 'PUT', pathOf(2, n), { text: 'two' });
  await as('ben', 'DELETE', pathOf(2, n));
  const { changes } = (await as('reader', 'GET', '/log?limit=3')).json;
  expect(changes.map(({ what, bookmark, note, who }: Record<string, unknown>) => [what, bookmark, note, who])).toEqual([
    ['delete', null, String(n), 'ben'],
    ['describe', null, String(n), 'ben'],
    ['create', null, String(n), 'anna'],
  ]);
  expect(await textsOf(2)).toEqual([]);
  expect(await textsOf(2, `?at=${then}`)).toEqual(['one']);
  expect(await textsOf(2, '?at=2001-01-01')).toEqual([]);
  expect((await as('reader', 'GET', `${pathOf(2)}?at=soon`)).status).toBe(400);
  const undo = async (seq: number) => (await as('anna', 'POST', '/bookmarks/undo', { seq })).status;
  expect(await undo(changes[0].seq)).toBe(200);
  expect(await textsOf(2)).toEqual(['two']);
  expect(await undo(changes[1].seq)).toBe(200);
  expect(await textsOf(2)).toEqual(['one']);
  expect(await undo(changes[2].seq)).toBe(200);
  expect(await textsOf(2)).toEqual([]);
  const again = await add('anna', 2, 'later');
  expect(again).not.toBe(n);
});

test.each([
  [{ text: '' }, 400, 'text'],
  [{ text: ' \n' }, 400, 'has no text'],
  [{ text: 'x'.repeat(NOTE_UNITS_MAX + 1) }, 400, `more than ${NOTE_UNITS_MAX}`],
  [{ text: 'x', range: { start: 5, end: 5 } }, 400, 'begin before it ends'],
  [{ text: 'x', range: { start: -1, end: 5 } }, 400, 'range'],
  [{ text: 'x', range: { start: 0, end: 2 ** 40 } }, 400, 'the text of item 3 has 6 characters'],
  [{ text: 'x', range: { start: 0, end: 7 } }, 400, 'ends at 7, and the text of item 3 has 6 characters'],
  [{ text: 'x', range: { start: 0, end: 1, property: 'subject' } }, 400, 'range'],
  [{ text: 'x', range: { property: 'nothing' } }, 400, 'no such property "nothing"'],
  [{ text: 'x', range: { property: 'subject', value: 'Third' } }, 400, 'no such value'],
  [{ text: 'x', range: { property: 'subject', value: 'x'.repeat(9000) } }, 400, 'no such value'],
  [{ text: 'half \ud800' }, 400, ''],
  [{ text: 7 }, 400, 'text'],
  [{}, 400, 'text'],
])('%.60j is refused', async (body, status, finding) => {
  const { count } = service.bookmarks.head;
  const answer = await as('anna', 'POST', pathOf(3), body);
  expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(finding)]);
  expect(service.bookmarks.head.count).toBe(count);
});

test('a range may end where the text does, in UTF-16 units', async () => {
  const odd = await Service.start({ cases: { one: [{ id: 1, text: 'é🦆' }] } });
  const post = (end: number) => odd.post('/sources/one/docs/1/notes', { text: 'x', range: { start: 0, end } });
  const { json } = await post(3);
  expect(json.range).toEqual({ start: 0, end: 3 });
  expect((await post(4)).json.error).toContain('has 3 characters');
  const change = await odd.put(`/sources/one/docs/1/notes/${json.n}`, { text: 'y', range: { start: 1, end: 9 } });
  expect([change.status, change.json.error]).toEqual([400, expect.stringContaining('has 3 characters')]);
  expect((await odd.put(`/sources/one/docs/1/notes/${json.n}`, { text: 'y' })).json.range).toEqual(json.range);
});

test('a missing item has none, a reader writes none, and an item has a limited number', async () => {
  expect((await as('anna', 'POST', pathOf(77), { text: 'x' })).status).toBe(404);
  expect((await as('anna', 'GET', pathOf(77))).status).toBe(404);
  expect((await as('anna', 'GET', '/sources/seen/docs/1/notes/x')).status).toBe(400);
  expect((await as('reader', 'POST', pathOf(3), { text: 'x' })).status).toBe(403);
  await Promise.all(Array.from({ length: NOTES_OF_ITEM_MAX }, (_, i) => add('anna', 4, `note ${i}`)));
  const { status, json } = await as('anna', 'POST', pathOf(4), { text: 'one more' });
  expect([status, json.error]).toEqual([400, expect.stringContaining(`has ${NOTES_OF_ITEM_MAX} notes`)]);
  expect(await textsOf(4)).toHaveLength(NOTES_OF_ITEM_MAX);
});

test('on items of a hidden source do not exist, nor in the log', async () => {
  const n = await add('anna', 1, 'the informant is Ana', undefined, 'hidden');
  const last = service.bookmarks.head.count;
  await as('anna', 'PUT', pathOf(1, n, 'hidden'), { text: 'the informant is Bea' });
  for (const [method, path, body] of [
    ['GET', pathOf(1, undefined, 'hidden')],
    ['GET', pathOf(1, n, 'hidden')],
    ['GET', pathOf(1, n)],
    ['PUT', pathOf(1, n, 'hidden'), { text: 'x' }],
    ['PUT', pathOf(1, n), { text: 'x' }],
    ['DELETE', pathOf(1, n)],
    ['POST', pathOf(1, undefined, 'hidden'), { text: 'x' }],
  ] as const) {
    expect([method, path, (await as('half', method, path, body)).status]).toEqual([method, path, 404]);
  }
  const { changes } = (await as('half', 'GET', '/log?limit=200')).json;
  expect(changes.some((one: { note?: string }) => one.note === String(n))).toBe(false);
  for (const seq of [last, last + 1]) {
    expect((await as('half', 'POST', '/bookmarks/undo', { seq })).status).toBe(403);
  }
  const own = await add('half', 1, 'mine');
  expect((await as('half', 'GET', '/log?limit=1')).json.changes[0]).toMatchObject({ note: String(own), items: 1 });
});

test('are exported with author and times, imported once, and present after the store was opened again', async () => {
  const lines = [...exportBookmarks({ state: service.bookmarks })];
  const note = lines.map((line) => JSON.parse(line)).find((line) => line.note === 'the second');
  expect(note).toEqual({
    note: 'the second',
    source: 'seen',
    id: 1,
    range: { property: 'subject', value: 'Invoice' },
    author: 'ben',
    created: expect.stringMatching(TIME),
    changedBy: 'ben',
    changed: note.created,
  });
  const count = lines.filter((line) => line.startsWith('{"note"')).length;
  const past = await service.bookmarks.history.at(Date.now());
  expect([...exportBookmarks({ state: past })].slice(1)).toEqual(lines.slice(1));
  const directory = join(service.dir, 'other');
  const other = await openBookmarkStore(directory);
  try {
    const first = await importBookmarks(other, lines, { origin: nobody });
    expect(first).toMatchObject({ applied: true, itemNotes: { added: count, alreadyThere: 0 } });
    const second = await importBookmarks(other, lines, { origin: nobody });
    expect(second).toMatchObject({ applied: true, itemNotes: { added: 0, alreadyThere: count } });
    expect(await verifyBookmarks(other)).toMatchObject({ ok: true, problems: [] });
    for (const [bad, reason] of [
      [{ ...note, created: 'soon' }, 'an invalid time'],
      [{ ...note, id: -1 }, 'not an item id'],
      [{ ...note, range: { start: 1 } }, 'its "range" is invalid'],
      [{ ...note, author: 7 }, 'is not text'],
      [{ ...note, extra: 7 }, 'unknown member "extra"'],
      [{ ...note, note: '' }, 'has no text'],
    ] as const) {
      const file = [lines[0]!, JSON.stringify(bad), '{"end":true,"lines":3}'];
      const { problems } = await importBookmarks(other, file, { origin: nobody });
      expect(problems).toEqual([{ line: 2, reason: expect.stringContaining(reason) }]);
    }
  } finally {
    await other.close();
  }
  const reopened = closedAtEnd(await openBookmarkStore(directory, { readOnly: true }));
  expect([...exportBookmarks({ state: reopened })].slice(1)).toEqual(lines.slice(1));
  expect(reopened.notes.of({ source: 'seen', id: 1 }).map(({ text }) => text)).toContain('the second');
});

test('agree with a simple model after any additions, changes, deletions and undos', async () => {
  const random = new Random(3);
  const model = new Map<number, { id: number; text: string }>();
  const ids = [5, 6];
  for (let step = 0; step < 80; step++) {
    const how = random.pick(['add', 'add', 'change', 'delete', 'delete and undo']);
    const known = [...model.keys()];
    const text = `text ${step}`;
    if (how === 'add' || known.length === 0) {
      const id = random.pick(ids);
      model.set(await add('anna', id, text), { id, text });
    } else {
      const n = random.pick(known);
      const { id } = model.get(n)!;
      if (how === 'change') {
        await as('ben', 'PUT', pathOf(id, n), { text });
        model.set(n, { id, text });
      } else {
        await as('ben', 'DELETE', pathOf(id, n));
        if (how === 'delete') model.delete(n);
        else await as('ben', 'POST', '/bookmarks/undo', { seq: service.bookmarks.head.count });
      }
    }
    for (const id of ids) {
      const expected = [...model].filter(([, one]) => one.id === id).sort(([a], [b]) => a - b);
      expect(await textsOf(id)).toEqual(expected.map(([, one]) => one.text));
    }
  }
  expect(await verifyBookmarks(service.bookmarks)).toMatchObject({ ok: true, problems: [] });
});
