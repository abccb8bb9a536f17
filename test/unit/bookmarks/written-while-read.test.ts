/**
 * A store to which its last owner still writes while the next one reads it, for example after a server was killed. It is read
 * again.
 */
import { expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { StoreConnection } from '../../../src/bookmarks/store/store-connection.ts';
import { nobody, storeDir } from './temporary-store.ts';

/** Opens a store. The first `times` times, a change is made after it was read and before it is taken over. */
async function openedBehind(times: number): Promise<readonly string[]> {
  let names: readonly string[] = [];
  const directory = storeDir();
  const before = await openBookmarkStore(directory);
  const { open } = StoreConnection;
  let left = times;
  StoreConnection.open = async (...parameters) => {
    const connection = await open.apply(StoreConnection, parameters);
    if (left > 0) await before.create(`late ${left--}`, nobody);
    return connection;
  };
  try {
    const after = await openBookmarkStore(directory);
    names = after.names();
    await after.close();
  } finally {
    StoreConnection.open = open;
    await before.close();
  }

  return names;
}

test('one late change is read as well', async () => {
  expect(await openedBehind(1)).toEqual(['late 1']);
});

test('endless changes are named as the reason', async () => {
  const opening = openedBehind(100);
  await expect(opening).rejects.toMatchObject({ code: 'BOOKMARKS_UNAVAILABLE' });
  await expect(opening).rejects.toThrow('another process wrote to them each time they were read');
});
