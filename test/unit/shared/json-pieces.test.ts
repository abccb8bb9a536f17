import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonPieces, jsonTextPieces, LazyArray, LazyObject, WrittenJson } from '../../../src/shared/json-pieces.ts';
import { textPieces } from '../../../src/shared/text-pieces.ts';

const PIECE_MAX = 32 * 1024 * 7;

describe('JSON in pieces', () => {
  test('equals the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string({ unit: 'binary' }), (value, text) => {
        const all = { value, text, nothing: undefined, list: [undefined, value], '\ud800': [text] };
        expect([...jsonPieces(all)].join('')).toBe(JSON.stringify(all));
        expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
      }),
    );
  });

  test('keeps pieces short, and surrogate pairs together', () => {
    const long = `${'a'.repeat(32_767)}${'😀'.repeat(60_000)}\ud800"\n`;
    const value = { long, many: Array.from({ length: 50_000 }, (_, i) => [`name ${i}`, { i }]) };
    const pieces = [...jsonPieces(value)];
    expect(pieces.join('')).toBe(JSON.stringify(value));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(PIECE_MAX);
    expect([...jsonTextPieces([long, '', 'b'])].join('')).toBe(JSON.stringify(`${long}b`));
    expect([...textPieces('😀😀', 3)]).toEqual(['😀', '😀']);
  });

  test('writes values that are made meanwhile', () => {
    const members: [string, unknown][] = [
      ['__proto__', new LazyArray(() => ['x', undefined])],
      ['2', new LazyArray(() => [])],
      ['none', undefined],
      ['1', null],
    ];
    const lazy = new LazyObject(() => members.values());
    const all = '{"__proto__":["x",null],"2":[],"1":null}';
    const written = new WrittenJson([Buffer.from('{"ü'), Buffer.from('":1}')]);
    expect([...jsonPieces({ all: [lazy, written, lazy] })].join('')).toBe(`{"all":[${all},{"ü":1},${all}]}`);
  });
});
