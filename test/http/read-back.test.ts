/** Output of `/export` is a case that is read back with the same values, in each format. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { readTable } from '../support/read-table.ts';

const ITEMS = [
  { name: "'=1+1.txt", code: '007', note: 'a, b; c\t"d"\n<e> & _x0041_', size: '12' },
  { name: '=1+1', code: '12345678901234567890', note: "it's þ 🐦", size: '3' },
  { name: '-5', code: 'MAR1', note: '\u0001x', size: '45' },
  { name: '@a', code: '1/2', note: ' in the middle ', size: '6' },
];
const NAMES = ['name', 'code', 'note'] as const;
const service = Service.beforeTests({
  cases: { one: ITEMS.map((properties, i) => ({ id: i + 1, properties, ...(i === 3 && { parentId: 1 }) })) },
});

test.each([
  ['format=csv', 'x.csv'],
  ['format=csv&text=excel', 'x.csv'],
  ['format=csv&delimiter=%3B&text=excel', 'x.csv'],
  ['format=csv&delimiter=tab', 'x.tsv'],
  ['format=xlsx', 'x.xlsx'],
  ['format=ndjson', 'x.jsonl'],
])('%s is read back unchanged', async (query, file) => {
  const { status, bytes } = await service.get(`/export?${query}&properties=name,code,note`);
  expect(status).toBe(200);
  const { items } = await readTable({ [file]: bytes });
  const own = items.filter(({ properties }) => properties.some(([name]) => name === 'code'));
  const found = own.map(({ properties }) => NAMES.map((name) => properties.find(([one]) => one === name)?.[1]));
  expect(found).toEqual(ITEMS.map((item) => NAMES.map((name) => [item[name]])));
  expect(own.map(({ parentId }) => parentId)).toEqual([null, null, null, own[0]!.id]);
});
