/** Groups of texts with handwritten sketches, so that each pair of candidates is known. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { NearDuplicates } from '../../../src/engine/neardup/near-duplicates.ts';
import {
  CODE_BYTES,
  EMPTY_BIN,
  FILLED_MIN,
  IDENTITY_WORDS,
  KEYS,
  ROW_WORDS,
  SKETCH_BINS,
  writeSketchRow,
} from '../../../src/engine/neardup/sketch-row.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { temporaryDir } from '../../support/endings.ts';

interface Sketched {
  /** Keys that another text may share, by their number. */
  readonly keys: Readonly<Record<number, number>>;
  /** The value in every bin. Texts with the same code are near. */
  readonly code: number;
}

/** How many texts have a group, and how many groups there are. */
async function grouped(texts: readonly Sketched[]): Promise<readonly [texts: number, groups: number]> {
  const dir = temporaryDir();
  const groups = new NearDuplicates(dir);
  const pages = new PageFile(join(dir, 'pages'), 64);
  try {
    for (const [doc, { keys, code }] of texts.entries()) {
      const row = new Uint32Array(ROW_WORDS);
      for (let i = 0; i < IDENTITY_WORDS + KEYS; i++) row[i] = 1_000_000 + 100 * doc + i;
      for (const [key, hash] of Object.entries(keys)) row[IDENTITY_WORDS + Number(key)] = hash;
      new Uint8Array(row.buffer, 4 * (IDENTITY_WORDS + KEYS), CODE_BYTES).fill(code);
      groups.add(doc, row, 0);
    }
    const stream = new StreamWriter('columns', () => undefined);
    const [column] = await groups.write(stream, pages, async () => undefined);
    return column === undefined ? [0, 0] : [column.docCount, column.valueCount];
  } finally {
    groups.close();
    pages.close();
  }
}

describe('groups', () => {
  test('that meet in a later text are merged', async () => {
    expect(
      await grouped([
        { keys: { 1: 9 }, code: 1 },
        { keys: { 0: 7 }, code: 1 },
        { keys: { 0: 7, 1: 9 }, code: 1 },
      ]),
    ).toEqual([3, 1]);
  });

  test('consist of any texts with the same key, not only of the first one', async () => {
    expect(
      await grouped([
        { keys: { 0: 5 }, code: 1 },
        { keys: { 0: 5 }, code: 2 },
        { keys: { 0: 5 }, code: 2 },
        { keys: { 0: 5 }, code: 1 },
      ]),
    ).toEqual([4, 2]);
  });

  test('need a common key and similar codes', async () => {
    const alike = { keys: {}, code: 1 };
    expect(await grouped([alike, alike])).toEqual([0, 0]);
    expect(
      await grouped([
        { keys: { 3: 8 }, code: 1 },
        { keys: { 3: 8 }, code: 2 },
      ]),
    ).toEqual([0, 0]);
  });
});

test('short texts do not match by bins that are empty in both', () => {
  const keysOf = (first: number): readonly number[] => {
    const sketch = new Uint32Array(SKETCH_BINS).fill(EMPTY_BIN);
    for (let i = 0; i < FILLED_MIN; i++) sketch[(i * 11) % SKETCH_BINS] = first + 7919 * i;
    const row = new Uint32Array(ROW_WORDS);
    expect(writeSketchRow(sketch, row, 0)).toBe(true);
    return [...row.subarray(IDENTITY_WORDS, IDENTITY_WORDS + KEYS)];
  };
  const own = keysOf(1);
  const other = keysOf(500_000);
  expect(own.filter((key, i) => key === other[i])).toEqual([]);
});
