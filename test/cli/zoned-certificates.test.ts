/** Certificates of queries in a time zone, and those of releases without time zones. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { temporaryDir } from '../support/endings.ts';
import { runHere as run } from '../support/run-here.ts';
import { writeCase } from '../support/tiny-case.ts';

let dir: string;
let given: string[];
const at = (name: string): string => join(dir, name);
const certify = (name: string, ...more: string[]) =>
  run(['certify', 'modified:2021-03-04', ...given, '--out', at(name), ...more]);
const verify = (name: string) => run(['verify-certificate', at(name), ...given]);
const read = async (name: string): Promise<Certificate> => JSON.parse(await readFile(at(name), 'utf8'));

beforeAll(async () => {
  dir = temporaryDir();
  const dates = ['2021-03-04', '2021-03-04T20:00:00Z', '2021-03-03T20:00:00Z'];
  const items = dates.map((date, id) => ({ id, properties: { modified: [date] } }));
  given = ['--case', await writeCase(at('one'), items), '--data', at('data')];
});

test('has the time zone of the query, is verified in it, and differs from one of another zone', async () => {
  const zoned = ['--time-zone', 'Asia/Tokyo'];
  expect((await certify('tokyo.cert', ...zoned)).code).toBe(0);
  expect((await certify('utc.cert')).code).toBe(0);
  expect((await read('tokyo.cert')).query.timeZone).toBe('Asia/Tokyo');
  expect((await verify('tokyo.cert')).code).toBe(0);
  const { timeZone: _, ...older } = (await read('utc.cert')).query;
  await writeFile(at('older.cert'), JSON.stringify({ ...(await read('utc.cert')), query: older }));
  expect((await verify('older.cert')).code).toBe(0);
  for (const first of ['utc.cert', 'older.cert']) {
    const { stdout } = await run(['compare', at(first), at('tokyo.cert')]);
    expect(stdout).toContain('query: timeZone: "UTC", and "Asia/Tokyo"');
  }
  expect((await run(['compare', at('older.cert'), at('utc.cert')])).stdout).not.toContain('timeZone');
  await writeFile(
    at('odd.cert'),
    JSON.stringify({ ...(await read('utc.cert')), query: { ...older, timeZone: 'No/where' } }),
  );
  const odd = await verify('odd.cert');
  expect([odd.code === 0, odd.stderr]).toEqual([false, expect.stringContaining('is unknown here')]);
});
