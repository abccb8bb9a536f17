/** Intervals of dates in time zones, near changes of their clocks, compared with the naive reading second by second. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Ends, intervalOfLiteral, intervalOfRange } from '../../../src/query/plan/number-ranges.ts';
import { isBareDate, parseDate } from '../../../src/schema/date-value.ts';
import { compareExact } from '../../../src/schema/number-value.ts';
import { clockOf, isTimeZone } from '../../../src/schema/zone-clock.ts';
import { isDateBetween } from '../../support/naive/naive-meanings.ts';
import { bareMoment, sideOf } from '../../support/naive/naive-values.ts';

/** Zones, and days around which their clocks change: by an hour, by half of one, over midnight, by a whole day, from local mean time. */
const CHANGES = [
  ['Europe/Lisbon', '2023-03-26'],
  ['Europe/Lisbon', '2023-10-29'],
  ['Australia/Lord_Howe', '2023-04-02'],
  ['America/St_Johns', '2006-10-29'],
  ['America/St_Johns', '2006-04-02'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['Africa/Cairo', '2023-10-27'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Kwajalein', '1993-08-21'],
  ['Asia/Kathmandu', '1986-01-01'],
  ['Europe/Amsterdam', '1937-07-01'],
  ['America/New_York', '1883-11-18'],
  ['Asia/Manila', '1844-12-31'],
  ['Europe/Lisbon', '0001-01-01'],
  ['America/New_York', '9999-12-31'],
] as const;

const two = (number: number): string => String(number).padStart(2, '0');

/** Dates of every precision within two days. */
function dateNear(day: string): fc.Arbitrary<string> {
  const days = fc.integer({ min: -2, max: 2 }).map((n) => {
    const near = new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString();
    return /^\d{4}-/.test(near) && !near.startsWith('0000') ? near.slice(0, 10) : day;
  });
  const time = fc
    .tuple(fc.constantFrom(0, 0, 1, 1, 2, 3, 12, 22, 23), fc.constantFrom(0, 1, 29, 30, 59), fc.constantFrom(0, 59))
    .map(([h, m, s]) => `T${two(h)}:${two(m)}:${two(s)}.25`);
  const length = fc.constantFrom(4, 7, 10, 10, 10, 13, 13, 16, 16, 19, 22);
  const offset = fc.constantFrom('', '', '', 'Z', '+01:00', '-02:30', '+14:00', '-12:00');
  return fc
    .tuple(days, time, length, offset)
    .map(([date, at, units, zone]) => (date + at).slice(0, units) + (units > 10 ? zone : ''));
}

function isIn(value: string, { lower, upper }: Ends): boolean {
  const { value: number, residual } = parseDate(value)!.start;
  if (lower !== null) {
    const order = compareExact(number, residual, lower.at);
    if (order < 0 || (order === 0 && !lower.isInclusive)) return false;
  }
  if (upper === null) return true;
  const order = compareExact(number, residual, upper.at);
  return order < 0 || (order === 0 && upper.isInclusive);
}

const question = fc
  .constantFrom(...CHANGES)
  .chain(([zone, day]) =>
    fc.tuple(fc.constant(zone), dateNear(day), dateNear(day), dateNear(day), fc.boolean(), fc.boolean()),
  );

test('a date is in a period or range if and only if the clock of the zone shows it there', () => {
  fc.assert(
    fc.property(question, ([zone, value, from, to, isLowerInclusive, isUpperInclusive]) => {
      const period = intervalOfLiteral(from, 'date', zone)!;
      const ends = isBareDate(value) ? (period.bare ?? period) : period;
      expect([zone, value, from, isIn(value, ends)]).toEqual([zone, value, from, sideOf(value, from, zone) === 0]);
      const lower = { text: from, isInclusive: isLowerInclusive };
      const upper = { text: to, isInclusive: isUpperInclusive };
      for (const [low, high] of [
        [lower, upper],
        [lower, null],
        [null, upper],
      ] as const) {
        const range = intervalOfRange(low, high, 'date', zone)!;
        const own = isBareDate(value) ? (range.bare ?? range) : range;
        expect([zone, value, low, high, isIn(value, own)]).toEqual([
          zone,
          value,
          low,
          high,
          isDateBetween(value, low, high, zone),
        ]);
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 4000) },
  );
});

test('a bare date begins when the clock first shows its day', () => {
  for (const [zone, day] of CHANGES) {
    expect([zone, clockOf(zone).momentOf(Date.parse(`${day}T00:00:00Z`))]).toEqual([zone, bareMoment(day, zone)]);
  }
});

test('zones are names of the database, whatever else Node accepts', () => {
  for (const name of ['UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3']) {
    expect([name, isTimeZone(name)]).toEqual([name, true]);
  }
  for (const name of ['', '+01:00', '-03', 'Lisbon', 'Europe/', '\u202eUTC', 'Europe/Lisbon\0']) {
    expect([name, isTimeZone(name)]).toEqual([name, false]);
  }
});
