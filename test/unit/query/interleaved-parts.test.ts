/** Items of parts whose ids overlap are merged by id. */
import { describe, expect, test } from '@jest/globals';
import { mergedItems } from '../../../src/query/parted/merged-items.ts';
import { mergedKeywords } from '../../../src/query/parted/merged-keywords.ts';
import type { ItemBatch, Items } from '../../../src/search/search-answer.ts';
import { BY_ID, type Sort } from '../../../src/search/search-request.ts';

const PARTS = [
  [1, 4, 5, 9],
  [2, 3, 8],
];

/** Items that come in batches of two, as from an index that has not found all of them yet. */
function streamed(ids: readonly number[]): Items {
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<ItemBatch, void, undefined> {
      for (let at = 0; at < ids.length; at += 2) {
        const some = ids.slice(at, at + 2);
        yield { ids: Uint32Array.from(some), keys: Float64Array.from(some, (id) => (id < 4 ? 7 : 3)) };
      }
    },
  };
}

async function merged(sort: Sort, areInterleaved: boolean): Promise<readonly number[]> {
  const order = { sort, skip: 1, limit: 5, hasKeys: false, areInterleaved };
  const ids: number[] = [];
  for await (const batch of mergedItems(PARTS.map(streamed), order)) ids.push(...batch.ids);
  return ids;
}

describe('parts with interleaved ids', () => {
  test('return items in order of id, also among equal keys', async () => {
    expect(await merged(BY_ID, true)).toEqual([2, 3, 4, 5, 8]);
    expect(await merged({ by: 'relevance' }, true)).toEqual([2, 3, 4, 5, 8]);
  });

  test('are read one after the other only if all ids of a part are greater', async () => {
    expect(await merged(BY_ID, false)).toEqual([4, 5, 9, 2, 3]);
  });

  test('return the ids of a list of queries in order', () => {
    const answer = (ids: readonly number[]) => ({
      ...{ items: Uint32Array.of(ids.length), itemsWithFamily: Uint32Array.of(ids.length), unique: Uint32Array.of(0) },
      ...{ total: ids.length, ids: Uint32Array.from(ids), refused: [], hints: [] },
    });
    expect([...mergedKeywords(PARTS.map(answer)).ids!]).toEqual([1, 2, 3, 4, 5, 8, 9]);
  });
});
