/**
 * Reviews are made and deleted in short transactions. Other clients change bookmarks meanwhile, and nobody sees a part of a
 * review.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { kindName } from '../../../src/bookmarks/kinds/kind-name.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { FrozenOrder } from '../../../src/bookmarks/reviews/frozen-order.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';

const COUNT = 4000;
const BATCH = 10;
const origin = { who: 'anna', remoteAddress: null, requestId: null };
const whole = { isIn: () => true, isRecordSeen: () => true };
const authority = { isAdministrator: true, isOwn: () => true };
const choices = {
  order: null,
  codings: ['P'],
  assignees: [],
  batch: BATCH,
  together: null,
  giveBackSeconds: 60,
  asked: null,
};

describe('a review of many batches', () => {
  let directory: string;
  let store: BookmarkStore;
  let nextId = 0;
  beforeEach(async () => {
    directory = temporaryDir();
    store = closedAtEnd(await openBookmarkStore(directory));
    const panel = { choices: [{ bookmark: 'yes', key: null, colour: null }], exclusive: true, required: false };
    await store.codings.put('P', panel, origin);
    await store.create('other', origin);
  });

  const make = (name = 'R') => {
    const order = new FrozenOrder();
    for (let id = 0; id < COUNT; id++) order.add('s', id);
    return store.reviews.create({ ...choices, name }, order, null, origin);
  };

  /** Changes another bookmark repeatedly until the promise is settled. Returns the reviews that were visible before that. */
  async function meanwhile(work: Promise<unknown>): Promise<{ changes: number; seen: Set<number> }> {
    let isOver = false;
    const seen = new Set<number>();
    const end = (): void => {
      isOver = true;
    };
    work.then(end, end);
    let changes = 0;
    for (; !isOver; changes++) {
      await store.add('other', [{ source: 't', ids: Uint32Array.of(nextId++) }], origin);
      if (!isOver) for (const { batches } of await store.reviews.all(whole)) seen.add(batches.total);
    }
    return { changes, seen };
  }

  function longestRun(seqs: readonly number[]): number {
    let [longest, run] = [0, 0];
    for (const [i, seq] of seqs.entries()) {
      run = seq === seqs[i - 1]! + 1 ? run + 1 : 1;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  test('lets others change bookmarks while it is created and deleted; its records are its own', async () => {
    const making = make();
    const { changes, seen } = await meanwhile(making);
    const { seqs } = await making;
    // Complete from the first time that it is visible.
    expect([...seen].filter((total) => total !== COUNT / BATCH)).toEqual([]);
    expect(changes).toBeGreaterThan(COUNT / BATCH / 16);
    // Its set, its batches, its publication.
    expect(seqs).toHaveLength(1 + COUNT / BATCH + 1);
    expect(longestRun(seqs)).toBeLessThanOrEqual(32);
    const deleting = store.reviews.delete('R', authority, origin);
    expect((await meanwhile(deleting)).changes).toBeGreaterThan(COUNT / BATCH / 16);
    const { seqs: deleted } = await deleting;
    expect(deleted).toHaveLength(1 + COUNT / BATCH);
    expect(longestRun(deleted)).toBeLessThanOrEqual(32);
    for await (const { sequence, bookmark } of store.readLog()) {
      if ([...seqs, ...deleted].includes(sequence)) expect(kindName(bookmark ?? '')?.kind).toMatch(/^(review|batch)$/);
    }
    for (const seq of deleted.toReversed()) await store.undo(seq, origin);
    expect(await store.reviews.get('R', whole)).toMatchObject({ total: COUNT, batches: { total: COUNT / BATCH } });
    for (const seq of seqs.toReversed()) await store.undo(seq, origin);
    expect(await store.reviews.all(whole)).toEqual([]);
  });

  test('is not found before it is published, but its name is taken', async () => {
    const making = make();
    while (store.head.count < 6) await new Promise((resolve) => setImmediate(resolve));
    expect(await store.reviews.all(whole)).toEqual([]);
    await expect(store.reviews.get('R', whole)).rejects.toThrow('There is no review named "R"');
    await expect(make()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await making;
    expect(await store.reviews.all(whole)).toHaveLength(1);
  });

  test('deleted while it is created, it leaves nothing', async () => {
    const before = store.head.count;
    const making = make();
    making.catch(() => undefined);
    while (store.head.count === before) await new Promise((resolve) => setImmediate(resolve));
    await store.undo(before + 1, origin);
    await expect(making).rejects.toMatchObject({ code: 'CONFLICT' });
    const alive = new Set<string>();
    for await (const { action, bookmark } of store.readLog()) {
      if (action === 'create') alive.add(bookmark ?? '');
      if (action === 'delete' || action === 'undo') alive.delete(bookmark ?? '');
    }
    expect([...alive].filter((name) => /review|batch/.test(name))).toEqual([]);
    await make();
  });

  test('restored while it is deleted, it keeps its remaining batches', async () => {
    const { seqs } = await make();
    const before = store.head.count;
    const deleting = store.reviews.delete('R', authority, origin);
    deleting.catch(() => undefined);
    while (store.head.count === before) await new Promise((resolve) => setImmediate(resolve));
    await store.undo(before + 1, origin);
    await expect(deleting).rejects.toMatchObject({ code: 'CONFLICT' });
    const { total, batches } = await store.reviews.get('R', whole);
    expect(total).toBe(COUNT);
    expect(batches.total).toBeGreaterThan(0);
    expect(seqs.length).toBeGreaterThan(batches.total);
  });
});
