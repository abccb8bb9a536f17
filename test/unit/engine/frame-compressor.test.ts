import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compressByLibrary, compressFrame } from '../../../src/engine/store/frame-writer.ts';
import { sealed } from '../../../src/engine/store/sealed-value.ts';
import { frameCompressor } from '../../../src/kernel/frame-compressor.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';

const RUNS = Number(process.env.RUNS ?? 150);

/** Words that come again, near and far, of few and of many different bytes, with stretches in which nothing does. */
const CONTENTS = fc
  .tuple(
    fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 700 }),
    fc.constantFrom(1, 2, 4, 5, 13, 70, 256),
    fc.constantFrom(1, 3, 40),
    fc.integer({ min: 1, max: 1 << 15 }),
  )
  .map(([words, order, kinds, apart, most]) =>
    Buffer.concat(order.map((n) => words[n % words.length]!.map((byte) => (byte % kinds) * (apart % 7)))).subarray(
      0,
      most,
    ),
  );

/** What cannot be compressed. */
function noiseOf(length: number): Uint8Array {
  const parts = Array.from({ length: length / 32 }, (_, n) => createHash('sha256').update(`${n}`).digest());
  return Uint8Array.from(Buffer.concat(parts));
}

function expectLibrarys(bytes: Uint8Array): boolean {
  const found = frameCompressor.compress(bytes, 0);
  if (found !== null) expectSameBytes(found, compressByLibrary(bytes), `${bytes.length} bytes`);
  return found !== null;
}

test('what is compressed has the bytes that the library gives it', () => {
  fc.assert(
    fc.property(CONTENTS, (bytes) => void expectLibrarys(bytes)),
    { numRuns: RUNS },
  );
});

test('a code of any shape is that of the library', () => {
  for (let kinds = 1; kinds <= 256; kinds++) {
    for (const growth of [1, 1.05, 1.6]) {
      const counts = Array.from({ length: kinds }, (_, n) => Math.max(1, Math.floor(Math.min(2000, growth ** n))));
      const bytes = Buffer.concat(counts.map((count, n) => Buffer.alloc(count, (n * 37) % 256)));
      expectLibrarys(bytes.subarray(0, 8192));
      expectLibrarys(Uint8Array.from(bytes.subarray(0, 8192)).reverse());
    }
  }
  const noise = noiseOf(3200);
  for (let missing = 0; missing < 200; missing++) {
    expect(expectLibrarys(noise.map((byte) => ((byte & 31) < 16 ? byte & 31 : (byte & 31) + missing)))).toBe(true);
  }
});

test('a code whose words would be too long is that of the library', () => {
  // What these count, more for rare bytes, grows as the numbers of Fibonacci do: each word is longer than the one before.
  const counts = [1, 1, 2, 3, 5, 8, 17, 41, 80, 143, 245, 410, 677, 1109, 1808, 2939, 4769, 7730];
  for (let kinds = 2; kinds <= counts.length; kinds++) {
    const bytes = Buffer.concat(counts.slice(0, kinds).map((count, n) => Buffer.alloc(count, n)));
    expectLibrarys(bytes);
  }
});

test('texts are compressed as the library does', () => {
  for (const name of readdirSync('docs').filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join('docs', name));
    for (let at = 0; at < text.length; at += 4096) {
      const frame = text.subarray(at, at + 4096);
      expect(expectLibrarys(frame)).toBe(frame.length > 400);
    }
  }
});

test('what repeats with changes is compressed as the library does', () => {
  const noise = noiseOf(8192);
  for (const period of [5, 6, 30, 200, 4099]) {
    for (const apart of [7, 31, 100]) {
      const bytes = noise.map((_, n) => (n % apart === 0 && n > period ? noise[n]! : noise[n % period]!));
      expect(expectLibrarys(bytes)).toBe(true);
    }
  }
});

test('copies of any length are those of the library, from the same distance as the last or another', () => {
  const noise = noiseOf(12_032).map((byte) => byte & 63);
  for (const length of [5, 6, 9, 10, 11, 12, 71, 72, 133, 134, 135, 136, 2117, 2118, 2119, 2120, 4000]) {
    for (const between of [0, 1, 5, 6, 129, 130, 2113, 2114, 6209]) {
      const copied = noise.subarray(0, length);
      const others = noise.subarray(12_032 - between);
      const bytes = Buffer.concat([copied, Buffer.from([64]), others, copied, others, copied, others.subarray(0, 20)]);
      expectLibrarys(bytes);
    }
  }
});

test('frames of texts are not left to the library, and what hardly becomes less is', () => {
  const text = Buffer.from(Array.from({ length: 900 }, (_, n) => `word${(n * n) % 97} `).join(''));
  expect(text.length).toBeGreaterThan(4096);
  for (const length of [400, 4095, 4096, text.length]) expect(expectLibrarys(text.subarray(0, length))).toBe(true);
  const noise = noiseOf(8192);
  for (const bytes of [noise, Buffer.alloc(1 << 15), Buffer.alloc(0)]) {
    expect(expectLibrarys(bytes)).toBe(false);
    expectSameBytes(compressFrame(bytes), sealed(compressByLibrary(bytes)), `${bytes.length} bytes`);
  }
  expectSameBytes(compressFrame(text), sealed(compressByLibrary(text)), 'a text');
});
