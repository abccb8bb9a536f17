import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import type { SourceItems } from '../../../src/bookmarks/references.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';
import { ids, logOf, nobody, openStore, storeDir } from '../../unit/bookmarks/temporary-store.ts';

const NAMES = ['a', 'B', 'b', 'caf\u00e9', 'cafe\u0301', '\uff5e', '😀', ''];
const SOURCES = ['one', '', 'x'.repeat(5000), '\ud800'];
const IDS = [0, 1, 2, 65_535, 65_536, 65_537, 131_071, 131_072, 4_294_967_295];

/** The slow twin: names to sets of "source,id". */
class Model {
  readonly bookmarks = new Map<string, Set<string>>();
  readonly selection = new Set<string>();
}

type Command =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'delete'; readonly name: string }
  | { readonly kind: 'add'; readonly name: string; readonly refs: readonly SourceItems[] }
  | { readonly kind: 'remove'; readonly name: string; readonly refs: readonly SourceItems[] }
  | { readonly kind: 'select'; readonly refs: readonly SourceItems[] }
  | { readonly kind: 'unselect'; readonly refs: readonly SourceItems[] }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'reopen' };

const name = fc.constantFrom(...NAMES);
const refs = fc.array(
  fc.record({
    source: fc.constantFrom(...SOURCES),
    ids: fc.array(fc.constantFrom(...IDS), { maxLength: 12, size: 'max' }).map((list) => Uint32Array.from(list)),
  }),
  { maxLength: 4 },
);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), name }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('add' as const), name, refs }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('remove' as const), name, refs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('select' as const), refs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unselect' as const), refs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

/** Returns the answer that the store should give, and changes the model. A string is an error code. */
function expected(model: Model, step: Exclude<Command, { kind: 'reopen' }>): object | string {
  if (step.kind === 'select' || step.kind === 'unselect') {
    const changed = applyRefs(model.selection, step.refs, step.kind === 'select');
    return { changed, size: model.selection.size };
  }
  const bookmark = step.name.normalize('NFC');
  if (bookmark === '') return 'INVALID_REQUEST';
  const set = model.bookmarks.get(bookmark);
  if (step.kind === 'create') {
    if (set) return 'ALREADY_EXISTS';
    model.bookmarks.set(bookmark, new Set());
    return { name: bookmark, changed: 0, size: 0 };
  }
  if (!set) return 'NOT_FOUND';
  if (step.kind === 'delete') {
    model.bookmarks.delete(bookmark);
    return { name: bookmark, changed: set.size, size: 0 };
  }
  if (step.kind === 'rename') {
    const to = step.to.normalize('NFC');
    if (to === '') return 'INVALID_REQUEST';
    if (to !== bookmark && model.bookmarks.has(to)) return 'ALREADY_EXISTS';
    model.bookmarks.delete(bookmark);
    model.bookmarks.set(to, set);
    return { name: to, changed: 0, size: set.size };
  }
  return { name: bookmark, changed: applyRefs(set, step.refs, step.kind === 'add'), size: set.size };
}

function applyRefs(set: Set<string>, refs: readonly SourceItems[], isAdd: boolean): number {
  const before = set.size;
  for (const { source, ids } of refs)
    for (const id of ids) isAdd ? set.add(`${id},${source}`) : set.delete(`${id},${source}`);
  return Math.abs(set.size - before);
}

async function actual(store: BookmarkStore, step: Exclude<Command, { kind: 'reopen' }>): Promise<object | string> {
  try {
    if (step.kind === 'create') return await store.create(step.name, nobody);
    if (step.kind === 'delete') return await store.delete(step.name, nobody);
    if (step.kind === 'rename') return await store.rename(step.name, step.to, nobody);
    if (step.kind === 'add') return await store.add(step.name, step.refs, nobody);
    if (step.kind === 'remove') return await store.remove(step.name, step.refs, nobody);
    return step.kind === 'select'
      ? await store.selectAdd(step.refs, nobody)
      : await store.selectRemove(step.refs, nobody);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function flat(items: readonly SourceItems[]): string[] {
  const list = items.flatMap(({ source, ids }) => {
    expect([...ids]).toEqual([...ids].sort((a, b) => a - b));
    return [...ids].map((id) => `${id},${source}`);
  });
  expect(new Set(list).size).toBe(list.length);
  return list.sort();
}

function compare(store: BookmarkStore, model: Model): void {
  const byCodePoint = [...model.bookmarks.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(store.names()).toEqual(byCodePoint);
  for (const [bookmark, set] of model.bookmarks) {
    expect(flat(store.members(bookmark))).toEqual([...set].sort());
    const present = (source: string) => source !== 'one';
    const ofPresent = [...set].filter((member) => !member.endsWith(',one'));
    expect(flat(store.members(bookmark, present))).toEqual(ofPresent.sort());
    expect(store.size(bookmark, present)).toBe(ofPresent.length);
  }
  expect(flat(store.selected())).toEqual([...model.selection].sort());
  for (const source of SOURCES) {
    const ids = [0, 65_536, 4_294_967_295];
    const members = ids.map((id) => `${id},${source}`);
    expect(store.marksOf(source, ids)).toEqual(
      members.map((member) => ({
        bookmarks: byCodePoint.filter((bookmark) => model.bookmarks.get(bookmark)!.has(member)),
        selected: model.selection.has(member),
      })),
    );
  }
}

describe('BookmarkStore', () => {
  test('behaves like sets in memory, across restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
        const directory = storeDir();
        let store = await openBookmarkStore(directory);
        const model = new Model();
        for (const step of [{ kind: 'create', name: 'a' } as const, ...steps]) {
          if (step.kind === 'reopen') {
            await store.close();
            store = await openBookmarkStore(directory);
          } else {
            expect(await actual(store, step)).toEqual(expected(model, step));
          }
        }
        compare(store, model);
        expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
        await store.close();
      }),
      { numRuns: 25 },
    );
  });

  test('applies changes that arrive together in order, and a refused one alone fails', async () => {
    const store = await openStore();
    const outcomes = await Promise.allSettled([
      store.create('a', nobody),
      store.create('a', nobody),
      store.add('a', [{ source: 's', ids: ids(1) }], nobody),
      store.rename('a', 'b', nobody),
      store.add('a', [{ source: 's', ids: ids(2) }], nobody),
      store.add('b', [{ source: 's', ids: ids(2) }], nobody),
      store.undo(99, nobody),
      store.selectAdd([{ source: 's', ids: ids(2) }], nobody),
      store.undo(5, nobody),
      store.create('c', nobody),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(flat(store.members('b'))).toEqual(['1,s', '2,s']);
    expect((await logOf(store)).map(({ action }) => action)).toEqual([
      'create',
      'add',
      'rename',
      'add',
      'select',
      'undo',
      'create',
    ]);
  });

  test('takes two million references in one change', async () => {
    const store = await openStore();
    await store.create('all', nobody);
    const two = Uint32Array.from({ length: 2_000_000 }, (_, i) => i * 2);
    expect(await store.add('all', [{ source: 's', ids: two }], nobody)).toEqual({
      name: 'all',
      changed: 2e6,
      size: 2e6,
    });
    expectSameNumbers(store.membersIn('all', 's'), two, 'members');
    expect((await store.remove('all', [{ source: 's', ids: two.slice(1) }], nobody)).size).toBe(1);
  });

  test('keeps members of an absent source, through renaming and removal of others', async () => {
    const store = await openStore();
    const present = (source: string) => source === 'here';
    await store.create('a', nobody);
    await store.add(
      'a',
      [
        { source: 'gone', ids: ids(7) },
        { source: 'here', ids: ids(1) },
      ],
      nobody,
    );
    expect(await store.rename('a', 'b', nobody, present)).toEqual({ name: 'b', changed: 0, size: 1 });
    expect(await store.remove('b', [{ source: 'here', ids: ids(1) }], nobody, present)).toMatchObject({
      changed: 1,
      size: 0,
    });
    expect(store.members('b', present)).toEqual([]);
    expect(store.members('b')).toEqual([{ source: 'gone', ids: ids(7) }]);
  });

  test('takes references as a map, unordered and repeated', async () => {
    const store = await openStore();
    await store.create('a', nobody);
    await store.add('a', new Map([['s', ids(9, 3, 3)]]), nobody);
    expect(store.members('a')).toEqual([{ source: 's', ids: ids(3, 9) }]);
  });

  test('applies pending changes before it closes', async () => {
    const directory = storeDir();
    const store = await openBookmarkStore(directory);
    const created = store.create('a', nobody);
    await store.close();
    await created;
    const again = await openBookmarkStore(directory, { readOnly: true });
    expect(again.names()).toEqual(['a']);
    await expect(again.create('b', nobody)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    await again.close();
  });
});
