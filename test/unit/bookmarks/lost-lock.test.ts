/** A lock that cannot be read before or after a change is written. The change is refused or made, and later changes work. */
import { describe, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts';
import { nobody, storeDir } from './temporary-store.ts';

/** Returns a guard whose checks give these results in turn, and then succeed. */
function guardOf(looks: (ErrorCode | null)[]): () => void {
  return () => {
    const code = looks.shift() ?? null;
    if (code !== null) throw new AppError(code, 'looked');
  };
}

describe('a lock', () => {
  test.each([
    ['before', ['LOCK_UNREADABLE'], ['a', 'c']],
    ['after', [null, null, 'LOCK_UNREADABLE'], ['a', 'b', 'c']],
  ] as const)('that cannot be read for a moment %s a change is written', async (_when, looks, names) => {
    const directory = storeDir();
    // A change checks three times: when it is requested, when it is written, and after that.
    const left: (ErrorCode | null)[] = [];
    const store = await openBookmarkStore(directory, { guard: guardOf(left) });
    await store.create('a', nobody);
    left.push(...looks);
    await expect(store.create('b', nobody)).rejects.toMatchObject({ code: 'LOCK_UNREADABLE' });
    await store.create('c', nobody);
    expect(store.names()).toEqual(names);
    await store.close();
    const again = await openBookmarkStore(directory);
    expect(again.names()).toEqual(names);
    await again.close();
    expect((await verifyBookmarks({ directory })).ok).toBe(true);
  });

  test('that is lost stays lost', async () => {
    const directory = storeDir();
    const left: (ErrorCode | null)[] = [];
    const store = await openBookmarkStore(directory, { guard: guardOf(left) });
    left.push('LOCK_LOST');
    for (const name of ['a', 'b']) {
      await expect(store.create(name, nobody)).rejects.toMatchObject({ code: 'LOCK_LOST' });
    }
    await store.close();
  });
});
