/** A load file after the last reading of its rows. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CaseReader } from '../../../../src/cases/case-reader.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';

async function parentsIn(reader: CaseReader): Promise<(number | null)[]> {
  const parents: (number | null)[] = [];
  const observer = { problem: () => undefined, progress: () => undefined };
  for await (const items of reader.readItems(reader.parts[0]!, observer)) {
    parents.push(...items.map(({ parentId }) => parentId));
  }
  return parents;
}

test('frees the document ids, and keeps the facts about columns', async () => {
  const dir = temporaryDir();
  await writeFile(join(dir, 'x.csv'), 'DocID,ParentDocID,Date Sent,Size\nA,,5/22/2021,1\nB,A,5/23/2021,2\n');
  const reader = await openCase(dir);
  expect(await parentsIn(reader)).toEqual([null, 1]);
  const [columns, types] = [await reader.columns!(), reader.fieldTypes!()];
  reader.endReading!();
  expect([await reader.columns!(), reader.fieldTypes!()]).toEqual([columns, types]);
  // Nobody reads them again. Shows that the ids are gone.
  expect(await parentsIn(reader)).toEqual([null, null]);
  await reader.close();
});
