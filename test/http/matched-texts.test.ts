/**
 * Texts that a query matched, with matches, items and their first and last day, compared with a plain count over the items:
 * valid cards of a case, and words.
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { Service } from '../support/http-service.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const random = new Random(SEED);
const TODAY = new Date().toISOString().slice(0, 10);
/** Days on the bounds, near them, and typical of damaged dates. */
const DAYS = ['1601-01-01', '1979-12-31', '1980-01-01', '1998-07-05', '2019-02-28', '2023-11-30', '9999-12-31'];
/** In UTC, the times with an offset are on the day before or after. */
const TIMES = ['', 'T00:00:00Z', 'T01:30:00+02:00', 'T23:30:00-01:00'];
/** Valid, and with a wrong last digit. */
const CARDS = ['4111 1111 1111 1111', '5500-0000-0000-0004', '340000000000009'];
const OTHERS = ['4111 1111 1111 1112', 'heron', 'Héron', 'coot'];
const COUNTED = ['created', 'modified', 'sent', 'received'];

interface Item {
  readonly id: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}

function madeItems(count: number): Item[] {
  return Array.from({ length: count }, (_, id) => {
    const dates = [...COUNTED, 'accessed']
      .filter(() => random.below(3) === 0)
      .map((name) => {
        const values = Array.from({ length: 1 + random.below(2) }, () => random.pick(DAYS) + random.pick(TIMES));
        return [name, values] as const;
      });
    const words = Array.from({ length: random.below(4) }, () => random.pick([...CARDS, ...OTHERS]));
    // A property with words that match, too, in items without any text.
    const name = random.below(3) === 0 ? ['heron.txt'] : ['n'];
    return { id, properties: { name, ...Object.fromEntries(dates) }, text: words.join(' ; ') };
  });
}

const cases = { one: madeItems(150), two: madeItems(40) };

interface Group {
  readonly text: string;
  readonly findings: number;
  readonly items: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly implausible: number;
}

const dayOf = (value: string): string =>
  new Date(value.length === 10 ? `${value}T00:00:00Z` : value).toISOString().slice(0, 10);

/** Computed from the items. `textsOf` returns an item's matched texts. */
function plainly(items: readonly Item[], textsOf: (item: Item) => readonly string[]): Group[] {
  const all = new Set(items.flatMap(textsOf));
  const groups = [...all].map((text): Group => {
    const holding = items.filter((item) => textsOf(item).includes(text));
    const daysOf = ({ properties }: Item): string[] => COUNTED.flatMap((name) => properties[name] ?? []).map(dayOf);
    const isGood = (day: string): boolean => day >= '1980-01-01' && day <= TODAY;
    const good = holding.flatMap(daysOf).filter(isGood).sort();
    const implausible = holding.filter((item) => daysOf(item).some((day) => !isGood(day))).length;
    return {
      text,
      findings: items.flatMap(textsOf).filter((one) => one === text).length,
      items: holding.length,
      first: good[0] ?? null,
      last: good.at(-1) ?? null,
      implausible,
    };
  });
  return groups.sort((a, b) => b.findings - a.findings || (a.text < b.text ? -1 : 1));
}

const cardsOf = ({ text }: Item): readonly string[] =>
  [...text.matchAll(/[\d -]{12,}/g)].map(([found]) => found.trim()).filter((found) => CARDS.includes(found));
const heronsOf = ({ text, properties }: Item): readonly string[] =>
  [...text.matchAll(/h[eé]ron/giu), ...[...properties['name']!.join().matchAll(/heron/g)]].map(() => 'heron');

const service = Service.beforeTests({ cases });

async function groupsOf(body: object): Promise<[readonly Group[], Record<string, unknown>]> {
  const { status, text } = await service.post('/findings', { group: 'text', ...body });
  expect(status).toBe(200);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return [lines.slice(0, -1), lines.at(-1)];
}

test(`all valid cards with their days (SEED=${SEED})`, async () => {
  for (const sourceID of [['one'], ['two'], ['one', 'two']] as const) {
    const items = sourceID.flatMap((id) => cases[id]);
    const [groups, end] = await groupsOf({ q: 'entity:card', sourceID });
    expect(groups).toEqual(plainly(items, cardsOf));
    expect(end).toMatchObject({
      done: true,
      complete: true,
      items: items.filter((one) => cardsOf(one).length > 0).length,
    });
  }
});

test(`words of texts and properties (SEED=${SEED})`, async () => {
  const items = [...cases.one, ...cases.two];
  expect((await groupsOf({ q: 'heron OR name:heron' }))[0]).toEqual(plainly(items, heronsOf));
  // For properties alone, no texts are read.
  const named = plainly(items, (item) => (item.properties['name']![0] === 'n' ? [] : ['heron']));
  expect((await groupsOf({ q: 'name:heron' }))[0]).toEqual(named);
});

test('one by one, findings have no days', async () => {
  const { text } = await service.post('/findings', { q: 'heron', sourceID: ['two'] });
  expect(text).not.toContain('"first"');
});
