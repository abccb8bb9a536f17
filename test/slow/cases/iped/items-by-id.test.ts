/**
 * Cases of IPED whose documents are in any order, in any segments, with removed items and texts in pieces. The index equals
 * that of the same items in order of ids in one segment, except for the numbers of documents in the case.
 */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ipedFormat } from '../../../../src/cases/iped/iped-format.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { STREAMS } from '../../../../src/engine/format.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { contentOf } from '../../../../src/engine/verify/stream-of.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { verifyIndex } from '../../../../src/indexing/verify-index.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type WrittenItem, writeIpedSegments } from '../../../support/iped-writer.ts';
import { readAll } from '../../../support/read-case.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

interface Made {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly parentId: number | null;
  readonly pieces: readonly string[];
  readonly isRemoved: boolean;
  readonly isNode: boolean;
}

const WORDS = ['heron', 'otter', 'the', 'of', 'reed', 'x1', 'zebra'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));
const made: fc.Arbitrary<Made> = fc.record({
  id: fc.oneof(fc.nat(60), fc.nat(2 ** 31 - 1)),
  kind: fc.constantFrom('pdf', 'mail', ''),
  name: fc.constantFrom('a', 'b otter', 'heron', ''),
  parentId: fc.option(fc.nat(60)),
  pieces: fc.oneof({ weight: 5, arbitrary: fc.tuple(text) }, fc.constant([]), fc.tuple(text, text)),
  isRemoved: fc.boolean(),
  isNode: fc.constantFrom(false, false, false, true),
});

function written({ id, kind, name, parentId, pieces, isRemoved, isNode }: Made, spread: number): WrittenItem {
  const stored: [string, string | number][] = [
    ['id', id],
    ['name', name],
    ['kind', kind],
    ['note', `of ${id} `.repeat(id % 5)],
  ];
  if (parentId !== null) stored.push(['parentId', parentId]);
  if (isNode) stored.push(['treeNode', 'true']);
  if (pieces.length > 1) stored.push(['textSplitted', 'true'], ['textSize', '100']);
  return { stored, text: pieces, isRemoved: isRemoved && (id + spread) % 3 === 0 };
}

/** Stretches of an array with the given lengths. */
function divided<T>(items: readonly T[], lengths: readonly number[]): T[][] {
  const parts: T[][] = [];
  let at = 0;
  for (const length of lengths) {
    parts.push(items.slice(at, at + length));
    at += length;
  }
  parts.push(items.slice(at));
  return parts.filter((part) => part.length > 0);
}

interface Facts {
  readonly streams: Readonly<Record<string, string>>;
  readonly header: object;
  readonly originNumbers: readonly number[];
  readonly ids: readonly number[];
}

async function factsOf(indexPath: string): Promise<Facts> {
  const index = await IndexReader.open(indexPath);
  try {
    const { originNumbers, ids, itemOffsets, textPlaces, documentCount, searchableCount, textCount } = index.header;
    const streams = STREAMS.map((name): [string, string] => {
      const { content, length } = contentOf(index, name);
      content.fetch(0, length);
      const bytes = Buffer.from(content.bytes.subarray(content.start, content.start + length));
      if (name === 'columns' && originNumbers !== undefined)
        bytes.fill(0, originNumbers.offset, originNumbers.offset + originNumbers.length);
      return [name, bytes.toString('hex')];
    });
    return {
      streams: Object.fromEntries(streams),
      header: { ids, itemOffsets, textPlaces, documentCount, searchableCount, textCount, fields: [...index.fields] },
      originNumbers: Array.from(index.ids, (_, doc) => index.originNumber(doc)),
      ids: [...index.ids],
    };
  } finally {
    await index.close();
  }
}

/**
 * Returns the number of each item's document in an index of these segments, by id. If an item has several documents, the first
 * that was not removed counts.
 */
function numbersOf(segments: readonly (readonly WrittenItem[])[]): Map<number, number> {
  const numbers = new Map<number, number>();
  let doc = 0;
  for (const { stored, text: pieces, isRemoved } of segments.flat()) {
    doc += pieces!.length;
    const id = Number(stored[0]![1]);
    if (isRemoved !== true && !numbers.has(id)) numbers.set(id, doc);
    doc++;
  }
  return numbers;
}

describe('the index of a case of IPED', () => {
  test('is the same whatever the order of its documents', async () => {
    const items = fc.array(made, { minLength: 1, maxLength: 60 });
    const shape = fc.record({
      lengths: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 }),
      chunkDocuments: fc.integer({ min: 1, max: 100 }),
      spread: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(items, shape, async (all, { lengths, chunkDocuments, spread }) => {
        const inAnyOrder = all.map((item) => written(item, spread));
        // If ids are equal, the first stays first.
        const inOrder = inAnyOrder.toSorted((a, b) => Number(a.stored[0]![1]) - Number(b.stored[0]![1]));
        await withTempDir(async (root) => {
          const segments = divided(inAnyOrder, lengths);
          await writeIpedSegments(join(root, 'any'), segments, chunkDocuments);
          await writeIpedSegments(join(root, 'ordered'), [inOrder], 127);
          const dataDir = join(root, 'data');
          const built = await buildIndex({ casePath: join(root, 'any'), dataDir });
          const expected = await buildIndex({ casePath: join(root, 'ordered'), dataDir });
          const facts = await factsOf(built.indexPath);
          const { originNumbers, ...others } = facts;
          const { originNumbers: _, ...wanted } = await factsOf(expected.indexPath);
          expect(others).toEqual(wanted);
          expect(facts.ids).toEqual(facts.ids.toSorted((a, b) => a - b));
          const numbers = numbersOf(segments);
          expect(originNumbers).toEqual(facts.ids.map((id) => numbers.get(id)));
          // The remains of removed items are reported for each segment.
          const kinds = [built, expected].map(({ problems }) => ({ ...problems.byKind, orphan: 0 }));
          expect(kinds[0]).toEqual(kinds[1]);
          const verified = { casePath: join(root, 'any'), dataDir, isDeep: true };
          expect(await verifyIndex(verified)).toMatchObject({ isSound: true, findings: [] });
        });
      }),
      { numRuns: 40 },
    );
  });

  test('items are read by id, equal ids in index order, and all bytes are reported', async () => {
    const root = temporaryDir();
    const ids = [7, 3, 9, 3, 0, 2 ** 31 - 1, 5, 9, 1];
    const segments = divided(
      ids.map((id, n) => ({ stored: [['id', id] as const, ['name', `n${n}`] as const], text: ['a'] })),
      [2, 3, 1],
    );
    await writeIpedSegments(root, segments, 2);
    const reader = await openCase(root, [ipedFormat]);
    const inOrder = await readAll(reader);
    const byId = await readAll(reader, root);
    const names = byId.items.map(({ properties }) => properties.find(([name]) => name === 'name')![1][0]);
    expect(names).toEqual(['n4', 'n8', 'n1', 'n3', 'n6', 'n0', 'n2', 'n7', 'n5']);
    expect(byId.items).toEqual(inOrder.items.toSorted((a, b) => a.id - b.id));
    expect([byId.bytes, byId.problems]).toEqual([inOrder.bytes, inOrder.problems]);
    await reader.close();
  });
});
