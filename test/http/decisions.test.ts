/**
 * Choices of several people in coding panels, side by side, compared with a naive model; with queries of cells, undo, past
 * states, exports, limited viewers.
 */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { COMPARED_CELLS_MAX } from '../../src/bookmarks/codings/comparison.ts';
import { exportBookmarks } from '../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../src/bookmarks/exchange/import-bookmarks.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { closedAtEnd } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { askingAs, knowing, type TokenUser } from '../support/token-users.ts';
import { pause } from '../support/until.ts';

const COUNT = 8;
const items = Array.from({ length: COUNT }, (_, i) => ({ id: i + 1, text: `item ${i + 1}` }));
const nobody = { remoteAddress: null, requestId: null };
const ODD = 'ben/50%';
const users: readonly TokenUser[] = [
  { name: 'anna', role: 'annotator' },
  { name: ODD, role: 'annotator' },
  { name: 'half', role: 'annotator', sources: ['seen'] },
  { name: 'reader', role: 'reader' },
];
const choice = (bookmark: string) => ({ bookmark, key: null, colour: null });

interface Cell {
  readonly first: readonly string[] | null;
  readonly second: readonly string[] | null;
  readonly items: number;
  readonly q: string;
}

const service = Service.beforeTests({ cases: { hidden: items, seen: items }, server: knowing(users) });
const as = askingAs(service);

async function found(who: string, q: string): Promise<string[]> {
  const { status, json } = await as(who, 'POST', '/hits', { q, limit: 100, properties: ['none'] });
  expect([q, status]).toEqual([q, 200]);
  return json.hits.map(({ source, id }: { source: string; id: number }) => `${source} ${id}`).sort();
}

async function compared(who: string, coding: string, first: string, second: string, at?: string) {
  const query = new URLSearchParams({ first, second, ...(at !== undefined && { at }) });
  const { status, json } = await as(who, 'GET', `/codings/${encodeURIComponent(coding)}/comparison?${query}`);
  expect([coding, first, second, status]).toEqual([coding, first, second, 200]);
  return json as { items: number; agreed: number; kappa: number | null; cells: readonly Cell[] };
}

async function code(who: string, coding: string, body: object): Promise<readonly number[]> {
  const { status, json } = await as(who, 'PUT', `/codings/${encodeURIComponent(coding)}/code`, body);
  expect([status, json]).toMatchObject([200, { seqs: expect.any(Array) }]);
  return json.seqs;
}

async function undo(who: string, seqs: readonly number[]): Promise<void> {
  for (const seq of seqs.toReversed()) {
    expect((await as(who, 'POST', '/bookmarks/undo', { seq })).status).toBe(200);
  }
}

describe('decisions', () => {
  test('are the latest of each person, whoever else decided the same, with a query for every cell', async () => {
    await as('anna', 'PUT', '/codings/Mail', { choices: [choice('Hot'), choice('Cold')], exclusive: true });
    await code('anna', 'Mail', { choice: 'Hot', docs: refs('seen', 1, 2, 3) });
    const { count } = service.bookmarks.head;
    // Nothing changes for the bookmark, but Ben has decided.
    await code(ODD, 'Mail', { choice: 'Hot', docs: refs('seen', 1) });
    const [record] = (await as('reader', 'GET', '/log?limit=1')).json.changes;
    expect(record).toMatchObject({ what: 'add', bookmark: null, decided: 'Mail', items: 1, who: ODD });
    expect(service.bookmarks.head.count).toBe(count + 2);
    await code(ODD, 'Mail', { choice: 'Cold', docs: refs('seen', 2) });
    await code(ODD, 'Mail', { choice: null, docs: refs('seen', 4) });
    const found1 = await compared('reader', 'Mail', 'anna', ODD);
    expect(found1).toEqual({
      name: 'Mail',
      first: 'anna',
      second: ODD,
      items: 2,
      agreed: 1,
      kappa: 0,
      cells: [
        { first: ['Hot'], second: ['Cold'], items: 1, q: '+decided:"Mail/anna/Hot" +decided:"Mail/ben%2F50%25/Cold"' },
        { first: ['Hot'], second: ['Hot'], items: 1, q: '+decided:"Mail/anna/Hot" +decided:"Mail/ben%2F50%25/Hot"' },
        { first: ['Hot'], second: null, items: 1, q: '+decided:"Mail/anna/Hot" -decided:Mail/ben%2F50%25/*' },
        {
          first: null,
          second: [],
          items: 1,
          q: '+decided:"Mail/ben%2F50%25/" -decided:Mail/anna/* -decided:Mail/ben%2F50%25/?*',
        },
      ],
    });
    for (const { q, items: own } of found1.cells) expect(await found('reader', q)).toHaveLength(own);
    expect((await as('reader', 'GET', '/codings/Mail/decisions')).json).toEqual({
      name: 'Mail',
      people: [
        { who: 'anna', items: 3, choices: [{ choice: 'Hot', items: 3, q: 'decided:"Mail/anna/Hot"' }] },
        {
          who: ODD,
          items: 3,
          choices: [
            { choice: 'Cold', items: 1, q: 'decided:"Mail/ben%2F50%25/Cold"' },
            { choice: 'Hot', items: 1, q: 'decided:"Mail/ben%2F50%25/Hot"' },
            { choice: null, items: 1, q: 'decided:"Mail/ben%2F50%25/"' },
          ],
        },
      ],
    });
    // Agreement with oneself, and with a person who decided nothing.
    expect(await compared('reader', 'Mail', 'anna', 'anna')).toMatchObject({ items: 3, agreed: 3, kappa: null });
    expect(await compared('reader', 'Mail', 'nobody', 'half')).toMatchObject({ items: 0, agreed: 0, cells: [] });
  });

  test('for several choices at once do not include "none of them", and "none of them" excludes all', async () => {
    await as('anna', 'PUT', '/codings/Tags', { choices: [choice('Tax'), choice('Travel')], exclusive: false });
    const chosen = async (): Promise<unknown> =>
      (await as('reader', 'GET', '/codings/Tags/decisions')).json.people.flatMap((one: { choices: object[] }) =>
        one.choices.map((own) => Object.values(own).slice(0, 2)),
      );
    for (const [pick, expected] of [
      [null, [[null, 1]]],
      ['Tax', [['Tax', 1]]],
      [
        'Travel',
        [
          ['Tax', 1],
          ['Travel', 1],
        ],
      ],
      [null, [[null, 1]]],
    ] as const) {
      await code('anna', 'Tags', { choice: pick, docs: refs('seen', 8) });
      expect(await chosen()).toEqual(expected);
    }
    await as('anna', 'DELETE', '/codings/Tags');
  });

  test('are named by queries, by patterns too, and refused in certificates and for invalid names', async () => {
    expect(await found('reader', 'decided:*')).toEqual(['seen 1', 'seen 2', 'seen 3', 'seen 4']);
    expect(await found('reader', 'decided:*/anna/*')).toEqual(['seen 1', 'seen 2', 'seen 3']);
    expect(await found('reader', 'decided:Mail/*/Cold')).toEqual(['seen 2']);
    expect(await found('reader', 'decided:Nothing/*')).toEqual([]);
    const bad = await as('reader', 'POST', '/hits', { q: 'decided:[1 TO 2]' });
    expect([bad.status, bad.json.error]).toEqual([400, expect.stringContaining('CODING/PERSON/CHOICE')]);
    for (const path of ['/codings/None/decisions', '/codings/None/comparison?first=a&second=b']) {
      expect((await as('reader', 'GET', path)).status).toBe(404);
    }
    expect((await as('reader', 'GET', '/codings/Mail/comparison?first=a')).status).toBe(400);
    expect((await as('reader', 'GET', '/codings/Mail/comparison?first=a&second=b&at=soon')).status).toBe(400);
  });

  test("can be queried by person alone, by panel alone, and as one's own", async () => {
    const all = ['seen 1', 'seen 2', 'seen 3', 'seen 4'];
    expect(await found('reader', 'decided:Mail/anna')).toEqual(all.slice(0, 3));
    expect(await found('reader', 'decided:"Mail/ben%2F50%25"')).toEqual(['seen 1', 'seen 2', 'seen 4']);
    expect(await found('reader', 'decided:Mail')).toEqual(all);
    expect(await found('reader', 'decided:Ma*l/anna')).toEqual(all.slice(0, 3));
    for (const [q, ofAnna, ofOdd] of [
      ['decided:Mail/me', all.slice(0, 3), ['seen 1', 'seen 2', 'seen 4']],
      ['decided:Mail/me/Hot', all.slice(0, 3), ['seen 1']],
      ['decided:Mail/me/*', all.slice(0, 3), ['seen 1', 'seen 2', 'seen 4']],
      ['decided:*/me/C?ld', [], ['seen 2']],
      // "None of the choices".
      ['decided:Mail/me/', [], ['seen 4']],
      // Between quotes it is a person of that name.
      ['decided:"Mail/me"', [], []],
    ] as const) {
      expect([q, await found('anna', q)]).toEqual([q, ofAnna]);
      expect([q, await found(ODD, q)]).toEqual([q, ofOdd]);
      expect([q, await found('reader', q)]).toEqual([q, []]);
    }
  });

  test('are counted by person', async () => {
    const counted = async (who: string, facet: object) => (await as(who, 'POST', '/facets', { facets: [facet] })).json;
    expect((await counted('reader', { field: 'decided:Mail' })).facets).toEqual([
      {
        field: 'decided:Mail',
        values: [
          { value: 'anna', items: 3, q: 'decided:"Mail/anna"' },
          { value: ODD, items: 3, q: 'decided:"Mail/ben%2F50%25"' },
        ],
        distinct: 2,
        missing: 2 * COUNT - 4,
        other: 0,
      },
    ]);
    expect((await counted('reader', { field: 'decided:Mail', prefix: 'an' })).facets[0].values).toHaveLength(1);
    const byAddress = await as('reader', 'GET', `/facets?facet=${encodeURIComponent('decided:Mail')}&facetLimit=1`);
    expect(byAddress.json.facets[0]).toMatchObject({ field: 'decided:Mail', values: [{ value: 'anna' }], other: 3 });
    for (const field of ['decided', 'decided:None', 'decided:']) {
      const answer = await as('reader', 'POST', '/facets', { facets: [{ field }] });
      expect([field, answer.status]).toEqual([field, field === 'decided:None' ? 404 : 400]);
    }
    expect((await counted('reader', { field: 'decided:Mail', interval: 'year' })).error).toContain('takes');
  });

  test('keep a choice that was renamed under its new name, and a deleted one under its last name', async () => {
    await as('anna', 'PUT', '/bookmarks/Cold/rename/Cool');
    expect(await found('reader', `decided:*/*/Cool`)).toEqual(['seen 2']);
    await as('anna', 'DELETE', '/bookmarks/Cool');
    expect(await found('reader', `decided:*/*/Cold`)).toEqual(['seen 2']);
    await as('anna', 'POST', '/bookmarks/undo', { seq: service.bookmarks.head.count });
    await as('anna', 'PUT', '/bookmarks/Cool/rename/Cold');
    expect(await found('reader', `decided:*/*/Cold`)).toEqual(['seen 2']);
    await as('anna', 'DELETE', '/codings/Mail');
    expect(await found('reader', 'decided:*')).toEqual([]);
    await as('anna', 'POST', '/bookmarks/undo', { seq: service.bookmarks.head.count });
    expect(await found('reader', 'decided:*')).toHaveLength(4);
  });

  test('in a review and a second look belong to the person who makes them', async () => {
    await as('anna', 'PUT', '/codings/Second', { choices: [choice('Yes'), choice('No')], exclusive: true });
    const review = { name: 'First', docs: refs('seen', 1, 2), codings: ['Second'], batch: 2 };
    expect((await as('anna', 'POST', '/reviews', review)).status).toBe(200);
    await as('anna', 'GET', '/reviews/First/next');
    await code('anna', 'Second', { choice: 'Yes', docs: refs('seen', 1, 2), review: 'First' });
    const sample = await as('anna', 'POST', '/reviews/First/sample', { percent: 100, name: 'Look' });
    expect(sample.status).toBe(200);
    await as(ODD, 'GET', '/reviews/Look/next');
    const seqs = await code(ODD, 'Second', { choice: 'No', docs: refs('seen', 1), review: 'Look' });
    const cells = async () =>
      (await compared('reader', 'Second', 'anna', ODD)).cells.map((cell) => [cell.first, cell.second, cell.items]);
    expect(await cells()).toEqual([
      [['Yes'], ['No'], 1],
      [['Yes'], null, 1],
    ]);
    expect((await as('reader', 'GET', '/bookmarks/Yes')).json.docs).toHaveLength(2);
    await undo(ODD, seqs);
    expect(await cells()).toEqual([[['Yes'], null, 2]]);
  });

  test('of hidden sources do not exist: counts, people, queries, the log', async () => {
    await as('anna', 'PUT', '/codings/Apart', { choices: [choice('Here')] });
    await code('anna', 'Apart', { choice: 'Here', docs: refs('hidden', 1, 2) });
    await code(ODD, 'Apart', { choice: 'Here', docs: refs('seen', 1) });
    const { json } = await as('half', 'GET', '/codings/Apart/decisions');
    expect(json.people.map(({ who }: { who: string }) => who)).toEqual([ODD]);
    expect(await compared('half', 'Apart', 'anna', ODD)).toMatchObject({
      items: 0,
      cells: [{ first: null, second: ['Here'], items: 1 }],
    });
    expect(await found('half', 'decided:Apart/*')).toEqual(['seen 1']);
    const { changes } = (await as('half', 'GET', '/log?limit=1000')).json;
    const own = changes.filter(({ decided }: { decided?: string }) => decided === 'Apart');
    expect(own.map(({ what, who }: Record<string, string>) => [what, who])).toEqual([
      ['add', ODD],
      ['create', ODD],
    ]);
  });

  test("are exported, and imported without changing a person's existing decisions", async () => {
    const lines = [...exportBookmarks({ state: service.bookmarks })];
    expect(lines).toContain(
      JSON.stringify({ decided: 'Mail', who: 'anna', choice: 'Hot', source: 'seen', ids: [1, 2, 3] }),
    );
    expect(lines).toContain(JSON.stringify({ decided: 'Mail', who: ODD, choice: null, source: 'seen', ids: [4] }));
    const past = await service.bookmarks.history.at(Date.now());
    expect([...exportBookmarks({ state: past })].slice(1)).toEqual(lines.slice(1));
    const other = closedAtEnd(await openBookmarkStore(join(service.dir, 'other')));
    expect(await importBookmarks(other, lines, { origin: nobody })).toMatchObject({ applied: true, notes: [] });
    expect([...exportBookmarks({ state: other })].slice(1)).toEqual(lines.slice(1));
    const again = await importBookmarks(other, lines, { origin: nobody });
    expect(again.decided.added).toBe(0);
    const anna = { ...nobody, who: 'anna' };
    await other.codings.code('Mail', 'Cold', new Map([['seen', Uint32Array.of(1)]]), anna);
    const kept = await importBookmarks(other, lines, { origin: nobody });
    expect(kept.notes).toEqual(['1 items keep another choice of "anna" in the coding "Mail"']);
    expect((await other.decisions.compare('Mail', 'anna', ODD, () => true)).agreed).toBe(0);
    expect(await verifyBookmarks(other)).toMatchObject({ ok: true, problems: [] });
    const bad = [
      lines[0]!,
      '{"decided":7,"who":"a","choice":null,"source":"seen","ids":[1]}',
      '{"decided":"M","who":"a","choice":7,"source":"seen","ids":[1]}',
      '{"decided":"M","who":"a","choice":null,"more":1,"source":"seen","ids":[1]}',
      '{"end":true,"lines":5}',
    ];
    expect((await importBookmarks(other, bad, { origin: nobody })).problems.map(({ reason }) => reason)).toEqual([
      'its "decided" or "who" is not text',
      'its "choice" is not text or null',
      'it has an unknown member "more"',
    ]);
    const early = [
      lines[0]!,
      '{"decided":"New","who":"a","choice":null,"source":"seen","ids":[1]}',
      '{"end":true,"lines":3}',
    ];
    expect((await importBookmarks(other, early, { origin: nobody })).problems).toMatchObject([
      { line: 2, reason: expect.stringContaining('"New", which no earlier line defines') },
    ]);
  });

  test('in too many combinations to compare are refused, and a name of 255 bytes works', async () => {
    const name = 'x'.repeat(255);
    const store = closedAtEnd(await openBookmarkStore(join(service.dir, 'many')));
    const letters = Array.from({ length: 14 }, (_, i) => `c${i}`);
    await store.codings.put(name, { choices: letters.map(choice), exclusive: false, required: false }, nobody);
    // The bits of n say which choices item n has.
    const all = Array.from({ length: COMPARED_CELLS_MAX + 1 }, (_, i) => i + 1);
    for (const [bit, letter] of letters.entries()) {
      const ids = Uint32Array.from(all.filter((n) => (n >> bit) % 2 === 1));
      await store.codings.code(name, letter, new Map([['s', ids]]), { ...nobody, who: 'anna' });
    }
    const compare = () => store.decisions.compare(name, 'anna', 'ben', () => true);
    await expect(compare()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const one = new Map([['s', Uint32Array.of(COMPARED_CELLS_MAX + 1)]]);
    await store.codings.code(name, null, one, { ...nobody, who: 'anna' });
    for (const n of [1, 2]) {
      await store.codings.code(name, 'c0', new Map([['s', Uint32Array.of(1)]]), { ...nobody, who: `p${n}` });
    }
    await store.codings.code(name, null, new Map([['s', Uint32Array.from(all)]]), { ...nobody, who: 'anna' });
    expect((await compare()).cells).toEqual([{ first: [], second: null, items: all.length }]);
    expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
  });
});

test('agree with a naive model after random choices, undos, and renames', async () => {
  const random = new Random(41);
  const people = ['anna', ODD, 'half'];
  const panels = new Map([
    ['One/of', { names: ['a', 'b/c', 'd"e'], exclusive: true, required: false }],
    ['Many*', { names: ['p', 'q%', 'r?'], exclusive: false, required: false }],
    ['Must', { names: ['y', 'z'], exclusive: true, required: true }],
  ]);
  for (const [name, { names, ...rest }] of panels) {
    const path = `/codings/${encodeURIComponent(name)}`;
    expect((await as('anna', 'PUT', path, { choices: names.map(choice), ...rest })).status).toBe(200);
  }
  /** Names of choices, keyed by panel, person and item. Empty if the person chose none of them. */
  type Model = Map<string, ReadonlySet<string>>;
  let model: Model = new Map();
  const keyOf = (panel: string, who: string, item: string): string => JSON.stringify([panel, who, item]);
  let last: { who: string; seqs: readonly number[]; before: Model } | null = null;
  const states: { at: string; model: Model }[] = [];
  /** Checks the facet by person: counts and queries. */
  const checkPeople = async (of: Model, viewer: string, panel: string): Promise<void> => {
    const { json } = await as(viewer, 'POST', '/facets', { facets: [{ field: `decided:${panel}` }] });
    const sources = viewer === 'half' ? ['seen'] : ['hidden', 'seen'];
    const own = new Map<string, string[]>();
    for (const who of people) {
      const decided = sources.flatMap((source) => items.map(({ id }) => `${source} ${id}`));
      const has = decided.filter((item) => of.has(keyOf(panel, who, item)));
      if (has.length > 0) own.set(who, has.sort());
    }
    const values: readonly { value: string; items: number; q: string }[] = json.facets[0].values;
    expect(new Map(values.map((one) => [one.value, one.items]))).toEqual(
      new Map([...own].map(([who, has]) => [who, has.length])),
    );
    for (const { value, q } of values) expect([q, await found(viewer, q)]).toEqual([q, own.get(value)]);
  };
  const check = async (of: Model, at?: string): Promise<void> => {
    for (const viewer of ['reader', 'half']) {
      const [first, second] = random.shuffled(people) as [string, string];
      const panel = random.pick([...panels.keys()]);
      const expected = new Map<string, string[]>();
      for (const source of viewer === 'half' ? ['seen'] : ['hidden', 'seen']) {
        for (const { id } of items) {
          const chosen = [first, second].map((who) => of.get(keyOf(panel, who, `${source} ${id}`)));
          if (chosen.every((one) => one === undefined)) continue;
          const key = JSON.stringify(chosen.map((one) => (one === undefined ? null : [...one].sort())));
          expected.set(key, [...(expected.get(key) ?? []), `${source} ${id}`]);
        }
      }
      const { cells } = await compared(viewer, panel, first, second, at);
      const counts = cells.map((cell) => [JSON.stringify([cell.first, cell.second]), cell.items]);
      expect(new Map(counts as [string, number][])).toEqual(
        new Map([...expected].map(([key, own]) => [key, own.length])),
      );
      if (at !== undefined) continue;
      await checkPeople(of, viewer, panel);
      for (const { q, ...cell } of cells) {
        expect([q, await found(viewer, q)]).toEqual([
          q,
          expected.get(JSON.stringify([cell.first, cell.second]))!.sort(),
        ]);
      }
    }
  };
  for (let step = 0; step < 30; step++) {
    const action = random.pick(['code', 'code', 'code', 'code', 'undo', 'rename']);
    if (action === 'code') {
      const [panel, { names, exclusive, required }] = random.pick([...panels]);
      const who = random.pick(people);
      const chosen = random.below(4) === 0 ? null : random.pick(names);
      const sources = who === 'half' ? ['seen'] : ['seen', 'hidden'];
      const docs = items.flatMap(({ id }) => (random.below(3) === 0 ? refs(random.pick(sources), id) : []));
      if (docs.length === 0) continue;
      const before = new Map(model);
      for (const { source, id } of docs) {
        const key = keyOf(panel, who, `${source} ${id}`);
        if (chosen === null && required) model.delete(key);
        else if (chosen === null) model.set(key, new Set());
        else model.set(key, new Set([...(exclusive ? [] : (model.get(key) ?? [])), chosen]));
      }
      last = { who, seqs: await code(who, panel, { choice: chosen, docs }), before };
    } else if (action === 'undo' && last !== null) {
      await undo(last.who, last.seqs);
      model = last.before;
      last = null;
    } else if (action === 'rename') {
      const [panel, { names, ...rest }] = random.pick([...panels]);
      const [from, to] = [random.pick(names), `${panel} ${step}`];
      const renamed = (set: ReadonlySet<string>) => new Set([...set].map((one) => (one === from ? to : one)));
      const path = `/bookmarks/${encodeURIComponent(from)}/rename/${encodeURIComponent(to)}`;
      expect((await as('anna', 'PUT', path)).status).toBe(200);
      panels.set(panel, { names: names.map((one) => (one === from ? to : one)), ...rest });
      model = new Map(
        [...model].map(([key, set]) => [key, key.startsWith(`[${JSON.stringify(panel)}`) ? renamed(set) : set]),
      );
      last = null;
    }
    await check(model);
    if (step % 10 === 9) {
      states.push({ at: new Date().toISOString(), model: new Map(model) });
      await pause(3);
    }
  }
  for (const { at, model: then } of states) await check(then, at);
  expect(await verifyBookmarks(service.bookmarks)).toMatchObject({ ok: true, problems: [] });
});
