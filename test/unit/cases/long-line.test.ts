import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LongLine, type LongLineLimits } from '../../../src/cases/portable/long-line.ts';

const roomy: LongLineLimits = { stringBytes: 1000, lineBytes: 10_000, structures: 1000, depth: 20 };

function scan(bytes: Buffer, limits: LongLineLimits, pieceBytes = 7): LongLine {
  const line = new LongLine(limits);
  for (let at = 0; at < bytes.length; at += pieceBytes) line.add(bytes.subarray(at, at + pieceBytes));
  return line;
}

/** The obvious twin: parses, and cuts every string after the last character that starts before the limit. */
function cutStrings(value: unknown, limit: number): unknown {
  if (typeof value === 'string') {
    let bytes = 0;
    let kept = '';
    for (const character of value) {
      if (bytes >= limit) break;
      kept += character;
      bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    }
    return kept;
  }
  if (Array.isArray(value)) return value.map((member) => cutStrings(member, limit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutStrings(member, limit)]));
}

describe('a long line', () => {
  test('is unchanged below the limits', () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), (json, pieceBytes) => {
        const line = scan(Buffer.from(json), roomy, pieceBytes);
        expect([line.refused, line.cut, line.bytes().toString()]).toEqual([null, null, json]);
      }),
    ));

  test('has its strings cut between characters, and stays JSON', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '漢', '𝄞', '"', '\\', '\n', '\u0001', '{', ',') })),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (strings, stringBytes, pieceBytes) => {
          const record = { t: strings };
          const line = scan(
            Buffer.from(JSON.stringify(record)),
            { ...roomy, stringBytes: stringBytes + 1 },
            pieceBytes,
          );
          expect(JSON.parse(line.bytes().toString())).toEqual(cutStrings(record, stringBytes + 1));
          expect(line.cut === null).toBe(line.bytes().length === Buffer.byteLength(JSON.stringify(record)));
        },
      ),
    ));

  test('reports the cut parts', () => {
    expect(scan(Buffer.from('{"a":"0123456789"}'), { ...roomy, stringBytes: 4 }).cut).toBe(
      'a string was cut at 4 bytes, 6 bytes skipped',
    );
    expect(scan(Buffer.from('["0123456789","abcde"]'), { ...roomy, stringBytes: 4 }).cut).toBe(
      '2 strings were cut at 4 bytes, 7 bytes skipped',
    );
  });

  test.each([
    [`${'['.repeat(21)}`, /nested more than 20 deep/],
    [`[${'1,'.repeat(1001)}`, /more than 1000 values/],
    [`[${'{},'.repeat(501)}`, /more than 1000 values/],
    [`{"a":"${'x'.repeat(900)}"${' '.repeat(9900)}`, /more than 10000 bytes/],
  ])('%s is refused, in any pieces', (json, reason) => {
    for (const pieceBytes of [1, 7, 100_000]) {
      const line = scan(Buffer.from(json), roomy, pieceBytes);
      expect(line.refused).toMatch(reason);
      expect(line.bytes()).toHaveLength(0);
    }
  });
});
