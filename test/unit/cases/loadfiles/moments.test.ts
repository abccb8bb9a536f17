/**
 * Dates, times of day and time zones of tables become the moments that Python's dateutil and zoneinfo read:
 * test/golden/table-dates.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ABBREVIATIONS, AMBIGUOUS_ABBREVIATIONS } from '../../../../src/cases/loadfiles/columns/zone-names.ts';
import { parseDate } from '../../../support/naive/naive-values.ts';
import { readCsv, readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const goldens = readFileSync('test/golden/table-dates/rows.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [kind: string, how: string, date: string, time: string, moment: string]);
const momentOf = (iso: string | null): string => String(iso === null ? null : (parseDate(iso)?.first ?? iso));

describe('goldens', () => {
  const groups = new Map<string, typeof goldens>();
  for (const row of goldens) groups.set(`${row[0]} ${row[1]}`, [...(groups.get(`${row[0]} ${row[1]}`) ?? []), row]);

  test('are of every kind', () => expect(groups.size).toBe(15));

  test.each([...groups.values()])('%#', async (...rows) => {
    const [kind, how] = rows[0]!;
    const table = rows.map(([, , date, time]) => `${date}\t${time}\t${how}\n`).join('');
    const mapping = kind === 'spelled' ? { columns: { Date: { dates: how } } } : {};
    const zone = kind === 'placed' ? 'Time Zone' : 'How';
    const found = await readTable({ 'x.tsv': `Date\tTime\t${zone}\n${table}` }, mapping);
    expect(valuesOf(found, 'Date').map(momentOf)).toEqual(rows.map(([, , , , moment]) => momentOf(moment)));
    expect(found.problems).toEqual([]);
    if (kind === 'counted') expect(found.columns.get('Date')!.dates).toBe(`counted in ${how}`);
  });
});

describe('a date, a time and a zone in three columns are one moment', () => {
  test.each([
    ['date,time,timezone', '03/14/2021,16:05:09,UTC', 'date', '2021-03-14T16:05:09Z'],
    ['Date,Time,Time Zone', '2021-03-14,4:05 PM,EST', 'Date', '2021-03-14T16:05:00-05:00'],
    ['DATESENT,TIMESENT,TIMEZONE', '03/14/2021,16:05,CEST', 'Communication:Date', '2021-03-14T16:05:00+02:00'],
    [
      'Date Sent,Time Sent,Timezone Sent',
      '2021-07-14,16:05,Europe/Lisbon',
      'Communication:Date',
      '2021-07-14T16:05:00+01:00',
    ],
    ['Datum,Uhrzeit,Zeitzone', '14.03.2021,16:05,MEZ', 'Datum', '2021-03-14T16:05:00+01:00'],
    ['Date,Time,TZ', '2021-03-14,16:05 BRT,EST', 'Date', '2021-03-14T16:05:00-03:00'],
    ['created,TimeZone', '2021-03-14 16:05,-03', 'created', '2021-03-14T16:05:00-03:00'],
    ['created,TimeZone', '2021-03-14T16:05Z,-03', 'created', '2021-03-14T16:05Z'],
    ['created,TimeZone', '2021-03-14,-03', 'created', '2021-03-14'],
    ['created,Time Zone', '2021-03-14T16:05:00,(UTC+01:00)', 'created', '2021-03-14T16:05:00+01:00'],
    ['Created - UTC+02:00 (M/d/yyyy),Time Zone', '3/4/2021 10:20,EST', 'created', '2021-03-04T10:20:00+02:00'],
  ])('%s: %s', async (header, row, property, moment) => {
    const found = await readCsv(`${header}\n${row}\n`);
    expect([valuesOf(found, property), found.problems]).toEqual([[moment], []]);
  });

  test('and their sources are reported', async () => {
    const found = await readCsv('Date,Time,Time Zone\n2021-03-14,16:05,EST\n');
    expect(found.columns.get('Date')).toMatchObject({ times: 'Time', zones: 'Time Zone' });
    const fixed = await readCsv('Date,Time\n2021-03-14,16:05\n', { timeZone: 'Europe/Lisbon' });
    expect(fixed.columns.get('Date')).toMatchObject({ times: 'Time', zones: null, offset: 'Europe/Lisbon' });
  });

  test('unless a zone is unknown or ambiguous: then the day stays, and both are reported', async () => {
    const table =
      'Date,Time,Time Zone\n2021-03-14,16:05,IST\n2021-03-15,16:05,Nowhere\n2021-03-16,noon,UTC\n2021-03-17,17:00,\n2021-03-18,18:00,\n';
    const found = await readCsv(table);
    expect(valuesOf(found, 'Date')).toEqual([
      '2021-03-14',
      '2021-03-15',
      '2021-03-16',
      '2021-03-17T17:00:00',
      '2021-03-18T18:00:00',
    ]);
    expect(reasonsOf(found)).toEqual([
      expect.stringMatching(
        /"Time Zone": 1 .* abbreviation that several time zones share, the first is "IST".*"timeZone" in a mapping/,
      ),
      expect.stringMatching(/"Time Zone": 1 of its values name an unknown time zone, the first is "Nowhere"/),
      expect.stringMatching(/"Time": 1 of its values are not times of day, the first is "noon"/),
    ]);
    const given = await readCsv(table, { columns: { Date: { timeZone: 'Asia/Kolkata' } } });
    expect(valuesOf(given, 'Date')[0]).toBe('2021-03-14T16:05:00+05:30');
  });
});

test('an ambiguous abbreviation after a time leaves the date unchanged, until a mapping decides', async () => {
  const table = 'created,n\n2021-03-14 16:05 IST,1\n2021-03-14 16:05 CET,2\n';
  const found = await readCsv(table);
  expect(valuesOf(found, 'created')).toEqual(['2021-03-14 16:05 IST', '2021-03-14T16:05:00+01:00']);
  expect(reasonsOf(found)).toEqual([
    expect.stringContaining('"created": 1 of its values have an abbreviation that several'),
  ]);
  const given = await readCsv(table, { timeZone: '+05:30' });
  expect(valuesOf(given, 'created')).toEqual(['2021-03-14T16:05:00+05:30', '2021-03-14T16:05:00+01:00']);
});

test('a time zone of a mapping applies to times without one', async () => {
  const table = 'created,modified\n2021-07-14 16:05,2021-07-14T16:05:00\n2021-07-15,2021-07-14T16:05:00Z\n';
  const found = await readCsv(table, { timeZone: 'Europe/Berlin', columns: { modified: { timeZone: 'EST' } } });
  expect(valuesOf(found, 'created')).toEqual(['2021-07-14T16:05:00+02:00', '2021-07-15']);
  expect(valuesOf(found, 'modified')).toEqual(['2021-07-14T16:05:00-05:00', '2021-07-14T16:05:00Z']);
  for (const timeZone of ['IST', 'Nowhere', 'Mars/Olympus', '']) {
    await expect(readCsv(table, { timeZone })).rejects.toMatchObject({
      message: expect.stringContaining('is not a time zone'),
    });
  }
});

test('counted moments need a header that suggests a moment, and one unit for most values', async () => {
  const found = await readCsv(
    'Serial,Visit Time,Mixed time,created\n1614853230,1614853230,1614853230,13259326830000000\n1614853231,0,1614853230000,x\n1614853232,1614853231.5,13259326830000000,13259326830500000\n',
  );
  expect(valuesOf(found, 'Serial')[0]).toBe('1614853230');
  expect(valuesOf(found, 'Visit Time')).toEqual(['2021-03-04T10:20:30Z', '0', '2021-03-04T10:20:31.5Z']);
  expect(valuesOf(found, 'Mixed time')).toEqual(['1614853230', '1614853230000', '13259326830000000']);
  expect(valuesOf(found, 'created')).toEqual(['2021-03-04T10:20:30Z', 'x', '2021-03-04T10:20:30.5Z']);
  expect(found.columns.get('created')!.dates).toBe('counted in WebKit');
  expect(reasonsOf(found).map((reason) => reason.slice(0, 50))).toEqual([
    expect.stringContaining('"Mixed time": its name suggests dates'),
    expect.stringContaining('"Visit Time": 1 of its values are not dates'),
    expect.stringContaining('"created": 1 of its values are not dates'),
  ]);
});

test('the docs list the abbreviations', () => {
  const page = readFileSync('docs/load-files.md', 'utf8');
  const byOffset = new Map<string, string[]>();
  for (const [name, offset] of Object.entries(ABBREVIATIONS))
    byOffset.set(offset, [...(byOffset.get(offset) ?? []), name]);
  for (const [offset, names] of byOffset)
    expect(page).toContain(`| \`${offset}\` | ${names.map((name) => `\`${name}\``).join(' ')} |`);
  for (const [name, places] of Object.entries(AMBIGUOUS_ABBREVIATIONS))
    expect(page).toContain(`\`${name}\` (${places})`);
});
