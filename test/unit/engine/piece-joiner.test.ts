import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PieceJoiner } from '../../../src/engine/spelling/piece-joiner.ts';

const tokensOf = (text: string): string[] => text.match(/[a-zé]+/g) ?? [];

function joined(pieces: readonly string[], overlapUnits: number): string[] {
  const found: string[] = [];
  const sink = {
    token: (bytes: Uint8Array, start: number, end: number): void => {
      found.push(Buffer.from(bytes.subarray(start, end)).toString());
    },
  };
  const joiner = new PieceJoiner(sink, overlapUnits);
  for (const [n, piece] of pieces.entries()) {
    if (n > 0) joiner.beginPiece();
    for (const token of tokensOf(piece)) {
      const bytes = Buffer.from(token);
      joiner.token(bytes, 0, bytes.length);
    }
  }
  joiner.end();
  return found;
}

/** A text as a tool cuts it. Each piece begins `stride` units after the previous one, and is longer by the overlap. */
function cut(text: string, stride: number, overlap: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at + overlap < text.length; at += stride)
    pieces.push(text.slice(at, at + stride + overlap));
  return pieces;
}

describe('pieces of a text', () => {
  test('common tokens of two pieces occur once, wherever the cuts are', () => {
    const text = 'the grey heron flies by the river, and the river by the grey heron; none flies as herons do. '.repeat(
      9,
    );
    for (let stride = 100; stride < 160; stride++) {
      expect(joined(cut(text, stride, 40), 40)).toEqual(tokensOf(text));
    }
  });

  test('with words that never repeat, the text is reconstructed', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-zé]{1,12}$/), { minLength: 30, maxLength: 120 });
    fc.assert(
      fc.property(words, fc.integer({ min: 60, max: 200 }), (unique, stride) => {
        const text = unique.join(' ');
        expect(joined(cut(text, stride, 50), 50).join(' ')).toBe(text);
      }),
    );
  });

  test('with one repeated word, the overlap has as many as its text can have', () => {
    const text = 'tick '.repeat(1000);
    expect(joined(cut(text, 1000, 100), 100)).toHaveLength(1000);
  });

  test('pieces without common tokens are concatenated', () => {
    expect(joined(['a b c', 'd e f', '', 'g'], 100)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(joined([''], 100)).toEqual([]);
  });
});
