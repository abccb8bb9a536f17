/** A store in a directory of its own, for tests of this folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BookmarkStore, openBookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import type { Origin } from '../../../src/bookmarks/change-record.ts';

export const nobody: Origin = { remoteAddress: null, requestId: null };

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
    const store = openBookmarkStore(directory);
    try {
      await use(store);
    } finally {
      await store.close();
    }
  });
}
