import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CHUNK_BYTES, PAGE_BYTES } from '../../../src/engine/format.ts';
import { checkTreePages, checkWholeFile, writeChecksums } from '../../../src/engine/store/page-checksums.ts';
import { StoreReader } from '../../../src/engine/store/store-reader.ts';
import { StoreWriter } from '../../../src/engine/store/store-writer.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { withDirectory } from './synthetic-index.ts';

const BYTES = Uint8Array.from({ length: 3 * CHUNK_BYTES }, (_, i) => (i * 7919) >>> 5);

/** An environment with `length` bytes in one stream, appended in pieces. */
async function write(directory: string, length: number): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const writer = StoreWriter.create(directory);
  const stream = writer.stream('items');
  for (let at = 0, step = 1; at < length; step = (step * 3) % 9001) {
    const end = Math.min(length, at + step + 1);
    stream.append(BYTES, at, end);
    at = end;
  }
  expect(stream.length).toBe(length);
  await writer.finish({ fact: { some: ['thing', null, 2 ** 40] } });
  await writeChecksums(directory);
}

const LENGTHS = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES - 5];

describe('a stream', () => {
  test('gives every range that was written, empty ones at its very end too, and no byte more', async () => {
    for (const length of LENGTHS) {
      await withDirectory(async (directory) => {
        await write(directory, length);
        const store = StoreReader.open(directory);
        const stream = store.stream('items');
        const offsets = fc.oneof(fc.constantFrom(0, CHUNK_BYTES - 1, CHUNK_BYTES, length), fc.nat(length));
        fc.assert(
          fc.property(offsets, offsets, (a, b) => {
            const [from, to] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)];
            stream.fetch(from, to - from);
            const found = stream.bytes.subarray(stream.start, stream.start + to - from);
            expectSameBytes(found, BYTES.subarray(from, to), `from ${from} to ${to} of ${length}`);
          }),
          { numRuns: 40 },
        );
        for (const beyond of [1, CHUNK_BYTES, 5 * CHUNK_BYTES]) {
          expect(() => stream.fetch(Math.max(0, length - 1), beyond + 1)).toThrow(
            expect.objectContaining({ code: 'INDEX_CORRUPT' }),
          );
        }
        expect(store.meta('fact')).toEqual({ some: ['thing', null, 2 ** 40] });
        expect(() => store.meta('other')).toThrow(expect.objectContaining({ code: 'INDEX_CORRUPT' }));
        await store.close();
      });
    }
  });
});

describe('checksums of the file', () => {
  test('name the damaged place, and open nothing where the tree is damaged', async () => {
    await withDirectory(async (directory) => {
      await write(directory, 3 * CHUNK_BYTES);
      const path = join(directory, 'data.mdb');
      const whole = readFileSync(path);
      expect(checkWholeFile(directory, () => undefined)).toEqual([]);
      let inTree = 0;
      let inValues = 0;
      for (let at = 100; at < whole.length; at += PAGE_BYTES) {
        const hurt = Buffer.from(whole);
        hurt[at]! ^= 16;
        writeFileSync(path, hurt);
        const from = Math.floor(at / 65_536) * 65_536;
        const found = checkWholeFile(directory, () => undefined);
        expect(found).toEqual([`bytes ${from} to ${Math.min(whole.length, from + 65_536)}`]);
        try {
          checkTreePages(directory);
          inValues++;
        } catch (error) {
          expect(error).toMatchObject({
            code: 'INDEX_CORRUPT',
            message: expect.stringContaining(`page ${Math.floor(at / PAGE_BYTES)} `),
          });
          inTree++;
        }
      }
      // Four pages a chunk hold values; the rest is the tree.
      expect(inValues).toBe(12);
      expect(inTree).toBe(whole.length / PAGE_BYTES - 12);
    });
  });
});
