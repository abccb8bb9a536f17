/** A gallery whose pictures take long to draw: a search, and the item that somebody opens, do not wait for them. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { ThumbnailCache } from '../../src/thumbnails/thumbnail-cache.ts';
import { Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const COUNT = 20;

describeInBrowser('a gallery of pictures that take long', () => {
  test('lets a search through, and shows all pictures in the end', async () => {
    let draw = (): void => undefined;
    const mayDraw = new Promise<void>((resolve) => {
      draw = resolve;
    });
    const service = await Service.start({
      cases: { case: await pictures() },
      server: (dir) => {
        const cache = new ThumbnailCache(join(dir, 'thumbnails'));
        const get = cache.get.bind(cache);
        cache.get = async (...given) => {
          await mayDraw;
          return get(...given);
        };
        return { thumbnails: cache };
      },
    });
    const shown = await WatchedPage.open(service.server.url, '?q=heron&view=gallery');
    const { page } = shown;
    const images = page.getByRole('list', { name: 'Gallery' }).locator('img');
    await images.nth(COUNT - 1).waitFor({ state: 'attached' });
    const query = page.getByRole('searchbox', { name: 'Query' });
    await query.fill('needle');
    await query.press('Enter');
    await shown.expectCount('1 item');
    await page.goBack();
    await shown.expectCount(`${COUNT} items`);
    draw();
    const drawn = `[...document.querySelectorAll('.gallery img')].filter((one) => one.naturalWidth > 0).length`;
    await until(async () => (await page.evaluate(drawn)) === COUNT);
    expect(await page.locator('.tile-picture.none').count()).toBe(0);
    shown.expectQuiet();
  });
});

function pictures() {
  return Promise.all(
    Array.from({ length: COUNT }, async (_, i) => {
      const create = { width: 30, height: 30, channels: 3 as const, background: { r: 10 * i, g: 0, b: 0 } };
      return {
        id: i + 1,
        properties: { name: `picture ${i + 1}`, contentType: 'image/png' },
        text: i === 7 ? 'heron needle' : 'heron',
        content: await sharp({ create }).png().toBuffer(),
      };
    }),
  );
}
