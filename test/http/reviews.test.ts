/** `/reviews`: freezing and dealing, deciding, undo, second looks, roles, limited viewers, and a plain model of all of it. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { agreementOf } from '../../src/bookmarks/codings/agreement.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { FrozenOrder } from '../../src/bookmarks/reviews/frozen-order.ts';
import { ASSIGNEES_MAX, BATCH_ITEMS_MAX, REVIEW_CODINGS_MAX } from '../../src/bookmarks/reviews/review.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { type AskAs, askingAs, knowing, type TokenUser } from '../support/token-users.ts';
import { until } from '../support/until.ts';

const COUNT = 12;
const items = Array.from({ length: COUNT }, (_, i) => ({ id: i + 1, text: `item ${i + 1}` }));

const USERS: readonly TokenUser[] = [
  { name: 'lead', role: 'annotator' },
  { name: 'anna', role: 'annotator' },
  { name: 'ben', role: 'annotator' },
  { name: 'half', role: 'annotator', sources: ['seen'] },
  { name: 'reader', role: 'reader' },
  { name: 'chief', role: 'administrator' },
];

async function startWith(cases: Record<string, typeof items>): Promise<{ service: Service; as: AskAs }> {
  const service = await Service.start({ cases, server: knowing(USERS) });
  return { service, as: askingAs(service) };
}

const panel = (names: readonly string[], required = false): object => ({
  choices: names.map((bookmark) => ({ bookmark })),
  exclusive: true,
  required,
});

describe('a review', () => {
  let service: Service;
  let as: AskAs;
  beforeAll(async () => {
    ({ service, as } = await startWith({ seen: items, hidden: items }));
    await as('lead', 'PUT', '/codings/P', panel(['yes', 'no'], true));
  });

  const code = (who: string, review: string, id: number, choice: string | null, source = 'seen'): Promise<Answer> =>
    as(who, 'PUT', '/codings/P/code', { choice, docs: refs(source, id), review });

  test('freezes an order, deals batches, and never deals a batch to two people', async () => {
    const made = await as('lead', 'POST', '/reviews', {
      name: 'First pass',
      docs: refs('seen', 5, 3, 9, 1, 3, 7),
      codings: ['P'],
      batch: 2,
    });
    expect([made.status, made.json.review]).toMatchObject([
      200,
      {
        name: 'First pass',
        order: null,
        total: 5,
        decided: 0,
        left: 5,
        creator: 'lead',
        batches: { total: 3, held: 0 },
      },
    ]);
    const [anna, ben] = await Promise.all(
      ['anna', 'ben'].map(async (who) => (await as(who, 'GET', '/reviews/First%20pass/next')).json),
    );
    expect([anna.batch.number, ben.batch.number].sort()).toEqual([1, 2]);
    const [first, second] = anna.batch.number === 1 ? ['anna', 'ben'] : ['ben', 'anna'];
    const mine = (await as(first!, 'GET', '/reviews/First%20pass/batch')).json;
    expect(mine.items.map(({ id }: { id: number }) => id)).toEqual([5, 3]);
    expect((await code(second!, 'First pass', 5, 'yes')).status).toBe(409);
    const coded = await code(first!, 'First pass', 5, 'yes');
    expect(coded.json).toMatchObject({ name: 'P', choice: 'yes', added: 1 });
    expect(service.bookmarks.membersIn('yes', 'seen')).toEqual(Uint32Array.of(5));
    const marked = await as('lead', 'GET', `/hits?q=reviewed:${first!}&properties=none`);
    expect(marked.json.hits.map(({ id }: { id: number }) => id)).toEqual([5]);
    expect((await as(first!, 'GET', '/reviews/First%20pass/next?after=seen/5')).json).toMatchObject({
      item: { source: 'seen', id: 3 },
      number: 2,
      before: { source: 'seen', id: 5 },
      batch: { number: 1, items: 2, decided: 1 },
    });
    expect((await as('reader', 'GET', '/reviews/First%20pass')).json).toMatchObject({
      decided: 1,
      left: 4,
      people: [{ who: first, decided: 1, choices: [{ coding: 'P', choice: 'yes', items: 1 }], overturned: 0 }],
    });
    // A required panel needs a choice to continue.
    await code(first!, 'First pass', 5, null);
    expect((await as('reader', 'GET', '/reviews/First%20pass')).json).toMatchObject({ decided: 0, left: 5 });
    const again = await code(first!, 'First pass', 5, 'no');
    for (const seq of again.json.seqs.toReversed()) {
      expect((await as(first!, 'POST', '/bookmarks/undo', { seq })).status).toBe(200);
    }
    expect((await as('reader', 'GET', '/reviews/First%20pass')).json).toMatchObject({ decided: 0, choices: [] });
    const log = (await as('reader', 'GET', '/log?limit=1')).json.changes[0];
    expect(log.bookmark === null ? log.review : log.bookmark).toMatch(/First pass|no/);
  });

  test('is refused with the name of the invalid part', async () => {
    const valid = { name: 'Refused', docs: refs('seen', 1), codings: ['P'] };
    for (const [body, status, finding] of [
      [{ ...valid, codings: [] }, 400, 'has no codings'],
      [{ ...valid, codings: ['Q'] }, 404, 'no coding named "Q"'],
      [{ ...valid, codings: Array.from({ length: REVIEW_CODINGS_MAX + 1 }, (_, i) => `c${i}`) }, 400, 'codings'],
      [{ ...valid, assignees: Array.from({ length: ASSIGNEES_MAX + 1 }, (_, i) => `a${i}`) }, 400, 'assignees'],
      [{ ...valid, batch: BATCH_ITEMS_MAX + 1 }, 400, 'batch'],
      [{ ...valid, name: 'x'.repeat(201) }, 400, 'longer than 200 bytes'],
      [{ ...valid, together: 'source' }, 400, 'not family, thread or both'],
      [{ ...valid, order: ['id'] }, 400, 'With "docs", remove "order"'],
      [{ ...valid, docs: [] }, 400, 'no items'],
      [{ ...valid, docs: refs('seen', 99) }, 404, 'no item 99'],
      [{ name: 'Refused', codings: ['P'], q: '*:*', order: ['relevance'] }, 400, 'relevance'],
      [{ name: 'Refused', codings: ['P'] }, 400, 'either "docs" or "q"'],
      [{ ...valid, name: 'First pass' }, 400, 'exists'],
    ] as const) {
      const answer = await as('lead', 'POST', '/reviews', body);
      expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(finding)]);
    }
    expect((await as('anna', 'GET', '/reviews/First%20pass/next?after=1')).status).toBe(400);
    expect((await as('anna', 'GET', '/reviews/Nothing/next')).status).toBe(404);
    expect((await as('reader', 'GET', '/reviews/First%20pass/next')).status).toBe(403);
    expect((await as('anna', 'DELETE', '/reviews/First%20pass')).status).toBe(403);
    expect((await as('anna', 'POST', '/reviews/First%20pass/accept')).status).toBe(409);
  });

  test('keeps families together, in the order of a set', async () => {
    const made = await as('lead', 'POST', '/reviews', {
      name: 'Families',
      q: '*:*',
      sourceID: ['seen'],
      order: ['id'],
      codings: ['P'],
      together: 'family',
      batch: 5,
    });
    expect(made.json.review).toMatchObject({ total: COUNT, order: ['id'], together: 'family' });
    expect((await as('anna', 'GET', '/reviews/Families/batch')).json).toEqual({ number: null, items: [] });
    expect((await as('anna', 'GET', '/reviews/Families/next')).json.item).toEqual({ source: 'seen', id: 1 });
  });

  test('shows a viewer of some sources the items in these, and their counts', async () => {
    const docs = [...refs('hidden', 1, 2), ...refs('seen', 1), ...refs('hidden', 3, 4), ...refs('seen', 2)];
    await as('lead', 'POST', '/reviews', {
      name: 'Mixed',
      docs,
      codings: ['P'],
      batch: 3,
      assignees: ['half', 'anna'],
    });
    expect((await as('half', 'GET', '/reviews/Mixed')).json).toMatchObject({ total: 2, left: 2 });
    expect((await as('ben', 'GET', '/reviews/Mixed/next')).status).toBe(403);
    for (const id of [1, 2]) {
      expect((await as('half', 'GET', '/reviews/Mixed/next')).json).toMatchObject({
        item: { source: 'seen', id },
        batch: { items: 1 },
      });
      expect((await code('half', 'Mixed', id, 'yes')).status).toBe(200);
    }
    expect((await as('half', 'GET', '/reviews/Mixed/next')).json.item).toBeNull();
    expect((await as('half', 'GET', '/reviews/Mixed')).json).toMatchObject({ decided: 2, left: 0 });
    // Batches whose other items are invisible to them return to the others.
    expect((await as('anna', 'GET', '/reviews/Mixed/next')).json.item).toEqual({ source: 'hidden', id: 1 });
    expect((await as('anna', 'GET', '/reviews/Mixed')).json).toMatchObject({ total: 6, decided: 2, left: 4 });
    expect((await code('anna', 'Mixed', 1, 'no')).status).toBe(409);
  });

  test('a batch returns to the pool after the given time without its person, whatever the clock shows', async () => {
    await as('lead', 'POST', '/reviews', {
      name: 'Gone',
      docs: refs('seen', 1, 2),
      codings: ['P'],
      giveBackSeconds: 60,
    });
    await as('anna', 'GET', '/reviews/Gone/next');
    expect((await as('ben', 'GET', '/reviews/Gone/next')).json.item).toBeNull();
    const { now } = performance;
    performance.now = () => now.call(performance) + 61_000;
    try {
      expect((await as('ben', 'GET', '/reviews/Gone/next')).json.item).toEqual({ source: 'seen', id: 1 });
    } finally {
      performance.now = now;
    }
    expect((await code('anna', 'Gone', 1, 'yes')).status).toBe(409);
    expect((await as('anna', 'POST', '/reviews/Gone/give-back', { who: 'ben' })).status).toBe(403);
    expect((await as('lead', 'POST', '/reviews/Gone/give-back', { who: 'ben' })).json.batches).toEqual([1]);
    expect((await as('anna', 'GET', '/reviews/Gone/next')).json.item).toEqual({ source: 'seen', id: 1 });
  });

  test('a second look changes nothing until it is accepted, and its sample is reproducible', async () => {
    await as('lead', 'POST', '/reviews', {
      name: 'Looked',
      docs: refs('seen', 1, 2, 3, 4, 5, 6, 7, 8),
      codings: ['P'],
    });
    await as('anna', 'GET', '/reviews/Looked/next');
    for (let id = 1; id <= 8; id++) await code('anna', 'Looked', id, id % 2 === 0 ? 'yes' : 'no');
    expect((await as('anna', 'POST', '/reviews/Looked/sample', { percent: 50 })).status).toBe(403);
    const drawn: number[][] = [];
    for (const name of ['Look A', 'Look B']) {
      const made = await as('lead', 'POST', '/reviews/Looked/sample', { percent: 50, seed: 3, name });
      expect(made.json.review).toMatchObject({
        total: 4,
        secondLook: { of: 'Looked', percent: 50, seed: 3, accepted: null },
      });
      await as('ben', 'GET', `/reviews/${encodeURIComponent(name)}/next`);
      const { json } = await as('ben', 'GET', `/reviews/${encodeURIComponent(name)}/batch`);
      drawn.push(json.items.map(({ id }: { id: number }) => id));
    }
    expect(drawn[0]).toEqual(drawn[1]);
    // A sample of a review that is partly decided has only decided items.
    await as('lead', 'POST', '/reviews', { name: 'Begun', docs: refs('seen', 1, 2, 3), codings: ['P'] });
    await as('anna', 'GET', '/reviews/Begun/next');
    await code('anna', 'Begun', 2, 'yes');
    const begun = await as('lead', 'POST', '/reviews/Begun/sample', { percent: 100, name: 'Look C' });
    expect(begun.json.review).toMatchObject({ total: 1 });
    await as('ben', 'GET', '/reviews/Look%20C/next');
    expect((await as('ben', 'GET', '/reviews/Look%20C/batch')).json.items).toMatchObject([{ id: 2 }]);
    const before = service.bookmarks.membersIn('yes', 'seen');
    for (const id of drawn[0]!) await code('ben', 'Look A', id, 'yes');
    expect(service.bookmarks.membersIn('yes', 'seen')).toEqual(before);
    const odd = drawn[0]!.filter((id) => id % 2 === 1);
    const { json: table } = await as('reader', 'GET', '/reviews/Look%20A/agreement');
    expect(table.codings[0]).toMatchObject({ coding: 'P', items: 4, agreed: 4 - odd.length });
    const accepted = await as('lead', 'POST', '/reviews/Look%20A/accept');
    expect([accepted.status, accepted.json]).toMatchObject([200, { name: 'Looked', changed: odd.length }]);
    expect([...service.bookmarks.membersIn('yes', 'seen')]).toEqual(expect.arrayContaining(drawn[0]!));
    expect((await as('reader', 'GET', '/reviews/Looked')).json).toMatchObject({ decided: 8, overturned: odd.length });
    expect((await as('reader', 'GET', '/reviews/Look%20A/agreement')).json).toEqual(table);
    expect((await code('ben', 'Look A', drawn[0]![0]!, 'no')).status).toBe(409);
    expect((await as('lead', 'POST', '/reviews/Look%20A/accept')).status).toBe(409);
    expect((await as('lead', 'DELETE', '/reviews/Looked')).status).toBe(409);
    for (const seq of accepted.json.seqs.toReversed()) await as('lead', 'POST', '/bookmarks/undo', { seq });
    expect(service.bookmarks.membersIn('yes', 'seen')).toEqual(before);
    expect((await as('reader', 'GET', '/reviews/Looked')).json).toMatchObject({ decided: 8, overturned: 0 });
  });

  test('is deleted by its creator or an administrator, and restored when that is undone', async () => {
    await as('lead', 'POST', '/reviews', { name: 'Passing', docs: refs('seen', 11, 12), codings: ['P'], batch: 1 });
    await as('anna', 'GET', '/reviews/Passing/next');
    await code('anna', 'Passing', 11, 'yes');
    const before = (await as('lead', 'GET', '/reviews/Passing')).json;
    const { json } = await as('chief', 'DELETE', '/reviews/Passing');
    expect((await as('lead', 'GET', '/reviews/Passing')).status).toBe(404);
    expect([...service.bookmarks.membersIn('yes', 'seen')]).toContain(11);
    for (const seq of json.seqs.toReversed()) {
      expect((await as('lead', 'POST', '/bookmarks/undo', { seq })).status).toBe(200);
    }
    expect((await as('lead', 'GET', '/reviews/Passing')).json).toEqual(before);
  });
});

describe('reviews as of a time', () => {
  let as: AskAs;
  beforeAll(async () => {
    ({ as } = await startWith({ seen: items, hidden: items }));
    await as('lead', 'PUT', '/codings/P', panel(['yes', 'no'], true));
  });

  test('are as they were after each change, for each viewer', async () => {
    const shown: { at: string; who: string; reviews: unknown }[] = [];
    const note = async (): Promise<void> => {
      const at = (await as('lead', 'GET', '/log?limit=1')).json.changes[0].time;
      for (const who of ['lead', 'half']) shown.push({ at, who, reviews: (await as(who, 'GET', '/reviews')).json });
      // A state belongs to a millisecond, so the next change must be in a later one.
      await until(() => new Date().toISOString() > at);
    };
    const change = async (who: string, method: string, path: string, body?: unknown): Promise<Answer['json']> => {
      const { status, json } = await as(who, method, path, body);
      expect([method, path, status]).toEqual([method, path, 200]);
      await note();
      return json;
    };
    const code = (who: string, review: string, id: number, choice: string, source = 'seen') =>
      change(who, 'PUT', '/codings/P/code', { choice, docs: refs(source, id), review });
    await note();
    const both = [...refs('seen', 1, 2), ...refs('hidden', 3), ...refs('seen', 3)];
    await change('lead', 'POST', '/reviews', { name: 'R', docs: both, codings: ['P'], batch: 2 });
    await change('lead', 'POST', '/reviews', { name: 'Elsewhere', docs: refs('hidden', 1), codings: ['P'] });
    await change('anna', 'GET', '/reviews/R/next');
    await code('anna', 'R', 1, 'yes');
    await code('anna', 'R', 2, 'no');
    await change('lead', 'PUT', '/bookmarks/yes/rename/indeed');
    await change('ben', 'GET', '/reviews/R/next');
    await code('ben', 'R', 3, 'no', 'hidden');
    await change('lead', 'POST', '/reviews/R/sample', { percent: 100, seed: 1, name: 'Look' });
    await change('anna', 'GET', '/reviews/Look/next');
    await code('anna', 'Look', 2, 'indeed');
    await change('lead', 'POST', '/reviews/Look/accept');
    await change('lead', 'DELETE', '/bookmarks/no');
    await change('ben', 'POST', '/reviews/R/give-back');
    const { seqs } = await change('lead', 'DELETE', '/reviews/Elsewhere');
    for (const seq of seqs.toReversed()) await as('lead', 'POST', '/bookmarks/undo', { seq });
    await note();
    for (const { at, who, reviews } of shown) {
      const then = (await as(who, 'GET', `/reviews?at=${at}`)).json;
      expect([at, who, then]).toEqual([at, who, reviews]);
      for (const review of then.reviews) {
        expect((await as(who, 'GET', `/reviews/${review.name}?at=${at}`)).json).toEqual(review);
      }
    }
    expect((await as('lead', 'GET', `/reviews/R?at=${shown[0]!.at}`)).status).toBe(404);
    expect((await as('half', 'GET', `/reviews/Elsewhere?at=${shown.at(-1)!.at}`)).status).toBe(404);
    expect((await as('lead', 'GET', '/reviews?at=yesterday')).status).toBe(400);
  });
});

test('kappa computed from counts alone agrees with its definition', () => {
  const random = new Random(5);
  for (let round = 0; round < 200; round++) {
    const names = ['a', 'b', 'c'].slice(0, 1 + random.below(3));
    const pairs = Array.from({ length: random.below(30) }, () => [[random.pick(names)], [random.pick(names)]] as const);
    const share = (of: (pair: (typeof pairs)[number]) => boolean): number => pairs.filter(of).length / pairs.length;
    const observed = share(([first, second]) => first[0] === second[0]);
    const expected = names.reduce(
      (sum, name) => sum + share(([first]) => first[0] === name) * share(([, second]) => second[0] === name),
      0,
    );
    const { kappa, items: count, agreed, cells } = agreementOf(pairs);
    expect([count, cells.reduce((sum, one) => sum + one.items, 0)]).toEqual([pairs.length, pairs.length]);
    expect(agreed).toBe(pairs.filter(([first, second]) => first[0] === second[0]).length);
    if (pairs.length === 0 || expected > 1 - 1e-12) expect(kappa).toBeNull();
    else expect(kappa).toBeCloseTo((observed - expected) / (1 - expected), 10);
  }
  // A table like the one of Cohen: 20 and 15 decisions agree, 5 and 10 do not.
  const table = [
    ...Array(20).fill(['y', 'y']),
    ...Array(5).fill(['y', 'n']),
    ...Array(10).fill(['n', 'y']),
    ...Array(15).fill(['n', 'n']),
  ];
  expect(agreementOf(table.map(([a, b]) => [[a], [b]] as const)).kappa).toBeCloseTo(0.4, 12);
});

test('agrees with a simple model after any actions and restarts', async () => {
  const service = await Service.start({ cases: {} });
  const directory = join(service.dir, 'reviewed');
  let store = await openBookmarkStore(directory);
  const random = new Random(11);
  const people = ['anna', 'ben', 'cleo'];
  const origin = (who: string): { who: string; remoteAddress: null; requestId: null } => {
    return { who, remoteAddress: null, requestId: null };
  };
  const own = { isIn: () => true, isOwn: () => true, isAdministrator: false, isRecordSeen: () => true };
  const names = ['yes', 'no'];
  const size = 3;
  try {
    const choices = names.map((bookmark) => ({ bookmark, key: null, colour: null }));
    await store.codings.put('P', { choices, exclusive: true, required: true }, origin('anna'));
    const order = new FrozenOrder();
    const ids = random.shuffled(Array.from({ length: 30 }, (_, i) => i * 3000));
    for (const id of ids) order.add('s', id);
    const review = { name: 'R', order: null, codings: ['P'], assignees: [], batch: size, together: null };
    await store.reviews.create({ ...review, giveBackSeconds: 60, asked: null }, order, null, origin('anna'));
    /** One map is keyed by batch, the other by item. */
    const holders = new Map<number, string>();
    const decided = new Map<number, { who: string; choice: string }>();
    const last = new Map<
      string,
      { seqs: readonly number[]; id: number; before: { who: string; choice: string } | undefined }
    >();
    const batchOf = (id: number): number => 1 + Math.floor(ids.indexOf(id) / size);
    const isOpen = (batch: number): boolean => ids.some((id) => batchOf(id) === batch && !decided.has(id));
    const counts: Record<string, number> = {};
    for (let step = 0; step < 600; step++) {
      const who = random.pick(people);
      const action = random.pick(['next', 'code', 'code', 'code', 'undo', 'giveBack', 'restart', 'race']);
      counts[action] = (counts[action] ?? 0) + 1;
      if (action === 'restart' && random.below(5) === 0) {
        await store.close();
        store = await openBookmarkStore(directory);
      } else if (action === 'next' || action === 'race') {
        const askers = action === 'race' ? people : [who];
        const found = await Promise.all(
          askers.map((one) => store.reviews.next('R', { who: one, isIn: own.isIn }, null, origin(one))),
        );
        for (const [i, one] of askers.entries()) {
          const next = found[i]!;
          const free = ids.map(batchOf).find((batch) => !holders.has(batch) && isOpen(batch));
          const mine = [...holders].some(([batch, holder]) => holder === one && isOpen(batch));
          if (next === null) {
            expect([mine, free]).toEqual([false, undefined]);
            continue;
          }
          const { number } = next.held;
          const item = next.held.items[next.at]!;
          expect([batchOf(item.id), decided.has(item.id)]).toEqual([number, false]);
          // Nobody sees another person's batch.
          expect([undefined, one]).toContain(holders.get(number));
          if (!mine) expect(number).toBe(free);
          holders.set(number, one);
        }
      } else if (action === 'code') {
        const id = random.pick(ids);
        const choice = random.pick(names);
        const before = decided.get(id);
        const isAllowed = before === undefined ? holders.get(batchOf(id)) === who : before.who === who;
        const change = store.reviews.code(
          'R',
          { coding: 'P', choice, refs: new Map([['s', Uint32Array.of(id)]]) },
          origin(who),
        );
        if (!isAllowed) {
          await expect(change).rejects.toMatchObject({ code: 'CONFLICT' });
          continue;
        }
        const { seqs } = await change;
        decided.set(id, { who, choice });
        if (seqs.length > 0) last.set(who, { seqs, id, before });
      } else if (action === 'undo') {
        const change = last.get(who);
        last.delete(who);
        if (change === undefined) continue;
        for (const seq of change.seqs.toReversed()) await store.undo(seq, origin(who));
        if (change.before === undefined) decided.delete(change.id);
        else decided.set(change.id, change.before);
      } else if (action === 'giveBack') {
        const { batches } = await store.reviews.giveBack('R', undefined, own, origin(who));
        const expected = [...holders]
          .filter(([batch, holder]) => holder === who && isOpen(batch))
          .map(([batch]) => batch);
        expect(batches).toEqual(expected.sort((a, b) => a - b));
        for (const batch of batches) holders.delete(batch);
      }
      const summary = await store.reviews.get('R', own);
      expect([summary.total, summary.decided, summary.left]).toEqual([30, decided.size, 30 - decided.size]);
      for (const person of people) {
        const mine = [...decided.values()].filter((one) => one.who === person).length;
        expect(summary.people.find((one) => one.who === person)?.decided ?? 0).toBe(mine);
      }
      for (const name of names) {
        const chosen = ids.filter((id) => decided.get(id)?.choice === name).sort((a, b) => a - b);
        expect([...store.membersIn(name, 's')]).toEqual(chosen);
        expect(summary.choices.find(({ choice }) => choice === name)?.items ?? 0).toBe(chosen.length);
      }
    }
    expect(Object.keys(counts)).toHaveLength(6);
    expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
  } finally {
    await store.close();
    await service.stop();
  }
});
