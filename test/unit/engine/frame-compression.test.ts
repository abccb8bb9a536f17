import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frameCompression } from '../../../src/engine/store/frames/frame-compression.ts';
import { frameExpander } from '../../../src/engine/store/frames/frame-expander.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { numbersBelow as numbers } from '../../support/seeded.ts';

/** Compresses a frame, and expands it with both expanders. */
function compressed(bytes: Uint8Array, context: string): Uint8Array {
  const frame = frameCompression.compress(bytes, 0).slice();
  expectSameBytes(brotliDecompressSync(frame), bytes, `by the library, ${context}`);
  frameExpander.memory.set(frame, frameExpander.input);
  expect([context, frameExpander.expandInput(frame.length, bytes.length, bytes.length)]).toEqual([
    context,
    bytes.length,
  ]);
  const found = new Uint8Array(bytes.length);
  frameExpander.take(bytes.length, found);
  expectSameBytes(found, bytes, context);
  expect(frame.length).toBeLessThanOrEqual(bytes.length + 4);
  return frame;
}

function bytesOf(length: number, byteAt: (n: number) => number): Uint8Array {
  return Uint8Array.from({ length }, (_, n) => byteAt(n));
}

/** By kind, bytes of any length. */
const KINDS: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'one byte': (length) => new Uint8Array(length).fill(200),
  'two bytes in turn': (length) => bytesOf(length, (n) => n & 1),
  'two bytes': (length) => {
    const below = numbers(length);
    return bytesOf(length, () => below(2));
  },
  'all bytes': (length) => {
    const below = numbers(length);
    return bytesOf(length, () => below(256));
  },
  'four letters': (length) => {
    const below = numbers(length);
    return bytesOf(length, () => 97 + below(4));
  },
  words: (length) => {
    const below = numbers(7);
    const words = Array.from({ length: 400 }, () =>
      Array.from({ length: 1 + below(9) }, () => String.fromCharCode(97 + below(20))).join(''),
    );
    const text = Array.from({ length: length + 1 }, () => words[below(400)]).join(' ');
    return Buffer.from(text).subarray(0, length);
  },
};

const LENGTHS = [1000, 4095, 4096, 4097, 8191, 8192, 8193, frameCompression.room - 1, frameCompression.room];

describe('a compressed frame', () => {
  test.each(Object.keys(KINDS))('of %s is expanded, whatever its length', (kind) => {
    for (let length = 0; length <= 300; length++) compressed(KINDS[kind]!(length), `${length} bytes`);
    for (const length of LENGTHS) compressed(KINDS[kind]!(length), `${length} bytes`);
  });

  test('has copies of every length, from near and far, after any number of literals', () => {
    const below = numbers(3);
    for (const distance of [1, 2, 3, 7, 8, 9, 15, 16, 17, 100, 4000, 8188, 8189, 12_000]) {
      for (const copied of [5, 6, 9, 10, 68, 69, 70, 71, 74, 133, 134, 600, 2118, 4000]) {
        for (const between of [0, 1, 9, 10, 128, 129, 130, 131, 400]) {
          const length = distance + copied + between + copied + 8;
          if (length > frameCompression.room || between >= distance) continue;
          const bytes = bytesOf(length, () => below(256));
          bytes.copyWithin(distance, 0, copied);
          for (let at = distance; at < distance + copied; at++) bytes[at] = bytes[at - distance]!;
          for (let at = distance + copied + between; at < length - 8; at++) bytes[at] = bytes[at - distance]!;
          compressed(bytes, `${copied} bytes from ${distance}, then ${between} others`);
        }
      }
    }
  });

  test('has words of bounded length for literals of which each is half as frequent as the one before', () => {
    for (const length of [300, 2000, 8192, frameCompression.room]) {
      for (const ratio of [2, 1.618, 3]) {
        const below = numbers(length);
        // Every second byte is one of 64 equally frequent ones, so that few stretches repeat.
        const bytes = bytesOf(length, (n) =>
          n & 1 ? 128 + below(64) : Math.min(60, Math.floor(-Math.log(1 - below(2 ** 24) / 2 ** 24) / Math.log(ratio))),
        );
        expect(compressed(bytes, `${length} bytes, ${ratio}`).length).toBeLessThan(0.8 * length + 60);
      }
    }
    const fibonacci = [1, 1];
    while (fibonacci.length < 18) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
    compressed(Uint8Array.from(fibonacci.flatMap((count, n) => new Array<number>(count).fill(13 * n))), 'Fibonacci');
  });

  test('is expanded whatever it contains, and depends on nothing else', () => {
    const contents = fc
      .tuple(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 400 }),
        fc.constantFrom(1, 3, 20, 255),
      )
      .map(([words, order, most]) =>
        Buffer.concat(order.map((n) => words[n % words.length]!.map((byte) => byte % most))),
      );
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        const bytes = one.subarray(0, frameCompression.room);
        const frame = compressed(bytes, `${bytes.length} bytes`);
        frameCompression.compress(other.subarray(0, frameCompression.room), 0);
        expectSameBytes(frameCompression.compress(bytes, 3).subarray(0, -3), frame, 'again');
      }),
      { numRuns: Number(process.env.RUNS ?? 100) },
    );
  });

  test('of a text takes no more bytes than the output of the fastest encoder of the library', () => {
    const text = readFileSync('docs/performance.md');
    let own = 0;
    let other = 0;
    for (let at = 0; at < text.length; at += 4096) {
      const bytes = text.subarray(at, at + 4096);
      own += compressed(bytes, `from ${at}`).length;
      other += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }).length;
    }
    expect(own).toBeLessThan(other);
  });

  test('is refused if it would exceed its space', () => {
    expect(() => frameCompression.compress(new Uint8Array(frameCompression.room + 1), 0)).toThrow(RangeError);
  });
});
