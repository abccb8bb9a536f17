import { describe, expect, test } from '@jest/globals';
import { readDate } from '../../../src/schema/date-grammar.ts';
import { parseDate } from '../../../src/schema/date-value.ts';
import { renderUtc } from '../../../src/schema/utc-dates.ts';

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
    '%s is no date, neither shown nor searched as one',
    (text) => {
      expect(readDate(text)).toBeNull();
      expect(parseDate(text)).toBeNull();
      expect(renderUtc(text)).toBe(text);
    },
  );
});
