import { describe, expect, test } from '@jest/globals';
import { ItemMapper, piecePositions, piecesOf, renumbered } from '../../../../src/cases/iped/item-map.ts';

/**
 * A segment written as a string: `.` is a piece of text, `i` an item with one piece, a digit an item with that many, `x` a
 * removed item, `-` a removed piece.
 */
function mapped(segment: string): { owners: string; orphans: number; marks: number[] } {
  const mapper = new ItemMapper(segment.length);
  let items = 0;
  for (const [doc, kind] of [...segment].entries()) {
    if (kind === '.') mapper.piece(doc);
    else if (kind === 'x') mapper.close();
    else if (kind !== '-') mapper.item(doc, items++, kind === 'i' ? 1 : Number(kind));
  }
  const { items: found, orphans, marks } = mapper.finish();
  return { owners: Array.from(found, (item) => (item < 0 ? '_' : item)).join(''), orphans, marks: [...marks] };
}

describe('the item of each document', () => {
  test.each([
    ['.i.i', '0011', 0],
    ['..2.i', '00011', 0],
    ['.x.i', '__00', 1],
    ['....i', '___00', 3],
    ['...2', '_000', 1],
    ['.i..', '00__', 2],
    ['x.i', '_00', 0],
    ['-.i', '_00', 0],
    ['i', '0', 0],
    ['.3', '00', 0],
    ['', '', 0],
  ])('%s', (segment, owners, orphans) => {
    expect(mapped(segment)).toMatchObject({ owners, orphans });
  });

  test('pieces except the first are marked where they begin', () => {
    const stride = piecePositions(3);
    expect(mapped('.i...3').marks).toEqual([1, stride, 1, 2 * stride]);
    expect(mapped('.i.i').marks).toEqual([]);
  });

  test('with documents in place of items, documents without an item have nothing', () => {
    const mapper = new ItemMapper(7);
    for (const doc of [0, 1, 3, 4]) mapper.piece(doc);
    mapper.item(2, 0, 2);
    for (const doc of [3, 4]) mapper.piece(doc);
    mapper.item(5, 1, 2);
    mapper.item(6, 2, 1);
    const whole = { map: mapper.finish(), itemCount: 3 };
    const { items, marks } = renumbered(whole, Uint32Array.from([0xffff_ffff, 7, 9])).map;
    expect([...items]).toEqual([-1, -1, -1, 7, 7, 7, 9]);
    expect([...marks]).toEqual([7, piecePositions(2)]);
  });

  test('all pieces of a text have room', () => {
    for (const pieces of [1, 2, 128, 409, 65_536]) expect(piecePositions(pieces) * pieces).toBeLessThan(2 ** 31);
    // Every second character of ten million.
    expect(piecePositions(400)).toBeGreaterThan((10_485_760 + 10_000) / 2);
  });
});

test.each([
  [false, 17_100_084, 1],
  [true, 17_102_000, 2],
  [true, 100, 2],
  [true, 20_981_520, 2],
  [true, 20_981_521, 3],
  [true, Number.NaN, 1],
])('a text that was cut (%s) of %d characters has %d pieces', (isSplit, units, pieces) => {
  expect(piecesOf(isSplit, units, 10_485_760, 10_000)).toBe(pieces);
});
