/** Which records a viewer of some sources may see, compared with the past states of the log, read one by one. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { everySource, type Includes } from '../../../src/bookmarks/references.ts';
import { VisibleBookmarks } from '../../../src/bookmarks/visible/visible-bookmarks.ts';
import { ids, nobody, storeDir } from '../../unit/bookmarks/temporary-store.ts';

const NAMES = ['a', 'b'];
const name = fc.constantFrom(...NAMES);
const refs = fc
  .array(fc.tuple(fc.constantFrom('s', 't', 'u'), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.map(([source, id]) => ({ source, ids: ids(id) })));
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('create' as const, 'delete' as const, 'rename' as const), name }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), name, refs }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('describe' as const), name, comment: fc.constantFrom('x', 'y') }),
  },
  fc.record({ kind: fc.constantFrom('select' as const, 'unselect' as const), refs }),
  fc.record({ kind: fc.constant('undo' as const), back: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant('look' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const SEEN: ReadonlySet<string> = new Set(['s', 'u']);
const isSeen: Includes = (source) => SEEN.has(source);
const ASKER = { name: null, isAdministrator: true };

async function apply(store: BookmarkStore, one: Step): Promise<unknown> {
  switch (one.kind) {
    case 'create':
      return store.create(one.name, nobody);
    case 'delete':
      return store.delete(one.name, nobody);
    case 'rename':
      return store.rename(one.name, one.name === 'a' ? 'b' : 'a', nobody);
    case 'add':
    case 'remove':
      return store[one.kind](one.name, one.refs, nobody);
    case 'describe':
      return store.describe(one.name, { comment: one.comment }, nobody);
    case 'select':
      return store.selectAdd(one.refs, nobody);
    case 'unselect':
      return store.selectRemove(one.refs, nobody);
    case 'undo':
      return store.undo(store.head.count - one.back, nobody);
    default:
      return new VisibleBookmarks(store, SEEN, ASKER).details();
  }
}

async function naivelySeen(store: BookmarkStore, sequence: number): Promise<boolean> {
  const effect = (await store.log.effect(sequence))!;
  if (effect.kind === 'add' || effect.kind === 'remove') return effect.items.some(({ source }) => isSeen(source));
  if (effect.kind !== 'describe') return true;
  const members = (await store.log.stateAt(sequence, null)).set(effect.set);
  return members.size(everySource) === 0 || members.size(isSeen) > 0;
}

test('records and times of changes are those of the past states', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const directory = storeDir();
      let store = await openBookmarkStore(directory);
      try {
        for (const one of steps) await apply(store, one).catch(() => undefined);
        for (const isReopened of [false, true]) {
          if (isReopened) {
            await store.close();
            store = await openBookmarkStore(directory);
          }
          const seen: number[] = [];
          const times = new Map<number | undefined, string>();
          for await (const { sequence, set, time } of store.log.records()) {
            if (!(await naivelySeen(store, sequence))) continue;
            seen.unshift(sequence);
            times.set(set, time);
          }
          const visible = new VisibleBookmarks(store, SEEN, ASKER);
          const { records } = await visible.history.changes({ limit: 1000 });
          expect(records.map(({ sequence }) => sequence)).toEqual(seen);
          for (const { name: bookmark, changedAt } of await visible.details()) {
            expect(changedAt).toBe(times.get(store.setOf(bookmark)));
          }
        }
      } finally {
        await store.close();
      }
    }),
    { numRuns: 40 },
  );
});
