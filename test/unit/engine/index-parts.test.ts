/** A grown generation is opened part by part, in order. A damaged list, or a part that it does not list, is refused. */
import { cpSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  CASE_FILES_FILE,
  PARTS_FILE,
  partDirectories,
  partIdentity,
  partName,
  readParts,
  writeParts,
} from '../../../src/engine/index-parts.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { temporaryDir } from '../../support/endings.ts';
import { writeIndex } from './synthetic-index.ts';

/** Ids 1, 2 and 11, 12. The second index has other words. */
async function writeTwo(directory: string): Promise<void> {
  for (const [n, word] of ['heron', 'stork'].entries()) {
    const idOf = (doc: number): number => 10 * n + doc + 1;
    await writeIndex(
      join(directory, partName(n)),
      [0, 1].map((doc) => ({ doc, text: `${word} ${doc}` })),
      { idOf },
    );
    writeFileSync(join(directory, partName(n), CASE_FILES_FILE), word);
  }
  const parts = [0, 1].map((n) => ({
    items: 2,
    firstId: 10 * n + 1,
    lastId: 10 * n + 2,
    identity: partIdentity(join(directory, partName(n))),
  }));
  writeParts(directory, { fingerprint: 'of two', parts });
}

function refusal(directory: string): string {
  try {
    return partDirectories(directory).join(' ');
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message.replace(/; rebuild.*/, '')}`;
  }
}

test('a plain generation is one index, a grown one has its parts in order', async () => {
  const directory = temporaryDir();
  const [plain, grown] = [join(directory, 'plain'), join(directory, 'grown')];
  await writeIndex(plain, [{ doc: 0, text: 'heron' }]);
  expect(partDirectories(plain)).toEqual([plain]);
  expect(readParts(plain)).toBeNull();
  mkdirSync(grown);
  await writeTwo(grown);
  expect(partDirectories(grown)).toEqual([join(grown, 'part-000001'), join(grown, 'part-000002')]);
  expect(readParts(grown)?.fingerprint).toBe('of two');
  // A program that does not know parts opens the generation itself.
  await expect(IndexReader.open(grown)).rejects.toMatchObject({ code: 'INDEX_CORRUPT' });
});

test('a list that was changed, and parts that are missing or swapped, are refused', async () => {
  const directory = temporaryDir();
  const grown = join(directory, 'grown');
  mkdirSync(grown);
  await writeTwo(grown);
  const list = readFileSync(join(grown, PARTS_FILE), 'utf8');
  const [first, second] = [join(grown, partName(0)), join(grown, partName(1))];
  const found: Record<string, string> = {};
  const attempt = (name: string, damage: (copy: string) => void): void => {
    const copy = join(directory, 'copy');
    cpSync(grown, copy, { recursive: true });
    damage(copy);
    found[name] = refusal(copy);
    rmSync(copy, { recursive: true });
  };
  attempt('changed', (copy) => writeFileSync(join(copy, PARTS_FILE), list.replace('"items":2', '"items":3')));
  attempt('cut', (copy) => writeFileSync(join(copy, PARTS_FILE), list.slice(0, -10)));
  attempt('empty', (copy) => writeFileSync(join(copy, PARTS_FILE), ''));
  attempt('a folder', (copy) => {
    rmSync(join(copy, PARTS_FILE));
    mkdirSync(join(copy, PARTS_FILE));
  });
  attempt('missing', (copy) => rmSync(join(copy, partName(1)), { recursive: true }));
  attempt('swapped', (copy) => {
    renameSync(join(copy, partName(0)), join(copy, 'aside'));
    renameSync(join(copy, partName(1)), join(copy, partName(0)));
    renameSync(join(copy, 'aside'), join(copy, partName(1)));
  });
  attempt('twice', (copy) => {
    rmSync(join(copy, partName(1)), { recursive: true });
    symlinkSync(first, join(copy, partName(1)));
  });
  attempt('without checksums', (copy) => rmSync(join(copy, partName(0), 'data.sums')));
  const begin = 'INDEX_CORRUPT: the index is damaged: ';
  expect(found).toEqual({
    changed: `${begin}parts.json does not match its checksum`,
    cut: `${begin}parts.json does not match its checksum`,
    empty: `${begin}parts.json does not match its checksum`,
    'a folder': `${begin}parts.json cannot be read`,
    missing: `${begin}part-000002 is missing`,
    swapped: `${begin}part-000001 is not the part that parts.json lists`,
    twice: `${begin}part-000002 is not the part that parts.json lists`,
    'without checksums': `${begin}data.sums of a part cannot be read`,
  });
  const part = { items: 2, firstId: 1, lastId: 2, identity: partIdentity(second) };
  expect(() => writeParts(grown, { fingerprint: '', parts: [part, part] })).toThrow('not in order');
  expect(() => writeParts(grown, { fingerprint: '', parts: [] })).toThrow('lists 0 parts');
  for (const struck of [
    [[1, 1]],
    [[0, 3]],
    [
      [1, 2],
      [0, 1],
    ],
    [[0.5, 1]],
  ] as const) {
    expect(() => writeParts(grown, { fingerprint: '', parts: [{ ...part, struck }] })).toThrow('the struck documents');
  }
  // Only items that take the place of struck ones have lower ids than earlier parts.
  expect(() => writeParts(grown, { fingerprint: '', parts: [{ ...part, struck: [[0, 1]] }, part] })).not.toThrow();
});

test('an index can be read through two links to its files at once', async () => {
  const directory = temporaryDir();
  const [one, other] = [join(directory, 'one'), join(directory, 'other')];
  await writeIndex(
    one,
    [0, 1, 2].map((doc) => ({ doc, text: `heron ${doc}` })),
  );
  mkdirSync(other);
  for (const name of ['data.mdb', 'data.sums']) linkSync(join(one, name), join(other, name));
  const first = await IndexReader.open(one);
  const second = await IndexReader.open(other);
  expect([...second.ids]).toEqual([0, 1, 2]);
  await first.close();
  rmSync(one, { recursive: true });
  expect([...second.ids]).toEqual([0, 1, 2]);
  expect(second.item(2).text).toBe('stored');
  await second.close();
});
