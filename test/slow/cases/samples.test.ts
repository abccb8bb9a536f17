import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { CaseItem } from '../../../src/cases/case-reader.ts';
import { checkCase } from '../../../src/cases/check-case.ts';
import { openCase } from '../../../src/cases/open-case.ts';
import { rangeOfRef } from '../../../src/cases/portable/part-range.ts';
import type { PartRef } from '../../../src/shared/part-ref.ts';
import { makeThumbnail } from '../../../src/thumbnails/make-thumbnail.ts';
import { temporaryDir } from '../../support/endings.ts';
import { readCaseAt } from '../../support/read-case.ts';

const samples = new URL('../../../data-samples/', import.meta.url).pathname;
/** The minimum number of items of each sample. */
const ITEMS = { 'seized-laptop': 150, 'usb-stick': 20, 'rui-phone': 50 };
const cases = Object.keys(ITEMS) as (keyof typeof ITEMS)[];

const firstValue = (item: CaseItem, wanted: string): string | undefined =>
  item.properties.find(([name]) => name === wanted)?.[1][0];

async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length))
    .sort();
}

/** Returns the size of a picture. Encoders differ between versions of the picture library, but the size is the same. */
async function sizeOf(picture: Buffer): Promise<string | null> {
  return sharp(picture, { limitInputPixels: false })
    .metadata()
    .then(
      ({ format, width, height }) => `${format} ${width}x${height}`,
      () => null,
    );
}

describe('the sample cases', () => {
  test.each(cases)('%s is sound', async (name) => {
    const report = await checkCase(join(samples, name), undefined, { deep: true });
    expect([report.problems, report.isComplete]).toEqual([[], true]);
    expect(report.items).toBeGreaterThanOrEqual(ITEMS[name]);
    expect(report.treeNodes).toBeGreaterThan(3);
    expect(report.withThumb).toBeGreaterThan(0);
  });

  test('have the states that they promise', async () => {
    const { items } = await readCaseAt(join(samples, 'seized-laptop'));
    const named = (name: string): CaseItem => items.find((item) => firstValue(item, 'name') === name) as CaseItem;
    expect((named('system.log').text as string).length).toBeGreaterThan(5_000_000);
    expect((named('system.log').text as string).trimEnd().endsWith('KINGFISHER serial 0xC0FFEE4471')).toBe(true);
    expect(named('SOFTWARE').properties.length).toBeGreaterThan(3000);
    expect(named('empty text.txt').text).toBe('');
    expect(rangeOfRef(named('empty text as a range.txt').text as PartRef)).toMatchObject({ length: 0 });
    expect(named('no content, no text')).toMatchObject({ text: null, content: null, thumb: null });
    expect(items.some((item) => Buffer.byteLength(firstValue(item, 'name') ?? '') === 255)).toBe(true);
    expect(items.some((item) => /[\r\n]/.test(firstValue(item, 'name') ?? ''))).toBe(true);
    expect(items.filter((item) => firstValue(item, 'deleted') === 'true').length).toBeGreaterThan(15);
    expect(items.filter((item) => firstValue(item, 'carved') === 'true').length).toBeGreaterThan(5);
    expect(items.filter((item) => firstValue(item, 'chat:account') === '9007199254740990')).toHaveLength(1);
  });

  test('have pictures that can and cannot be drawn', async () => {
    const dir = join(samples, 'seized-laptop');
    const { items } = await readCaseAt(dir);
    const reader = await openCase(dir);
    const draw = async (name: string): Promise<string> => {
      const item = items.find((one) => firstValue(one, 'name') === name) as CaseItem;
      const source = await reader.openPart(item.content!);
      return makeThumbnail(source)
        .then(sizeOf, (error) => error.message)
        .finally(() => source.close());
    };
    expect(await draw('turned by EXIF.jpg')).toBe('jpeg 107x320');
    expect(await draw('IMG_4471.jpg')).toBe('jpeg 320x240');
    expect(await draw('seal.png')).toBe('jpeg 300x300');
    expect(await draw('broken.jpg')).toMatch(/broken/);
    expect(await draw('cut short.png')).toMatch(/broken/);
    expect(await draw('bomb.png')).toMatch(/more than 100000000 pixels/);
    expect(await draw('drawing.svg')).toMatch(/not a picture/);
    await reader.close();
  });

  test('can be created again, byte for byte except the pictures', async () => {
    const dir = temporaryDir();
    const { makeSamples } = (await import(`${samples}make.mjs`)) as { makeSamples(dir: string): Promise<void> };
    await makeSamples(dir);
    expect(await readFile(join(dir, 'sources.json'), 'utf8')).toBe(
      await readFile(join(samples, 'sources.json'), 'utf8'),
    );
    for (const name of cases) {
      const [made, kept] = [join(dir, name), join(samples, name)];
      const [madeFiles, keptFiles] = [await listFiles(made), await listFiles(kept)];
      // Contents are named by their hash. With another encoder the names of pictures differ, but not their number.
      expect(madeFiles.length).toBe(keptFiles.length);
      for (const file of keptFiles.filter((one) => madeFiles.includes(one))) {
        await expectSame(join(made, file), join(kept, file));
      }
      const strangers = (files: string[], others: string[], base: string): Promise<(string | null)[]> =>
        Promise.all(
          files.filter((one) => !others.includes(one)).map(async (one) => sizeOf(await readFile(base + one))),
        );
      expect((await strangers(madeFiles, keptFiles, made)).sort()).toEqual(
        (await strangers(keptFiles, madeFiles, kept)).sort(),
      );
    }
  });
});

async function expectSame(made: string, kept: string): Promise<void> {
  const [a, b] = [await readFile(made), await readFile(kept)];
  if (a.equals(b)) return;
  if (made.endsWith('.gz')) {
    // Compressors differ between versions, too, and item records contain hashes of pictures.
    expect(withoutDigests(gunzipSync(a))).toBe(withoutDigests(gunzipSync(b)));
  } else if (made.endsWith('.jsonl')) expect(withoutDigests(a)).toBe(withoutDigests(b));
  else if ((await sizeOf(b)) !== null) expect(await sizeOf(a)).toBe(await sizeOf(b));
  else if (!made.endsWith('pack-000.bin')) throw new Error(`${kept} is not what the generator makes`);
}

function withoutDigests(lines: Buffer): string {
  const digests =
    /"(?:length|hash|md5|sha-1|sha-256)":\["[^"]*"\]|content\/[0-9a-f]{2}\/[0-9a-f]{32}|"(?:offset|length)":\d+/g;
  return lines.toString().replace(digests, '');
}
