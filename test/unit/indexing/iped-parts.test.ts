/** What a build does after each kind of change of a case of IPED: a part, struck items, or a complete index for a reason. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { listedParts } from '../../../src/engine/index-parts.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { temporaryDir } from '../../support/endings.ts';
import { GrowingIped } from '../../support/growing-iped.ts';
import { factsOfGeneration } from '../../support/index-facts.ts';
import type { StoredPairs, WrittenItem } from '../../support/iped-writer.ts';

/** The texts of the first items are long, so that added items are small compared with them. */
const longText = (id: number): string => Array.from({ length: 900 }, (_, n) => `w${(31 * id + n * n) % 499}`).join(' ');

const item = (id: number, more: StoredPairs = [], text = longText(id)): WrittenItem => ({
  stored: [['id', id], ['name', `file ${id}`], ['kind', 'pdf'], ...more],
  text,
});
const few = (from: number, count: number): WrittenItem[] =>
  Array.from({ length: count }, (_, n) => item(from + n, [], 'reed'));

let dir: string;
let iped: GrowingIped;

beforeEach(async () => {
  dir = join(temporaryDir(), 'case');
  iped = new GrowingIped(dir);
  iped.append([...Array.from({ length: 8 }, (_, n) => item(n + 1)), item(9), item(10, [['parentId', 9]])]);
  iped.append([...Array.from({ length: 9 }, (_, n) => item(n + 11)), item(20, [['parentId', 19]])]);
  await iped.write();
  await build();
});

const dataDir = (): string => join(dir, '../data');

/** Builds, and compares the index with a fresh one. Returns its parts, and the reason for a complete build. */
async function build(options: { merges?: boolean } = {}): Promise<object> {
  const report = await buildIndex({ casePath: dir, dataDir: dataDir(), canGrow: true, ...options });
  const anew = await buildIndex({ casePath: dir, dataDir: temporaryDir() });
  const struck = listedParts(report.indexPath).map((part) => part.struck);
  const { problems: _, ...facts } = await factsOfGeneration(report.indexPath);
  const { problems: _others, ...wanted } = await factsOfGeneration(anew.indexPath);
  expect(facts).toEqual(wanted);
  const verified = await verifyIndex({ casePath: dir, dataDir: dataDir(), isDeep: true });
  expect(verified.findings).toEqual([]);
  const { parts, itemsAdded, notAddedBecause = null } = report;
  return { parts, itemsAdded, struck, notAddedBecause };
}

const complete = (reason: string | null, items: number): object => ({
  parts: 1,
  itemsAdded: items,
  struck: [[]],
  notAddedBecause: reason,
});

describe('a part', () => {
  test('is built from new segments, with the numbers of the documents in the case', async () => {
    iped.append(few(21, 2));
    await iped.write();
    expect(await build()).toEqual({ parts: 2, itemsAdded: 2, struck: [[], []], notAddedBecause: null });
    iped.append(few(23, 3).reverse());
    iped.append(few(26, 1));
    await iped.write();
    const added = { parts: 3, itemsAdded: 4, struck: [[], [], []], notAddedBecause: null };
    expect(await build()).toEqual(added);
    const report = await buildIndex({ casePath: dir, dataDir: dataDir() });
    const parts = listedParts(report.indexPath);
    const index = await IndexReader.open(parts[2]!.directory);
    // Each item is a document after that of its text.
    expect([...index.ids].map((id, doc) => [id, index.originNumber(doc)])).toEqual([
      [23, 49],
      [24, 47],
      [25, 45],
      [26, 51],
    ]);
    await index.close();
    expect(await build({ merges: true })).toEqual({ parts: 2, itemsAdded: 6, struck: [[], []], notAddedBecause: null });
  });

  test('has a new field, whose type the case adds to its list', async () => {
    iped.append([item(21, [['remark', 'reed']], 'reed')]);
    writeFileSync(join(dir, 'iped/conf/metadataTypes.txt'), 'remark = java.util.Date\nunused = java.lang.Long\n');
    await iped.write();
    expect(await build()).toMatchObject({ parts: 2, itemsAdded: 1 });
  });

  test('loses the items that the case removed, with all relatives', async () => {
    iped.remove(new Set([9, 10, 12]));
    await iped.write();
    const struck = [
      [8, 10],
      [11, 12],
    ];
    expect(await build()).toEqual({ parts: 1, itemsAdded: 0, struck: [struck], notAddedBecause: null });
    iped.append([...few(12, 1), ...few(21, 1)]);
    await iped.write();
    expect(await build()).toEqual({ parts: 2, itemsAdded: 2, struck: [struck, []], notAddedBecause: null });
    iped.remove(new Set([1]));
    await iped.write();
    const more = [[0, 1], ...struck];
    expect(await build()).toEqual({ parts: 2, itemsAdded: 0, struck: [more, []], notAddedBecause: null });
  });

  test('that was built after a removal stays', async () => {
    iped.append(few(21, 2));
    iped.remove(new Set([11]));
    await iped.write();
    const struck = [[[10, 11]], []];
    expect(await build()).toEqual({ parts: 2, itemsAdded: 2, struck, notAddedBecause: null });
    iped.remove(new Set([21, 22]));
    iped.merge(2, 1);
    await iped.write();
    expect(await build()).toEqual({ parts: 1, itemsAdded: 0, struck: [[[10, 11]]], notAddedBecause: null });
  });

  test('stays if only the time of a setting differs', async () => {
    utimesSync(join(dir, 'iped/LocalConfig.txt'), 1000, 1000);
    expect(await build()).toEqual({ parts: 1, itemsAdded: 0, struck: [[]], notAddedBecause: null });
  });
});

describe('the case is indexed completely', () => {
  const changes: readonly (readonly [what: string, change: () => void, reason: string | null, items: number])[] = [
    [
      'if segments were merged',
      () => iped.merge(0, 2),
      'a segment that was indexed was merged, or is read differently',
      20,
    ],
    [
      'if a segment was dropped before another',
      () => {
        iped.remove(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
        iped.merge(0, 1);
      },
      'a segment that was indexed was merged, or is read differently',
      10,
    ],
    [
      'if the text of an item was removed, too',
      () => iped.remove(new Set([3]), 'with its text'),
      'something other than items was removed',
      19,
    ],
    [
      'if an item was removed, but not its child',
      () => iped.remove(new Set([9])),
      'an item that was removed or changed has relatives in another file',
      19,
    ],
    ['if much was removed', () => iped.remove(new Set([1, 2, 3, 4, 5, 6])), 'too much was removed', 14],
    [
      'if a new item has an earlier one as its parent',
      () => iped.append([item(21, [['parentId', 3]], 'reed')]),
      'item 21 may be related to earlier ones',
      21,
    ],
    [
      'if a new item has the id of an earlier one',
      () => iped.append([item(3, [], 'reed')]),
      'item 3 may be related to earlier ones',
      20,
    ],
    [
      'if a field that was indexed has another type',
      () => writeFileSync(join(dir, 'iped/conf/metadataTypes.txt'), 'kind = java.util.Date\n'),
      'a segment that was indexed was merged, or is read differently',
      20,
    ],
    [
      'if a setting changed',
      () => writeFileSync(join(dir, 'iped/LocalConfig.txt'), 'locale = pt-BR\n'),
      'earlier items would be read differently',
      20,
    ],
    [
      'if a file of a segment was written again',
      () => utimesSync(join(dir, 'iped/index/_1.fdt'), 1000, 1000),
      'a segment that was indexed was merged, or is read differently',
      20,
    ],
    [
      'if files of no commit appeared',
      () => writeFileSync(join(dir, 'iped/index/_9.fdt'), 'left over'),
      'earlier items would be read differently',
      20,
    ],
  ];

  test.each(changes)('%s', async (_what, change, reason, items) => {
    change();
    // A file that a test adds is not in the commit, and `write` would remove it.
    const stray = readStray();
    await iped.write();
    if (stray !== null) writeFileSync(join(dir, 'iped/index/_9.fdt'), stray);
    expect(await build()).toEqual(complete(reason, items));
  });

  const readStray = (): Buffer | null => {
    try {
      return readFileSync(join(dir, 'iped/index/_9.fdt'));
    } catch {
      return null;
    }
  };

  test('if an item with a problem was removed', async () => {
    iped.append([{ ...item(21), text: null }]);
    iped.append(few(22, 8));
    await iped.write();
    await build();
    iped.remove(new Set([22]));
    await iped.write();
    expect(await build()).toEqual(complete('items were removed that may have problems', 28));
  });
});
