import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderUtc } from '../../../src/schema/utc-dates.ts';

describe('dates in UTC', () => {
  test.each([
    ['2021-03-04T10:20:30+02:00', '2021-03-04T08:20:30Z'],
    ['2021-03-04T10:20:30Z', '2021-03-04T10:20:30Z'],
    ['2021-03-04t10:20:30z', '2021-03-04T10:20:30Z'],
    ['2021-03-04T10:20:30', '2021-03-04T10:20:30Z'],
    ['2021-03-04T10:20:30.1234567-0330', '2021-03-04T13:50:30.1234567Z'],
    ['2021-03-04T10:20:30,5Z', '2021-03-04T10:20:30.5Z'],
    ['2021-12-31T23:30+00:00', '2021-12-31T23:30Z'],
    ['2021-12-31T23:30:00-01', '2022-01-01T00:30:00Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:60Z'],
    ['20:00', '20:00'],
    ['2021-03-04', '2021-03-04'],
    ['2021-03', '2021-03'],
    ['2021', '2021'],
    ['2021-03-04T10', '2021-03-04T10'],
    ['2021-02-30T10:20:30+02:00', '2021-02-30T10:20:30+02:00'],
    ['2021-03-04T25:20:30+02:00', '2021-03-04T25:20:30+02:00'],
    ['last week', 'last week'],
    ['', ''],
  ])('%s is %s', (value, rendered) => {
    expect(renderUtc(value)).toBe(rendered);
  });

  test('mean the same instant', () => {
    const offset = fc.tuple(
      fc.constantFrom('+', '-'),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom('00', '30', '45'),
    );
    const instant = fc.date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, offset, (date, [sign, hours, minutes]) => {
        const value = `${date.toISOString().slice(0, -1)}${sign}${String(hours).padStart(2, '0')}:${minutes}`;
        expect(renderUtc(value)).toMatch(/Z$/);
        expect(Date.parse(renderUtc(value))).toBe(Date.parse(value));
      }),
    );
  });
});
