/** The tree of an index and its coordinates, compared with a naive reading of the items. Damage to them is found. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { coordinatesOf } from '../../../src/schema/item-coordinates.ts';
import { kindOf, nameInTree } from '../../../src/schema/item-kinds.ts';
import { withBench } from '../../unit/indexing/built-case.ts';

interface Item {
  readonly id: number;
  readonly parentId?: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

const SEED = Number(process.env.SEED ?? 7);
const RUNS = Number(process.env.RUNS ?? 12);

const item = fc.record(
  {
    parentId: fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constantFrom(77, 78)),
    properties: fc.record(
      {
        name: fc.constantFrom(['b'], ['B'], ['a'], ['\u00c4'], ['z', 'a'], ['\u{1f600}'], ['\ufb01']),
        path: fc.constantFrom(['x/b'], ['x\\C'], ['d']),
        treeNode: fc.constantFrom(['true'], ['false']),
        isDir: fc.constantFrom(['true'], ['false']),
        childrenInOrder: fc.constantFrom(['true'], ['false']),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['properties'] },
);
const items = fc
  .tuple(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 25 }), fc.array(item, { minLength: 25, maxLength: 25 }))
  .map(([ids, all]) => ids.map((id, i): Item => ({ id, ...all[i]! })));

function childrenOf(all: readonly Item[], parent: number | null): readonly number[] {
  const ids = new Set(all.map(({ id }) => id));
  const isFolder = ({ id, properties }: Item): boolean =>
    [properties.treeNode, properties.isDir].some((values) => values?.[0] === 'true') ||
    all.some(({ parentId }) => parentId === id);
  const nameOf = ({ properties: { name, path } }: Item): Buffer =>
    Buffer.from(
      (name?.[0] ?? path?.[0]?.replace(/^.*[/\\]/, '') ?? '')
        .normalize('NFC')
        .replace('\u00c4', 'a')
        .replace('\ufb01', 'fi')
        .toLowerCase(),
    );
  const isById = all.find(({ id }) => id === parent)?.properties.childrenInOrder?.[0] === 'true';
  return all
    .filter(({ parentId }) => (parentId !== undefined && ids.has(parentId) ? parentId : null) === parent)
    .sort((a, b) =>
      isById
        ? a.id - b.id
        : Number(isFolder(b)) - Number(isFolder(a)) || Buffer.compare(nameOf(a), nameOf(b)) || a.id - b.id,
    )
    .map(({ id }) => id);
}

function runOut<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

describe('the tree of an index', () => {
  test(`has the children of each item in order, whatever the parents are (SEED=${SEED})`, async () => {
    const samples = fc.sample(items, { numRuns: RUNS, seed: SEED });
    // The tree of items without parents has no list of them.
    const flat = samples.slice(0, 3).map((all) => all.map(({ id, properties }): Item => ({ id, properties })));
    // One name spelled in two ways, and neither spelling has all of its items.
    const spelled = ['b', 'B', 'b', 'B'].map((name, id): Item => ({ id, properties: { name: [name] } }));
    // By name, with folders first, they would be in the opposite order.
    const talk: readonly Item[] = [
      { id: 1, properties: { name: ['talk'], childrenInOrder: ['true'] } },
      ...['z', 'b', 'a'].map((name, i): Item => ({ id: 2 + i, parentId: 1, properties: { name: [name] } })),
      { id: 5, parentId: 3, properties: { name: ['file'] } },
    ];
    for (const all of [...samples, ...flat, spelled, spelled.toReversed(), talk, talk.toReversed()]) {
      await withBench(async ({ write, build, casePath, dataDir }) => {
        await write(all.map((one) => JSON.stringify(one)));
        const { indexPath } = await build();
        const index = await IndexReader.open(indexPath);
        const { tree, ids } = index;
        const listed = (slot: number): number[] => [...tree.children(slot, 0, 100)].map((doc) => ids[doc]!);
        expect(listed(tree.top)).toEqual(childrenOf(all, null));
        // Nothing of the next item is read after the last child.
        const rest = [...tree.children(tree.top, 1, 100)].map((doc) => ids[doc]!);
        expect(rest).toEqual(childrenOf(all, null).slice(1));
        const { parents, childStarts } = runOut(tree.load());
        for (let doc = 0; doc <= tree.top; doc++)
          expect(childStarts[doc + 1]! - childStarts[doc]!).toBe(tree.childCount(doc));
        expect(Array.from(parents, (parent) => parent - 1)).toEqual(Array.from(ids, (_, doc) => tree.parentOf(doc)));
        for (const { id } of all) expect([id, ...listed(index.docOf(id))]).toEqual([id, ...childrenOf(all, id)]);
        await index.close();
        expect((await verifyIndex({ casePath, dataDir })).findings).toEqual([]);
      });
    }
  });
});

describe('the kind of an item', () => {
  const kind = (properties: Record<string, readonly string[]>): number =>
    kindOf({ parentId: null, properties: Object.entries(properties) });

  test.each([
    [{ treeNode: ['TRUE'] }, 7],
    [{ isDir: ['true'] }, 6],
    [{ isDir: ['false'], isRoot: ['true'] }, 4],
    [{ category: ['Documents', 'Mailboxes'] }, 4],
    [{ contentType: ['application/vnd.ms-outlook-pst; version=2'] }, 4],
    [{ childrenInOrder: ['true'], treeNode: ['true'] }, 15],
    [{ contentType: ['application/zip'], category: ['Compressed Archives'] }, 0],
  ])('%j', (properties, expected) => expect(kind(properties as Record<string, readonly string[]>)).toBe(expected));

  test('its name in the tree is the end of its path if it has no name', () => {
    expect(nameInTree({ parentId: null, properties: [['path', ['a/b\\c']]] })).toBe('c');
    expect(nameInTree({ parentId: null, properties: [] })).toBe('');
  });
});

describe('the coordinates of an item', () => {
  test.each([
    [{ 'common:geo:lat': ['38.7'], 'common:geo:long': ['-9.1'] }, [[38.7, -9.1]]],
    [
      { 'common:geo:locations': ['38.7;-9.1', '1;2'], latitude: ['38.7'], longitude: ['-9.1'] },
      [
        [38.7, -9.1],
        [1, 2],
      ],
    ],
    [{ latitude: ['91'], longitude: ['0'] }, []],
    [{ latitude: ['east'], longitude: ['0'] }, []],
    [
      {
        'GPS Latitude': ['38° 30\' 0"'],
        'GPS Latitude Ref': ['S'],
        'GPS Longitude': ['9° 0\' 36"'],
        'GPS Longitude Ref': ['W'],
      },
      [[-38.5, -9.01]],
    ],
    [{ GPSPosition: ['38 deg 30\' 0.00" N, 9 deg 0\' 36.00" W'] }, [[38.5, -9.01]]],
    [{ latitude: ['1', '2'], longitude: ['3'] }, [[1, 3]]],
  ])('%j', (properties, expected) => {
    const coordinates = coordinatesOf({ properties: Object.entries(properties) as [string, string[]][] });
    expect(coordinates.map(({ latitude, longitude }) => [latitude, longitude])).toEqual(expected);
  });
});
