/** Divides items into batches, families together, compared with a plain algorithm. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { batchText, itemsOf, parseBatch } from '../../../src/bookmarks/reviews/batch.ts';
import { FrozenOrder, groupsTogether, planBatches } from '../../../src/bookmarks/reviews/frozen-order.ts';
import { atOnce } from '../../../src/shared/slices.ts';

const SOURCES = ['a', 'b', 'c/d'];

interface Item {
  readonly source: string;
  readonly id: number;
  readonly root: number;
}

/** The root of items without a family. */
const LOOSE = 0;

/** One family after the other, each at the position of its first item. A batch ends before a family that does not fit. */
function dealtPlainly(items: readonly Item[], size: number): string[][] {
  const families: Item[][] = [];
  for (const item of items) {
    const isOwn = ([first]: readonly Item[]): boolean => first!.source === item.source && first!.root === item.root;
    const family = item.root === LOOSE ? undefined : families.find(isOwn);
    if (family === undefined) families.push([item]);
    else family.push(item);
  }
  const batches: string[][] = [];
  for (const family of families) {
    const names = family.map(({ source, id }) => `${source} ${id}`);
    const last = batches.at(-1);
    if (last === undefined || last.length + names.length > size) batches.push(names);
    else last.push(...names);
  }
  return batches;
}

/** Each item once. Items with one root are a family of their source, whatever is between them. */
const itemsArbitrary = fc.uniqueArray(
  fc.record({ source: fc.constantFrom(...SOURCES), id: fc.nat(200), root: fc.nat(12) }),
  {
    selector: ({ source, id }) => `${source} ${id}`,
    minLength: 1,
    maxLength: 80,
  },
);

test('batches equal those of a naive dealing, with relatives together', () => {
  fc.assert(
    fc.property(itemsArbitrary, fc.integer({ min: 1, max: 12 }), (items, size) => {
      const order = new FrozenOrder();
      for (const { source, id } of items) order.add(source, id);
      const groups = atOnce(
        groupsTogether(
          order,
          items.map(({ source, root }) => (root === LOOSE ? null : `${source} ${root}`)),
        ),
      );
      const plan = atOnce(planBatches(order, size, groups, batchText));
      const batches = plan.batches.map(({ text }, i) => {
        const batch = parseBatch(i, text);
        expect(batch.number).toBe(i + 1);
        return [...itemsOf(batch)].map(({ source, id }) => `${source} ${id}`);
      });
      expect(batches).toEqual(dealtPlainly(items, size));
      const count = plan.packed.reduce((sum, part) => sum + part.count, 0);
      expect(count).toBe(items.length);
    }),
    { numRuns: 500 },
  );
});

test('without families, batches have their size, in order', () => {
  fc.assert(
    fc.property(itemsArbitrary, fc.integer({ min: 1, max: 12 }), (items, size) => {
      const order = new FrozenOrder();
      for (const { source, id } of items) order.add(source, id);
      const { batches } = atOnce(planBatches(order, size, null, batchText));
      const dealt = batches.map(({ text }) =>
        [...itemsOf(parseBatch(1, text))].map(({ source, id }) => ({ source, id })),
      );
      expect(dealt.slice(0, -1).every((batch) => batch.length === size)).toBe(true);
      expect(dealt.flat()).toEqual(items.map(({ source, id }) => ({ source, id })));
    }),
    { numRuns: 200 },
  );
});
