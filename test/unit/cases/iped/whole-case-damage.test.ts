/**
 * Damage to a complete case. Either a build reports it, with the name of the file, or nothing that is read has changed. Nothing
 * is ever missing silently. RUNS sets how many random bytes are flipped.
 */
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { STREAMS } from '../../../../src/engine/format.ts';
import { IndexReader } from '../../../../src/engine/index-reader.ts';
import { streamOf } from '../../../../src/engine/verify/stream-of.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { seeded } from '../../../support/seeded.ts';

const casePath = unpackIpedCase('image', 'case/iped');
const dataDir = temporaryDir();
const kept = temporaryDir();
const path = (file: string): string => join(casePath, 'iped', file);
const FILES = ['index/_0.cfs', 'index/_0.cfe', 'index/_0.si', 'index/segments_2', 'conf/CategoriesConfig.json'];
let sound: string;

/** The bytes of all streams of an index, and the facts in its header about the terms. */
async function factsOf(indexPath: string): Promise<string> {
  const index = await IndexReader.open(indexPath);
  try {
    const streams = STREAMS.map((name) => {
      const stream = streamOf(index, name);
      const length = index.header.streamBytes[name];
      stream.fetch(0, length);
      return Buffer.from(stream.bytes.subarray(stream.start, stream.start + length)).toString('base64');
    });
    return JSON.stringify([streams, index.header.origin]);
  } finally {
    await index.close();
  }
}

/** Damages a file, builds, and restores the file. Returns the error, or the report with the facts of the index. */
async function built(file: string, damage: (path: string) => void) {
  const copy = join(kept, 'copy');
  copyFileSync(path(file), copy);
  try {
    damage(path(file));
    const report = await buildIndex({ casePath, dataDir, isForced: true });
    return { report, facts: await factsOf(report.indexPath) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error;
  } finally {
    copyFileSync(copy, path(file));
  }
}

function flip(at: number): (file: string) => void {
  return (file) => {
    const bytes = readFileSync(file);
    bytes[at]! ^= 0x10;
    writeFileSync(file, bytes);
  };
}

beforeAll(async () => {
  const { indexPath } = await buildIndex({ casePath, dataDir });
  sound = await factsOf(indexPath);
});

describe('a damaged case is refused with a reason', () => {
  test.each<[what: string, file: string, damage: (file: string) => void, words: RegExp]>([
    ['a compound file that was cut', 'index/_0.cfs', (f) => truncateSync(f, 900_000), /_0\.cfs.*truncated/],
    ['a byte of terms', 'index/_0.cfs', flip(500_000), /_0\.cfs.*checksum/],
    ['the newest commit without bytes', 'index/segments_2', (f) => truncateSync(f, 0), /segments_2/],
    ['the newest commit that is gone', 'index/segments_2', (f) => rmSync(f), /empty commit with 0 segments/],
    ['a file of the segment that is gone', 'index/_0.si', (f) => rmSync(f), /segment _0.*_0\.si.*is missing/],
    ['the directory of the compound file', 'index/_0.cfe', flip(100), /_0\.cfe/],
  ])('%s', async (_, file, damage, words) => {
    const outcome = await built(file, damage);
    expect(outcome).toBeInstanceOf(AppError);
    const { code, message } = outcome as AppError;
    expect([code, message.replaceAll(casePath, 'CASE')]).toEqual(['CASE_UNREADABLE', expect.stringMatching(words)]);
  });

  test('a truncated tree of categories costs only the tree, and is reported', async () => {
    const outcome = await built('conf/CategoriesConfig.json', (file) => truncateSync(file, 200));
    expect(outcome).not.toBeInstanceOf(AppError);
    const { report } = outcome as Exclude<typeof outcome, AppError>;
    expect(report.problems.byKind).toMatchObject({ case: 1 });
    expect(report.isComplete).toBe(false);
  });
});

test('any changed byte of the index is reported, or is not read', async () => {
  const random = seeded(Number(process.env['SEED'] ?? 1));
  const runs = Number(process.env['RUNS'] ?? 5);
  const indexFiles = FILES.filter((file) => file.startsWith('index/'));
  for (let run = 0; run < runs; run++) {
    const file = indexFiles[Math.floor(random() * random() * indexFiles.length)]!;
    const at = Math.floor(random() * readFileSync(path(file)).length);
    const outcome = await built(file, flip(at));
    const told = outcome instanceof AppError ? outcome.code : outcome.facts === sound ? 'same' : 'other';
    expect([file, at, ['CASE_UNREADABLE', 'same'].includes(told)]).toEqual([file, at, true]);
  }
});
