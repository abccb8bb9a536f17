import { expect, test } from '@jest/globals';
import { type CountedPerson, mergedPeople } from '../../../../src/search/people/merged-people.ts';

type Counted = Parameters<typeof mergedPeople>[0];

function merged(
  counted: Partial<Record<keyof Counted, Record<string, number>>>,
  contains = '',
): readonly CountedPerson[] {
  const of = (values: Record<string, number> = {}) =>
    Object.entries(values).map(([value, items]) => ({ value, items }));
  const { from, to, cc, bcc } = counted;
  const work = mergedPeople({ from: of(from), to: of(to), cc: of(cc), bcc: of(bcc) }, contains);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

const COUNTED = {
  from: {
    'Ana Moreira <ana@x>': 3,
    'ANA@X': 2,
    '"Moreira, Ana" <Ana@x>': 1,
    'Zoë <zoe@x>': 4,
    'System Administrator': 1,
  },
  to: { 'ana@x, bob@x': 5, 'Bob <bob@x>': 1 },
  cc: { 'ana@x, Ana <ana@x>': 1 },
};

test('people are merged by address, with all names and spellings, those with most items first', () => {
  const people = merged(COUNTED);
  expect(people.map(({ address, items }) => [address, items])).toEqual([
    ['ana@x', { from: 6, to: 5, cc: 1, bcc: 0 }],
    ['bob@x', { from: 0, to: 6, cc: 0, bcc: 0 }],
    ['zoe@x', { from: 4, to: 0, cc: 0, bcc: 0 }],
    ['system administrator', { from: 1, to: 0, cc: 0, bcc: 0 }],
  ]);
  expect(people[0]!.names).toEqual([
    { name: 'Ana Moreira', items: 3 },
    { name: 'Ana', items: 1 },
    { name: 'Moreira, Ana', items: 1 },
  ]);
  expect(people[0]!.values.from).toEqual(['Ana Moreira <ana@x>', 'ANA@X', '"Moreira, Ana" <Ana@x>']);
  expect(people[0]!.values.to).toEqual(['ana@x, bob@x']);
});

test.each([
  ['bob', ['bob@x']],
  ['MOREIRA', ['ana@x']],
  ['zoe', ['zoe@x']],
  ['Zoë', ['zoe@x']],
  ['nobody', []],
])('%s is in the address or a name of %j, not in those beside them', (contains, addresses) => {
  expect(merged(COUNTED, contains).map(({ address }) => address)).toEqual(addresses);
});
