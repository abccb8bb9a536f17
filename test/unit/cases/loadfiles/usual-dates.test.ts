/** The usual spelling of dates is read without expressions, and means the same as in its other spellings. */
import { expect, test } from '@jest/globals';
import { type DayOrder, orderEvidence, toIsoDate } from '../../../../src/cases/loadfiles/columns/usual-dates.ts';

const DATES = [
  '3/14/2021',
  '14.3.2021',
  '02-03-2021',
  '2/30/2021',
  '0/5/2021',
  '12/31/1999',
  '31/12/0099',
  '3/14.2021',
];
const TIMES = [
  '9:05 PM',
  '12:00 am',
  '12:59 Pm',
  '0:10 AM',
  '13:05 PM',
  '09:05',
  '23:59:59',
  '24:00',
  '9:60',
  '9:05:61',
  '1:2',
];
const MORE = ['9:05 EST', '9:05 PM Z', '9:05:10.5', '9:05PM', '9:05 ', '9:05 XM', '9:0x'];

test.each(DATES)('a date is read the same with one blank or two before its time: %s', (date) => {
  for (const time of [...TIMES, ...MORE]) {
    for (const order of [null, 'day first', 'month first'] as readonly (DayOrder | null)[]) {
      expect([time, toIsoDate(`${date} ${time}`, order)]).toEqual([time, toIsoDate(`${date}  ${time}`, order)]);
    }
    expect([time, orderEvidence(`${date} ${time}`, true)]).toEqual([time, orderEvidence(`${date}  ${time}`, true)]);
  }
});

test('dates alone, and values that only begin like one', () => {
  expect(toIsoDate('3/14/2021', null)).toBe('2021-03-14');
  expect(toIsoDate('3/4/2021 9:05 PM', 'day first')).toBe('2021-04-03T21:05:00');
  expect(toIsoDate('3/4/2021 9:05 PM', null)).toBeNull();
  for (const text of ['3/14/20211', '3/14/202', '3/1x/2021', '/14/2021', '3//2021', '123/4/2021', '3/14/2021x']) {
    expect([text, toIsoDate(text, null)]).toEqual([text, null]);
  }
});
