/** Intervals of the calendar in time zones: clocks that go forward, back, and over a whole day. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { intervalsOf } from '../../../src/query/columns/time-intervals.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import type { Interval } from '../../../src/search/search-request.ts';

function found(moments: readonly string[], interval: Interval, timeZone: string): unknown[] {
  const ranges = runToCompletion(
    intervalsOf(
      Float64Array.from(moments, (text) => Date.parse(text)),
      interval,
      timeZone,
    ),
  );
  return ranges.map(({ from, interval: of }) => [
    new Date(from).toISOString(),
    of!.label,
    new Date(of!.until).toISOString(),
  ]);
}

describe('intervals', () => {
  test('begin where the local day begins', () => {
    expect(found(['2021-03-28T12:00:00Z'], 'day', 'Europe/Lisbon')).toEqual([
      ['2021-03-28T00:00:00.000Z', '2021-03-28', '2021-03-28T23:00:00.000Z'],
    ]);
    expect(found(['2020-12-31T23:30:00Z', '2021-01-01T00:30:00Z'], 'year', 'Europe/Madrid')).toEqual([
      ['2020-12-31T23:00:00.000Z', '2021-01-01', '2021-12-31T23:00:00.000Z'],
    ]);
    expect(found(['2021-01-03T12:00:00Z', '2021-01-04T12:00:00Z'], 'week', 'UTC')).toEqual([
      ['2020-12-28T00:00:00.000Z', '2020-12-28', '2021-01-04T00:00:00.000Z'],
      ['2021-01-04T00:00:00.000Z', '2021-01-04', '2021-01-11T00:00:00.000Z'],
    ]);
    expect(found(['2021-05-31T23:30:00Z'], 'quarter', 'UTC')).toEqual([
      ['2021-04-01T00:00:00.000Z', '2021-04-01', '2021-07-01T00:00:00.000Z'],
    ]);
  });

  test('are those of one calendar at all times', () => {
    expect(found(['1500-03-01T12:00:00Z'], 'day', 'America/New_York')).toEqual([
      ['1500-03-01T04:56:02.000Z', '1500-03-01', '1500-03-02T04:56:02.000Z'],
    ]);
    expect(found(['0001-01-01T00:00:00Z'], 'year', 'America/New_York')).toEqual([
      ['0000-01-01T04:56:02.000Z', '0000-01-01', '0001-01-01T04:56:02.000Z'],
    ]);
  });

  test('continue where the clock skips the beginning of a day', () => {
    // Midnight did not exist in Sao Paulo on that day, and in Apia all of December 30 did not.
    expect(found(['2018-11-04T12:00:00Z'], 'day', 'America/Sao_Paulo')).toEqual([
      ['2018-11-04T03:00:00.000Z', '2018-11-04', '2018-11-05T02:00:00.000Z'],
    ]);
    const days = found(['2011-12-30T09:00:00Z', '2011-12-30T11:00:00Z'], 'day', 'Pacific/Apia');
    expect(days.map((day) => (day as string[])[1])).toEqual(['2011-12-29', '2011-12-31']);
  });

  test('distinguish the two hours that a clock shows twice', () => {
    expect(found(['2021-10-31T00:30:00Z', '2021-10-31T01:30:00Z'], 'hour', 'Europe/Lisbon')).toEqual([
      ['2021-10-31T00:00:00.000Z', '2021-10-31T01:00+01:00', '2021-10-31T01:00:00.000Z'],
      ['2021-10-31T01:00:00.000Z', '2021-10-31T01:00Z', '2021-10-31T02:00:00.000Z'],
    ]);
  });

  test('end where a clock changes within an hour', () => {
    // At 02:00 the clock of Lord Howe was put back by half an hour.
    const moments = ['2023-04-01T14:10:00Z', '2023-04-01T14:40:00Z', '2023-04-01T15:10:00Z', '2023-04-01T15:40:00Z'];
    expect(found(moments, 'hour', 'Australia/Lord_Howe')).toEqual([
      ['2023-04-01T14:00:00.000Z', '2023-04-02T01:00+11:00', '2023-04-01T15:00:00.000Z'],
      ['2023-04-01T15:00:00.000Z', '2023-04-02T01:30+10:30', '2023-04-01T15:30:00.000Z'],
      ['2023-04-01T15:30:00.000Z', '2023-04-02T02:00+10:30', '2023-04-01T16:30:00.000Z'],
    ]);
    // The clock of Monrovia went forward by 44 minutes and a half.
    expect(found(['1972-01-07T00:40:00Z', '1972-01-07T00:50:00Z'], 'hour', 'Africa/Monrovia')).toEqual([
      ['1972-01-06T23:44:30.000Z', '1972-01-06T23:00-00:44', '1972-01-07T00:44:30.000Z'],
      ['1972-01-07T00:44:30.000Z', '1972-01-07T00:44Z', '1972-01-07T01:00:00.000Z'],
    ]);
  });

  test('of days begin with the first midnight of two, and end with the last hour before one', () => {
    // At 01:00 the clock of Amman was put back to midnight.
    expect(found(['2021-10-28T20:30:00Z', '2021-10-28T21:30:00Z'], 'day', 'Asia/Amman')).toEqual([
      ['2021-10-27T21:00:00.000Z', '2021-10-28', '2021-10-28T21:00:00.000Z'],
      ['2021-10-28T21:00:00.000Z', '2021-10-29', '2021-10-29T22:00:00.000Z'],
    ]);
    // At 00:01 the clock of St. John's was put back to 23:01, so the day that had begun continues.
    expect(found(['2006-10-29T02:45:00Z'], 'day', 'America/St_Johns')).toEqual([
      ['2006-10-29T02:30:00.000Z', '2006-10-29', '2006-10-30T03:30:00.000Z'],
    ]);
    // The clock of Toronto went from 23:30 to 00:30.
    expect(found(['1919-03-31T04:45:00Z'], 'day', 'America/Toronto')).toEqual([
      ['1919-03-31T04:30:00.000Z', '1919-03-31', '1919-04-01T04:00:00.000Z'],
    ]);
  });

  test('of many hours equal those of each hour alone, whatever the clock was asked before', () => {
    const zones = ['Europe/Lisbon', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Asia/Kathmandu'];
    for (const zone of zones) {
      // Clocks change on some of these days. Others are left out, so that not every day has its predecessor.
      for (const from of ['2011-12-28', '2021-03-27', '2021-04-02', '2021-10-01', '2021-10-30']) {
        const hours = Array.from({ length: 80 }, (_, hour) => Date.parse(from) + hour * 3_600_000 + 60_000);
        const some = hours.filter((_, hour) => hour < 30 || hour > 55);
        const texts = some.map((moment) => new Date(moment).toISOString());
        expect(found(texts, 'hour', zone)).toEqual(texts.flatMap((text) => found([text], 'hour', zone)));
      }
    }
  });

  test('contain every moment once, in order', () => {
    const moment = fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('2030-01-01') });
    const interval = fc.constantFrom<Interval>('year', 'quarter', 'month', 'week', 'day', 'hour');
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Lisbon',
      'America/Sao_Paulo',
      'America/St_Johns',
      'Pacific/Apia',
      'Asia/Amman',
    );
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 20 }), interval, zone, (some, each, timeZone) => {
        const moments = Float64Array.from(some).sort();
        const ranges = runToCompletion(intervalsOf(moments, each, timeZone));
        for (const one of moments) {
          expect(ranges.filter(({ from, interval: of }) => from <= one && one < of!.until)).toHaveLength(1);
        }
        expect(ranges.map(({ key }) => key)).toEqual(ranges.map(({ key }) => key).sort());
        expect(new Set(ranges.map(({ key }) => key)).size).toBe(ranges.length);
      }),
      { numRuns: 60 },
    );
  });
});
