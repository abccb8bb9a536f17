/**
 * Changes of very many members at once. They are made in slices, so that nobody waits long, and are visible completely or not
 * at all. The meter runs the built code of dist/, with a store process.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { PaceControl } from '../../support/pace-control.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';
import { seeded } from '../../support/seeded.ts';
import { pause } from '../../support/until.ts';
import { ids, nobody, openStore, storeDir } from '../../unit/bookmarks/temporary-store.ts';

const SEED = Number(process.env.SEED);
const COUNT = 200_000;
/** Range of the ids, so that members are in blocks of gaps and of bitmaps, and each block changes only partly. */
const SPAN = 600_000;
/** Maximum processor time of the server at a time, on a machine that is not busy. */
const TICK_MS_MAX = 50;
/**
 * Minimum number of reads during a change. A store process that made a change all at once would answer one read before it and
 * one after it.
 */
const READS_MIN = 3;
/** The other changes are short. */
const LONG = ['add', 'add more', 'remove', 'undo'];
/** Other programs may have the processor, so the best of this many runs counts. */
const ATTEMPTS = 4;

function built(file: string): string {
  if (!existsSync(resolve('dist/src/cli/main.js'))) throw new Error('Build first: the meter runs dist/.');
  return resolve('test/slow/bookmarks', file);
}

const isWithin = ([change, tick, reads]: [string, number, number]): boolean =>
  tick < TICK_MS_MAX && (reads >= READS_MIN || !LONG.includes(change));

test('no step of a change of a million members takes long, in the server or in the store process', async () => {
  const meter = built('large-change-meter.mjs');
  const control = await PaceControl.start();
  let best: [string, number, number][] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const directory = storeDir();
    const { result, pace } = await control.during(() =>
      promisify(execFile)(process.execPath, [meter, directory, String(SEED)]),
    );
    const figures = JSON.parse(result.stdout) as Record<string, { longestTick: number; reads: number }>;
    best = Object.entries(figures).map(([change, { longestTick, reads }], i) => [
      change,
      Math.min(longestTick / pace, best[i]?.[1] ?? Infinity),
      Math.max(reads, best[i]?.[2] ?? 0),
    ]);

    if (best.every(isWithin)) break;
  }
  control.stop();
  expect(best.filter((one) => !isWithin(one))).toEqual([]);
});

/** The expected members, as a bit for each item. */
class Twin {
  readonly #has = new Uint8Array(SPAN);

  set(some: Uint32Array, value: 0 | 1): void {
    for (const id of some) this.#has[id] = value;
  }

  members(): number[] {
    return [...this.#has.keys()].filter((id) => this.#has[id] === 1);
  }
}

async function seenDuring(store: BookmarkStore, change: () => Promise<unknown>): Promise<Set<number>> {
  const sizes = new Set<number>();
  const timer = setInterval(() => store.isAvailable && sizes.add(store.size('a')), 1);
  await change();
  clearInterval(timer);
  return sizes;
}

test(`readers see the state before a change or after it, and it is correct (SEED=${SEED})`, async () => {
  const random = seeded(SEED);
  const many = () => Uint32Array.from({ length: COUNT }, () => Math.floor(random() * SPAN));
  const [first, second] = [many(), many()];
  const refs = (some: Uint32Array) => new Map([['s', some]]);
  const twin = new Twin();
  const store = await openStore();
  await store.create('a', nobody);
  const changes: readonly (readonly [string, () => Promise<unknown>, Uint32Array, 0 | 1])[] = [
    ['the first added', () => store.add('a', refs(first), nobody), first, 1],
    ['the second added', () => store.add('a', refs(second), nobody), second, 1],
    ['the first removed', () => store.remove('a', refs(first), nobody), first, 0],
    ['the removal undone', () => store.undo(4, nobody), first, 1],
  ];
  for (const [what, change, some, value] of changes) {
    const before = store.size('a');
    const seen = await seenDuring(store, change);
    const legal = [before, store.size('a')];
    expect([what, [...seen].filter((size) => !legal.includes(size))]).toEqual([what, []]);
    twin.set(some, value);
    const [members] = await store.readMembers('a', () => true);
    expectSameNumbers(members!.ids, twin.members(), what);
  }
});

test('concurrent small changes happen before or after, and none is lost', async () => {
  const large = Uint32Array.from({ length: COUNT }, (_, i) => i * 2);
  const store = await openStore();
  await store.create('a', nobody);
  const changes = [store.add('a', new Map([['s', large]]), nobody)];
  for (let i = 0; i < 50; i++) {
    changes.push(store.add('a', new Map([['s', ids(i * 2 + 1)]]), nobody));
    await pause(1);
  }
  const made = await Promise.all(changes);
  // Each change sees only those before it.
  let size = 0;
  for (const change of made.sort((a, b) => a.size - b.size)) {
    size += change.changed;
    expect(change.size).toBe(size);
  }
  expect(size).toBe(COUNT + 50);
});
