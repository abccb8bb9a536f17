/** Past states and undo, compared with a twin that keeps every state completely. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import type { PastState } from '../../../src/bookmarks/history.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import type { SourceItems } from '../../../src/bookmarks/references.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { ids, logOf, nobody, openStore, storeDir } from '../../unit/bookmarks/temporary-store.ts';
import { NaiveHistory, type Snapshot } from './naive-history.ts';

const NAMES = ['a', 'b', 'c'];
const IDS = [0, 1, 65_535, 65_536, 131_072, 4_294_967_295];

interface Naming {
  readonly kind: 'create' | 'delete';
  readonly name: string;
}

interface Moving {
  readonly kind: 'add' | 'remove';
  readonly name: string | null;
  readonly refs: readonly SourceItems[];
}

type Step =
  | Naming
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | Moving
  | { readonly kind: 'undo'; readonly share: number }
  | { readonly kind: 'reopen' };

const name = fc.constantFrom(...NAMES);
const refs = fc.array(
  fc.record({
    source: fc.constantFrom('s', 't'),
    ids: fc.array(fc.constantFrom(...IDS), { maxLength: 8, size: 'max' }).map((list) => Uint32Array.from(list)),
  }),
  { minLength: 1, maxLength: 3 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
      name: fc.constantFrom(...NAMES, null),
      refs,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), share: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
);

function applyNaively(twin: NaiveHistory, one: Exclude<Step, { kind: 'reopen' }>): void {
  if (one.kind === 'create') twin.create(one.name);
  else if (one.kind === 'delete') twin.delete(one.name);
  else if (one.kind === 'rename') one.name !== one.to && twin.rename(one.name, one.to);
  else if (one.kind === 'undo') twin.changes.length > 0 && twin.undo(sequenceOf(one.share, twin));
  else if ('refs' in one) {
    const bookmark = one.name === null ? twin.selection : twin.names.get(one.name);
    if (bookmark !== undefined) twin.move(one.kind, bookmark, flat(one.refs));
  }
}

async function applyReally(
  store: BookmarkStore,
  one: Exclude<Step, { kind: 'reopen' }>,
  twin: NaiveHistory,
): Promise<void> {
  try {
    if (one.kind === 'create') await store.create(one.name, nobody);
    else if (one.kind === 'delete') await store.delete(one.name, nobody);
    else if (one.kind === 'rename') await store.rename(one.name, one.to, nobody);
    else if (one.kind === 'undo') await store.undo(sequenceOf(one.share, twin), nobody);
    else if (!('refs' in one)) return;
    else if (one.name !== null) await store[one.kind](one.name, one.refs, nobody);
    else if (one.kind === 'add') await store.selectAdd(one.refs, nobody);
    else await store.selectRemove(one.refs, nobody);
  } catch (error) {
    expect(['NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT']).toContain((error as { code: string }).code);
  }
}

function sequenceOf(share: number, twin: NaiveHistory): number {
  return 1 + Math.floor(share * twin.changes.length);
}

function flat(items: readonly SourceItems[]): string[] {
  return items.flatMap(({ source, ids: list }) => [...list].map((id) => `${source}${id}`));
}

function snapshotOf(state: PastState): Snapshot {
  const rows = state.names().map((one) => [one, flat(state.members(one)).sort()] as const);
  return [[null, flat(state.selected()).sort()], ...rows];
}

describe('past states', () => {
  test('equal those of a twin that keeps each one, and so do undos, across restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50, size: 'max' }), async (steps) => {
        const directory = storeDir();
        let store = await openBookmarkStore(directory);
        const twin = new NaiveHistory();
        for (const one of [{ kind: 'create', name: 'a' } as const, ...steps]) {
          if (one.kind === 'reopen') {
            await store.close();
            store = await openBookmarkStore(directory);
          } else {
            await applyReally(store, one, twin);
            applyNaively(twin, one);
            expect(store.head.count).toBe(twin.changes.length);
            expect(snapshotOf(store)).toEqual(twin.snapshots.at(-1));
          }
        }
        await comparePast(store, twin);
        expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
        await store.close();
      }),
      { numRuns: 40 },
    );
  });

  test('each change of a script is undone, or refused, as in the twin', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25, size: 'max' }), async (steps) => {
        const script = steps.filter((one): one is Exclude<Step, { kind: 'reopen' }> => one.kind !== 'reopen');
        for (let sequence = 1; sequence <= 25; sequence += 3) {
          const store = await openStore();
          const twin = new NaiveHistory();
          for (const one of script) {
            await applyReally(store, one, twin);
            applyNaively(twin, one);
          }
          if (sequence <= twin.changes.length) {
            const isUndone = twin.undo(sequence);
            const outcome = await store.undo(sequence, nobody).then(
              () => 'undone',
              (error: { code: string }) => error.code,
            );
            expect(outcome).toBe(isUndone ? 'undone' : 'CONFLICT');
            expect(snapshotOf(store)).toEqual(twin.snapshot());
          }
          await store.close();
        }
      }),
      { numRuns: 8 },
    );
  });
});

/** A time at which several changes happened shows the state after the last of them. */
async function comparePast(store: BookmarkStore, twin: NaiveHistory): Promise<void> {
  const times = (await logOf(store)).map(({ time }) => Date.parse(time));
  for (const time of [0, ...times.flatMap((one) => [one - 1, one])]) {
    const last = times.reduce((found, one, i) => (one <= time ? i + 1 : found), 0);
    const expected = twin.snapshots[last]!;
    expect(snapshotOf(await store.history.at(time))).toEqual(expected);
    for (const [one, members] of expected) {
      if (one === null) expect(flat(await store.history.selectedAt(time, () => true)).sort()).toEqual(members);
      else expect(flat(await store.history.membersAt(one, time, () => true)).sort()).toEqual(members);
    }
    for (const gone of NAMES.filter((one) => !expected.some(([there]) => there === one))) {
      await expect(store.history.membersAt(gone, time, () => true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  }
}

describe('undoing', () => {
  test('restores a deleted bookmark of two million members, and its effect is in the log', async () => {
    const store = await openStore();
    const many = Uint32Array.from({ length: 2_000_000 }, (_, i) => i * 3);
    await store.create('a', nobody);
    await store.add('a', [{ source: 's', ids: many }], nobody);
    await store.delete('a', nobody);
    expect(await store.undo(3, nobody)).toEqual({ kind: 'bookmark', name: 'a', changed: 2e6, size: 2e6, seq: 4 });
    expect(store.membersIn('a', 's')).toEqual(many);
    const { records } = await store.history.changes({ limit: 1 });
    expect(records[0]).toMatchObject({ action: 'undo', undoes: 3, bookmark: 'a', changed: 2e6, references: 0 });
  });

  test('is refused, with the reason, if later changes prevent it', async () => {
    const store = await openStore();
    const refusal = (sequence: number) => store.undo(sequence, nobody).catch((error: Error) => error.message);
    await store.create('a', nobody); // 1
    await store.add('a', [{ source: 's', ids: ids(1) }], nobody); // 2
    await store.rename('a', 'b', nobody); // 3
    await store.create('a', nobody); // 4
    expect(await refusal(1)).toContain('members of its bookmark have changed');
    expect(await refusal(3)).toContain('another bookmark is named "a"');
    await store.remove('b', [{ source: 's', ids: ids(1) }], nobody); // 5
    expect(await refusal(2)).toContain('already reverted it');
    await store.delete('b', nobody); // 6
    expect(await refusal(5)).toContain('deleted later');
    await store.create('b', nobody); // 7
    expect(await refusal(6)).toContain('another bookmark is named "b"');
    expect(await refusal(8)).toContain('no record 8');
    expect(store.head.count).toBe(7);
  });
});

describe('the log by pages', () => {
  test('is newest first, of all or of one bookmark under all its names', async () => {
    const store = await openStore();
    await store.create('a', nobody);
    await store.create('other', nobody);
    await store.rename('a', 'b', nobody);
    await store.delete('b', nobody);
    await store.create('b', nobody);
    const page = async (after: number | undefined, limit: number) => {
      const { records, hasMore } = await store.history.changes({ limit, ...(after !== undefined && { after }) });
      return [records.map(({ sequence }) => sequence), hasMore];
    };
    expect(await page(undefined, 3)).toEqual([[5, 4, 3], true]);
    expect(await page(3, 3)).toEqual([[2, 1], false]);
    expect(await page(3, 2)).toEqual([[2, 1], false]);
    expect(await page(1, 2)).toEqual([[], false]);
    const of = async (one: string) =>
      (await store.history.changesOf(one, { limit: 9 })).records.map(({ sequence }) => sequence);
    expect([await of('a'), await of('b'), await of('other')]).toEqual([[4, 3, 1], [5, 4, 3, 1], [2]]);
    await expect(of('never')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
