import { describe, expect, test } from '@jest/globals';
import { foldWhole } from '../../../src/analysis/whole-value.ts';
import { CHILDREN_AT_ONCE, mergedTop, type ReadTop } from '../../../src/query/parted/merged-top.ts';
import type { TreeChild } from '../../../src/search/related/item-tree.ts';
import { seeded } from '../../support/seeded.ts';

const NAMES = ['a', 'B', 'ä', 'Ana', 'ana', 'z', '😀', 'ﬀ', '日本'];

function childrenOf(count: number): readonly TreeChild[] {
  const random = seeded(20_261_129);
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `${NAMES[Math.floor(random() * NAMES.length)]}${Math.floor(random() * 40)}`,
    isFolder: random() < 0.2,
    items: id,
  }));
}

function inOrder(children: readonly TreeChild[]): readonly TreeChild[] {
  const bytes = (one: TreeChild): Buffer => Buffer.from(foldWhole(one.name));
  return [...children].sort(
    (a, b) => Number(b.isFolder) - Number(a.isFolder) || Buffer.compare(bytes(a), bytes(b)) || a.id - b.id,
  );
}

describe('the top of a tree of several parts', () => {
  const all = childrenOf(3000);
  const parts = [all.slice(0, 2100), all.slice(2100, 2110), all.slice(2110), []].map(inOrder);
  let reads = 0;
  let listed = 0;
  const read: ReadTop = async (part, offset, limit) => {
    const children = parts[part]!.slice(offset, offset + limit);
    reads++;
    listed += children.length;
    return { name: null, total: parts[part]!.length, children };
  };

  test.each([0, 1, 999, 1000, 1001, 1500, 2050, 2900, 2990, 2999, 3000, 4000])('from child %d on', async (offset) => {
    const expected = inOrder(all).slice(offset, offset + 30);
    for (const isRandomAccess of [true, false]) {
      const level = await mergedTop(parts.length, read, { offset, limit: 30, isRandomAccess });
      expect([level.total, level.children.map(({ id }) => id)]).toEqual([3000, expected.map(({ id }) => id)]);
    }
  });

  test('however far behind the first child, reads a limited number of children at a time', async () => {
    const many = [childrenOf(40_000), childrenOf(30_000)].map((children, part) =>
      inOrder(children.map((child) => ({ ...child, id: 2 * child.id + part }))),
    );
    let most = 0;
    const level = await mergedTop(
      many.length,
      async (part, offset, limit) => {
        const children = many[part]!.slice(offset, offset + limit);
        most = Math.max(most, children.length);
        return { name: null, total: many[part]!.length, children };
      },
      { offset: 60_000, limit: 30, isRandomAccess: false },
    );
    const expected = inOrder(many.flat()).slice(60_000, 60_030);
    expect(level.children.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(most).toBe(CHILDREN_AT_ONCE);
  });

  test('far behind the first child, reads few of the preceding children', async () => {
    reads = listed = 0;
    await mergedTop(parts.length, read, { offset: 2500, limit: 30, isRandomAccess: true });
    expect(listed).toBeLessThan(1000);
    expect(reads).toBeLessThan(1000);
  });
});
