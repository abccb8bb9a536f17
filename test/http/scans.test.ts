/** Pictures with several pages are shown one below the other. A single one fills its frame as before. */
import { beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Service } from '../support/http-service.ts';

let service: Service;

/** A TIFF with one page of each colour. */
async function scan(...colours: readonly string[]): Promise<Buffer> {
  const pages = colours.map((background) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const [first, ...more] = await Promise.all(pages);
  return more.length === 0
    ? sharp(first).tiff().toBuffer()
    : sharp([first!, ...more], { join: { animated: true } })
        .tiff()
        .toBuffer();
}

beforeAll(async () => {
  const item = async (id: number, ...colours: readonly string[]) => ({
    id,
    properties: { name: `${id}.tif`, contentType: 'image/tiff' },
    content: await scan(...colours),
  });
  service = await Service.start({
    cases: { scans: [await item(1, '#ff0000', '#00ff00', '#0000ff'), await item(2, '#ff0000')] },
  });
});

async function picturesOf(id: number): Promise<readonly (readonly number[])[]> {
  const { text } = await service.get(`/sources/scans/docs/${id}/view?as=page`);
  const found = [...text.matchAll(/src="data:image\/jpeg;base64,([^"]+)"/g)];
  return Promise.all(
    found.map(async ([, data]) => {
      const { dominant } = await sharp(Buffer.from(data!, 'base64')).stats();
      return [dominant.r, dominant.g, dominant.b].map((value) => Math.round(value / 255));
    }),
  );
}

test('all pages of a TIFF are shown, in their order', async () => {
  expect(await picturesOf(1)).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

test('a TIFF of one page is that page', async () => {
  expect(await picturesOf(2)).toEqual([[1, 0, 0]]);
});
