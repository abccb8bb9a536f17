import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { CHUNK_BYTES, type IndexHeader, PAGE_BYTES, TEXT_FRAME_BYTES } from '../../../src/engine/format.ts';
import { ChunkCache } from '../../../src/engine/store/chunk-cache.ts';
import { frameExpander } from '../../../src/engine/store/frames/frame-expander.ts';
import { FrameReader } from '../../../src/engine/store/frames/frame-reader.ts';
import { compressFrame, FrameWriter } from '../../../src/engine/store/frames/frame-writer.ts';
import { DATA_FILE } from '../../../src/engine/store/lmdb-environment.ts';
import { checkTreePages, checkWholeFile, writeChecksums } from '../../../src/engine/store/page-checksums.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { PassingChunks } from '../../../src/engine/store/passing-chunks.ts';
import { payloadOf } from '../../../src/engine/store/sealed-chunk.ts';
import { sealed } from '../../../src/engine/store/sealed-value.ts';
import { StoreReader } from '../../../src/engine/store/store-reader.ts';
import { StoreWriter } from '../../../src/engine/store/store-writer.ts';
import { StreamChunks } from '../../../src/engine/store/stream-chunks.ts';
import { StreamReader } from '../../../src/engine/store/stream-reader.ts';
import { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { verifyStructure } from '../../../src/engine/verify/verify-structure.ts';
import { VerifyFindings } from '../../../src/engine/verify-findings.ts';
import { tuning } from '../../../src/shared/thresholds.ts';
import { temporaryDir } from '../../support/endings.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { BYTES, sealedChunk } from './sealed-chunks.ts';
import { bytesOf, rewriteIndex, withDirectory, writeIndex } from './synthetic-index.ts';

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

const BATCH_BYTES = tuning.batchBytes;

const LENGTHS = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES - 5];

describe('a stream', () => {
  test('returns every written range, including empty ones at its end, and no byte more', async () => {
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

/** Resident bytes of the mapped file of an environment in this process. */
function mappedBytes(directory: string): number {
  const path = join(directory, DATA_FILE);
  return readFileSync('/proc/self/smaps', 'utf8')
    .split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
    .filter((mapping) => mapping.slice(0, mapping.indexOf('\n')).endsWith(path))
    .reduce((sum, mapping) => sum + 1024 * Number(/^Rss: +(\d+)/m.exec(mapping)![1]), 0);
}

const isOnLinux = process.platform === 'linux';

(isOnLinux ? test : test.skip)('unmaps its file after some bytes, and continues with the same streams', async () => {
  await withDirectory(async (directory) => {
    mkdirSync(directory, { recursive: true });
    const writer = StoreWriter.create(directory, 1.5 * BATCH_BYTES);
    const stream = writer.stream('items');
    const piece = Uint8Array.from({ length: CHUNK_BYTES }, (_, i) => i * 31);
    // Each piece begins with its number.
    const add = (from: number, to: number): void => {
      for (let n = from; n < to; n++) {
        new DataView(piece.buffer).setUint32(0, n);
        stream.append(piece);
      }
    };
    const batch = Math.ceil(BATCH_BYTES / CHUNK_BYTES);
    add(0, 2 * batch);
    expect(mappedBytes(directory)).toBeLessThan(2 ** 20);
    let read = 0;
    writer.forWritten('items', 0, stream.length, (bytes, start) => {
      expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(start)).toBe(read++);
    });
    expect(read).toBe(2 * batch);
    expect(mappedBytes(directory)).toBeGreaterThan(BATCH_BYTES);
    add(2 * batch, 3 * batch);
    expect(mappedBytes(directory)).toBeLessThan(2 ** 20);
    // Not after each write.
    writer.forWritten('items', 0, BATCH_BYTES / 4, () => undefined);
    add(3 * batch, 4 * batch);
    expect(mappedBytes(directory)).toBeGreaterThan(BATCH_BYTES / 4);
    await writer.finish({});
    const store = StoreReader.open(directory);
    const written = store.stream('items');
    for (let n = 0; n < 4 * batch; n++) {
      written.fetch(n * CHUNK_BYTES, 4);
      expect(new DataView(written.bytes.buffer, written.bytes.byteOffset).getUint32(written.start)).toBe(n);
    }
    await store.close();
  });
});

/**
 * Some bytes in frames with a stated length of `more`: the payloads of the chunks of their stream, and a reader of the result.
 */
function framed(bytes: Uint8Array, frameBytes: number, steps: readonly number[] = [bytes.length], more = 0) {
  const chunks: Uint8Array[] = [];
  const stream = new StreamWriter('texts', (_, value) => chunks.push(value.slice(0, payloadOf(value.length))));
  const writer = new FrameWriter(stream, frameBytes, new PageFile('never made', 1 << 16));
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const end = Math.min(bytes.length, at + steps[n % steps.length]!);
    writer.append(bytes, at, end);
    at = end;
  }
  expect(writer.length).toBe(bytes.length);
  const { bytes: written, offsets } = writer.finish();
  const location = { bytes: written + more, offsets };
  stream.end();
  const read = (source: (chunk: number) => Uint8Array | undefined, slots = 8, passes = false): FrameReader => {
    const cache = new ChunkCache(slots * frameBytes);
    const passage = passes ? { source, chunks: new PassingChunks(2) } : null;
    return new FrameReader(
      new StreamReader(new StreamChunks('texts', source, cache, passage)),
      location,
      frameBytes,
      cache,
    );
  };
  return { chunks, location, read };
}

function fetched(reader: FrameReader, offset: number, length: number): Uint8Array {
  reader.fetch(offset, length);
  return reader.bytes.subarray(reader.start, reader.start + length);
}

describe('frames', () => {
  test('return every written range, however it was written, with a cache of a few', () => {
    const sizes = fc.oneof(fc.constantFrom(0, 63, 64, 65, 128, 640), fc.nat(2000));
    const pieces = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 });
    const ends = fc.array(fc.tuple(fc.nat(2000), fc.nat(2000)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(sizes, pieces, ends, fc.integer({ min: 2, max: 9 }), (length, steps, ranges, slots) => {
        const { chunks, location, read } = framed(BYTES.subarray(0, length), 64, steps);
        expect(location.offsets.length).toBe(5 * (Math.ceil(length / 64) + 1));
        const reader = read(
          (chunk) => (chunk < chunks.length ? sealedChunk(chunks[chunk]!, chunk, 'texts') : undefined),
          slots,
        );
        for (const [a, b] of [...ranges, [0, length] as const, ...ranges]) {
          const [from, to] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)];
          expectSameBytes(fetched(reader, from, to - from), BYTES.subarray(from, to), `${from} to ${to} of ${length}`);
        }
        expect(() => reader.fetch(length, 1)).toThrow(expect.objectContaining({ code: 'INDEX_CORRUPT' }));
      }),
      { numRuns: 40 },
    );
  });

  test('take less space than their contents, and a cached frame is not expanded again', () => {
    const text = Buffer.from('what many say is what many read, and they say it again. '.repeat(600));
    const { chunks, location, read } = framed(text, 1 << 14);
    expect(location.offsets.offset).toBeLessThan(text.length / 20);
    const reader = read((chunk) => sealedChunk(chunks[chunk]!, chunk, 'texts'));
    const first = fetched(reader, 5, 100);
    const same = fetched(reader, 200, 100);
    expect([same.buffer === first.buffer, same.byteOffset - first.byteOffset]).toEqual([true, 195]);
    // Some releases of Node expand into one shared buffer.
    const other = fetched(reader, 1 << 14, 100);
    expect(other.buffer === first.buffer && Math.abs(other.byteOffset - first.byteOffset) < 1 << 14).toBe(false);
  });

  test('are expanded farther if more is requested than before', () => {
    const text = Buffer.from(Array.from({ length: 6000 }, (_, n) => `${(n * 7919) % 10_007} `).join(''));
    const { chunks, read } = framed(text, 1 << 14);
    const reader = read((chunk) => sealedChunk(chunks[chunk]!, chunk, 'texts'));
    for (const at of [24_000, 29_000, 10, 9000, 16_000, 100, 16_380, 17_000, 0]) {
      expectSameBytes(fetched(reader, at, 50), text.subarray(at, at + 50), `from ${at}`);
    }
  });

  test('are damaged by each changed byte; a sealed change is an error or has the right length', () => {
    const { chunks, read } = framed(BYTES.subarray(0, 150), 64);
    const whole = sealedChunk(chunks[0]!, 0, 'texts');
    const corrupt = expect.objectContaining({ code: 'INDEX_CORRUPT' });
    let refused = 0;
    for (let at = 0; at < whole.length; at++) {
      const hurt = Uint8Array.from(whole);
      hurt[at]! ^= 1 << (at & 7);
      expect(() =>
        fetched(
          read(() => hurt),
          0,
          150,
        ),
      ).toThrow(corrupt);
      try {
        const again = sealedChunk(hurt.subarray(0, payloadOf(hurt.length)), 0, 'texts');
        expect(
          fetched(
            read(() => again),
            0,
            150,
          ),
        ).toHaveLength(150);
      } catch (error) {
        expect(error).toEqual(corrupt);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(20);
  });

  test('that are read alone are as written, or damaged; bytes beside them do not matter', () => {
    const bytes = Uint8Array.from({ length: 10_000 }, (_, n) => Math.imul(n * n, 0x9e37_79b1) >>> 17);
    const { chunks, read } = framed(bytes, 256);
    expect(chunks).toHaveLength(2);
    // The list of frames is after the damaged chunk.
    const [sound, behind] = chunks.map((chunk, n) => sealedChunk(chunk, n, 'texts'));
    for (let at = 0; at < CHUNK_BYTES; at += 397) {
      const hurt = Uint8Array.from(sound!);
      hurt[at]! ^= 1 << (at & 7);
      const reader = read((chunk) => (chunk === 0 ? hurt : behind), 100, true);
      const refused: number[] = [];
      for (let frame = 39; frame >= 0; frame--) {
        const from = 256 * frame;
        const to = Math.min(bytes.length, from + 256);
        try {
          expectSameBytes(fetched(reader, from, to - from), bytes.subarray(from, to), `${at}, frame ${frame}`);
        } catch (error) {
          expect(error).toEqual(expect.objectContaining({ code: 'INDEX_CORRUPT' }));
          refused.push(frame);
        }
      }
      expect(refused).toHaveLength(1);
    }
  });

  test('are damaged if they end after the beginning of their list', () => {
    const bytes = BYTES.subarray(0, 60);
    const frame = compressFrame(bytes);
    const stream = new ByteWriter();
    stream.u40(10);
    stream.u40(10 + frame.length);
    stream.copy(frame);
    const cache = new ChunkCache(1 << 16);
    const chunks = new StreamReader(new StreamChunks('texts', () => sealedChunk(stream.toBytes(), 0, 'texts'), cache));
    const reader = new FrameReader(chunks, { bytes: 60, offsets: { offset: 0, length: 10 } }, 64, cache);
    expect(() => reader.fetch(0, 60)).toThrow(expect.objectContaining({ code: 'INDEX_CORRUPT' }));
  });

  test('are damaged if the last one is shorter than the stream requires', () => {
    const { chunks, read } = framed(BYTES.subarray(0, 150), 64, [150], 1);
    const reader = read(() => sealedChunk(chunks[0]!, 0, 'texts'));
    expect(fetched(reader, 0, 128)).toHaveLength(128);
    expect(() => reader.fetch(128, 10)).toThrow(expect.objectContaining({ code: 'INDEX_CORRUPT' }));
  });
});

/** The first `needed` bytes of a frame that had `whole` bytes, or a few more; null if the kernel leaves it to the library. */
function expandedPart(frame: Uint8Array, needed: number, whole: number): Uint8Array | null {
  if (frame.length > frameExpander.room) return null;
  frameExpander.memory.set(frame, frameExpander.input);
  const reached = frameExpander.expandInput(frame.length, needed, whole);
  if (reached < 0) return null;
  const bytes = new Uint8Array(reached);
  frameExpander.take(reached, bytes);
  return bytes;
}

/** Texts, and data unlike text: few and many different bytes, in long and short repeated stretches. */
const FRAME_CONTENTS = fc
  .tuple(
    fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 400 }),
    fc.constantFrom(1, 3, 20, 255),
  )
  .map(([words, order, most]) => Buffer.concat(order.map((n) => words[n % words.length]!.map((byte) => byte % most))));

function compressed(bytes: Uint8Array, quality: number, windowBits: number): Uint8Array {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  return brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: windowBits } });
}

describe('a frame that is partly expanded', () => {
  test('begins with the written bytes, and is always expanded if the writer made it', () => {
    const ways = fc.constantFrom<readonly [number, number]>(
      [0, 16],
      [0, 16],
      [0, 18],
      [1, 16],
      [2, 10],
      [5, 16],
      [11, 22],
    );
    fc.assert(
      fc.property(FRAME_CONTENTS, ways, fc.nat(), ([...contents], [quality, windowBits], n) => {
        const bytes = Uint8Array.from(contents).subarray(0, 1 << 14);
        const frame = compressed(bytes, quality, windowBits);
        for (const needed of new Set([bytes.length, 1 + (n % bytes.length), 1])) {
          const found = expandedPart(frame, needed, bytes.length);
          if (quality === 0) expect(found).not.toBeNull();
          if (found === null) continue;
          expect(found.length).toBeGreaterThanOrEqual(needed);
          expectSameBytes(found, bytes.subarray(0, found.length), `${needed} of ${bytes.length}, ${quality}`);
        }
        expect(expandedPart(frame, bytes.length + 1, bytes.length + 1)).toBeNull();
        if (bytes.length > 1) expect(expandedPart(frame, bytes.length - 1, bytes.length - 1)).toBeNull();
      }),
      { numRuns: Number(process.env.RUNS ?? 60) },
    );
  });

  test('has its own codes, whichever frame came before it and wherever that was damaged', () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, n) => `${(n * 7919) % 997} `).join(''));
    const sound = compressed(bytes, 0, 16);
    const expanded = (frame: Uint8Array): Uint8Array | null => expandedPart(frame, bytes.length, bytes.length);
    const other = [1, 2, 5].map((quality) => compressed(bytes, quality, 16)).find((frame) => expanded(frame) !== null)!;
    for (let bit = 0; bit < 8 * 200; bit++) {
      const hurt = Uint8Array.from(sound);
      hurt[bit >> 3]! ^= 1 << (bit & 7);
      expectSameBytes(expanded(other)!, bytes, `another, ${bit}`);
      const behindOther = expanded(hurt);
      expectSameBytes(expanded(sound)!, bytes, `behind a damaged one, ${bit}`);
      const behindSound = expanded(hurt);
      expectSameBytes(expanded(sound)!, bytes, `behind a damaged one that was behind a sound one, ${bit}`);
      expect(behindSound === null).toBe(behindOther === null);
      if (behindSound !== null) expectSameBytes(behindSound, behindOther!, `behind a sound one, ${bit}`);
    }
  });

  test('has copies of all distances, and dictionary words of Brotli are left to the library', () => {
    const near = Array.from({ length: 40 }, (_, n) =>
      'The time has come, and what is of all that?'.slice(0, n + 1).repeat(9),
    );
    for (const text of [...near, near.join(''), 'information technology']) {
      const bytes = Buffer.from(text);
      for (const quality of [0, 5, 11]) {
        const found = expandedPart(compressed(bytes, quality, 16), bytes.length, bytes.length);
        if (quality === 0) expect(found).not.toBeNull();
        if (found !== null) expect(Buffer.from(found).toString()).toBe(text);
      }
    }
  });

  test('has the right length or is not expanded at all, whatever was sealed', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(FRAME_CONTENTS, changes, fc.nat(), (bytes, changed, cut) => {
        const frame = Uint8Array.from(compressed(bytes, 0, 16));
        const size = Math.min(bytes.length, 1 << 16);
        expect(expandedPart(frame.subarray(0, cut % frame.length), size, size)).toBeNull();
        for (const [at, byte] of changed) frame[at % frame.length] = byte;
        const found = expandedPart(frame, size, size);
        if (found !== null) expect(found).toHaveLength(size);
        // Data of a damaged one leave nothing behind.
        const sound = expandedPart(compressed(bytes, 0, 16), size, size);
        if (bytes.length === size) expectSameBytes(sound!, Uint8Array.from(bytes), `after ${changed}`);
      }),
      { numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});

/** The findings of `index verify` if the only text is in these frames, after some bytes. */
async function findingsOfFrames(frames: readonly Uint8Array[], lead = 0): Promise<string[]> {
  const root = temporaryDir();
  const whole = join(root, 'whole');
  mkdirSync(whole);
  await writeIndex(whole, [{ doc: 0, text: TEXT }]);
  const stream = new ByteWriter();
  const offsets = new ByteWriter();
  stream.copy(new Uint8Array(lead));
  for (const frame of frames) {
    offsets.u40(stream.length);
    stream.copy(frame);
  }
  offsets.u40(stream.length);
  const location = { offset: stream.length, length: offsets.length };
  stream.copy(offsets.toBytes());
  const other = join(root, 'other');
  const place = new ByteWriter();
  place.u32(0);
  place.u40(0);
  place.u40(TEXT.length);
  const textPlaces = { offset: stream.length, length: place.length };
  stream.copy(place.toBytes());
  const streams = (await bytesOf(whole)).set('texts', stream.toBytes());
  await rewriteIndex(whole, other, streams, ({ header, ...meta }) => {
    const { frames, streamBytes, ...facts } = header as IndexHeader;
    const texts = { ...frames.texts, offsets: location };
    const lengths = { ...streamBytes, texts: stream.length };
    return { header: { ...facts, textPlaces, frames: { ...frames, texts }, streamBytes: lengths }, ...meta };
  });
  const findings = new VerifyFindings();
  await verifyStructure(other, findings, async () => undefined);
  return findings.list.map(({ what, where }) => `${where}: ${what}`);
}

const TEXT = 'so much to say '.repeat(Math.ceil((2.3 * TEXT_FRAME_BYTES) / 15));

test('frames with wrong contents are found', async () => {
  const pieces = [0, 1, 2].map((n) => Buffer.from(TEXT).subarray(n * TEXT_FRAME_BYTES, (n + 1) * TEXT_FRAME_BYTES));
  const frames = pieces.map((piece) => sealed(brotliCompressSync(piece)));
  expect(await findingsOfFrames(frames)).toEqual([]);
  const short = sealed(brotliCompressSync(pieces[1]!.subarray(1)));
  expect(await findingsOfFrames([frames[0]!, short, frames[2]!])).toEqual([
    `texts, frame 1: it has ${TEXT_FRAME_BYTES - 1} bytes, expected ${TEXT_FRAME_BYTES}`,
  ]);
  const unsealed = brotliCompressSync(pieces[1]!);
  expect(await findingsOfFrames([frames[0]!, unsealed, frames[2]!])).toEqual([
    'texts, frame 1: it does not match its checksum',
  ]);
  expect((await findingsOfFrames(frames, 1)).join()).toMatch(
    /^texts, frame 0: it is from 1 to \d+, but the previous one ends at 0$/,
  );
  expect((await findingsOfFrames(frames.slice(1))).join()).toMatch(
    /^header: the number of frame offsets in texts differs/,
  );
});

describe('checksums of the file', () => {
  test('name the damaged location, and nothing opens if the tree is damaged', async () => {
    const directory = temporaryDir();
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
    // Two pages per chunk hold values. The rest is the tree.
    expect(inValues).toBe(6);
    expect(inTree).toBe(whole.length / PAGE_BYTES - 6);
  });
});
