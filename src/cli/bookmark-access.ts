/** Opens the bookmarks of a data directory for a command. Reading is possible while a server runs, changing is not. */
import { join } from 'node:path';
import type { BookmarkStore } from '../bookmarks/bookmark-store.ts';
import { AppError } from '../shared/errors.ts';
import type { DataOption } from './options.ts';

/** The author that the log names for changes from the command line. */
export const NOBODY = { remoteAddress: null, requestId: null };

/** Returns the folder of the bookmarks. Throws AppError NOT_FOUND if there are none yet. */
export async function existingStore({ data }: DataOption): Promise<string> {
  const { storeExists } = await import('../bookmarks/store-directory.ts');
  const directory = join(data, 'bookmarks');
  if (storeExists(directory)) return directory;
  throw new AppError('NOT_FOUND', `There are no bookmarks in the data directory ${data}.`);
}

/** May run while a server runs. Throws AppError NOT_FOUND if there are no bookmarks yet. */
export async function reading<T>(options: DataOption, use: (store: BookmarkStore) => Promise<T>): Promise<T> {
  const { openBookmarkStore } = await import('../bookmarks/open-bookmark-store.ts');
  const store = await openBookmarkStore(await existingStore(options), { readOnly: true });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The same, but missing bookmarks are not an error: `none` replaces the store. */
export async function readingIfAny<T, N>(
  options: DataOption,
  none: N,
  use: (store: BookmarkStore | N) => Promise<T>,
): Promise<T> {
  const { storeExists } = await import('../bookmarks/store-directory.ts');
  return storeExists(join(options.data, 'bookmarks')) ? reading(options, use) : use(none);
}

/** Holds the lock of the data directory during the call. Throws AppError DATA_DIR_BUSY while a server runs. */
export async function changing<T>(options: DataOption, use: (store: BookmarkStore) => Promise<T>): Promise<T> {
  const { acquireDataLock } = await import('../data-dir/data-lock.ts');
  const { checkDataDir } = await import('../data-dir/data-dir.ts');
  const { openBookmarkStore } = await import('../bookmarks/open-bookmark-store.ts');
  const lock = await acquireDataLock(checkDataDir(options.data, []));
  try {
    const store = await openBookmarkStore(join(options.data, 'bookmarks'), {
      guard: () => lock.prove(),
      isTakenOver: lock.isTakenOver,
    });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  } finally {
    lock.release();
  }
}
