/** Coding panels: definition, choosing, queries and counts of choices, the log, undo, past states, exports, limited viewers. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { CHOICES_MAX } from '../../src/bookmarks/codings/coding.ts';
import { exportBookmarks } from '../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../src/bookmarks/exchange/import-bookmarks.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { refs, Service } from '../support/http-service.ts';
import { askingAs, knowing } from '../support/token-users.ts';
import { pause } from '../support/until.ts';

const COUNT = 12;
const items = Array.from({ length: COUNT }, (_, i) => ({ id: i + 1, text: `item ${i + 1}` }));
const ids = items.map(({ id }) => id);
const nobody = { remoteAddress: null, requestId: null };

const choice = (bookmark: string, key: string | null = null, colour: string | null = null) => ({
  bookmark,
  key,
  colour,
});
const RESPONSIVENESS = {
  choices: [choice('Relevant', 'r', '#0d9488'), choice('Irrelevant', 'i'), choice('Unclear')],
  exclusive: true,
  required: false,
};

async function idsOf(service: Service, q: string): Promise<number[]> {
  const { json } = await service.post('/hits', { q, limit: COUNT, properties: ['none'] });
  return json.hits.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
}

describe('a coding panel', () => {
  const service = Service.beforeTests({ cases: { one: items } });

  test('is defined with its bookmarks, listed, redefined, and deleted without them', async () => {
    const defined = await service.put('/codings/Responsiveness', RESPONSIVENESS);
    expect([defined.status, defined.json]).toEqual([200, { name: 'Responsiveness', ...RESPONSIVENESS }]);
    expect((await service.get('/bookmarks')).json.data).toEqual(['Irrelevant', 'Relevant', 'Unclear']);
    expect((await service.get('/codings')).json).toEqual({ codings: [defined.json] });
    expect((await service.get('/codings/Responsiveness')).json).toEqual(defined.json);
    await service.put('/codings/Short', { choices: [{ bookmark: 'Hot' }] });
    expect((await service.get('/codings/Short')).json).toEqual({
      name: 'Short',
      choices: [choice('Hot')],
      exclusive: false,
      required: false,
    });
    expect((await service.delete('/codings/Short')).json).toEqual({ name: 'Short' });
    expect((await service.get('/codings/Short')).status).toBe(404);
    expect((await service.get('/bookmarks')).json.data).toContain('Hot');
    await service.delete('/bookmarks/Hot');
  });

  test('an exclusive panel removes an item from its other choices; null removes it from all; a set works, too', async () => {
    const code = async (body: object): Promise<object> =>
      (await service.put('/codings/Responsiveness/code', body)).json;
    expect(await code({ choice: 'Relevant', docs: refs('one', 1, 2, 3) })).toMatchObject({ added: 3, removed: 0 });
    expect(await code({ choice: 'Irrelevant', docs: refs('one', 2, 4) })).toMatchObject({ added: 2, removed: 1 });
    expect(await idsOf(service, 'bookmark:Relevant')).toEqual([1, 3]);
    expect(await code({ choice: null, q: 'bookmark:Relevant' })).toMatchObject({ choice: null, added: 0, removed: 2 });
    expect(await idsOf(service, 'coding:Responsiveness')).toEqual([2, 4]);
    expect(await idsOf(service, 'NOT coding:Responsiveness')).toEqual(ids.filter((id) => id !== 2 && id !== 4));
    expect(await idsOf(service, 'coding:*')).toEqual([2, 4]);
    expect(await idsOf(service, 'coding:Respons*')).toEqual([2, 4]);
    expect(await idsOf(service, 'coding:Nothing')).toEqual([]);
  });

  test('follows a renamed bookmark, loses a deleted one, and gets it back when that is undone', async () => {
    await service.put('/bookmarks/Unclear/rename/Open%20question');
    const names = async (): Promise<string[]> =>
      (await service.get('/codings/Responsiveness')).json.choices.map((one: { bookmark: string }) => one.bookmark);
    expect(await names()).toEqual(['Relevant', 'Irrelevant', 'Open question']);
    await service.delete('/bookmarks/Open%20question');
    expect(await names()).toEqual(['Relevant', 'Irrelevant']);
    await service.post('/bookmarks/undo', { seq: service.bookmarks.head.count });
    expect(await names()).toEqual(['Relevant', 'Irrelevant', 'Open question']);
    await service.put('/bookmarks/Open%20question/rename/Unclear');
  });

  test('is in the log, can be undone, and is shown as of a time', async () => {
    await service.put('/codings/Passing', { choices: [{ bookmark: 'Relevant' }] });
    const then = new Date().toISOString();
    await pause(5);
    await service.put('/codings/Passing', { choices: [{ bookmark: 'Irrelevant' }], exclusive: true });
    const { changes } = (await service.get('/log?limit=2')).json;
    expect(changes.map(({ what, coding, bookmark }: Record<string, unknown>) => [what, coding, bookmark])).toEqual([
      ['describe', 'Passing', null],
      ['create', 'Passing', null],
    ]);
    const choices = async (at = ''): Promise<string[]> =>
      (await service.get(`/codings/Passing${at}`)).json.choices.map((one: { bookmark: string }) => one.bookmark);
    expect(await choices(`?at=${then}`)).toEqual(['Relevant']);
    expect((await service.get('/codings/Passing?at=2001-01-01')).status).toBe(404);
    expect((await service.post('/bookmarks/undo', { seq: changes[0].seq })).json).toMatchObject({ name: 'Passing' });
    expect(await choices()).toEqual(['Relevant']);
    await service.delete('/codings/Passing');
    const { seq } = (await service.get('/log?limit=1')).json.changes[0];
    await service.post('/bookmarks/undo', { seq });
    expect(await choices()).toEqual(['Relevant']);
    await service.delete('/codings/Passing');
  });

  test('is gone when its creation is undone, and as it was last when the undo is undone', async () => {
    await service.put('/codings/Brief', { choices: [{ bookmark: 'Relevant' }] });
    const created = service.bookmarks.head.count;
    await service.put('/codings/Brief', { choices: [{ bookmark: 'Irrelevant' }] });
    const undone = await service.post('/bookmarks/undo', { seq: created });
    expect([undone.status, (await service.get('/codings/Brief')).status]).toEqual([200, 404]);
    expect((await service.get('/codings')).status).toBe(200);
    await service.post('/bookmarks/undo', { seq: undone.json.seq });
    expect((await service.get('/codings/Brief')).json.choices).toEqual([choice('Irrelevant')]);
    await service.delete('/codings/Brief');
  });

  test('a decision is undone by its records, newest first', async () => {
    const before = await Promise.all(['Relevant', 'Irrelevant'].map((name) => idsOf(service, `bookmark:${name}`)));
    const { json } = await service.put('/codings/Responsiveness/code', { choice: 'Relevant', docs: refs('one', 2, 9) });
    // The choices, and those of this person.
    expect(json.seqs).toHaveLength(4);
    for (const seq of json.seqs.toReversed()) expect((await service.post('/bookmarks/undo', { seq })).status).toBe(200);
    const after = await Promise.all(['Relevant', 'Irrelevant'].map((name) => idsOf(service, `bookmark:${name}`)));
    expect(after).toEqual(before);
  });

  test.each([
    [{ choices: [] }, 'has no choices'],
    [
      { choices: Array.from({ length: CHOICES_MAX + 1 }, (_, i) => ({ bookmark: `c${i}` })) },
      `more than ${CHOICES_MAX}`,
    ],
    [{ choices: [{ bookmark: 'a' }, { bookmark: 'a' }] }, 'choice "a" twice'],
    [
      {
        choices: [
          { bookmark: 'a', key: 'x' },
          { bookmark: 'b', key: 'X' },
        ],
      },
      'key "x" twice',
    ],
    [{ choices: [{ bookmark: 'a', key: 'xy' }] }, 'one visible character'],
    [{ choices: [{ bookmark: 'a', key: '\u0007' }] }, 'one visible character'],
    [{ choices: [{ bookmark: 'a', key: 'j' }] }, 'which the page uses'],
    [{ choices: [{ bookmark: 'a', colour: 'red' }] }, '#rrggbb'],
    [{ choices: [{ bookmark: '' }] }, 'is empty'],
    [{ choices: [{ bookmark: '\u0001coding\u0001x' }] }, 'control character'],
    [{ choices: [{ bookmark: 'a', extra: 1 }] }, 'extra'],
    [{}, 'choices'],
  ])('%j is refused', async (body, finding) => {
    const { status, json } = await service.put('/codings/Refused', body);
    expect([status, json.error]).toEqual([400, expect.stringContaining(finding)]);
    expect((await service.get('/codings/Refused')).status).toBe(404);
  });

  test('a key of another panel, an unknown choice, and items named twice or not at all are refused', async () => {
    const taken = await service.put('/codings/Other', { choices: [{ bookmark: 'x', key: 'r' }] });
    expect([taken.status, taken.json.error]).toEqual([409, expect.stringContaining('"Responsiveness"')]);
    expect((await service.get('/bookmarks')).json.data).not.toContain('x');
    const count = service.bookmarks.head.count;
    for (const [body, status, finding] of [
      [{ choice: 'Elsewhere', docs: refs('one', 1) }, 400, 'is not a choice'],
      [{ choice: 'Relevant' }, 400, 'either "docs" or "q"'],
      [{ choice: 'Relevant', docs: refs('one', 1), q: 'x' }, 400, 'either "docs" or "q"'],
      [{ choice: 'Relevant', docs: refs('one', 1), filter: ['x'] }, 400, 'Beside "docs"'],
      [{ choice: 'Relevant', docs: refs('one', 77) }, 404, 'no item 77'],
      [{ docs: refs('one', 1) }, 400, 'choice'],
    ] as const) {
      const answer = await service.put('/codings/Responsiveness/code', body);
      expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(finding)]);
    }
    expect((await service.put('/codings/Nothing/code', { choice: null, docs: [] })).status).toBe(404);
    expect(service.bookmarks.head.count).toBe(count);
  });

  test('is exported, and imported into another store, where an existing panel of its name stays', async () => {
    const lines = [...exportBookmarks({ state: service.bookmarks })];
    expect(lines.some((line) => JSON.parse(line).coding === 'Responsiveness')).toBe(true);
    const other = await openBookmarkStore(join(service.dir, 'other'));
    try {
      expect(await importBookmarks(other, lines, { origin: nobody })).toMatchObject({ applied: true, notes: [] });
      expect(other.codings.all()).toEqual(service.bookmarks.codings.all());
      await other.codings.put('Responsiveness', { ...RESPONSIVENESS, required: true }, nobody);
      const again = await importBookmarks(other, lines, { origin: nobody });
      expect(again.notes).toEqual([expect.stringContaining('coding "Responsiveness" stays as it is')]);
      expect(await verifyBookmarks(other)).toMatchObject({ ok: true, problems: [] });
    } finally {
      await other.close();
    }
    const reopened = await openBookmarkStore(join(service.dir, 'other'), { readOnly: true });
    expect(reopened.codings.get('Responsiveness').required).toBe(true);
    await reopened.close();
  });
});

test('agrees with a simple model after any choices', async () => {
  const service = await Service.start({ cases: { one: items } });
  const random = new Random(7);
  const names = ['a', 'b', 'c'];
  const panels = { only: true, several: false };
  for (const [name, exclusive] of Object.entries(panels)) {
    await service.put(`/codings/${name}`, { choices: names.map((bookmark) => ({ bookmark })), exclusive });
  }
  const model = new Map(names.map((name) => [name, new Set<number>()]));
  for (let step = 0; step < 40; step++) {
    const panel = random.pick(Object.keys(panels));
    const chosen = random.pick([...names, null]);
    const docs = ids.filter(() => random.below(4) === 0);
    await service.put(`/codings/${panel}/code`, { choice: chosen, docs: refs('one', ...docs) });
    for (const id of docs) {
      for (const name of names)
        if (chosen === null || (panel === 'only' && name !== chosen)) model.get(name)!.delete(id);
      if (chosen !== null) model.get(chosen)!.add(id);
    }
    const decided = ids.filter((id) => names.some((name) => model.get(name)!.has(id)));
    expect(await idsOf(service, 'coding:only')).toEqual(decided);
    const { json } = await service.post('/facets', { facets: [{ field: 'coding:only', order: 'value' }] });
    const counts = names.flatMap((name) => (model.get(name)!.size === 0 ? [] : [[name, model.get(name)!.size]]));
    expect(json.facets[0].values.map((one: { value: string; items: number }) => [one.value, one.items])).toEqual(
      counts,
    );
    expect(json.facets[0].missing).toBe(COUNT - decided.length);
    for (const { q, items: count } of json.facets[0].values) expect(await idsOf(service, q)).toHaveLength(count);
  }
  const unknown = await service.post('/facets', { facets: [{ field: 'coding:nothing' }] });
  expect([unknown.status, (await service.post('/facets', { facets: [{ field: 'coding' }] })).status]).toEqual([
    404, 400,
  ]);
});

test('a viewer of some sources codes what they see, and nothing else', async () => {
  const users = [
    { name: 'whole', role: 'annotator' },
    { name: 'half', role: 'annotator', sources: ['seen'] },
    { name: 'reader', role: 'reader', sources: ['seen'] },
  ] as const;
  const service = await Service.start({
    cases: { hidden: items, seen: items },
    server: knowing(users),
  });
  const as = askingAs(service);
  await as('whole', 'PUT', '/codings/P', { choices: [{ bookmark: 'x' }, { bookmark: 'y' }], exclusive: true });
  await as('whole', 'PUT', '/codings/P/code', { choice: 'x', docs: [...refs('hidden', 1), ...refs('seen', 1)] });
  expect((await as('half', 'PUT', '/codings/P/code', { choice: 'y', docs: refs('hidden', 1) })).status).toBe(404);
  expect((await as('half', 'PUT', '/codings/P/code', { choice: 'y', q: '*:*' })).json).toMatchObject({ removed: 1 });
  expect(service.bookmarks.membersIn('x', 'hidden')).toEqual(Uint32Array.of(1));
  expect((await as('reader', 'GET', '/codings/P')).json.choices).toHaveLength(2);
  for (const [method, path] of [
    ['PUT', '/codings/P'],
    ['PUT', '/codings/P/code'],
    ['DELETE', '/codings/P'],
  ] as const) {
    expect((await as('reader', method, path, method === 'DELETE' ? undefined : {})).status).toBe(403);
  }
  const counted = await as('half', 'POST', '/facets', { facets: [{ field: 'coding:P' }] });
  expect(counted.json.facets[0].values).toEqual([expect.objectContaining({ value: 'y', items: COUNT })]);
  const who = (await as('whole', 'GET', '/log?limit=1')).json.changes[0].who;
  expect(who).toBe('half');
});
