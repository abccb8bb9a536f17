import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import type { ByteInput } from '../../../src/cases/case-reader.ts';
import { openCase } from '../../../src/cases/open-case.ts';
import { refOfRange } from '../../../src/cases/portable/part-range.ts';
import { makeThumbnail } from '../../../src/thumbnails/make-thumbnail.ts';
import { pictureFormat } from '../../../src/thumbnails/picture-format.ts';
import { ThumbnailCache } from '../../../src/thumbnails/thumbnail-cache.ts';
import { temporaryDir } from '../../support/endings.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { writeCase } from '../../support/tiny-case.ts';
import { pause } from '../../support/until.ts';

const red = { r: 255, g: 0, b: 0 };
const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: red } });

/** 24 by 16 pixels, the left half blue and the right half red, encoded by x265. */
const HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAXxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'ACJpbG9jAAAAAERAAAEAAQAAAAABoAABAAAAAAAAAE4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt',
    'AAAAAAABAAAA/GlwcnAAAADcaXBjbwAAAHVodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA',
    'AAMAHroCQGEAAQApQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqrprm4CGgwIAAAAyAAAADAIRiAAEABkQBwXPBiQAAABNjb2xybmNs',
    'eAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAAChjbGFwAAAAGAAAAAEAAAAQAAAAAf///9gAAAAC////0AAAAAIAAAAQcGl4',
    'aQAAAAADCAgIAAAAGGlwbWEAAAAAAAAAAQABBYECAwWEAAAAVm1kYXQAAABKKAGvCchqiB4jm1H/h8ORrDf6zrRgH7p639KqYrn2',
    'qmGoXuckZx4H3a9sHl3DcTVND/k986D3iN7+L43IdxeZwHZ6SpDnih0pChQ=',
  ].join(''),
  'base64',
);

async function faultOf(picture: Uint8Array, limits?: Parameters<typeof makeThumbnail>[1]): Promise<string> {
  return makeThumbnail(picture, limits).then(
    () => 'drawn',
    (error) => `${error.code}: ${error.message}`,
  );
}

describe('a thumbnail', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('is drawn from %s', async (format) => {
    const picture = await plain(640, 480).toFormat(format).toBuffer();
    expect(pictureFormat(picture)).toBe(format === 'avif' ? 'heif' : format);
    expect(await sharp(await makeThumbnail(picture)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 240,
    });
  });

  test('is drawn from HEIC, with the colours of the picture', async () => {
    expect(pictureFormat(HEIC)).toBe('heif');
    const thumbnail = sharp(await makeThumbnail(HEIC));
    expect(await thumbnail.metadata()).toMatchObject({ format: 'jpeg', width: 24, height: 16 });
    const { data, info } = await thumbnail.raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number): number[] => [...data.subarray((8 * 24 + x) * info.channels).subarray(0, 3)];
    const [redOfLeft, , blueOfLeft] = pixel(3);
    const [redOfRight, , blueOfRight] = pixel(20);
    expect(blueOfLeft! - redOfLeft!).toBeGreaterThan(120);
    expect(redOfRight! - blueOfRight!).toBeGreaterThan(120);
  });

  test('of damaged HEIC is refused with the reason, and so is HEIC over the limits', async () => {
    const broken = 'NOT_FOUND: the picture is broken or of an unknown kind';
    for (const length of [200, 300, 430])
      expect([length, await faultOf(HEIC.subarray(0, length))]).toEqual([length, broken]);
    const limits = { bytes: 1e6, pixels: 1e6, seconds: 10, decodedBytes: 1000 };
    expect(await faultOf(HEIC, limits)).toMatch(/^NOT_FOUND: the picture takes \d+ bytes of memory, more than 1000$/);
    expect(await faultOf(HEIC, { ...limits, pixels: 10 })).toMatch(/^NOT_FOUND: the picture/);
  });

  test('is never larger than the picture', async () => {
    const thumbnail = await makeThumbnail(await plain(5, 9).png().toBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 5, height: 9 });
  });

  test('is upright by EXIF and has no metadata', async () => {
    const picture = await plain(400, 100)
      .withExif({ IFD0: { Copyright: 'suspect' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const thumbnail = await makeThumbnail(picture);
    const metadata = await sharp(thumbnail).metadata();
    expect(metadata).toMatchObject({ width: 80, height: 320 });
    expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual(Array(4).fill(undefined));
    expect(thumbnail.includes('suspect')).toBe(false);
  });

  test('has a white background if the picture is transparent', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: { ...red, alpha: 0 } } })
      .png()
      .toBuffer();
    const { data } = await sharp(await makeThumbnail(clear))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  test('of a file that is not a picture is refused by its first bytes, also of SVG', async () => {
    for (const content of [
      '',
      'x',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><svg/>',
      '%PDF-1.4',
    ]) {
      expect(await faultOf(Buffer.from(content))).toMatch(/^NOT_FOUND: the content is not a picture/);
    }
  });

  test('of a broken picture is refused with the reason', async () => {
    const picture = await plain(300, 300).png().toBuffer();
    expect(await faultOf(picture.subarray(0, 60))).toMatch(/^NOT_FOUND: the picture is broken/);
    expect(await faultOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]))).toMatch(/broken/);
  });

  test('respects the limits on bytes, pixels and time', async () => {
    const picture = await plain(200, 200).png().toBuffer();
    const roomy = { bytes: 1e6, pixels: 40_000, seconds: 10, decodedBytes: 1e6 };
    expect(await faultOf(picture, roomy)).toBe('drawn');
    expect(await faultOf(picture, { ...roomy, pixels: 39_999 })).toMatch(/more than 39999 pixels/);
    expect(await faultOf(picture, { ...roomy, bytes: picture.length - 1 })).toMatch(/bytes, more than/);
    const large = await plain(9000, 9000).png().toBuffer();
    expect(await faultOf(Buffer.concat([large.subarray(0, 28), Buffer.of(1), large.subarray(29)]))).toMatch(
      /NOT_FOUND/,
    );
  });
});

describe('the thumbnail cache', () => {
  const key = { realPath: '/case', fingerprint: 'f', itemId: 7 };

  async function withSource<T>(body: (open: () => Promise<ByteInput>, dir: string) => Promise<T>): Promise<T> {
    const dir = temporaryDir();
    await writeCase(join(dir, 'case'), [{ id: 7, content: await plain(10, 10).png().toBuffer() }]);
    const reader = await openCase(join(dir, 'case'));
    return body(() => reader.openPart(refOfRange({ file: 'content/7' })), join(dir, 'thumbnails')).finally(() =>
      reader.close(),
    );
  }

  async function onlyFile(dir: string): Promise<string> {
    const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files).toHaveLength(1);
    return join(files[0]!.parentPath, files[0]!.name);
  }

  test('draws once, and serves the cached thumbnail also to the next process', () =>
    withSource(async (open, dir) => {
      let drawn = 0;
      const make = (source: ByteInput): Promise<Buffer> => {
        drawn++;
        return makeThumbnail(source);
      };
      const cache = new ThumbnailCache(dir, make);
      const [first, second] = await Promise.all([cache.get(key, open), cache.get(key, open)]);
      const third = await new ThumbnailCache(dir, make).get(key, open);
      expect(drawn).toBe(1);
      expectSameBytes(second, first, 'asked for at once');
      expectSameBytes(third, first, 'kept on disk');
      expect(await sharp(third).metadata()).toMatchObject({ format: 'jpeg', width: 10 });
      await cache.get({ ...key, fingerprint: 'g' }, open);
      await cache.get({ ...key, itemId: 8 }, open);
      await cache.get({ ...key, realPath: '/other' }, open);
      expect(drawn).toBe(4);
    }));

  test('draws again if the file was truncated or changed on disk', () =>
    withSource(async (open, dir) => {
      const cache = new ThumbnailCache(dir);
      const sound = await cache.get(key, open);
      const file = await onlyFile(dir);
      const bytes = await readFile(file);
      for (let cut = 0; cut < bytes.length; cut += 37) {
        await writeFile(file, bytes.subarray(0, cut));
        expectSameBytes(await cache.get(key, open), sound, `cut at ${cut}`);
      }
      for (let at = 0; at < bytes.length; at += 41) {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= 0x10;
        await writeFile(file, flipped);
        expectSameBytes(await cache.get(key, open), sound, `changed at ${at}`);
      }
      expectSameBytes(await readFile(await onlyFile(dir)), bytes, 'the file');
    }));

  test('stores no refusals, and works if nothing can be stored', () =>
    withSource(async (open, dir) => {
      await mkdir(dir);
      const failing = new ThumbnailCache(dir, async () => Promise.reject(new Error('no')));
      await expect(failing.get(key, open)).rejects.toThrow('no');
      expect(await readdir(dir)).toEqual([]);
      await writeFile(join(dir, 'file'), '');
      expect((await new ThumbnailCache(join(dir, 'file')).get(key, open)).length).toBeGreaterThan(100);
    }));

  test('makes two at a time, lets the rest wait, and refuses requests that would wait too long', () =>
    withSource(async (open, dir) => {
      let running = 0;
      let most = 0;
      const cache = new ThumbnailCache(dir, async () => {
        most = Math.max(most, ++running);
        await pause(1);
        running--;
        return Buffer.from('jpeg');
      });
      const asked = Array.from({ length: 300 }, (_, itemId) => cache.get({ ...key, itemId }, open));
      const settled = await Promise.allSettled(asked);
      expect(most).toBe(2);
      expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(258);
      for (const one of settled)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'OVERLOADED' });
      expect(await cache.get({ ...key, itemId: 1000 }, open)).toEqual(Buffer.from('jpeg'));
    }));
});
