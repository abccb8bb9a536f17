/**
 * Files of an index with bytes flipped, cut, zeroed or removed. Without further changes, the checksums find every damage that
 * affects a read. If checksums match, as an attacker would write them, every read soon ends without a crash, with an error that
 * names the file or with an answer.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CaseFiles } from '../../../../src/cases/files/safe-path.ts';
import { openLuceneIndex } from '../../../../src/cases/lucene/lucene-index.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { BesideControl } from '../../../support/growth.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf } from '../../../support/lucene-digest.ts';
import { partsOf, seal, sealCompound } from '../../../support/lucene-files.ts';
import { seeded } from '../../../support/seeded.ts';

/** Damage may cost this many times as much as reading the healthy index. */
const HEALTHY_TIMES_MAX = 50;
const RUNS = Number(process.env['RUNS'] ?? 40);
const original = unpackIpedCase('image', 'case/iped/index');
const folder = temporaryDir();

const files = new Map(
  readdirSync(join(original, 'iped/index')).map((name) => [name, readFileSync(join(original, 'iped/index', name))]),
);
const parts = partsOf(files.get('_0.cfe')!);
const read = new Set(['.fnm', '.fdm', '.fdt', ...['tmd', 'tim', 'doc', 'pos'].map((name) => `_Lucene90_0.${name}`)]);

/** Returns the hash of everything that was read, or the error. */
async function reading(): Promise<{ digest: string; problems: number } | { error: unknown }> {
  try {
    const index = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(folder), folder: '' });
    try {
      const problems = [...index.problems, ...(await index.verify())].length;
      return { digest: await digestOf(index), problems };
    } finally {
      await index.close();
    }
  } catch (error) {
    return { error };
  }
}

/** Returns a copy that is damaged between two offsets. */
function damaged(bytes: Buffer, from: number, to: number, random: () => number): { bytes: Buffer; how: string } {
  const at = from + Math.floor(random() * (to - from));
  const count = 1 + Math.floor(random() * Math.min(100, to - at));
  const copy = Buffer.from(bytes);
  const how = ['flip', 'byte', 'large', 'zero', 'missing', 'cut'][Math.floor(random() * 6)]!;
  if (how === 'flip') copy[at]! ^= 1 << Math.floor(random() * 8);
  else if (how === 'byte') copy[at] = Math.floor(random() * 256);
  else if (how === 'large') copy.fill(0xff, at, Math.min(to, at + 4));
  else if (how === 'zero') copy.fill(0, at, at + count);
  const cut =
    how === 'missing' ? Buffer.concat([copy.subarray(0, at), copy.subarray(at + count)]) : copy.subarray(0, at);
  return { bytes: how === 'missing' || how === 'cut' ? cut : copy, how: `${how} at ${at}, ${count}` };
}

const names = ['segments_2', '_0.si', '_0.cfe', '_0.cfs', '_0.cfs', '_0.cfs', '_0.cfs'];

test('damage is found, or affects nothing that is read', async () => {
  const random = seeded(Number(process.env['SEED'] ?? 1));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const whole = await reading();
  expect(whole).toMatchObject({ problems: 0 });
  let found = 0;
  for (let i = 0; i < RUNS; i++) {
    const name = names[i % names.length]!;
    const bytes = files.get(name)!;
    const damage = damaged(bytes, 0, bytes.length, random);
    writeFileSync(join(folder, name), damage.bytes);
    const answer = await reading();
    const what = `${name}, ${damage.how}`;
    if ('error' in answer) {
      found++;
      expect({ what, error: answer.error }).toEqual({ what, error: expect.any(AppError) });
      expect({ what, error: answer.error }).toMatchObject({ what, error: { code: 'CASE_UNREADABLE' } });
      expect((answer.error as Error).message).toContain(`file "${name}"`);
    } else if (damage.bytes.equals(bytes)) expect({ what, answer }).toEqual({ what, answer: whole });
    // The damage is outside the parts that are read, and is reported.
    else expect({ what, answer }).toEqual({ what, answer: { ...whole, problems: 1 } });
    writeFileSync(join(folder, name), bytes);
  }
  expect(found).toBeGreaterThan(RUNS / 2);
});

test('with matching checksums, reading ends soon, and never with a crash', async () => {
  const random = seeded(Number(process.env['SEED'] ?? 1));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const counts = { error: 0, answer: 0 };
  const cost = await BesideControl.of(reading);
  for (let i = 0; i < RUNS; i++) {
    const part = [...read][i % (read.size + 2)];
    const name = part === undefined ? names[i % 3]! : '_0.cfs';
    const bytes = files.get(name)!;
    const { offset = 0, bytes: length = bytes.length } = parts.find((entry) => entry.name === part) ?? {};
    // The header is not damaged, so that the rest is read.
    const damage = damaged(bytes, offset + (part === undefined ? 0 : 40), offset + length - 16, random);
    // A part keeps its length, so that the files after it keep their offsets.
    const kept = Buffer.concat([damage.bytes, bytes.subarray(damage.bytes.length)]);
    writeFileSync(join(folder, name), part === undefined ? seal(kept) : sealCompound(kept, files.get('_0.cfe')!));
    const answer = await cost.run(reading);
    const what = `${part ?? name}, ${damage.how}`;
    if ('error' in answer) {
      expect({ what, error: answer.error }).toEqual({ what, error: expect.any(AppError) });
      expect((answer.error as Error).message).toMatch(/^case CASE: .*file "/);
    }
    counts['error' in answer ? 'error' : 'answer']++;
    writeFileSync(join(folder, name), bytes);
  }
  expect(counts.error).toBeGreaterThan(RUNS / 5);
  expect(cost.most).toBeLessThan(HEALTHY_TIMES_MAX);
  expect(process.memoryUsage().rss).toBeLessThan(2 * 2 ** 30);
});
