/** A store in a directory of its own, for tests of this folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import type { HashedRecord } from '../../../src/bookmarks/change-log.ts';
import type { Origin } from '../../../src/bookmarks/change-record.ts';
import { openBookmarkStore } from '../../../src/bookmarks/open-bookmark-store.ts';

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

export async function withDirectory(use: (directory: string) => Promise<void> | void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'case-access-bookmarks-'));
  try {
    await use(join(directory, 'bookmarks'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function withStore(use: (store: BookmarkStore) => Promise<void> | void): Promise<void> {
  await withDirectory(async (directory) => {
    const store = await openBookmarkStore(directory);
    try {
      await use(store);
    } finally {
      await store.close();
    }
  });
}
