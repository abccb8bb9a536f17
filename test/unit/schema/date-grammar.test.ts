import { describe, expect, test } from '@jest/globals';
import { readDate } from '../../../src/schema/date-grammar.ts';
import { parseDate, parseDateStart } from '../../../src/schema/date-value.ts';
import { renderUtc } from '../../../src/schema/utc-dates.ts';
import { seeded } from '../../support/seeded.ts';

describe('the one grammar of dates', () => {
  test.each([
    ['2021-03-04t10:20:30Z', '2021-03-04T10:20:30Z'],
    ['2021-03-04T10:20:30z', '2021-03-04T10:20:30Z'],
    ['2021-03-04T1020Z', '2021-03-04T10:20Z'],
    ['2021-03-04T10:2030Z', '2021-03-04T10:20:30Z'],
    ['2021-03-04T10:20:30,5Z', '2021-03-04T10:20:30.5Z'],
  ])('%s is a loose spelling: shown in UTC, searched as text', (loose, strict) => {
    expect(readDate(loose)?.isLoose).toBe(true);
    expect(parseDate(loose)).toBeNull();
    expect(renderUtc(loose)).toBe(strict);
    expect(readDate(strict)?.isLoose).toBe(false);
    expect(parseDate(strict)).not.toBeNull();
  });

  test.each(['2021-13', '2021-00', '2021-02-29', '2021-03-04T24', '2021-03-04T10+24:00', '2021-03-04T10:20:30+02:60'])(
    '%s is not a date, neither shown nor searched as one',
    (text) => {
      expect(readDate(text)).toBeNull();
      expect(parseDate(text)).toBeNull();
      expect(renderUtc(text)).toBe(text);
    },
  );

  test('dates as in most cases begin where the grammar says, and so do near misses', () => {
    const random = seeded(3);
    const below = (limit: number): number => Math.floor(random() * limit);
    const two = (limit: number): string => String(below(limit)).padStart(2, '0');
    let dates = 0;
    for (let n = 0; n < 20_000; n++) {
      const year = String([below(120), below(10_000), 1970 + below(60)][below(3)]!).padStart(4, '0');
      const usual = `${year}-${two(14)}-${two(33)}T${two(25)}:${two(61)}:${two(62)}${['Z', ''][below(2)]}`;
      const at = below(usual.length);
      const text = below(3) > 0 ? usual : usual.slice(0, at) + '-T:Z 0/9;z\u0661'[below(11)] + usual.slice(at + 1);
      const start = parseDate(text)?.start ?? null;
      if (start !== null) dates++;
      expect({ text, start: parseDateStart(text) }).toEqual({ text, start });
    }
    expect(dates).toBeGreaterThan(5000);
  });
});
