/**
 * Exports with damage in their characters, values and lines. Each is refused with its lines and changes nothing, or is merged,
 * and the log stays intact.
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { exportBookmarks } from '../../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../../src/bookmarks/exchange/import-bookmarks.ts';
import { ANYBODY } from '../../../src/bookmarks/searches/saved-searches.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { EMPTY_SEARCH } from '../../support/empty-search.ts';
import { ids, nobody, openStore } from '../../unit/bookmarks/temporary-store.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 150);
const ODD = ['null', '{}', '[]', '-1', '1e999', '9007199254740993', '"x"', '"__proto__"', '"\\ud800"', '[[[['];

async function fill(store: BookmarkStore): Promise<void> {
  const refs = [{ source: 'a', ids: ids(1, 2, 30) }];
  for (const name of ['Yes', 'No', 'other']) {
    await store.create(name, nobody);
    await store.add(name, refs, nobody);
  }
  await store.describe('other', { comment: 'hello' }, nobody);
  await store.selectAdd(refs, nobody);
  const choices = ['Yes', 'No'].map((bookmark) => ({ bookmark, key: null, colour: null }));
  await store.codings.put('Panel', { choices, exclusive: false, required: true }, nobody);
  await store.searchesOf(ANYBODY).put('saved', { ...EMPTY_SEARCH, q: 'heron' }, true, nobody);
}

const lined = (store: BookmarkStore): string[] => [...exportBookmarks({ state: store })].slice(1);

function damaged(lines: readonly string[], random: Random): string[] {
  const changed = [...lines];
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(changed.length);
    const line = changed[at]!;
    const place = random.below(line.length + 1);
    const values = [...line.matchAll(/:("[^"]*"|\d+|\[[^\]]*\]|true|null)/g)];
    const kind = random.below(6);
    if (kind === 0) changed[at] = line.slice(0, place) + line.slice(place + 1 + random.below(5));
    else if (kind === 1)
      changed[at] = line.slice(0, place) + String.fromCharCode(random.below(300)) + line.slice(place);
    else if (kind === 2 && values.length > 0) {
      const value = random.pick(values);
      changed[at] = `${line.slice(0, value.index)}:${random.pick(ODD)}${line.slice(value.index + value[0].length)}`;
    } else if (kind === 3) changed.splice(at, 1);
    else if (kind === 4) changed.splice(random.below(changed.length), 0, line);
    else [changed[at], changed[0]] = [changed[0]!, line];
    if (changed.length === 0) return [];
  }
  // Half of the exports state their number of lines. Faults are found without that, too.
  if (random.below(2) === 0) return changed;
  return [...changed.filter((line) => !line.startsWith('{"end"')), ''].map((line, i, all) =>
    line === '' && i === all.length - 1 ? `{"end":true,"lines":${all.length}}` : line,
  );
}

test(`damaged exports change everything or nothing (SEED=${SEED})`, async () => {
  const random = new Random(SEED);
  let [merged, refused] = [0, 0];
  const from = await openStore();
  await fill(from);
  const lines = [...exportBookmarks({ state: from })];
  const to = await openStore();
  let before = lined(to);
  for (let round = 0; round < ROUNDS; round++) {
    const given = damaged(lines, random);
    const head = to.head.count;
    const report = await importBookmarks(to, given, { origin: nobody }).catch((fault: unknown) => fault);
    if (report instanceof Error) expect([given, report instanceof AppError]).toEqual([given, true]);
    const isMerged = !(report instanceof Error) && (report as { applied: boolean }).applied;
    if (isMerged) merged++;
    else {
      refused++;
      expect([given, lined(to)]).toEqual([given, before]);
      expect(to.head.count).toBe(head);
    }
    before = lined(to);
  }
  expect((await verifyBookmarks(to)).ok).toBe(true);
  // The current contents can be exported.
  const third = await openStore();
  const report = await importBookmarks(third, [...exportBookmarks({ state: to })], { origin: nobody });
  expect(report).toMatchObject({ applied: true, problems: [] });

  expect(refused).toBeGreaterThan(ROUNDS / 4);
  expect(merged).toBeGreaterThan(0);
});
