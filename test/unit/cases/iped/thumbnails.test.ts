/** The thumbnails of an IPED case: those in its index, and those stored elsewhere, if they are the same. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseReader } from '../../../../src/cases/case-reader.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { decodePartRef, encodePartRef, type PartRef } from '../../../../src/shared/part-ref.ts';
import { closedAtEnd } from '../../../support/endings.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf, goldenItems } from '../../../support/iped-items.ts';

let caseDir: string;
let reader: CaseReader;
const refs = new Map<number, PartRef>();
const expected = goldenItems().filter(({ thumb }) => thumb !== undefined);

beforeAll(async () => {
  caseDir = unpackIpedCase('image', 'case');
  reader = closedAtEnd(await openCase(caseDir));
  for (const part of reader.parts) {
    for await (const items of reader.readItems(part, { problem: () => undefined, progress: () => undefined })) {
      for (const { id, thumb } of items) if (thumb !== null) refs.set(id, thumb);
    }
  }
});

/** The reference with its `change`: values by their index in it. */
function changed(ref: PartRef, change: Readonly<Record<number, string | number | null>>): PartRef {
  return encodePartRef(decodePartRef(ref)!.map((value, at) => change[at] ?? value));
}

describe('thumbnails of an IPED case', () => {
  it('are those that IPED shows, for the same items', async () => {
    expect([...refs.keys()].sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
    for (const { id, thumb } of expected) expect(await digestOf(await reader.openPart(refs.get(id)!))).toEqual(thumb);
  });

  it('come from the storages if the index no longer has them', async () => {
    const { id, thumb } = expected[0]!;
    for (const elsewhere of [{ 3: 99 }, { 4: 0 }, { 5: 1 }, { 5: 1e12 }]) {
      expect(await digestOf(await reader.openPart(changed(refs.get(id)!, elsewhere)))).toEqual(thumb);
    }
  });

  it('are refused if they differ from the indexed ones, and if there is none', async () => {
    const ref = refs.get(expected[0]!.id)!;
    await expect(reader.openPart(changed(ref, { 2: '0'.repeat(32) }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'the case was damaged after it was indexed',
    });
    const hash = 'A'.repeat(32);
    await expect(reader.openPart(encodePartRef(['thumb', hash, null, null, null, null]))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const broken of [['thumb', '../../x', null, null, null, null], ['thumb'], ['other', 1]]) {
      await expect(reader.openPart(encodePartRef(broken))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('say which database is damaged', async () => {
    const { id } = expected.at(-1)!;
    const hash = String(decodePartRef(refs.get(id)!)![1]);
    const name = `iped/storage/storage-${Number.parseInt(hash[0]!, 16)}.db`;
    await writeFile(join(caseDir, name), 'no database');
    const other = await openCase(caseDir);
    await expect(other.openPart(changed(refs.get(id)!, { 5: 1 }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(name),
    });
    await other.close();
  });
});
