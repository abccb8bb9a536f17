/**
 * The periods of a report and of its sources, compared with a plain count. Implausible dates are separate, and their items are
 * counted.
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { Period } from '../../src/html-report/items/period.ts';
import { Service } from '../support/http-service.ts';
import { unzipped } from '../support/unzipped.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const TIME = '2020-06-15T10:20:30Z';
const TODAY = '2020-06-15';
const random = new Random(SEED);
/** Days on the bounds, near them, and typical of damaged dates. */
const DAYS = [
  ...['1601-01-01', '1970-01-01', '1979-12-31', '1980-01-01', '1998-07-05', '2019-02-28'],
  ...['2020-06-14', TODAY, '2020-06-16', '2099-01-01', '9999-12-31'],
];
const TIMES = ['', 'T00:00:00Z', 'T23:59:59.999Z', 'T12:00:00+02:00', 'T23:30:00-01:00'];
const NAMES = ['created', 'modified', 'sent'];

interface Item {
  readonly id: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}

const items = Array.from({ length: 60 }, (_, id): Item => {
  const dates = NAMES.filter(() => random.below(3) === 0).map((name) => {
    const values = Array.from({ length: 1 + random.below(2) }, () => random.pick(DAYS) + random.pick(TIMES));
    return [name, values] as const;
  });
  // Another date property, which does not count.
  return { id, properties: { ...Object.fromEntries(dates), accessed: ['1500-01-01'] }, text: random.pick(['a', 'b']) };
});

function plainly(some: readonly Item[]): string {
  const days = ({ properties }: Item): string[] =>
    NAMES.flatMap((name) => properties[name] ?? []).map((value) =>
      new Date(value.length === 10 ? `${value}T00:00:00Z` : value)
        .toISOString()
        // A year of five digits.
        .replace(/^\+.*/, '9999-12-31')
        .slice(0, 10),
    );
  const good = some.flatMap(days).filter((day) => day >= '1980-01-01' && day <= TODAY);
  good.sort();
  const before = some.filter((item) => days(item).some((day) => day < '1980-01-01')).length;
  const after = some.filter((item) => days(item).some((day) => day > TODAY)).length;
  const odd = [
    ...(before > 0 ? [`${before} before 1980`] : []),
    ...(after > 0 ? [`${after} after this report was made`] : []),
  ];
  return `${good[0]} to ${good.at(-1)}${odd.length === 0 ? '' : ` | ${odd.join('; ')}`}`;
}
const none = [{ id: 1, properties: { name: 'n' }, text: 'c' }];
const odd = [{ id: 1, properties: { created: ['1601-01-01'] }, text: 'd' }];
const service = Service.beforeTests({ cases: { all: items, none, odd } });

async function periods(body: object): Promise<{ set: string; ofSource: (id: string) => string }> {
  const { status, bytes } = await service.post('/report', { time: TIME, log: false, ...body });
  expect(status).toBe(200);
  const page = (await unzipped(bytes)).get('index.html')!.toString();
  const fact = (title: string): string | undefined =>
    new RegExp(`<th scope="row">${title}</th><td>([^<]*)`).exec(page)?.[1];
  const odd = fact('Items with implausible dates');
  return {
    set: `${fact('Dates of the items')}${odd === undefined ? '' : ` | ${odd}`}`,
    ofSource: (id) => {
      const row = page.split('<tr>').find((one) => one.includes(`>${id}</bdi>`) && one.includes('class="hash"'))!;
      const cell = row.split('<td>').find((one) => / to |No item/.test(one))!;
      return cell.split('</td>')[0]!.replace('<br>Items with implausible dates: ', ' | ');
    },
  };
}

test(`of a set and of its source (SEED=${SEED})`, async () => {
  for (const q of ['a', 'b', '']) {
    const { set, ofSource } = await periods({ q, sourceID: ['all'] });
    expect([q, set]).toEqual([q, plainly(items.filter(({ text }) => q === '' || text === q))]);
    expect(ofSource('all')).toBe(plainly(items));
  }
});

test('a source without dates, and one with only an implausible one', async () => {
  const { set, ofSource } = await periods({ q: 'c OR d' });
  expect(set).toBe('No item has one of these dates. | 1 before 1980');
  expect(ofSource('none')).toBe('No item has one of these dates.');
  expect(ofSource('odd')).toBe('No item has one of these dates. | 1 before 1980');
});

test('for a case with a processing time, the period ends there', () => {
  const period = new Period();
  const item = { properties: [['created', ['2020-01-01T00:00:00Z', '2020-01-03T00:00:00Z']]] };
  const end = { day: '2020-01-02', isProcessing: true };
  period.add(item as unknown as Parameters<Period['add']>[0], new Set(['created']), end);
  expect({ ...period }).toEqual({
    from: '2020-01-01',
    to: '2020-01-01',
    before: 0,
    afterProcessing: 1,
    afterReport: 0,
  });
});
