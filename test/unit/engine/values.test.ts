import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FieldFiles, HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { copyDocs, firstPoint } from '../../../src/engine/columns/number-column-reader.ts';
import { NumberColumnWriter } from '../../../src/engine/columns/number-column-writer.ts';
import { FieldState } from '../../../src/engine/inversion/field-state.ts';
import type { StreamReader } from '../../../src/engine/store/stream-reader.ts';
import type { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { parseDate } from '../../../src/schema/date-value.ts';
import { fieldSpec } from '../../../src/schema/field-types.ts';
import { compareExact, parseNumber } from '../../../src/schema/number-value.ts';
import { temporaryDir } from '../../support/endings.ts';
import { withIndex } from './synthetic-index.ts';

describe('numbers', () => {
  test('are those that the text writes, and no others', () => {
    const numbers: [string, number][] = [
      ['0', 0],
      ['-0', 0],
      ['007', 7],
      ['-12.50', -12.5],
      ['1e3', 1000],
      ['1E-3', 0.001],
      ['2.5e+1', 25],
      ['9007199254740993', 9007199254740992],
      ['1e999', Number.POSITIVE_INFINITY],
    ];
    for (const [text, value] of numbers) expect([text, parseNumber(text)?.value]).toEqual([text, value]);
    expect(Object.is(parseNumber('-0')!.value, 0)).toBe(true);
    for (const text of [
      '',
      ' 1',
      '1 ',
      '+1',
      '.5',
      '1.',
      '0x10',
      '1,5',
      'NaN',
      'Infinity',
      '-',
      '1e',
      '1_000',
      '１',
      '--1',
    ]) {
      expect([text, parseNumber(text)]).toEqual([text, null]);
    }
  });

  test('that are integers of any length compare exactly', () => {
    const near = fc.tuple(
      fc.constantFrom(2n ** 53n, 2n ** 63n, 10n ** 25n, 0n),
      fc.bigInt({ min: -3000n, max: 3000n }),
      fc.boolean(),
    );
    const integer = near.map(([base, offset, isNegative]) => (isNegative ? -(base + offset) : base + offset));
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        const [x, y] = [parseNumber(String(a))!, parseNumber(String(b))!];
        expect(Math.sign(compareExact(x.value, x.residual, y))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
      { numRuns: 500 },
    );
  });
});

describe('dates', () => {
  const period = (text: string): [string, string] | null => {
    const found = parseDate(text);
    return found === null ? null : [new Date(found.start.value).toISOString(), new Date(found.end.value).toISOString()];
  };

  test('are the period that they denote', () => {
    const dates: [string, string, string][] = [
      ['2021', '2021-01-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z'],
      ['2021-12', '2021-12-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z'],
      ['2020-02-29', '2020-02-29T00:00:00.000Z', '2020-03-01T00:00:00.000Z'],
      ['2021-03-04T10', '2021-03-04T10:00:00.000Z', '2021-03-04T11:00:00.000Z'],
      ['2021-03-04T23:59', '2021-03-04T23:59:00.000Z', '2021-03-05T00:00:00.000Z'],
      ['2021-03-04T10:20:30Z', '2021-03-04T10:20:30.000Z', '2021-03-04T10:20:31.000Z'],
      ['2021-03-04T10:20:30+02:00', '2021-03-04T08:20:30.000Z', '2021-03-04T08:20:31.000Z'],
      ['2021-03-04T00:20:30-0130', '2021-03-04T01:50:30.000Z', '2021-03-04T01:50:31.000Z'],
      ['2021-03-04T10:20:30.25Z', '2021-03-04T10:20:30.250Z', '2021-03-04T10:20:30.250Z'],
      ['0001', '0001-01-01T00:00:00.000Z', '0002-01-01T00:00:00.000Z'],
    ];
    for (const [text, start, end] of dates) expect([text, period(text)]).toEqual([text, [start, end]]);
  });

  test('keep fractions of a millisecond', () => {
    const [a, b] = ['2021-03-04T10:20:30.1234567Z', '2021-03-04T10:20:30.1234568Z'].map(
      (text) => parseDate(text)!.start,
    );
    expect(a!.value).toBe(b!.value);
    expect(compareExact(a!.value, a!.residual, b!)).toBeLessThan(0);
  });

  test('that are impossible are not dates', () => {
    for (const text of [
      '2021-13',
      '2021-00',
      '2021-02-29',
      '2021-04-31',
      '2021-01-32',
      '21-01-01',
      '2021-1-1',
      '2021-03-04T24',
      '2021-03-04T10:60',
      '2021-03-04T10:20:61',
      '2021-03-04T10:20:30+24:00',
      '2021-03-04 10:20',
      'x',
      '',
      '2021-03-04T10:20:30.',
      '20210304',
    ]) {
      expect([text, parseDate(text)]).toEqual([text, null]);
    }
    expect(parseDate(`2021-03-04T10:20:30.${'1'.repeat(60)}Z`)).toBeNull();
  });

  test('agree with the calendar on every day of some centuries', () => {
    const days = [1600, 1900, 2000, 2100].flatMap((year) =>
      Array.from({ length: 366 }, (_, day) => Date.UTC(year, 0, 1 + day)),
    );
    for (const day of days) {
      const text = new Date(day).toISOString().slice(0, 10);
      expect([text, parseDate(text)?.start.value]).toEqual([text, day]);
    }
  });
});

describe('points of a field', () => {
  const root = temporaryDir();
  let made = 0;

  test('are written in order of value, then of document, and record whether a document has two', () => {
    const value = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.double({ noNaN: true }),
      fc.constantFrom(2 ** 53, -(2 ** 53)),
    );
    const points = fc.array(fc.tuple(fc.nat(3), value, fc.constantFrom(0, 0, 1, -1)), { maxLength: 300 });
    fc.assert(
      fc.property(points, fc.constantFrom(1, 20, 1000), (list, held) => {
        const files = new FieldFiles(join(root, String(made++)), {
          ...HOLD_LIMITS,
          fieldPageBytes: 8,
          pageBytes: 64,
          points: held,
        });
        const numbers = new NumberColumnWriter(files, 3);
        for (const key of [0, 2, 5]) new NumberColumnWriter(files, key).add(0, { value: key, residual: 0 });
        let doc = 0;
        const all = list.map(([gap, number, residual]) => {
          doc += gap;
          numbers.add(doc, { value: number + 0, residual });
          return { doc, value: number + 0, residual };
        });
        const bytes: number[] = [];
        const stream = {
          get length() {
            return bytes.length;
          },
          append: (from: Uint8Array, start = 0, end = from.length) => bytes.push(...from.subarray(start, end)),
        };
        const column = numbers.write(stream as unknown as StreamWriter);
        const view = new DataView(Uint8Array.from(bytes).buffer);
        const sorted = all.sort((a, b) => a.value - b.value || a.residual - b.residual || a.doc - b.doc);
        const { docs, steps, values } = column;
        const found = sorted.map((_, i) => ({
          doc: docs === null ? i : view.getUint32(docs.offset + 4 * i, true),
          value:
            steps === null
              ? view.getFloat64(values.offset + 8 * i, true)
              : steps.first + steps.width * view.getUint32(values.offset + 4 * i, true),
          residual: column.residuals === null ? 0 : view.getFloat64(column.residuals.offset + 8 * i, true),
        }));
        files.close();
        expect([column.count, found]).toEqual([list.length, sorted]);
        const memory = {
          bytes: Uint8Array.from(bytes),
          view,
          start: 0,
          fetch(offset: number): void {
            memory.start = offset;
          },
        };
        const reader = memory as unknown as StreamReader;
        expect([...copyDocs(reader, column, 0, column.count)]).toEqual(sorted.map((point) => point.doc));
        for (const point of sorted.slice(0, 20)) {
          const first = sorted.findIndex(({ value, residual }) => value === point.value && residual === point.residual);
          expect(firstPoint(reader, column, point, true)).toBe(first);
        }
        expect(column.isSingleValued).toBe(new Set(all.map((point) => point.doc)).size === all.length);
      }),
      // Already in order of value, but not of the rounding remainder.
      {
        examples: [
          [
            [
              [1, 5, 1],
              [1, 5, 0],
            ] as [number, number, number][],
            1000,
          ],
          // Documents from 0 on, moments without fractions of a second; and numbers too far apart.
          [
            [
              [0, -86_400_000, 0],
              [1, 0, 0],
              [1, 4_000_000_000_000, 0],
            ] as [number, number, number][],
            1000,
          ],
          [
            [
              [0, 0, 0],
              [1, 2 ** 32, 0],
            ] as [number, number, number][],
            1000,
          ],
        ],
      },
    );
  });
});

describe('the type of a field', () => {
  const none = new FieldFiles('never made', HOLD_LIMITS);
  const typeOf = (name: string, values: readonly string[], observed: readonly string[] = []): string => {
    const field = new FieldState(1, fieldSpec(name), none);
    for (const value of observed) field.observe(value);
    for (const [doc, value] of values.entries()) field.addValue(doc, value);
    return field.typed().type;
  };

  test('is the one that all values fit', () => {
    expect(typeOf('x', ['1', '2.5'])).toBe('number');
    expect(typeOf('x', ['2021', '2022'])).toBe('number');
    expect(typeOf('x', ['2021-01-01', '2022'])).toBe('date');
    expect(typeOf('x', ['1', '2021-01-01'])).toBe('text');
    expect(typeOf('x', ['1'], ['one'])).toBe('text');
    expect(typeOf('x', [], ['1'])).toBe('text');
    expect(typeOf('category', ['1'])).toBe('whole');
    expect(typeOf('hash', ['1'])).toBe('text');
  });

  test('of a well-known name never changes, and values that do not fit are reported', () => {
    expect(typeOf('length', ['x'])).toBe('number');
    expect(typeOf('modified', ['x'])).toBe('date');
    const field = new FieldState(1, fieldSpec('size'), none);
    expect([field.addValue(0, '12'), field.addValue(1, 'big'), field.addValue(2, '2021-01-01')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(field.typed().points?.count).toBe(1);
  });

  test('comes with its distinct values and their document counts, while they are few', async () => {
    const docs = [
      { doc: 0, fields: { tag: ['a', 'b', 'a'] } },
      { doc: 2, fields: { tag: ['a'] } },
    ];
    await withIndex(docs, {}, (index) => {
      expect(index.values(index.fields.get('tag')!)).toEqual([
        { value: 'a', items: 2 },
        { value: 'b', items: 1 },
      ]);
      expect(index.values(index.fields.get('content')!)).toEqual([]);
    });
    const many = Array.from({ length: 5001 }, (_, doc) => ({
      doc,
      fields: { tag: [`v${doc}`], category: [`c${doc}`] },
    }));
    await withIndex(many, {}, (index) => {
      expect(index.values(index.fields.get('tag')!)).toBeNull();
      expect(index.values(index.fields.get('category')!)).toHaveLength(5001);
    });
  });
});
