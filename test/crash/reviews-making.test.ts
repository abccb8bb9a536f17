/**
 * Making and deleting a review, killed at random moments. The review exists completely or not at all, and nothing remains of an
 * incomplete one.
 */
import { expect, test } from '@jest/globals';
import type { BookmarkStore } from '../../src/bookmarks/bookmark-store.ts';
import { kindName } from '../../src/bookmarks/kinds/kind-name.ts';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { temporaryDir } from '../support/endings.ts';
import { outputOfKilled } from './killed-child.ts';

const ROUNDS = Number(process.env['TORTURE_ROUNDS'] ?? 6);
const COUNT = 1200;
const BATCH = 3;
const whole = { isIn: () => true, isRecordSeen: () => true };

/** Returns the last word of the maker, which is killed some time after it is ready. */
async function killMaker(directory: string, afterMs: number): Promise<string> {
  const output = await outputOfKilled('test/crash/reviews-maker.mjs', [directory, COUNT, BATCH], afterMs);
  return output.trim().split('\n').at(-1)!;
}

/**
 * Returns the sets of existing reviews according to the log: names that were created and not deleted, except those of the panel
 * and its bookmark.
 */
async function alive(store: BookmarkStore): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { action, bookmark } of store.readLog()) {
    if (action === 'create') names.add(bookmark ?? '');
    if (action === 'delete') names.delete(bookmark ?? '');
  }
  return new Set([...names].filter((name) => /review|batch|decision/.test(kindName(name)?.kind ?? '')));
}

test(
  `a killed creation or deletion of a review leaves all of it or nothing (${ROUNDS} rounds)`,
  async () => {
    const directory = temporaryDir();
    let halves = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const word = await killMaker(directory, 20 + ((round * 53) % 300));
      const store = await openBookmarkStore(directory);
      try {
        expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
        const reviews = await store.reviews.all(whole);
        if (word === 'made') expect(reviews).toHaveLength(1);
        if (word === 'deleted') expect(reviews).toHaveLength(0);
        expect(reviews).toEqual(
          reviews.length === 0
            ? []
            : [expect.objectContaining({ total: COUNT, batches: { total: COUNT / BATCH, held: 0 } })],
        );
        expect((await alive(store)).size).toBe(reviews.length === 0 ? 0 : 1 + COUNT / BATCH);
        // Deletions without an author happen at the start.
        for await (const { action, who } of store.readLog()) if (action === 'delete' && who !== 'anna') halves++;
      } finally {
        await store.close();
      }
    }
    expect(halves).toBeGreaterThan(0);
  },
  60_000 + ROUNDS * 5_000,
);
