/** Items in ZIP archives next to an IPED case: any part of them, and messages about archives with false entries. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ContentReference } from '../../../../src/cases/iped/content/content-reference.ts';
import { IpedContent } from '../../../../src/cases/iped/content/iped-content.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { expectSameBytes } from '../../../support/same-bytes.ts';
import { seeded } from '../../../support/seeded.ts';
import { type ZipEntry, zipFile } from '../../../support/zip-file.ts';

const rounds = Number(process.env['RUNS'] ?? 40);
const random = seeded(Number(process.env['SEED'] ?? 1));
const text = Buffer.from('a heron stands in the reeds, and waits. '.repeat(60_000));
const small = text.subarray(0, 4000);

let folder: string;
let content: IpedContent;

const entries: readonly ZipEntry[] = [
  { name: 'files/Ação 1.txt', content: small },
  { name: 'files\\stored.bin', content: text, isStored: true },
  { name: 'files/large.txt', content: text },
  { name: 'files/secret.txt', content: small, told: { flags: 0x801 } },
  { name: 'files/other.lzma', content: small, told: { method: 14 } },
  { name: 'files/wrong-sum.txt', content: small, told: { crc: 1 } },
  { name: 'files/large-wrong-sum.txt', content: text, told: { crc: 1 } },
  { name: 'files/short.txt', content: small, told: { bytes: 5000 } },
  { name: '../../etc/passwd', content: small },
];

const refTo = (source: string, id: string, more: Partial<ContentReference> = {}): ContentReference => ({
  ...{ decoder: 'zip', source, id, offset: null, size: null, hash: null, md5: null },
  ...more,
});
const open = (name: string, more: Partial<ContentReference> = {}) => content.open(refTo('../phone.zip', name, more));

beforeAll(async () => {
  folder = temporaryDir();
  await mkdir(join(folder, 'case'));
  await mkdir(join(folder, 'unpacked/files'), { recursive: true });
  await writeFile(join(folder, 'unpacked/files/a.txt'), small);
  await writeFile(join(folder, 'phone.zip'), zipFile(entries));
  content = closedAtEnd(new IpedContent({ realPath: join(folder, 'case'), options: {} }));
});

describe('entries of an archive', () => {
  it('are read completely and in parts, stored and deflated', async () => {
    for (const [name, whole] of [
      ['files/Ação 1.txt', small],
      ['files/stored.bin', text],
      ['/files/large.txt', text],
      ['../../etc/passwd', small],
    ] as const) {
      await content.check(refTo('../phone.zip', name));
      const bytes = await open(name);
      expectSameBytes(Buffer.concat(await bytes.stream().toArray()), whole, name);
      expectSameBytes(Buffer.concat(await bytes.stream(1000, 1100).toArray()), whole.subarray(1000, 1100), name);
      const target = Buffer.alloc(300);
      expect(await bytes.read(target, whole.length - 100)).toBe(100);
      await bytes.close();
    }
    const carved = await open('files/large.txt', { offset: 100_000, size: 50 });
    expectSameBytes(Buffer.concat(await carved.stream().toArray()), text.subarray(100_000, 100_050), 'carved');
    await carved.close();
  });

  it('are found under the names of mobile phone reports, and in a folder to which they were unpacked', async () => {
    const bytes = await content.open({
      ...refTo('ufdr:///../phone.zip', 'ufdr:///files/Ação 1.txt'),
      decoder: 'ufdr',
    });
    expect(bytes.bytes).toBe(small.length);
    await bytes.close();
    const unpacked = await content.open(refTo('../unpacked', 'files/a.txt'));
    expect(unpacked.bytes).toBe(small.length);
    await unpacked.close();
  });

  it.each([
    ['files/none.txt', 'has no entry for the item'],
    ['files/secret.txt', 'contains the item in encrypted form'],
    ['files/other.lzma', 'compressed by method 14'],
    ['files/wrong-sum.txt', 'CRC-32'],
    ['files/short.txt', 'only 4000 of 5000 bytes'],
  ])('have a reason if %s prevents reading', async (name, words) => {
    await expect(open(name)).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(words) });
  });

  it('end with an error before the last bytes, if these have changed', async () => {
    const bytes = await open('files/large-wrong-sum.txt');
    let count = 0;
    await expect(
      (async () => {
        for await (const piece of bytes.stream()) count += (piece as Buffer).length;
      })(),
    ).rejects.toThrow('CRC-32');
    expect(count).toBeLessThan(bytes.bytes);
    await bytes.close();
  });

  it('are right or refused, however the archive is damaged', async () => {
    const sound = zipFile(entries.slice(0, 2).map((entry) => ({ ...entry, content: small })));
    const outcomes = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const damaged = Buffer.from(sound);
      for (let flips = 0; flips < 3; flips++) damaged[Math.floor(random() * damaged.length)]! ^= 1 << (random() * 8);
      const name = `damaged-${round}.zip`;
      await writeFile(join(folder, name), random() < 0.2 ? damaged.subarray(0, random() * damaged.length) : damaged);
      try {
        const bytes = await content.open(refTo(`../${name}`, entries[round % 2]!.name));
        expectSameBytes(Buffer.concat(await bytes.stream().toArray()), small, name);
        await bytes.close();
        outcomes.add('right');
      } catch (fault) {
        expect(fault).toMatchObject({ code: 'NOT_FOUND' });
        outcomes.add('refused');
      }
    }
    expect([...outcomes].sort()).toEqual(['refused', 'right']);
    expect(await readdir(join(folder, 'case'))).toEqual([]);
  });
});
