/** Data in pictures are read as they were written, in each format, and bounded whatever is damaged. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { ByteInput } from '../../../src/cases/case-reader.ts';
import { PictureProcesses } from '../../../src/thumbnails/draw-in-process.ts';
import { EXIF_UNITS_MAX, EXIF_VALUES_MAX } from '../../../src/thumbnails/limits.ts';
import { type PictureData, pictureData } from '../../../src/thumbnails/picture-data.ts';
import { seeded } from '../../support/seeded.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const DAMAGED = 300;

const processes = new PictureProcesses(pathToFileURL(resolve('dist/src/thumbnails/picture-process.js')));
afterAll(() => processes.close());

const picture = (date = '2023:03:12 10:15:00') =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: 'green' } }).withExif({
    IFD0: { Make: 'Falkon', Model: 'F2', Software: 'own' },
    IFD2: { DateTimeOriginal: date, ExposureTime: '1/160', FNumber: '28/10' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '12/1 30/1 3600/100',
      GPSLongitudeRef: 'W',
      GPSLongitude: '54/1 0/1 0/1',
    },
  });

const valueIn = ({ groups }: PictureData, group: string, name: string): string | undefined =>
  groups.find((one) => one.group === group)?.values.find((one) => one.name === name)?.value;

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('a picture in %s', (format) => {
  test('has the written data', async () => {
    const data = await pictureData(await picture().toFormat(format).toBuffer());
    expect(valueIn(data, 'File', 'Format')).toBe(format);
    expect([valueIn(data, 'File', 'Width'), valueIn(data, 'File', 'Height')]).toEqual(['30', '20']);
    expect(valueIn(data, 'Image', 'Make')).toBe('Falkon');
    expect(valueIn(data, 'Image', 'Model')).toBe('F2');
    expect(valueIn(data, 'Photo', 'DateTimeOriginal')).toBe('2023:03:12 10:15:00');
    expect(valueIn(data, 'Photo', 'ExposureTime')).toBe('1/160');
    expect(valueIn(data, 'Photo', 'FNumber')).toBe('2.8');
    expect(valueIn(data, 'GPSInfo', 'GPSLatitude')).toBe('12.51 S (12° 30′ 36″)');
    expect(valueIn(data, 'GPSInfo', 'GPSLongitude')).toBe('54 W (54° 0′ 0″)');
  });
});

test('a TIFF file is itself a directory of EXIF', async () => {
  const data = await pictureData(await picture().tiff().toBuffer());
  expect(valueIn(data, 'File', 'Format')).toBe('tiff');
  expect([valueIn(data, 'Image', 'ImageWidth'), valueIn(data, 'Image', 'ImageLength')]).toEqual(['30', '20']);
});

test.each(['0000:00:00 00:00:00', '2023:13:41 25:61:00', '1999:12:31 23:59:59'])(
  'the date %s stays as written, and is not another day',
  async (date) => {
    const data = await pictureData(await picture(date).jpeg().toBuffer());
    expect(valueIn(data, 'Photo', 'DateTimeOriginal')).toBe(date);
  },
);

test('a picture without EXIF has facts about its file, other files have none', async () => {
  const plain = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const data = await pictureData(plain);
  expect([data.groups.map(({ group }) => group), data.isWhole]).toEqual([['File'], true]);
  await expect(pictureData(Buffer.from('GIF, no picture'))).rejects.toThrow('not a picture of a known format');
});

function sourceOf(bytes: Buffer): ByteInput {
  return {
    bytes: bytes.length,
    read: async (target, position) => bytes.copy(target, 0, position, position + target.length),
    stream: () => {
      throw new Error('not streamed');
    },
    close: async () => undefined,
  };
}

test(`each of ${DAMAGED} damaged pictures has bounded data, or a reason (SEED=${SEED})`, async () => {
  const random = seeded(SEED);
  const originals = await Promise.all(
    (['jpeg', 'tiff', 'webp', 'png'] as const).map((format) => picture().toFormat(format).toBuffer()),
  );
  let read = 0;
  let partly = 0;
  for (let i = 0; i < DAMAGED; i++) {
    const damaged = Buffer.from(originals[i % originals.length]!);
    // The position of EXIF: after the header of the file in a JPEG, at the end of others.
    for (let n = 1 + Math.floor(random() * 12); n > 0; n--) {
      damaged[12 + Math.floor(random() * (damaged.length - 12))] = random() < 0.5 ? 255 : Math.floor(random() * 256);
    }
    const end = random() < 0.1 ? Math.floor(random() * damaged.length) : damaged.length;
    const data = await processes.data(sourceOf(damaged.subarray(0, end))).catch((fault: unknown) => {
      expect(fault).toMatchObject({ code: 'NOT_FOUND' });
      return null;
    });
    if (data === null) continue;
    read++;
    if (!data.isWhole) partly++;
    const values = data.groups.flatMap((group) => group.values);
    expect(values.length).toBeLessThanOrEqual(EXIF_VALUES_MAX + 10);
    for (const { value } of values) expect(value.length).toBeLessThanOrEqual(EXIF_UNITS_MAX);
  }
  // Some are read, and damage is noticed.
  expect(read).toBeGreaterThan(DAMAGED / 10);
  expect(partly).toBeGreaterThan(0);
});

test('a directory that refers to the same bytes thousands of times costs its process at most', async () => {
  const entries = 5000;
  const exif = Buffer.alloc(60_000 + 8);
  exif.write('II*\0\x08\0\0\0', 0, 'latin1');
  exif.writeUInt16LE(entries, 8);
  for (let i = 0; i < entries; i++) {
    const at = 10 + i * 12;
    exif.writeUInt16LE(0x9000 + i, at);
    exif.writeUInt16LE(1, at + 2);
    exif.writeUInt32LE(60_000, at + 4);
  }
  const head = Buffer.from('\xff\xd8\xff\xe1\0\0Exif\0\0', 'latin1');
  head.writeUInt16BE(exif.length + 8, 4);
  const jpeg = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const hostile = Buffer.concat([head, exif, jpeg.subarray(2)]);
  const answer = await processes.data(sourceOf(hostile)).catch((fault: unknown) => fault);
  expect(answer).toMatchObject('groups' in (answer as object) ? { isWhole: false } : { code: 'NOT_FOUND' });
  // The next picture is read.
  const next = await processes.data(sourceOf(await picture().jpeg().toBuffer()));
  expect(valueIn(next, 'Image', 'Make')).toBe('Falkon');
});
