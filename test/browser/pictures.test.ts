/**
 * The pictures of the README and of docs/page.md: `make pictures` takes them of the sample cases, by the browser that the tests
 * drive. Here they are only looked for.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Service } from '../support/http-service.ts';
import { describeInBrowser, openBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const folder = 'docs/pictures';
const PICTURE_BYTES_MAX = 200_000;

interface Picture {
  readonly name: string;
  readonly query: string;
  readonly isDark?: boolean;
  readonly steps: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    name: 'search',
    query: '?q=warehouse+OR+lacre+OR+seal&item=seized-laptop:340&tab=text',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Snippets' }).click();
      await page.locator('mark').first().waitFor();
      await page.getByRole('button', { name: 'Next match' }).click();
    },
  },
  { name: 'mail', query: '?q=halle+7&item=seized-laptop:336&tab=preview', isDark: true, steps: async () => {} },
  {
    name: 'pdf',
    query: '?q=protest+OR+seal&item=seized-laptop:360&tab=preview',
    steps: async (page) => {
      await page.getByTitle('Preview').contentFrame().locator('canvas').first().waitFor();
      await page.waitForTimeout(1500);
    },
  },
  { name: 'gallery', query: '?view=gallery&filter=category%3A%3DImages', steps: async () => {} },
  { name: 'map', query: '?view=map', isDark: true, steps: async (page) => page.waitForTimeout(1000) },
  { name: 'timeline', query: '?view=timeline&q=heron', steps: async () => {} },
  {
    name: 'camera',
    query: '?filter=image%5C%3Acamera%3A%3D%22Falkon+F2%22&item=seized-laptop:339&tab=preview',
    steps: async () => {},
  },
  {
    name: 'bookmark',
    query: '?q=%22warehouse+seven%22',
    isDark: true,
    steps: async (page) => {
      await page.getByRole('button', { name: 'Bookmark all hits' }).click();
      await page.getByRole('combobox', { name: 'Name' }).fill('Warehouse seven');
    },
  },
];

if (process.env['PICTURES'] !== undefined) {
  describeInBrowser('pictures', () => {
    test('are taken', async () => {
      mkdirSync(folder, { recursive: true });
      const ids = ['seized-laptop', 'usb-stick'];
      const service = await Service.start({
        paths: Object.fromEntries(ids.map((id) => [id, resolve('data-samples', id)])),
      });
      const browser = await openBrowser();
      for (const name of ['Who is x91', 'For the lawyer']) await service.post(`/bookmarks/${encodeURIComponent(name)}`);
      const docs = [75, 336, 339].map((id) => ({ source: 'seized-laptop', id }));
      await service.put('/bookmarks/Who%20is%20x91/add', docs);
      await service.put('/bookmarks/For%20the%20lawyer/add', docs.slice(0, 1));
      for (const { name, query, isDark = false, steps } of pictures) {
        const shown = await WatchedPage.open(browser, service.server.url, query, {
          colorScheme: isDark ? 'dark' : 'light',
        });
        await shown.network.settled();
        await steps(shown.page);
        await shown.page.waitForTimeout(500);
        const picture = await shown.page.screenshot({ animations: 'disabled' });
        // A hundred colours tell as much as all of them, in a third of the bytes.
        await sharp(picture).png({ palette: true, colours: 160, effort: 10 }).toFile(`${folder}/${name}.png`);
        await shown.close();
      }
      await browser.close();
      await service.stop();
    });
  });
}

test('the pictures of the documents are there, and small', () => {
  const named = ['README.md', 'docs/page.md'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/!\[[^\]]+\]\((?:docs\/)?pictures\/([a-z]+)\.png\)/g)].map(
      ([, name]) => name,
    ),
  );
  expect([...new Set(named)].sort()).toEqual(pictures.map(({ name }) => name).sort());
  for (const { name } of pictures) expect(statSync(`${folder}/${name}.png`).size).toBeLessThan(PICTURE_BYTES_MAX);
});
