/** The databases of an IPED case: read without a trace, and any damage in them is reported. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { contentReferenceOf } from '../../../../src/cases/iped/content/content-reference.ts';
import { IpedContent } from '../../../../src/cases/iped/content/iped-content.ts';
import type { DatabaseRequest } from '../../../../src/cases/sqlite/database-request.ts';
import { DATABASE_LIMITS } from '../../../../src/cases/sqlite/limits.ts';
import { ConfinedProcesses } from '../../../../src/confined/confined-processes.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf, type GoldenItem, goldenItems, propertyOf } from '../../../support/iped-items.ts';
import { seeded } from '../../../support/seeded.ts';

const rounds = Number(process.env['RUNS'] ?? 40);
const seed = Number(process.env['SEED'] ?? 1);

let folder: string;
let caseDir: string;
const stored = goldenItems().filter((item) => propertyOf(item)('dataSourcePath')?.startsWith('iped/storage/'));

beforeAll(async () => {
  caseDir = unpackIpedCase('image');
  folder = dirname(dirname(caseDir));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** `right`, or the reason why there is no content. A wrong content fails the test. */
async function outcome(content: IpedContent, item: GoldenItem): Promise<string> {
  try {
    const bytes = await content.open(contentReferenceOf(propertyOf(item)));
    const digest = await digestOf(bytes);
    expect(digest).toEqual(item.content);
    return 'right';
  } catch (fault) {
    const { code, message } = fault as { code?: string; message: string };
    if (code !== 'NOT_FOUND') throw fault;
    return message;
  }
}

describe('the storages of a case', () => {
  it('return subitems and thumbnails, and leave no temporary files', async () => {
    const storage = join(caseDir, 'iped/storage');
    const before = (await stat(storage, { bigint: true })).mtimeNs;
    const content = new IpedContent({ realPath: caseDir, options: {} });
    expect(stored.length).toBe(6);
    for (const item of stored) expect(await outcome(content, item)).toBe('right');
    const drawn = goldenItems().filter(({ thumb }) => thumb !== undefined);
    expect(drawn.length).toBe(6);
    for (const item of drawn) {
      const thumb = await content.openThumbnail(contentReferenceOf(propertyOf(item)));
      expect(await digestOf(thumb!)).toEqual(item.thumb);
    }
    await content.close();
    // A lock or a journal would have been created and removed again.
    expect((await stat(storage, { bigint: true })).mtimeNs).toBe(before);
  });

  it('return pieces of a value without the rest', async () => {
    const content = new IpedContent({ realPath: caseDir, options: {} });
    const item = stored.find(({ content: { length } }) => length > 6000)!;
    const whole = await (await content.open(contentReferenceOf(propertyOf(item)))).stream().toArray();
    const input = await content.open(contentReferenceOf(propertyOf(item)));
    expect(Buffer.concat(await input.stream(100, 5000).toArray())).toEqual(Buffer.concat(whole).subarray(100, 5000));
    const target = Buffer.alloc(50);
    expect(await input.read(target, input.bytes - 20)).toBe(20);
    expect(target.subarray(0, 20)).toEqual(Buffer.concat(whole).subarray(-20));
  });

  it('are reported as damaged, one at a time, and never wrong', async () => {
    const random = seeded(seed);
    const outcomes = { right: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const item = stored[Math.floor(random() * stored.length)]!;
      const damaged = join(folder, `damaged-${round}`);
      await mkdir(join(damaged, 'iped/storage'), { recursive: true });
      for (const other of stored) {
        const name = propertyOf(other)('dataSourcePath')!;
        if (!existsSync(join(damaged, name))) await copyFile(join(caseDir, name), join(damaged, name));
      }
      const name = propertyOf(item)('dataSourcePath')!;
      const bytes = await readFile(join(damaged, name));
      await writeFile(join(damaged, name), damage(bytes, random));
      const content = new IpedContent({ realPath: damaged, options: {} });
      const result = await outcome(content, item);
      if (result === 'right') outcomes.right++;
      else {
        outcomes.refused++;
        expect(result).toContain(name);
      }
      const other = stored.find((one) => propertyOf(one)('dataSourcePath') !== name)!;
      expect(await outcome(content, other)).toBe('right');
      await content.close();
      await rm(damaged, { recursive: true });
    }
    expect(outcomes.refused).toBeGreaterThan(rounds / 10);
  });

  it('end a query that never ends, and answer the next', async () => {
    const file = join(folder, 'endless.db');
    const database = new sqlite.Database(file);
    database.exec(`CREATE TABLE ocr(id TEXT PRIMARY KEY, text TEXT); INSERT INTO ocr VALUES ('A', 'words')`);
    database.close();
    const entry = pathToFileURL(resolve('dist/src/cases/sqlite/database-process.js'));
    expect(existsSync(entry)).toBe(true);
    const processes = new ConfinedProcesses<DatabaseRequest, unknown>(entry, { ...DATABASE_LIMITS, seconds: 4 });
    const scope = { caseRealPath: folder, evidenceRoots: [] };
    const ask = (column: string, sql: string, before = '') => {
      const want = { columns: [column], before };
      return processes.ask(() => [{ scope, file: 'endless.db', sql, values: ['A'], want }]);
    };
    const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)';
    await expect(ask('n', 'FROM r WHERE n = ?', endless)).rejects.toThrow('took more than 4 s to read');
    expect(await ask('text', 'FROM ocr WHERE id = ?')).toEqual([['words']]);
    processes.close();
  });
});

/** A byte changed, some bytes lost at the end, or a hole. */
function damage(bytes: Buffer, random: () => number): Buffer {
  const at = Math.floor(random() * bytes.length);
  const kind = random();
  if (kind < 0.7) bytes[at]! ^= 1 << Math.floor(random() * 8);
  else if (kind < 0.85) return bytes.subarray(0, at);
  else bytes.fill(0, at, Math.min(at + 4096, bytes.length));
  return bytes;
}
