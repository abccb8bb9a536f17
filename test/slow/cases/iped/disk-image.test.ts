/** Items of a disk image: the bytes that IPED read, any part of them, and the messages if they cannot be read. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { contentReferenceOf } from '../../../../src/cases/iped/content/content-reference.ts';
import { IpedContent } from '../../../../src/cases/iped/content/iped-content.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf, type GoldenItem, goldenItems, propertyOf } from '../../../support/iped-items.ts';
import { expectSameBytes } from '../../../support/same-bytes.ts';
import { seeded } from '../../../support/seeded.ts';
import { describeWithSleuthkit, hasSleuthkit } from '../../../support/sleuthkit.ts';

const rounds = Number(process.env['RUNS'] ?? 25);
const seed = Number(process.env['SEED'] ?? 1);
const items = goldenItems();

let caseDir: string;
let folder: string;
let content: IpedContent;

beforeAll(() => {
  caseDir = unpackIpedCase('image');
  folder = dirname(caseDir);
  content = contentOf(caseDir);
});

afterAll(async () => {
  for (const made of opened) await made.close();
  await rm(dirname(folder), { recursive: true, force: true });
});

/** All contents that were opened. If a file is never closed, the garbage collector closes it and Node prints a warning. */
const opened: IpedContent[] = [];
function contentOf(realPath: string): IpedContent {
  const made = new IpedContent({ realPath, options: {} });
  opened.push(made);
  return made;
}
const refOf = (item: GoldenItem) => contentReferenceOf(propertyOf(item));
const inImage = items.filter((item) => propertyOf(item)('dataSourcePath') === 'sleuth.db');
const itemOf = (object: number) => inImage.find((item) => propertyOf(item)('idInDataSource') === String(object))!;

/** A case that has only a changed copy of the database, next to the same image. */
async function changedCase(name: string, change: (file: string) => Promise<void>): Promise<string> {
  const changed = join(folder, name);
  await mkdir(changed);
  await copyFile(join(caseDir, 'sleuth.db'), join(changed, 'sleuth.db'));
  await change(join(changed, 'sleuth.db'));
  return changed;
}

const changedBySql = (name: string, sql: string) =>
  changedCase(name, async (file) => {
    const database = new sqlite.Database(file);
    database.exec(sql);
    database.close();
  });

describeWithSleuthkit('items of a disk image', () => {
  it('have the bytes that IPED read, all of them', async () => {
    expect(items.length).toBe(100);
    for (const item of items) {
      const ref = refOf(item);
      if (item.id % 10 === 0) await content.check(ref);
      expect({ id: item.id, ...(await digestOf(await content.open(ref))) }).toEqual({ id: item.id, ...item.content });
    }
  });

  it('never have other bytes when the database is damaged', async () => {
    const random = seeded(seed);
    const hashed = inImage.filter((item) => refOf(item).md5 !== null && item.content.length > 0);
    const outcomes = { right: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const changed = await changedCase(`damaged-${round}`, async (file) => {
        const bytes = await readFile(file);
        for (let flips = 0; flips < 8; flips++) {
          bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
        }
        await writeFile(file, random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes);
      });
      const damaged = contentOf(changed);
      for (let tries = 0; tries < 2; tries++) {
        const item = hashed[Math.floor(random() * hashed.length)]!;
        const outcome = await outcomeOf(damaged, item);
        outcomes[outcome]++;
      }
      await damaged.close();
      await rm(changed, { recursive: true });
    }
    expect(outcomes.refused).toBeGreaterThan(rounds / 10);
  });

  it('report an image that does not match the database', async () => {
    const wrongFile = await changedBySql('wrong-file', 'UPDATE tsk_files SET meta_addr = 66 WHERE obj_id = 58');
    const wrong = contentOf(wrongFile);
    await expect(wrong.open(refOf(itemOf(58)))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(wrong.open({ ...refOf(itemOf(58)), size: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const wrongSystem = contentOf(
      await changedBySql('wrong-system', 'UPDATE tsk_fs_info SET img_offset = 512 WHERE obj_id = 8'),
    );
    await expect(wrongSystem.open(refOf(itemOf(58)))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('icat failed'),
    });
  });
});

/** A wrong content fails the test. */
async function outcomeOf(damaged: IpedContent, item: GoldenItem): Promise<'right' | 'refused'> {
  try {
    expect(await digestOf(await damaged.open(refOf(item)))).toEqual(item.content);
    return 'right';
  } catch (fault) {
    const { code, message } = fault as { code?: string; message: string };
    if (code !== 'NOT_FOUND' && !message.includes('MD5')) throw fault;
    return 'refused';
  }
}

describe('a raw disk image', () => {
  it('returns any part of a volume, and of unallocated space, without a tool', async () => {
    const disk = await readFile(join(folder, 'disk.dd'));
    const volume = await content.open(refOf(itemOf(7)));
    expect(Buffer.concat(await volume.stream(1000, 70_000).toArray())).toEqual(
      disk.subarray(12288 * 512 + 1000, 12288 * 512 + 70_000),
    );
    await volume.close();
    const space = inImage.find((item) => propertyOf(item)('idInDataSource') === '78')!;
    const free = await content.open({ ...refOf(space), offset: 0, size: 3_465_216, md5: null });
    const whole = Buffer.concat(await free.stream().toArray());
    for (const [start, end] of [
      [4000, 4200],
      [4096, 708_608],
      [708_000, 2_500_000],
      [3_465_215, 3_465_216],
    ] as const) {
      expectSameBytes(
        Buffer.concat(await free.stream(start, end).toArray()),
        whole.subarray(start, end),
        `${start} to ${end}`,
      );
    }
    expectSameBytes(whole.subarray(4096, 708_608), disk.subarray(6_385_664, 6_385_664 + 704_512), 'the second extent');
    const target = Buffer.alloc(100);
    expect(await free.read(target, 3_465_200)).toBe(16);
    await free.close();
  });

  it('is compared with the hash of its acquisition, if the database has it', async () => {
    const disk = await readFile(join(folder, 'disk.dd'));
    const md5 = createHash('md5').update(disk).digest('hex');
    const known = contentOf(await changedBySql('known', `UPDATE tsk_image_info SET md5 = '${md5}'`));
    expect((await digestOf(await known.open(refOf(itemOf(1))))).length).toBe(disk.length);
    const other = contentOf(await changedBySql('other', `UPDATE tsk_image_info SET md5 = '${'0'.repeat(32)}'`));
    await expect(digestOf(await other.open(refOf(itemOf(1))))).rejects.toThrow('MD5');
  });

  it('is refused outside the evidence roots, and if its kind refers to other files', async () => {
    const passwords = contentOf(await changedBySql('etc', "UPDATE tsk_image_names SET name = '/etc/passwd'"));
    const climbing = contentOf(
      await changedBySql('up', "UPDATE tsk_image_names SET name = '../../../../../../etc/passwd'"),
    );
    for (const hostile of [passwords, climbing]) {
      await expect(hostile.open(refOf(itemOf(1)))).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining('--evidence-root'),
      });
    }
    const virtual = contentOf(await changedBySql('virtual', 'UPDATE tsk_image_info SET type = 128'));
    await expect(virtual.open(refOf(itemOf(1)))).rejects.toMatchObject({
      message: expect.stringContaining('type 128 (VMDK)'),
    });
    const pool = contentOf(await changedBySql('pool', 'UPDATE tsk_fs_info SET fs_type = 65536'));
    await expect(pool.open(refOf(itemOf(58)))).rejects.toMatchObject({
      message: expect.stringContaining('APFS pool'),
    });
  });

  it('may be in parts, and reads continue across their ends', async () => {
    const names = ['disk.001', 'disk.002', 'disk.003'];
    const parts = contentOf(
      await changedCase('parts', async (file) => {
        const disk = await readFile(join(folder, 'disk.dd'));
        for (const [n, name] of names.entries())
          await writeFile(join(dirname(file), name), disk.subarray(n * 6_000_000, (n + 1) * 6_000_000));
        const database = new sqlite.Database(file);
        const rows = names.map((name, n) => `(1, '${name}', ${n})`).join(', ');
        database.exec(`DELETE FROM tsk_image_names; INSERT INTO tsk_image_names VALUES ${rows}`);
        database.close();
      }),
    );
    for (const object of [1, 7, 58, 88]) {
      if (object > 50 && !hasSleuthkit) continue;
      const item = itemOf(object);
      expect(await digestOf(await parts.open(refOf(item)))).toEqual(item.content);
    }
    await parts.close();
  });

  it('needs a tool for its files, which is named if it is missing', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = folder;
    // Files that were found before are not checked again.
    const without = contentOf(caseDir);
    try {
      for (const use of [() => without.open(refOf(itemOf(58))), () => without.check(refOf(itemOf(58)))]) {
        await expect(use()).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: expect.stringContaining('apt-get install sleuthkit'),
        });
      }
    } finally {
      process.env['PATH'] = path;
    }
  });
});
