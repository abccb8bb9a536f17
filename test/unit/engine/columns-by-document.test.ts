import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CHUNK_BYTES } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { StreamChunks } from '../../../src/engine/store/stream-chunks.ts';
import { withIndex } from './synthetic-index.ts';

/** Enough documents that a column of them has several chunks. */
const MANY = Math.ceil((3 * CHUNK_BYTES) / 4);

test('ids are those of the case: consecutive, with gaps, and in any order', async () => {
  const ids = fc.oneof(
    fc.integer({ min: 0, max: 2 ** 31 - 1000 }).map((first) => Array.from({ length: 20 }, (_, doc) => first + doc)),
    fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 20 }),
    fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 }),
    fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
  );
  const check = fc.asyncProperty(ids, async (all) => {
    await withIndex([], { documentCount: all.length, idOf: (doc) => all[doc]! }, (index) => {
      expect([...index.ids]).toEqual(all);
      expect([...index.storedIds()]).toEqual(all);
      for (const [doc, id] of all.entries()) expect(index.docOf(id)).toBe(doc);
    });
  });
  await fc.assert(check, { numRuns: 40 });
});

test('consecutive ids need no more of the column than its ends', async () => {
  await withIndex([], { documentCount: MANY, idOf: (doc) => doc + 70_000 }, async (_, directory) => {
    const path = join(directory, 'data.mdb');
    const bytes = readFileSync(path);
    const middle = Buffer.from(Uint32Array.from({ length: 4 }, (_, i) => 70_000 + (MANY >> 1) + i).buffer);
    const at = bytes.indexOf(middle);
    expect(at).toBeGreaterThan(0);
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    const damaged = await IndexReader.open(directory);
    try {
      expect(damaged.ids.length).toBe(MANY);
      expect(damaged.ids[MANY >> 1]).toBe(70_000 + (MANY >> 1));
      expect(() => damaged.storedIds()).toThrow('does not match its checksum');
    } finally {
      await damaged.close();
    }
  });
});

test('columns that are cached by document do not enter the cache of chunks', async () => {
  const docs = Array.from({ length: MANY }, (_, doc) => ({ doc, text: doc % 2 === 0 ? 'one' : 'one two' }));
  await withIndex(docs, { idOf: (doc) => 2 * doc }, (index) => {
    const { cached } = StreamChunks.prototype;
    const entered = new Set<string>();
    StreamChunks.prototype.cached = function (...chunk) {
      entered.add(this.name);
      return cached.apply(this, chunk);
    };
    try {
      const { numbers, distinct } = index.lengths(index.fields.get('content')!);
      expect(Array.from(numbers.subarray(0, 4), (number) => distinct[number])).toEqual([1, 2, 1, 2]);
      expect(index.ids[3]).toBe(6);
    } finally {
      StreamChunks.prototype.cached = cached;
    }
    expect(entered).not.toContain('columns');
  });
});
