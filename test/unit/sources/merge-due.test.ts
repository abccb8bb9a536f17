/** Whether a merge is due is decided without the files of the case, unless its index has enough parts. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CaseFormat } from '../../../src/cases/case-format.ts';
import { portableFormat } from '../../../src/cases/portable/portable-format.ts';
import { keptParts, MERGEABLE_PARTS_MIN } from '../../../src/indexing/growth/growth-plan.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { temporaryDir } from '../../support/endings.ts';
import { addItemFile, writeCase } from '../../support/tiny-case.ts';

test('fewer parts are never merged, and as many can be', () => {
  const due = (sizes: readonly number[]): boolean => {
    const files = sizes.map((bytes, n) => ({ file: `f${n}`, bytes, modified: '1' }));
    const parts = files.map((file) => ({ files: [file], contents: null, hasRepeatedIds: false, struck: [] }));
    return typeof keptParts(parts, files, 'files', 'merge') !== 'string';
  };
  const sizes = [1, 10, 1000];
  for (const first of sizes) {
    expect(due([first])).toBe(false);
    for (const second of sizes) expect(due([first, second])).toBe(false);
  }
  expect(due([1000, 10, 10])).toBe(true);
  expect(MERGEABLE_PARTS_MIN).toBe(3);
});

test('an index of one or two parts is opened without checking for a merge', async () => {
  const path = await writeCase(join(temporaryDir(), 'case'), items(0, 100), { gzip: false });
  const dataDir = temporaryDir();
  let looked = 0;
  const counting: CaseFormat = {
    ...portableFormat,
    async open(...given) {
      const reader = await portableFormat.open(...given);
      const growth = reader.growth!.bind(reader);
      return Object.assign(reader, {
        growth: () => {
          looked++;
          return growth();
        },
      });
    },
  };
  const open = async (): Promise<boolean | undefined> => {
    const source = await openSource(path, { dataDir, buildIfNeeded: true, formats: [counting] });
    await source.close();
    looked = 0;
    // The index is current now.
    const again = await openSource(path, { dataDir, buildIfNeeded: true, formats: [counting] });
    await again.close();
    return again.isMergeDue;
  };
  expect([await open(), looked]).toEqual([false, 0]);
  addItemFile(path, 'more-0.jsonl', items(100, 5));
  expect([await open(), looked]).toEqual([false, 0]);
  addItemFile(path, 'more-1.jsonl', items(105, 5));
  expect([await open(), looked]).toEqual([true, 1]);
});

function items(from: number, count: number): { id: number; text: string }[] {
  return Array.from({ length: count }, (_, i) => ({ id: from + i, text: `heron ${from + i}` }));
}
