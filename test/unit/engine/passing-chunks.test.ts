/**
 * Chunks that are read for a caller who keeps none of their bytes. They are checked if requested, and read once while they are
 * in the ring.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CHUNK_BYTES, PAGE_BYTES, SECTOR_BYTES, STREAMS } from '../../../src/engine/format.ts';
import { ChunkCache } from '../../../src/engine/store/chunk-cache.ts';
import { PassingChunks } from '../../../src/engine/store/passing-chunks.ts';
import { isSealedByAll, payloadOf, SEALED_BYTES, seedOf } from '../../../src/engine/store/sealed-chunk.ts';
import { writeChecksum } from '../../../src/engine/store/sealed-value.ts';
import { StreamChunks } from '../../../src/engine/store/stream-chunks.ts';
import { StreamReader } from '../../../src/engine/store/stream-reader.ts';
import { newChunk } from '../../../src/engine/store/stream-writer.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { BYTES, sealedChunk } from './sealed-chunks.ts';

/**
 * A reader of three chunks with a ring of this many, and the numbers of those that were read, as -1, -2 … if they were read in
 * passing
 */
function passing(capacity: number, values = [0, 1, 2].map(chunkOf)) {
  const read: number[] = [];
  const buffer = newChunk();
  const source = (chunk: number): Uint8Array | undefined => {
    read.push(chunk);
    return values[chunk]?.slice();
  };
  const passed = (chunk: number): Uint8Array | undefined => {
    read.push(-1 - chunk);
    const value = values[chunk];
    if (value === undefined) return undefined;
    buffer.set(value);
    return buffer.subarray(0, value.length);
  };
  const passage = { source: passed, chunks: new PassingChunks(capacity) };
  return {
    read,
    stream: new StreamReader(new StreamChunks('items', source, new ChunkCache(8 * SEALED_BYTES), passage)),
  };
}

function chunkOf(n: number): Uint8Array {
  return sealedChunk(BYTES.subarray(n * CHUNK_BYTES, n === 2 ? 3 * CHUNK_BYTES - 7 : (n + 1) * CHUNK_BYTES), n);
}

describe('bytes that nobody keeps', () => {
  test('are those that were written, whatever else is read, and other fetched bytes stay unchanged', () => {
    const kinds = fc.constantFrom('peek' as const, 'copied' as const, 'unchecked' as const, 'fetch' as const);
    const asks = fc.array(fc.tuple(kinds, fc.nat(3 * CHUNK_BYTES - 8), fc.nat(CHUNK_BYTES + 90)), { maxLength: 24 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), asks, (capacity, ranges) => {
        const { stream } = passing(capacity);
        const fetchedBefore: (() => void)[] = [];
        for (const [kind, from, length] of ranges) {
          const to = Math.min(from + length + 1, 3 * CHUNK_BYTES - 7);
          const out = new Uint8Array(to - from + 1);
          const isCopy = kind === 'copied' || kind === 'unchecked';
          if (isCopy) stream.copy(from, to - from, out, 1, kind);
          else if (kind === 'peek') stream.peek(from, to - from);
          else stream.fetch(from, to - from);
          const { bytes, start } = stream;
          const found = isCopy ? out.subarray(1) : bytes.subarray(start, start + to - from);
          const compare = () => expectSameBytes(found, BYTES.subarray(from, to), `${kind} ${from} to ${to}`);
          compare();
          if (kind === 'fetch') fetchedBefore.push(compare);
        }
        for (const compare of fetchedBefore) compare();
      }),
      { numRuns: 60 },
    );
  });

  test('are verified, read once as long as they are not kept, and kept when they are read again', () => {
    const { stream, read } = passing(2);
    for (const chunk of [0, 0, 1, 0, 2, 0, 0]) stream.peek(chunk * CHUNK_BYTES, 9);
    stream.fetch(CHUNK_BYTES, 9);
    expect(read).toEqual([-1, -2, -3, 0]);
    const damaged = chunkOf(1);
    damaged[5]! ^= 1;
    const other = passing(2, [chunkOf(0), damaged]);
    for (const from of [CHUNK_BYTES, CHUNK_BYTES - 1, 2 * CHUNK_BYTES]) {
      expect(() => other.stream.copy(from, 2, new Uint8Array(2), 0, 'copied')).toThrow(
        expect.objectContaining({ code: 'INDEX_CORRUPT' }),
      );
    }
    const short = passing(2);
    for (let i = 0; i < 2; i++) {
      expect(() => short.stream.peek(3 * CHUNK_BYTES - 8, 2)).toThrow(
        expect.objectContaining({ code: 'INDEX_CORRUPT' }),
      );
      short.stream.peek(3 * CHUNK_BYTES - 8, 1);
    }
  });
});

describe('of a chunk that is not kept', () => {
  const SECTORS = Math.ceil(CHUNK_BYTES / SECTOR_BYTES);
  const FIRST = seedOf('items', 0);
  const corrupt = expect.objectContaining({ code: 'INDEX_CORRUPT' });

  test('requested parts are verified, and all of it before it is kept', () => {
    const ranges = fc.array(fc.tuple(fc.nat(CHUNK_BYTES - 1), fc.integer({ min: 1, max: 2 * SECTOR_BYTES })), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.nat(CHUNK_BYTES - 1), ranges, (at, asked) => {
        const hurt = chunkOf(0);
        hurt[at]! ^= 1 << (at & 7);
        const { stream } = passing(2, [hurt, chunkOf(1)]);
        for (const [from, length] of asked) {
          const to = Math.min(CHUNK_BYTES, from + length);
          const sectors = [from, to - 1, at].map((byte) => Math.floor(byte / SECTOR_BYTES));
          const isHurt = sectors[0]! <= sectors[2]! && sectors[2]! <= sectors[1]!;
          const copy = () => stream.copy(from, to - from, new Uint8Array(CHUNK_BYTES), 0, 'expanded');
          if (isHurt) expect(copy).toThrow(corrupt);
          else {
            copy();
            stream.peek(from, to - from);
            expectSameBytes(
              stream.bytes.subarray(stream.start, stream.start + to - from),
              BYTES.subarray(from, to),
              `${from}`,
            );
            // Nothing else that may be read is damaged.
            expect(at < stream.viewFrom || at >= stream.viewTo).toBe(true);
            expect(stream.viewFrom <= from && stream.viewTo >= to && stream.viewTo <= CHUNK_BYTES).toBe(true);
          }
        }
        expect(() => stream.fetch(0, 1)).toThrow(corrupt);
      }),
    );
  });

  test('nothing counts as verified because of previous contents of the buffer', () => {
    const hurt = chunkOf(1);
    hurt[3]! ^= 1;
    const { stream } = passing(1, [chunkOf(0), hurt]);
    stream.peek(0, 9);
    expect(() => stream.peek(CHUNK_BYTES, 9)).toThrow(corrupt);
  });

  test('a damaged checksum excludes only its sector, and prevents the chunk from being kept', () => {
    for (let sector = 0; sector < SECTORS; sector++) {
      const hurt = chunkOf(0);
      hurt[CHUNK_BYTES + 4 * sector + 1]! ^= 1;
      const { stream } = passing(2, [hurt]);
      for (let other = 0; other < SECTORS; other++) {
        const peek = () => stream.peek(other * SECTOR_BYTES, 1);
        if (other === sector) expect(peek).toThrow(corrupt);
        else peek();
      }
      expect(() => stream.fetch(0, 1)).toThrow(corrupt);
    }
  });

  test('every checksum is verified by a verification, and the length', () => {
    const length = CHUNK_BYTES - 7;
    const sound = sealedChunk(BYTES.subarray(0, length));
    expect(payloadOf(sound.length)).toBe(length);
    const checked = (value: Uint8Array, bytes: number) => () => passing(1, [value]).stream.check(0, bytes);
    checked(sound, length)();
    for (const wrong of [length - 1, length + 1]) expect(checked(sound, wrong)).toThrow(corrupt);
    for (let at = 0; at < sound.length; at += 13) {
      const hurt = Uint8Array.from(sound);
      hurt[at]! ^= 1 << (at & 7);
      expect(checked(hurt, length)).toThrow(corrupt);
      writeChecksum(hurt, FIRST);
      expect(isSealedByAll(hurt, FIRST)).toBe(at >= sound.length - 4);
      // A caller that kept it would not notice that the checksum of a sector is wrong.
      if (at < sound.length - 4) expect(checked(hurt, length)).toThrow(corrupt);
    }
    for (const few of [0, 3, 5, 12]) expect(isSealedByAll(new Uint8Array(few), FIRST)).toBe(false);
  });

  test('payloads of every length have their checksums, and a full chunk with them and the header of LMDB fills two pages', () => {
    expect(SEALED_BYTES + 24).toBe(2 * PAGE_BYTES);
    for (const length of [1, SECTOR_BYTES - 1, SECTOR_BYTES, SECTOR_BYTES + 1, CHUNK_BYTES - 1, CHUNK_BYTES]) {
      const value = sealedChunk(BYTES.subarray(0, length));
      expect(value.length).toBe(length + 4 * Math.ceil(length / SECTOR_BYTES) + 4);
      expect([payloadOf(value.length), isSealedByAll(value, FIRST)]).toEqual([length, true]);
    }
  });

  test('bytes of another chunk are not accepted, completely or in part, even with their checksums', () => {
    const others = {
      'another number': chunkOf(1),
      'another stream': sealedChunk(BYTES.subarray(0, CHUNK_BYTES), 0, 'terms'),
    };
    for (const [name, other] of Object.entries(others)) {
      // The second page of a chunk begins after a page without its header.
      for (const from of [0, PAGE_BYTES - 24]) {
        const mixed = chunkOf(0);
        mixed.set(other.subarray(from), from);
        const first = Math.ceil(from / SECTOR_BYTES);
        for (let sector = first; sector < SECTORS; sector++) {
          const { stream } = passing(1, [mixed]);
          expect(() => stream.peek(sector * SECTOR_BYTES, 1)).toThrow(corrupt);
          expect(() => stream.fetch(sector * SECTOR_BYTES, 1)).toThrow(corrupt);
        }
        expect(`${name} ${first}`).toBe(`${name} ${from === 0 ? 0 : 4}`);
      }
    }
    const seeds = STREAMS.flatMap((stream) => [0, 1, 2, 2 ** 26].map((n) => seedOf(stream, n)));
    expect(new Set(seeds).size).toBe(seeds.length);
  });
});
