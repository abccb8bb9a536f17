/** A store in a directory of its own, for tests of this folder. */
import { join } from 'node:path';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import type { HashedRecord } from '../../../src/bookmarks/change-log.ts';
import type { Origin } from '../../../src/bookmarks/change-record.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';

export const nobody: Origin = { remoteAddress: null, requestId: null };

/** The whole log, oldest first. */
export function logOf(store: BookmarkStore): Promise<HashedRecord[]> {
  return collected(store.readLog());
}

async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

export function ids(...values: number[]): Uint32Array {
  return Uint32Array.from(values);
}

/** Returns the path for a store that does not exist yet. */
export function storeDir(): string {
  return join(temporaryDir(), 'bookmarks');
}

/** Opens a store, which is closed at the end. */
export async function openStore(): Promise<BookmarkStore> {
  return closedAtEnd(await openBookmarkStore(storeDir()));
}
