import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compressBatch, type FrameBatch } from '../../../src/engine/store/frames/frame-batch.ts';
import { FrameQueue, type FrameThreadPool } from '../../../src/engine/store/frames/frame-queue.ts';
import { AT_ONCE, compressFrame, FrameWriter } from '../../../src/engine/store/frames/frame-writer.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';

/** Some of it repeats, so that frames become shorter, and some does not, so that they become longer. */
const BYTES = Uint8Array.from({ length: 4000 }, (_, i) => (i % 1000 < 500 ? i % 5 : (i * i * 7919) >>> 3));

/** A pool whose answers wait until they are requested. */
class HeldPool implements FrameThreadPool {
  readonly frameBatchBytes: number;
  readonly #isWilling: (batch: number) => boolean;
  readonly held: (() => void)[] = [];
  /** Batches so far, and the maximum held at a time. */
  offered = 0;
  most = 0;

  constructor(frameBatchBytes: number, isWilling: (batch: number) => boolean = () => true) {
    this.frameBatchBytes = frameBatchBytes;
    this.#isWilling = isWilling;
  }

  compress(batch: FrameBatch, done: (compressed: FrameBatch) => void): boolean {
    if (!this.#isWilling(this.offered++)) return false;
    // Transferred memory no longer belongs to the caller.
    const given = { bytes: batch.bytes.slice(), lengths: batch.lengths.slice() };
    batch.bytes.fill(0xee);
    this.held.push(() => done(compressBatch(given)));
    this.most = Math.max(this.most, this.held.length);
    return true;
  }

  /** Answers one of the batches. */
  answer(n: number): void {
    this.held.splice(n % Math.max(1, this.held.length), 1)[0]?.();
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.held.length === 0) throw new Error('waits for nothing');
      this.answer(this.held.length - 1);
    }
  }
}

const FRAME_BYTES = [64, 100] as const;

/** Two streams of frames. `chunks` has those of both, in the order of arrival. */
function twoStreams(compressor: FrameQueue | typeof AT_ONCE) {
  const chunks: { stream: number; value: Uint8Array }[] = [];
  const streams = FRAME_BYTES.map(
    (_, stream) => new StreamWriter('texts', (_, value) => chunks.push({ stream, value: value.slice() })),
  );
  const pages = new PageFile('never made', 1 << 16);
  const writers = streams.map((stream, n) => new FrameWriter(stream, FRAME_BYTES[n]!, pages, compressor));
  const finish = (): object[] => {
    const framed = writers.map((writer) => writer.finish());
    for (const stream of streams) stream.end();
    return framed;
  };
  return { chunks, writers, finish };
}

describe('frames that threads compress', () => {
  const step = fc.record({ stream: fc.nat(1), bytes: fc.nat(4000), answer: fc.option(fc.nat(20), { freq: 2 }) });

  test('reach their streams as if each was compressed at once, whichever thread takes them and finishes first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.constantFrom(1, 64, 200, 1000),
        fc.integer({ min: 1, max: 5 }),
        async (steps, batchBytes, unwilling) => {
          const pool = new HeldPool(batchBytes, (batch) => unwilling === 1 || batch % unwilling > 0);
          const queue = new FrameQueue();
          queue.useThreadPool(pool);
          const later = twoStreams(queue);
          const once = twoStreams(AT_ONCE);
          for (const { stream, bytes, answer } of steps) {
            for (const { writers } of [later, once]) writers[stream]!.append(BYTES, 0, bytes);
            if (queue.isBusy) await queue.settle();
            if (answer !== null) pool.answer(answer);
          }
          await queue.finish();
          expect(queue.isEmpty).toBe(true);
          expect(later.finish()).toEqual(once.finish());
          expect(later.chunks.map(({ stream }) => stream)).toEqual(once.chunks.map(({ stream }) => stream));
          for (const [n, { value }] of once.chunks.entries()) expectSameBytes(later.chunks[n]!.value, value, `${n}`);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('are limited in number, of which the caller does some and then waits', async () => {
    const pool = new HeldPool(64);
    const queue = new FrameQueue();
    queue.useThreadPool(pool);
    const { writers } = twoStreams(queue);
    expect(queue.isEmpty).toBe(true);
    let waited = 0;
    for (let n = 0; n < 200; n++) {
      writers[0]!.append(BYTES, 0, 64);
      if (!queue.isBusy) continue;
      waited++;
      await queue.settle();
    }
    expect(waited).toBeGreaterThan(0);
    expect(pool.most).toBe(12);
    expect(pool.offered).toBeLessThan(199);
    expect(() => writers[1]!.appendFrame(BYTES, 0, 10)).toThrow('overtake');
    await queue.finish();
    expect(() => writers[1]!.appendFrame(BYTES, 0, 10)).not.toThrow();
  });

  test('are not awaited when a thread has failed', async () => {
    const queue = new FrameQueue();
    const until = (): Promise<void> => Promise.reject(new Error('the disk is full'));
    queue.useThreadPool({ frameBatchBytes: 64, compress: () => true, until });
    const { writers } = twoStreams(queue);
    for (let n = 0; n < 100; n++) writers[0]!.append(BYTES, 0, 64);
    expect(queue.isBusy).toBe(true);
    await expect(queue.settle()).rejects.toThrow('the disk is full');
    await expect(queue.finish()).rejects.toThrow('the disk is full');
  });
});

test('a batch becomes the frames of its parts, in its own memory if that is enough', () => {
  const short = { bytes: BYTES.slice(0, 600), lengths: Uint32Array.of(64, 200, 236) };
  const long = { bytes: BYTES.slice(600, 700), lengths: Uint32Array.of(100) };
  for (const batch of [short, long]) {
    const before = batch.bytes.slice();
    const { bytes, lengths } = compressBatch(batch);
    expect(bytes === batch.bytes).toBe(batch === short);
    let at = 0;
    let from = 0;
    for (const [n, length] of lengths.entries()) {
      const frame = compressFrame(before.subarray(from, from + batch.lengths[n]!));
      expectSameBytes(bytes.subarray(at, at + length), frame, `frame ${n}`);
      at += length;
      from += batch.lengths[n]!;
    }
  }
});
