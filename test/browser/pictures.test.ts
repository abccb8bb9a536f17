/**
 * The animated pictures of the README and those of docs/page.md. `make pictures` makes them from the sample cases, with the
 * browser of the tests. This file normally only checks that they exist.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const folder = 'docs/pictures';
const PICTURE_BYTES_MAX = 200_000;
const TOUR = `${folder}/tour.webp`;
const TOUR_BYTES_MAX = 1_500_000;
const TOUR_WIDTH = 1000;

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

/** A busy machine may be slow. Nothing is tested here. */
const PATIENCE_MS = 600_000;

if (process.env['PICTURES'] !== undefined) {
  describeInBrowser('pictures', () => {
    let service: Service;
    beforeAll(async () => {
      mkdirSync(folder, { recursive: true });
      const ids = ['seized-laptop', 'usb-stick'];
      service = await Service.start({ paths: Object.fromEntries(ids.map((id) => [id, resolve('data-samples', id)])) });
      for (const name of ['Who is x91', 'For the lawyer']) await service.post(`/bookmarks/${encodeURIComponent(name)}`);
      const docs = [75, 336, 339].map((id) => ({ source: 'seized-laptop', id }));
      await service.put('/bookmarks/Who%20is%20x91/add', docs);
      await service.put('/bookmarks/For%20the%20lawyer/add', docs.slice(0, 1));
    });

    test('are taken', async () => {
      for (const { name, query, isDark = false, steps } of pictures) {
        const shown = await WatchedPage.open(service.server.url, query, {
          colorScheme: isDark ? 'dark' : 'light',
        });
        shown.page.setDefaultTimeout(PATIENCE_MS);
        await shown.network.settled();
        await steps(shown.page);
        await shown.page.waitForTimeout(500);
        const picture = await shown.page.screenshot({ animations: 'disabled' });
        // A hundred colours show as much as all of them, in a third of the bytes.
        await sharp(picture).png({ palette: true, colours: 160, effort: 10 }).toFile(`${folder}/${name}.png`);
        await shown.close();
      }
    });

    test('one of them is animated', () => film(service.server.url));
  });
}

interface Scene {
  /** How long the last frame stays. */
  readonly milliseconds: number;
  readonly steps: (page: Page, frame: (milliseconds: number) => Promise<void>) => Promise<void>;
}

/** The content of the README's picture: a query, its hits, a match, a mail, the gallery, the map, the timeline, a bookmark. */
const scenes: readonly Scene[] = [
  {
    milliseconds: 1500,
    steps: async (page, frame) => {
      const query = page.getByRole('searchbox', { name: 'Query' });
      await query.click();
      await frame(800);
      for (const part of ['ware', 'house', ' OR ', 'lacre ', 'OR ', 'seal']) {
        await query.pressSequentially(part);
        await page.waitForTimeout(150);
        await frame(220);
      }
      await page.keyboard.press('Enter');
    },
  },
  {
    milliseconds: 2000,
    steps: async (page) =>
      page.goto(pathOf(page, '?q=warehouse+OR+lacre+OR+seal&item=seized-laptop:340&tab=text')).then(),
  },
  {
    milliseconds: 1600,
    steps: async (page) => {
      await page.getByRole('button', { name: 'Snippets' }).click();
      await page.locator('mark').first().waitFor();
      await page.getByRole('button', { name: 'Next match' }).click();
    },
  },
  {
    milliseconds: 2000,
    steps: async (page) => page.goto(pathOf(page, '?q=halle+7&item=seized-laptop:336&tab=preview')).then(),
  },
  {
    milliseconds: 2000,
    steps: async (page) => page.goto(pathOf(page, '?view=gallery&filter=category%3A%3DImages')).then(),
  },
  { milliseconds: 2000, steps: async (page) => page.goto(pathOf(page, '?view=map')).then() },
  { milliseconds: 2000, steps: async (page) => page.goto(pathOf(page, '?view=timeline&q=heron')).then() },
  {
    milliseconds: 2500,
    steps: async (page) => {
      await page.goto(pathOf(page, '?q=%22warehouse+seven%22'));
      await page.getByRole('button', { name: 'Bookmark all hits' }).click();
      await page.getByRole('combobox', { name: 'Name' }).fill('Warehouse seven');
    },
  },
];

const pathOf = (page: Page, query: string): string => new URL(query, page.url()).href;

/** Joins frames of the real page to one animated picture. */
async function film(origin: string): Promise<void> {
  const shown = await WatchedPage.open(origin, '', { colorScheme: 'light' });
  shown.page.setDefaultTimeout(PATIENCE_MS);
  await shown.network.settled();
  const frames: Buffer[] = [];
  const delay: number[] = [];
  const frame = async (milliseconds: number): Promise<void> => {
    const picture = await shown.page.screenshot({ animations: 'disabled' });
    frames.push(await sharp(picture).resize({ width: TOUR_WIDTH }).png().toBuffer());
    delay.push(milliseconds);
  };
  for (const { milliseconds, steps } of scenes) {
    await steps(shown.page, frame);
    await shown.network.settled();
    await shown.page.waitForTimeout(800);
    await frame(milliseconds);
  }
  await shown.close();
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 60, effort: 6, delay, loop: 0 })
    .toFile(TOUR);
}

test('the picture of the README is animated, lasts ten seconds or more, and is small', async () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`](${TOUR})`);
  const { pages = 1, delay = [], width } = await sharp(TOUR, { animated: true }).metadata();
  expect([pages, width]).toEqual([scenes.length + 7, TOUR_WIDTH]);
  expect(delay.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(10_000);
  expect(statSync(TOUR).size).toBeLessThan(TOUR_BYTES_MAX);
});

test('the pictures of the documents exist, and are small', () => {
  const named = ['docs/page.md'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/!\[[^\]]+\]\(pictures\/([a-z]+)\.png\)/g)].map(([, name]) => name),
  );
  expect([...new Set(named)].sort()).toEqual(pictures.map(({ name }) => name).sort());
  for (const { name } of pictures) expect(statSync(`${folder}/${name}.png`).size).toBeLessThan(PICTURE_BYTES_MAX);
});
