/** The load file of data-samples is sound, is read as its generator intended, and can be made again. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkCase } from '../../../../src/cases/check-case.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { readAll } from '../../../support/read-case.ts';

const samples = new URL('../../../../data-samples/', import.meta.url).pathname;
const volume = join(samples, 'production', 'VOL001');

test('the production is sound, and its columns are understood', async () => {
  const report = await checkCase(volume, undefined, { deep: true });
  expect([report.problems, report.items, report.withText, report.withContent]).toEqual([[], 5, 5, 5]);
  const columns = new Map(report.tables[0]!.columns.map((column) => [column.column, column]));
  expect(report.tables[0]!.description).toBe('windows-1252, delimiter U+0014, quote þ, line break ®');
  expect(columns.get('DATESENT')).toMatchObject({ property: 'Communication:Date', dates: 'month first', values: 2 });
  expect(columns.get('TO')).toMatchObject({ property: 'Communication:To', separator: ';', understoodBy: 'name' });
  expect(columns.get('BEGATTACH')).toMatchObject({ property: 'BEGATTACH', use: 'first document of the family' });
  expect(columns.get('TEXTPATH')).toMatchObject({ use: 'path of the text' });
});

test('its documents have parents, dates, lists, texts and pages', async () => {
  const reader = closedAtEnd(await openCase(volume));
  const { items } = await readAll(reader);
  expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
    [1, null],
    [2, 1],
    [3, 1],
    [4, null],
    [5, null],
  ]);
  const [mail, deed, survey, letter] = items.map(({ properties }) => Object.fromEntries(properties));
  expect(mail).toMatchObject({
    name: ['Deed of the kestrel farm'],
    'Communication:Date': ['2022-10-05T16:05:00'],
    'Communication:To': ['Ruth Calder <calder@notary.example>', 'Émile Roux <roux@notary.example>'],
    ISSUES: ['Deed', 'Privilege'],
    NOTES: ['Hot document\nread twice'],
  });
  expect(deed).toMatchObject({ name: ['Deed – Kestrel Farm.txt'], modified: ['2022-09-28'], pages: ['2'] });
  expect(survey).toMatchObject({ pages: ['1'], firstPage: ['IMAGES\\001\\PRD000004.jpg'] });
  expect(letter).toMatchObject({ pages: ['3'], firstPage: ['IMAGES\\001\\PRD000005.jpg'] });
  const text = await reader.openPart(items[0]!.text as Parameters<typeof reader.openPart>[0]);
  expect(Buffer.concat(await text.stream().toArray()).toString()).toMatch(/The price is 310\.000 €\.$/);
  await text.close();
});

test('it can be created again, byte for byte except the pictures', async () => {
  const dir = temporaryDir();
  const { makeProduction } = (await import(`${samples}generator/production.mjs`)) as {
    makeProduction(dir: string): Promise<void>;
  };
  await makeProduction(dir);
  const list = async (root: string): Promise<string[]> =>
    (await readdir(join(root, 'production'), { recursive: true })).sort();
  expect(await list(dir)).toEqual(await list(samples));
  for (const file of (await list(dir)).filter((name) => /\.(dat|opt|txt|csv)$/i.test(name))) {
    expect(await readFile(join(dir, 'production', file))).toEqual(await readFile(join(samples, 'production', file)));
  }
});
