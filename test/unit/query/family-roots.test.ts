/** The topmost items of families. Chains and cycles of parents of any length cost one walk over each item. */
import { expect, test } from '@jest/globals';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import type { LoadedTree } from '../../../src/engine/structure/tree-reader.ts';
import { familyRoots } from '../../../src/query/families/family-roots.ts';
import { kindOf } from '../../../src/schema/item-kinds.ts';
import type { NaiveItem } from '../../support/naive/naive-case.ts';
import { naiveFamilyRoot } from '../../support/naive/naive-families.ts';
import { seeded } from '../../support/seeded.ts';

const CONTAINER: NaiveItem['properties'] = [['category', ['Mailboxes']]];

/** Counts the calls of each array that is asked for the parents. Ids are documents. */
function indexOf(items: readonly NaiveItem[]): { index: IndexReader; asked: () => number } {
  let asked = 0;
  const numbers = Uint32Array.from(items, ({ parentId }) => (parentId === null ? 0 : parentId + 1));
  const parents = new Proxy(numbers, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) asked++;
      return Reflect.get(target, key, target);
    },
  });
  const none = new Uint32Array(0);
  const tree: LoadedTree = {
    parents,
    kinds: Uint8Array.from(items, kindOf),
    childStarts: none,
    children: none,
    bytes: 0,
  };
  const ids = Uint32Array.from(items, ({ id }) => id);
  const loaded = {
    *load() {
      yield;
      return tree;
    },
  };
  const index = { ids, documentCount: ids.length, tree: loaded, docOf: (id: number) => ids.indexOf(id) };
  return { index: index as unknown as IndexReader, asked: () => asked };
}

function rootsOf(index: IndexReader, ids: readonly number[]): number[] {
  const work = familyRoots(index, Uint32Array.from(ids));
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return [...value];
  }
}

test('are those of a naive walk, if chains lead into cycles and past containers', () => {
  const random = seeded(Number(process.env.SEED ?? 5));
  for (let run = 0; run < 300; run++) {
    const count = 1 + Math.floor(random() * 12);
    const items = Array.from({ length: count }, (_, id): NaiveItem => {
      const parentId = random() < 0.8 ? Math.floor(random() * count) : null;
      return { id, parentId, properties: random() < 0.3 ? CONTAINER : [], text: null };
    });
    const ids = items.map(({ id }) => id).reverse();
    const expected = ids.map((id) => naiveFamilyRoot(items, id));
    expect([items, rootsOf(indexOf(items).index, ids)]).toEqual([items, expected]);
    // However they are divided.
    expect(ids.flatMap((id) => rootsOf(indexOf(items).index, [id]))).toEqual(expected);
  }
});

test.each([
  ['a chain', (id: number) => (id === 0 ? null : id - 1)],
  ['a circle', (id: number) => (id + 1) % 3000],
  ['items at a circle of two', (id: number) => (id === 0 ? 1 : 0)],
])('%s is walked once', (_name, parentOf) => {
  const items = Array.from({ length: 3000 }, (_, id): NaiveItem => {
    return { id, parentId: parentOf(id), properties: [], text: null };
  });
  const { index, asked } = indexOf(items);
  expect(new Set(rootsOf(index, items.map(({ id }) => id).reverse()))).toEqual(new Set([0]));
  expect(asked()).toBeLessThan(5 * items.length);
});
