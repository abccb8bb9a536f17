/**
 * Load files with flipped, lost, repeated and cut bytes. A reader ends, throws nothing but CASE_UNREADABLE, and reports
 * something whenever a row is lost. RUNS=400 makes that many times more attempts, and SEED= chooses others.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import { CONCORDANCE, CSV, encode, type TextEncoding, TSV, writeDelimited, writeEdrm } from '../support/load-files.ts';
import { type ReadCase, readCaseAt } from '../support/read-case.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

const RUNS = Number(process.env.RUNS ?? 1) * 15;
const SEED = Number(process.env.SEED ?? 1);

const TABLE = {
  columns: ['BEGDOC', 'PARENTID', 'DATESENT', 'TO', 'NOTES', 'TEXTPATH', 'x'],
  rows: Array.from({ length: 12 }, (_, i) => [
    `D${i + 1}`,
    i % 4 === 0 ? '' : `D${i - (i % 4) + 1}`,
    `${(i % 12) + 1}/${i + 10}/2021`,
    'ana@x; bo@x',
    i % 3 === 0 ? 'a "note"\nof two lines, é' : 'plain',
    `text\\D${i + 1}.TXT`,
    'end',
  ]),
};
const KINDS: readonly (readonly [name: string, file: string, bytes: (encoding: TextEncoding) => Buffer])[] = [
  ['Concordance', 'x.dat', (encoding) => encode(writeDelimited(TABLE, CONCORDANCE), encoding)],
  ['CSV', 'x.csv', (encoding) => encode(writeDelimited(TABLE, CSV), encoding)],
  ['TSV', 'x.tsv', (encoding) => encode(writeDelimited(TABLE, TSV), encoding)],
  ['EDRM XML', 'x.xml', (encoding) => encode(writeEdrm(TABLE, true), encoding === 'windows-1252' ? 'utf-8' : encoding)],
];
const ENCODINGS: readonly TextEncoding[] = ['utf-8', 'windows-1252', 'utf-16le'];

/** Bytes with a meaning in a load file, and any other. */
const BYTES = [0, 0x0a, 0x0d, 0x14, 0x22, 0x2c, 0x09, 0x3c, 0x3e, 0x26, 0x2f, 0xfe, 0xff, 0x80, 0xc3, 0xef];

async function readOrRefuse(file: string, bytes: Buffer): Promise<ReadCase | null> {
  return withTempDir(async (dir) => {
    await mkdir(join(dir, 'text'));
    await writeFile(join(dir, file), bytes);
    try {
      return await readCaseAt(dir);
    } catch (error) {
      expect([error, (error as AppError).code]).toEqual([expect.any(AppError), 'CASE_UNREADABLE']);
      return null;
    }
  });
}

test.each(KINDS)('%s with one wrong byte loses no row silently', async (_kind, file, write) => {
  const random = seeded(SEED);
  const below = (end: number): number => Math.floor(random() * end);
  for (let run = 0; run < RUNS; run++) {
    const encoding = ENCODINGS[run % ENCODINGS.length]!;
    const bytes = Buffer.from(write(encoding));
    const at = below(bytes.length);
    const byte = run % 2 === 0 ? bytes[at]! ^ (1 << below(8)) : BYTES[below(BYTES.length)]!;
    const changed = Buffer.from(bytes);
    changed[at] = byte;
    const found = await readOrRefuse(file, changed);
    if (found === null) continue;
    const what = { run, encoding, at, was: bytes[at], is: byte, rows: found.items.length };
    // A row may have a different name, or there may be more rows. Fewer rows are reported.
    expect([what, found.items.length >= TABLE.rows.length || found.problems.length > 0]).toEqual([what, true]);
  }
});

test.each(KINDS)(
  '%s that is truncated, or repeats pieces of itself, is read as far as possible',
  async (_kind, file, write) => {
    const random = seeded(SEED + 1);
    for (let run = 0; run < RUNS; run++) {
      const bytes = write(ENCODINGS[run % ENCODINGS.length]!);
      const at = Math.floor(random() * bytes.length);
      const from = Math.floor(random() * bytes.length);
      const rest = run % 2 === 0 ? Buffer.alloc(0) : bytes.subarray(from);
      const found = await readOrRefuse(file, Buffer.concat([bytes.subarray(0, at), rest]));
      if (found === null) continue;
      expect(found.items.length).toBeLessThanOrEqual(bytes.length);
      expect(new Set(found.items.map(({ id }) => id)).size).toBe(found.items.length);
      for (const { reason } of found.problems) expect(reason.length).toBeLessThan(1000);
    }
  },
);
