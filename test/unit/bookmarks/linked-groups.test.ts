/** Groups that join families and threads, compared with the naive way, which spreads equal names until nothing changes. */
import { expect, test } from '@jest/globals';
import { type Grouping, linkedGroups } from '../../../src/bookmarks/reviews/linked-groups.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { seeded } from '../../support/seeded.ts';

function naive(count: number, groupings: readonly Grouping[]): readonly number[] {
  const groups = Array.from({ length: count }, (_, at) => at);
  for (let changed = true; changed; ) {
    changed = false;
    for (const grouping of groupings) {
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < count; b++) {
          if (grouping[a] === null || grouping[a] !== grouping[b] || groups[a]! <= groups[b]!) continue;
          groups[a] = groups[b]!;
          changed = true;
        }
      }
    }
  }
  return groups;
}

test('items that share a group of either grouping are in one group', () => {
  const random = seeded(Number(process.env['SEED'] ?? 11));
  for (let run = 0; run < 300; run++) {
    const count = 1 + Math.floor(random() * 14);
    const groupings = [0, 1].map(() =>
      Array.from({ length: count }, () => (random() < 0.3 ? null : `g${Math.floor(random() * 6)}`)),
    );
    const found = runToCompletion(linkedGroups(count, groupings));
    expect([groupings, found]).toEqual([groupings, naive(count, groupings).map(String)]);
  }
});
