/** Lists whose documents come in any order are returned by document, however little is kept in memory. */
import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { seeded } from '../../support/seeded.ts';
import { SETTINGS, under } from '../../support/settings.ts';
import { withDirectory } from '../../unit/engine/synthetic-index.ts';
import type { Lists } from './ordered-lists.ts';

/** Terms of a few segments. A document is in one of them, with consecutive positions. */
function randomSegments(random: () => number): Lists[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const docs = Array.from({ length: 1 + below(300) }, (_, n) => n * (1 + below(500)));
  const shuffled = [...new Set(docs)].sort(() => random() - 0.5);
  const count = 1 + below(4);
  return Array.from({ length: count }, (_, segment) => {
    const own = shuffled.filter((_, n) => n % count === segment);
    const terms = Array.from({ length: below(8) }, (_, n) => `term${n * (1 + below(2))}`);
    return [...new Set(terms)].sort().map((term) => {
      const part = random() ** 3;
      const having = own.filter(() => random() < part);
      if (random() < 0.2) having.sort((a, b) => a - b);
      return [
        term,
        having.flatMap((doc) => Array.from({ length: 1 + below(5) }, (_, n) => [doc, 3 * n + below(3)] as const)),
      ] as const;
    });
  });
}

/** Sorts all occurrences by document, in memory. */
function naive(segments: readonly Lists[], passedEvery: number): unknown {
  const terms = [...new Set(segments.flatMap((lists) => lists.map(([term]) => term)))].sort();
  return terms.map((term, n) => {
    const all = segments.flatMap((lists) => lists.find(([other]) => other === term)?.[1] ?? []);
    return [term, (n + 1) % passedEvery === 0 ? [] : all.toSorted(([a], [b]) => a - b)];
  });
}

test.each(SETTINGS.map((setting) => [setting.name, setting] as const))(
  'documents of all terms ascend, %s',
  async (_, setting) => {
    const module = new URL('./ordered-lists.ts', import.meta.url);
    const { orderedLists } = await under<typeof import('./ordered-lists.ts')>(setting, module);
    for (let seed = 1; seed <= 12; seed++) {
      const random = seeded(seed);
      const segments = randomSegments(random);
      const atOnce = 1 + Math.floor(random() * 40);
      await withDirectory(async (directory) => {
        expect(orderedLists(segments, atOnce, directory, 4)).toEqual(naive(segments, 4));
        expect(readdirSync(directory)).toEqual([]);
      });
    }
  },
);
