/** Sketches of texts with known words. Only the words count, not how they arrive. */
import { describe, expect, test } from '@jest/globals';
import { areNear, CODE_BYTES, IDENTITY_WORDS, KEYS, ROW_WORDS } from '../../../src/engine/neardup/sketch-row.ts';
import { WordSketch } from '../../../src/engine/neardup/word-sketch.ts';

const sketch = new WordSketch();

function rowOf(text: string, pieceBytes = Number.POSITIVE_INFINITY): Uint32Array | null {
  const bytes = Buffer.from(text);
  const row = new Uint32Array(ROW_WORDS);
  sketch.begin();
  for (let at = 0; at < bytes.length; at += pieceBytes) sketch.add(bytes, at, Math.min(bytes.length, at + pieceBytes));
  return sketch.end(row, 0) ? row : null;
}

function codesOf(row: Uint32Array | null): Uint8Array {
  return new Uint8Array(row!.buffer, 4 * (IDENTITY_WORDS + KEYS), CODE_BYTES);
}

const words = Array.from({ length: 60 }, (_, i) => `wörd${i * i}`);
const text = words.join(' ');

describe('the sketch of a text', () => {
  test('is the same in pieces cut anywhere, in any order of words, however often they occur', () => {
    for (const bytes of [1, 2, 3, 7, 100]) expect(rowOf(text, bytes)).toEqual(rowOf(text));
    expect(rowOf([...words].reverse().join(' '))).toEqual(rowOf(text));
    expect(rowOf(`  ${text} ${text}\n`)).toEqual(rowOf(text));
  });

  test('includes the first and the last word', () => {
    const few = words.slice(0, 20);
    expect(rowOf(few.slice(1).join(' '))).not.toEqual(rowOf(few.join(' ')));
    expect(rowOf(few.slice(0, -1).join(' '))).not.toEqual(rowOf(few.join(' ')));
  });

  test('is of its own text, whatever was before it', () => {
    const alone = rowOf(text);
    rowOf('another text '.repeat(3) + words.map((word) => `x${word}`).join(' '));
    expect(rowOf(text)).toEqual(alone);
  });

  test('is not made from few words', () => {
    expect(rowOf(words.slice(0, 8).join(' '))).toBeNull();
    expect(rowOf('')).toBeNull();
    expect(rowOf(words.slice(0, 20).join(' '))).not.toBeNull();
  });

  test('is near only to that of nearly the same words', () => {
    const own = codesOf(rowOf(text));
    expect(areNear(own, codesOf(rowOf([...words.slice(2), 'other', 'words'].join(' '))))).toBe(true);
    expect(
      areNear(own, codesOf(rowOf([...words.slice(30), ...words.slice(0, 30).map((word) => `${word}x`)].join(' ')))),
    ).toBe(false);
    const few = words.slice(0, 16);
    const others = few.map((word) => `${word}y`);
    expect(areNear(codesOf(rowOf(few.join(' '))), codesOf(rowOf(others.join(' '))))).toBe(false);
  });
});
