/** Reviews in exports. Whatever happened to them, an import restores all of it in another store, with the same past states. */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { exportBookmarks } from '../../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../../src/bookmarks/exchange/import-bookmarks.ts';
import type { PastState } from '../../../src/bookmarks/history.ts';
import { FrozenOrder } from '../../../src/bookmarks/reviews/frozen-order.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { until } from '../../support/until.ts';
import { nobody, openStore } from './temporary-store.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const STEPS = Number(process.env['STEPS'] ?? 90);
const PEOPLE = ['anna', 'ben', null];
const SOURCES = ['a', 'b'];
const whole = { isIn: () => true, isRecordSeen: () => true };
const lead = { isAdministrator: true, isOwn: () => true };
const originOf = (who: string | null) => ({ who, remoteAddress: null, requestId: null });
/** Without the header, which has the time of the export. */
const linesOf = (state: PastState) => [...exportBookmarks({ state })].slice(1);
const reviewLines = (state: PastState) => linesOf(state).filter((line) => line.startsWith('{"review"'));

async function panel(store: BookmarkStore, name: string, bookmarks: string[], exclusive: boolean): Promise<void> {
  const choices = bookmarks.map((bookmark) => ({ bookmark, key: null, colour: null }));
  await store.codings.put(name, { choices, exclusive, required: exclusive }, originOf('lead'));
}

async function review(store: BookmarkStore, name: string, random: Random): Promise<void> {
  const order = new FrozenOrder();
  for (let i = 0; i < 12; i++) order.add(random.pick(SOURCES), random.below(4) * 40_000);
  const choices = { name, order: ['name:asc'], codings: ['P', 'Q'], assignees: [], batch: 3, together: null };
  await store.reviews.create({ ...choices, giveBackSeconds: 60, asked: '{"q":"x"}' }, order, null, originOf('lead'));
}

/** Makes a random change. If it is refused, nothing changes. */
async function change(store: BookmarkStore, random: Random): Promise<void> {
  const { reviews } = store;
  const who = random.pick(PEOPLE);
  const names = (await reviews.all(whole)).map(({ name }) => name);
  const name = names.length === 0 ? 'R' : random.pick(names);
  const kinds = [
    'decide',
    'decide',
    'decide',
    'decide',
    'make',
    'look',
    'accept',
    'delete',
    'giveBack',
    'rename',
    'undo',
  ];
  const kind = random.pick(kinds);
  try {
    if (kind === 'decide') {
      const next = await reviews.next(name, { who, isIn: whole.isIn }, null, originOf(who));
      if (next === null) return;
      const { source, id } = random.pick(next.held.items);
      const coding = random.pick(['P', 'Q']);
      const { choices } = store.codings.get(coding);
      const choice = random.pick([...choices.map(({ bookmark }) => bookmark), null]);
      await reviews.code(name, { coding, choice, refs: new Map([[source, Uint32Array.of(id)]]) }, originOf(who));
    } else if (kind === 'make' && names.length < 4) await review(store, random.pick(['R', 'S']), random);
    else if (kind === 'look') {
      const look = { name: `${name} again`, percent: 60, seed: 1, assignees: null, batch: 2 };
      await reviews.sample(name, look, lead, originOf('lead'));
    } else if (kind === 'accept') await reviews.accept(name, lead, originOf('lead'));
    else if (kind === 'delete' && random.below(4) === 0) await reviews.delete(name, lead, originOf('lead'));
    else if (kind === 'giveBack') await reviews.giveBack(name, who, lead, originOf('lead'));
    else if (kind === 'rename') {
      const bookmark = random.pick(store.names());
      if (random.below(3) === 0) await store.delete(bookmark, originOf('lead'));
      else await store.rename(bookmark, `${bookmark}'`, originOf('lead'));
    } else if (kind === 'undo') await store.undo(1 + random.below(store.head.count), originOf('lead'));
  } catch (error) {
    expect(['CONFLICT', 'NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_REQUEST']).toContain((error as { code: string }).code);
  }
}

/** The contents of a review, without the times of decisions. */
const summaries = async (store: BookmarkStore) =>
  (await store.reviews.all(whole)).map((one) => ({
    ...one,
    people: one.people.map((person) => ({ ...person, rate: null })),
  }));

test(`random reviews arrive unchanged in another store, and are shown as of any time (SEED=${SEED})`, async () => {
  const random = new Random(SEED);
  const store = await openStore();
  await panel(store, 'P', ['yes', 'no'], true);
  await panel(store, 'Q', ['x', 'y'], false);
  await review(store, 'R', random);
  const shown: { time: number; lines: string[] }[] = [];
  for (let step = 1; step <= STEPS; step++) {
    await change(store, random);
    if (step % 30 !== 0) continue;
    const lines = [...exportBookmarks({ state: store })];
    shown.push({ time: store.log.timeOf(store.head.count), lines: lines.slice(1) });
    await until(() => Date.now() > shown.at(-1)!.time);
    const other = await openStore();
    expect(await importBookmarks(other, lines, { origin: nobody })).toMatchObject({
      problems: [],
      applied: true,
      notes: [],
      reviews: { added: (await store.reviews.all(whole)).length, alreadyThere: 0 },
    });
    expect(linesOf(other)).toEqual(lines.slice(1));
    if (step === STEPS) expect(await verifyBookmarks(other)).toMatchObject({ ok: true, problems: [] });
    const records = other.head.count;
    expect((await importBookmarks(other, lines, { origin: nobody })).notes).toEqual([]);
    expect(other.head.count).toBe(records);
    await other.close();
  }
  for (const { time, lines } of shown) expect(linesOf(await store.history.at(time))).toEqual(lines);
});

describe('an import of reviews', () => {
  const make = async (store: BookmarkStore): Promise<void> => {
    await panel(store, 'P', ['yes', 'no'], true);
    await panel(store, 'Q', ['x'], false);
    await review(store, 'R', new Random(1));
    for (let i = 0; i < 4; i++) {
      const next = await store.reviews.next('R', { who: 'anna', isIn: whole.isIn }, null, originOf('anna'));
      if (next === null) break;
      const { source, id } = next.held.items[next.at]!;
      const refs = new Map([[source, Uint32Array.of(id)]]);
      await store.reviews.code('R', { coding: 'P', choice: i % 2 ? 'yes' : 'no', refs }, originOf('anna'));
    }
  };

  test('is continued in the other store: order, holders, decisions and counts are those of the first', async () => {
    const store = await openStore();
    await make(store);
    const other = await openStore();
    await importBookmarks(other, exportBookmarks({ state: store }), { origin: nobody });
    expect(await summaries(other)).toEqual(await summaries(store));
    expect([...other.reviews.items('R')]).toEqual([...store.reviews.items('R')]);
    const next = (one: BookmarkStore) =>
      one.reviews.next('R', { who: 'anna', isIn: whole.isIn }, null, originOf('anna'));
    expect(await next(other)).toEqual(await next(store));
    for (let seq = other.head.count; seq > 0; seq--) await other.undo(seq, nobody);
    expect(await other.reviews.all(whole)).toEqual([]);
  });

  test('keeps an existing review of that name, and reports if it differs', async () => {
    const store = await openStore();
    await make(store);
    const lines = [...exportBookmarks({ state: store })];
    const before = reviewLines(store);
    await store.reviews.giveBack('R', 'anna', lead, originOf('lead'));
    await store.reviews.next('R', { who: 'ben', isIn: whole.isIn }, null, originOf('ben'));
    const now = reviewLines(store);
    expect(now).not.toEqual(before);
    const report = await importBookmarks(store, lines, { origin: nobody });
    expect(report).toMatchObject({ applied: true, reviews: { added: 0, alreadyThere: 1 } });
    expect(report.notes).toEqual(['the review "R" stays as it is; the import has another one of that name']);
    expect(reviewLines(store)).toEqual(now);
  });

  const header = '{"format":"case-access-bookmarks","version":1}';
  const settings = (more: object = {}): object => ({
    ...{ review: 'R', order: null, codings: ['P'], assignees: [], batch: 2, together: null, giveBackSeconds: 60 },
    ...{ creator: null, created: '2026-03-04T08:20:30.000Z', asked: null, secondLook: null, ...more },
  });
  const batch = (number: number, ...ids: number[]): object => ({
    ...{ review: 'R', number, holder: null, sources: ['s'], items: [[0, ids]] },
  });
  const decided = (more: object): object => ({
    ...{ review: 'R', layer: 'choice', coding: 'P', choice: null, who: 'anna', source: 's', ids: [1], ...more },
  });
  test.each<[string, object[], number, RegExp]>([
    ['a part without a review', [batch(1, 1)], 2, /part of a review that no earlier line creates/],
    ['a review twice', [settings(), batch(1, 1), { bookmark: 'b' }, settings()], 5, /defines the review "R" again/],
    ['settings twice', [settings(), batch(1, 1), settings()], 4, /defines the review "R" again/],
    ['a review without items', [settings()], 3, /has no items/],
    ['an item twice', [settings(), batch(1, 1, 2), batch(2, 2)], 4, /item 2 of "s" again/],
    ['batches out of order', [settings(), batch(2, 1), batch(1, 2)], 4, /not above that of the batch before/],
    ['an empty batch', [settings(), batch(1)], 3, /no items/],
    ['a batch of a number that none has', [settings(), batch(2001, 1)], 3, /"number" is not one/],
    ['a source that is not there', [settings(), { ...batch(1, 1), items: [[1, [1]]] }], 3, /"source" is not text/],
    ['an id that none is', [settings(), { ...batch(1, 1), items: [[0, [-1]]] }], 3, /not an item id/],
    ['a holder that none is', [settings(), { ...batch(1, 1), holder: { who: 'anna' } }], 3, /"holder" is invalid/],
    ['an unknown layer', [settings(), batch(1, 1), decided({ layer: 'x' })], 4, /"layer" is invalid/],
    [
      'a choice without a line',
      [settings(), batch(1, 1), decided({ choice: 'c' })],
      5,
      /"c" is a bookmark that no earlier line creates/,
    ],
    [
      'a look at nothing',
      [settings({ secondLook: { of: 'S', percent: 1, seed: 1, accepted: null } }), batch(1, 1)],
      4,
      /"S", of which it is a second look/,
    ],
    ['no panel', [settings({ codings: [] })], 2, /no codings/],
    ['a batch size of a million', [settings({ batch: 1e6 })], 2, /not of the right type/],
    ['an unknown member', [settings({ more: 1 })], 2, /unknown member "more"/],
    ['a time that none is', [settings({ created: 'now' })], 2, /not of the right type/],
  ])('%s: nothing is imported, and the line is named', async (_what, objects, line, reason) => {
    const store = await openStore();
    const lines = [header, ...objects.map((one) => JSON.stringify(one)), `{"end":true,"lines":${objects.length + 2}}`];
    const report = await importBookmarks(store, lines, { origin: nobody });
    expect(report.applied).toBe(false);
    expect(report.problems[0]).toEqual({ line, reason: expect.stringMatching(reason) });
    expect(store.head.count).toBe(0);
  });
});
