/**
 * Saved searches whose process is killed at random moments. Every acknowledged search is present. The current one is present
 * completely or not at all.
 */
import { expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { temporaryDir } from '../support/endings.ts';
import { outputOfKilled } from './killed-child.ts';

const ROUNDS = Number(process.env['TORTURE_ROUNDS'] ?? 4);
/** Maximum number of turns in a round, so that numbers differ from round to round. */
const TURNS_MAX = 1_000_000;

type Said = readonly [who: string, name: string, number: number, shared: boolean];

/** Returns lines of the writer, which is killed some time after it is ready. */
async function killWriter(directory: string, first: number, afterMs: number): Promise<readonly string[]> {
  return (await outputOfKilled('test/crash/searches-writer.mjs', [directory, first], afterMs)).split('\n');
}

/** Returns the state of a search after these words; null for none. */
const stateOf = ([, , number, shared]: Said): string | null =>
  number === 0 ? null : `heron${number} ${shared ? 'shared' : 'alone'}`;

test(
  `killed writers lose no acknowledged search, and show none to others (${ROUNDS} rounds)`,
  async () => {
    const directory = temporaryDir();
    const kept = new Map<string, string | null>();
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const lines = await killWriter(directory, 1 + round * TURNS_MAX, 40 + ((round * 37) % 150));
      const said = (mark: string): readonly Said[] =>
        lines.filter((line) => line.startsWith(`${mark} `)).map((line) => JSON.parse(line.slice(2)) as Said);
      for (const one of said('!')) kept.set(one[1], stateOf(one));
      acknowledged += said('!').length;
      const store = await openBookmarkStore(directory);
      try {
        expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
        const found = new Map<string, string>();
        for (const who of ['anna', 'ben']) {
          const all = store.searchesOf({ name: who, isAdministrator: false }).all();
          for (const { name, owner, shared, q } of all) {
            expect(name.startsWith(`${owner} `)).toBe(true);
            if (owner === who) found.set(name, `${q} ${shared ? 'shared' : 'alone'}`);
            else expect(shared).toBe(true);
          }
        }
        const last = said('?').at(-1);
        // The current search is as it was before, or as requested.
        if (last !== undefined && said('!').at(-1)?.[2] !== last[2]) {
          const now = found.get(last[1]) ?? null;
          expect([kept.get(last[1]) ?? null, stateOf(last)]).toContain(now);
          kept.set(last[1], now);
        }
        const expected = [...kept].filter(([, state]) => state !== null);
        expect([...found].sort()).toEqual(expected.sort());
      } finally {
        await store.close();
      }
    }
    expect(acknowledged).toBeGreaterThan(ROUNDS);
  },
  60_000 + ROUNDS * 2_000,
);
