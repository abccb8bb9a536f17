/**
 * A review whose process is killed at random moments. Every acknowledged decision is present. The current one is present
 * completely or not at all.
 */
import { expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { verifyBookmarks } from '../../src/bookmarks/verify-bookmarks.ts';
import { temporaryDir } from '../support/endings.ts';
import { outputOfKilled } from './killed-child.ts';

const ROUNDS = Number(process.env['TORTURE_ROUNDS'] ?? 4);
const COUNT = 5000;
const whole = { isIn: () => true, isRecordSeen: () => true };

/** Returns lines of the writer, which is killed some time after its first decision. */
async function killWriter(directory: string, afterMs: number): Promise<readonly string[]> {
  return (await outputOfKilled('test/crash/reviews-writer.mjs', [directory, COUNT], afterMs, '! ')).split('\n');
}

test(
  `a killed review keeps its order, its batches and every acknowledged decision (${ROUNDS} rounds)`,
  async () => {
    const directory = temporaryDir();
    const decided = new Map<number, string>();
    for (let round = 0; round < ROUNDS; round++) {
      const lines = await killWriter(directory, (round * 37) % 150);
      const said = (mark: string): (readonly [number, string])[] =>
        lines
          .filter((line) => line.startsWith(`${mark} `))
          .map((line) => [Number(line.split(' ')[1]), line.split(' ')[2]!] as const);
      for (const [id, choice] of said('!')) decided.set(id, choice);
      const store = await openBookmarkStore(directory);
      try {
        expect(await verifyBookmarks(store)).toMatchObject({ ok: true, problems: [] });
        const { total, decided: count, people, batches } = await store.reviews.get('R', whole);
        expect([total, batches.total]).toEqual([COUNT, Math.ceil(COUNT / 7)]);
        const last = said('?').at(-1);
        if (last !== undefined && store.membersIn(last[1], 's').includes(last[0])) decided.set(...last);
        expect(count).toBe(decided.size);
        expect(people.reduce((sum, one) => sum + one.decided, 0)).toBe(decided.size);
        const chosen = (await store.decisions.people('P', () => true)).flatMap(({ choices }) => choices);
        for (const choice of ['yes', 'no']) {
          const own = chosen.filter((one) => one.choice === choice).reduce((sum, { items }) => sum + items, 0);
          expect(own).toBe(store.membersIn(choice, 's').length);
          const ids = [...decided].filter(([, one]) => one === choice).map(([id]) => id);
          expect([...store.membersIn(choice, 's')]).toEqual(ids.sort((a, b) => a - b));
        }
        // The frozen order: from the last id down, in batches of seven.
        const held = await store.reviews.batch('R', { who: 'anna', isIn: () => true });
        if (held !== null) {
          const first = COUNT - 7 * (held.number - 1);
          expect(held.items.map(({ id }) => id)).toEqual(held.items.map((_, i) => first - i));
        }
      } finally {
        await store.close();
      }
    }
    expect(decided.size).toBeGreaterThanOrEqual(ROUNDS);
  },
  60_000 + ROUNDS * 2_000,
);
