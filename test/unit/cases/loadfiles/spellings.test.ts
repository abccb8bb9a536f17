/** Spellings of dates that people and tools write besides the usual ones, and columns that two readings fit. */
import { expect, test } from '@jest/globals';
import { readCsv, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}",1\n`).join('');
const readDates = (values: readonly string[], mapping?: unknown, header = 'Event date') =>
  readCsv(`${header},n\n${quoted(values)}`, mapping);

test.each([
  ['a narrow space before AM', '3/14/2021, 10:20:30\u202fAM', '2021-03-14T10:20:30'],
  ['marks of direction', '\u200e14\u200e/\u200e3\u200e/\u200e2021 \u200f\u200e10:20', '2021-03-14T10:20:00'],
  ['p. m.', '14/3/2021 1:20:30 p.\u00a0m.', '2021-03-14T13:20:30'],
  ['brackets of a log', '[04/Mar/2021:10:20:30 +0100]', '2021-03-04T10:20:30+01:00'],
  ['a comment of a mail', 'Thu, 4 Mar 2021 10:20:30 +0100 (CET)', '2021-03-04T10:20:30+01:00'],
  ['JavaScript', 'Thu Mar 04 2021 10:20:30 GMT+0100 (Central European Standard Time)', '2021-03-04T10:20:30+01:00'],
  ['a place', '2021-07-04 10:20:30 America/New_York', '2021-07-04T10:20:30-04:00'],
  ['a place in ISO 8601', '2021-01-04T10:20 [Europe/Berlin]', '2021-01-04T10:20:00+01:00'],
  ['a decimal comma and a zone', '2021-03-04T10:20:30,123Z', '2021-03-04T10:20:30.123Z'],
  ['small letters', '2021-03-04t10:20:30z', '2021-03-04T10:20:30Z'],
  ['no colons', '2021-03-04T102030+0100', '2021-03-04T10:20:30+0100'],
  ['German', 'Do, 4. März 2021 10:20 Uhr', '2021-03-04T10:20:00'],
  ['German with dots', '04.Okt.2021', '2021-10-04'],
  ['French', 'jeudi 4 août 2021 10:20', '2021-08-04T10:20:00'],
  ['Spanish', 'jueves, 4 de febrero de 2021', '2021-02-04'],
  ['Portuguese', '04/fev/2021 10:20:30', '2021-02-04T10:20:30'],
  ['Italian', '4 gennaio 2021', '2021-01-04'],
  ['Chinese', '2021年3月4日 10:20:30', '2021-03-04T10:20:30'],
])('%s', async (_what, written, iso) => {
  const found = await readDates([written]);
  expect([valuesOf(found, 'Event date'), found.problems]).toEqual([[iso], []]);
});

test('a time in a zone of a mapping keeps its original zone name', async () => {
  const found = await readDates(['2021-07-04 10:20 Asia/Tokyo', '2021-07-04 10:20'], { timeZone: 'Europe/Lisbon' });
  expect(valuesOf(found, 'Event date')).toEqual(['2021-07-04T10:20:00+09:00', '2021-07-04T10:20:00+01:00']);
});

test.each(['Mars 4 10:20', 'Version 4 mar 2021', 'lun 4', '4 smarch 2021', '2021-07-04 10:20 Nowhere/City'])(
  '%s is not a date',
  async (written) => expect(valuesOf(await readDates([written]), 'Event date')).toEqual([written]),
);

test('zeros with an offset are not a date', async () => {
  const found = await readDates(['0000-00-00T00:00:00.000000+00:00', '2021-03-04T10:20:30+00:00']);
  expect([valuesOf(found, 'Event date'), found.problems]).toEqual([[null, '2021-03-04T10:20:30+00:00'], []]);
});

test.each([
  ['Apple or Unix', ['636543630', '636543631.5'], 'seconds since 2001', '2021-03-04T09:40:30Z'],
  ['Apple or Unix, fine', ['636543630000000000'], 'nanoseconds since 2001', '2021-03-04T09:40:30Z'],
  ['1904 or Unix', ['3697698030', '3697698031'], 'seconds since 1904', '2021-03-04T10:20:30Z'],
])('numbers with two epochs stay unchanged until a mapping decides: %s', async (_what, values, unit, iso) => {
  const found = await readDates(values);
  expect(valuesOf(found, 'Event date')).toEqual(values);
  expect(found.columns.get('Event date')!.dates).toBe('ambiguous');
  expect(reasonsOf(found)).toEqual([
    expect.stringMatching(new RegExp(`since 1970 or in ${unit}.*"dates" in a mapping`)),
  ]);
  const given = await readDates(values, { columns: { 'Event date': { dates: unit } } });
  expect([valuesOf(given, 'Event date')[0], given.problems]).toEqual([iso, []]);
  const named = await readDates(values, {}, unit.endsWith('2001') ? 'Event date (Cocoa)' : 'Event date (Unix epoch)');
  expect(named.problems).toEqual([]);
  const read = named.items[0]!.properties[0]![1][0];
  if (unit.endsWith('2001')) expect(read).toBe(iso);
  else expect(read).toBe('2087-03-05T10:20:30Z');
});

test('one later number decides for 1970', async () => {
  const found = await readDates(['636543630', '978307200']);
  expect([valuesOf(found, 'Event date'), found.problems]).toEqual([
    ['1990-03-04T09:40:30Z', '2001-01-01T00:00:00Z'],
    [],
  ]);
});

test('a unit of a mapping applies to numbers of any size, but not to other values and zero', async () => {
  const found = await readDates(['86400', '0', '-1', 'x'], { columns: { 'Event date': { dates: 'seconds' } } });
  expect(valuesOf(found, 'Event date')).toEqual(['1970-01-02T00:00:00Z', '0', '-1', 'x']);
  expect(reasonsOf(found)).toEqual([expect.stringContaining('3 of its values are not dates, the first is "0"')]);
});

test('three short numbers whose last varies most may begin with the year', async () => {
  const values = ['21-03-04 10:20', '21-03-25 10:21', '21-04-11 10:22'];
  const found = await readDates(values);
  expect(valuesOf(found, 'Event date')).toEqual(values);
  expect(reasonsOf(found)).toEqual([expect.stringMatching(/the first or the last .* may be the year.*"dates" in/)]);
  const given = await readDates(values, { columns: { 'Event date': { dates: 'year first' } } });
  expect([valuesOf(given, 'Event date')[1], given.problems]).toEqual(['2021-03-25T10:21:00', []]);
  const years = await readDates(['25-12-19', '24-12-21', '23-11-21']);
  expect([valuesOf(years, 'Event date'), years.problems]).toEqual([['2019-12-25', '2021-12-24', '2021-11-23'], []]);
});

test.each([
  ['syslog without a year', ['Mar  4 10:20:30', 'Mar 14 10:20:30']],
  ['days that do not exist', ['2021-02-29', '2021-02-30 10:00']],
  ['hexadecimal FILETIME', ['0x01D710E6A4F1C000']],
  ['days since 1900', ['44259.43', '44260']],
  ['two units', ['1614853230', '1614853230123']],
])('an unread column of dates is reported: %s', async (_what, values) => {
  const found = await readDates(values);
  expect(valuesOf(found, 'Event date')).toEqual(values);
  const reason = `"Event date": its name suggests dates, and its values look like dates, the first is "${values[0]}"`;
  expect(reasonsOf(found)).toEqual([expect.stringContaining(reason)]);
  const known = await readDates(values, { columns: { 'Event date': { dates: 'none' } } });
  expect(known.problems).toEqual([]);
});

test.each([
  ['Update', 'pending'],
  ['Time Zone', 'UTC+01:00'],
  ['Modified By', 'ada'],
  ['Time', '10:20:30'],
])('a column %s of other values is not reported', async (header, value) => {
  const found = await readCsv(`Date,${header}\n2021-03-04,${value}\n`);
  expect([valuesOf(found, header), found.problems]).toEqual([[value], []]);
});

test('texts that mean "no date" are not evidence against dates', async () => {
  const values = ['2021-03-04 10:20', 'N/A', 'never', '-', 'Not a time', 'unknown'];
  const found = await readDates(values);
  expect(found.types.get('Event date')).toBe('date');
  expect(valuesOf(found, 'Event date')).toEqual(['2021-03-04T10:20:00', ...values.slice(1)]);
  expect(reasonsOf(found)).toEqual([expect.stringContaining('5 of its values are not dates, the first is "N/A"')]);
});

test.each([
  ['Created (UTC+02:00)', 'created', '+02:00'],
  ['Modified [GMT-3]', 'modified', '-03:00'],
  ['accessed_utc', 'accessed', 'Z'],
  ['CreatedUTC', 'created', 'Z'],
  ['Date Sent (EST)', 'Communication:Date', '-05:00'],
  ['Created Date/Time - UTC+02:00 (yyyy-MM-dd)', 'created', '+02:00'],
  ['Created Date/Time - UTC-05:00 (dd/MM/yyyy HH:mm:ss)', 'created', '-05:00'],
  ['Last Written - UTC+01:00', 'modified', '+01:00'],
])('the zone in the header %s applies to times without one', async (header, property, offset) => {
  const found = await readCsv(`${header},n\n2021-03-14 10:20,1\n2021-03-14T10:20:30Z,2\n`);
  expect([valuesOf(found, property), found.problems]).toEqual([
    [`2021-03-14T10:20:00${offset}`, '2021-03-14T10:20:30Z'],
    [],
  ]);
});

test('the zone in the header of times of day applies to their dates, and an ambiguous one is reported', async () => {
  const found = await readCsv('Date,Time (EST),Modified (IST)\n2021-03-14,10:20,2021-03-14 10:20\n');
  expect(valuesOf(found, 'Date')).toEqual(['2021-03-14T10:20:00-05:00']);
  expect(valuesOf(found, 'modified')).toEqual(['2021-03-14 10:20']);
  expect(reasonsOf(found)).toEqual([
    expect.stringMatching(/"Modified \(IST\)": 1 .* abbreviation that several time zones share/),
  ]);
  const given = await readCsv('Modified (IST)\n2021-03-14 10:20\n', { timeZone: '+05:30' });
  expect([valuesOf(given, 'modified'), given.problems]).toEqual([['2021-03-14T10:20:00+05:30'], []]);
});

test('a zone of the IANA database without a slash is accepted, and a name after an offset is reported', async () => {
  const found = await readCsv(
    'Date,Time,Time Zone\n2021-07-04,10:20,EST5EDT\n2021-07-04,10:20,(UTC-05:00) Eastern Time\n',
  );
  expect(valuesOf(found, 'Date')).toEqual(['2021-07-04T10:20:00-04:00', '2021-07-04T10:20:00-05:00']);
  expect(reasonsOf(found)).toEqual([
    expect.stringMatching(/"Time Zone": 1 .* a name after an offset, the first is .*used in summer, too/),
  ]);
});
