/**
 * The worst known queries on a served case. Each is answered or refused within its limits of processor time and memory, and
 * `/health` is answered meanwhile. `test/torture/worst-queries.mjs` looks for worse ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { machinePace } from '../support/machine-pace.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { AskedQueries } from '../torture/asked-queries.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { writeHostileCase } from '../torture/hostile-case.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { keptQueries } from '../torture/worst-queries.mjs';

interface Kept {
  readonly name: string;
  readonly cpuMsMax: number;
  readonly mebibytesMax: number;
  readonly status: number;
}

jest.setTimeout(300_000);

const root = mkdtempSync(join(tmpdir(), 'case-access-worst-'));
let asked: AskedQueries;
beforeAll(async () => {
  const path = join(root, 'case');
  writeHostileCase(path);
  asked = await AskedQueries.start({ root, path });
  await asked.ask({ q: 'the', parameters: '' });
});
afterAll(async () => {
  await asked?.stop();
  rmSync(root, { recursive: true, force: true });
});

test.each(keptQueries() as Kept[])('$name', async (kept) => {
  const before = machinePace();
  const { status, error, cpuMs, mebibytes } = await asked.ask(kept);
  expect([status, error]).toEqual([kept.status, status === 200 ? null : expect.any(String)]);
  expect(cpuMs / Math.max(before, machinePace())).toBeLessThanOrEqual(kept.cpuMsMax);
  expect(mebibytes).toBeLessThanOrEqual(kept.mebibytesMax);
});

test('/health was answered all the while', async () => {
  expect(await asked.health()).toMatchObject({ isFine: true });
});
