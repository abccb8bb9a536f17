/** The timeline over a laptop and a phone: labels, periods, and the items that it leaves out. */
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const NIGHT = ['2023-03-19', '2023-03-20'] as const;

describeInBrowser('the timeline of two devices', () => {
  let shown: WatchedPage;
  const paths = { laptop: resolve('data-samples/seized-laptop'), phone: resolve('data-samples/rui-phone') };
  const service = Service.beforeTests({ paths });

  async function open(query: string): Promise<Page> {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page;
  }

  async function chooseNight(page: Page): Promise<void> {
    await page.getByRole('combobox', { name: 'Date', exact: true }).selectOption({ label: 'All dates' });
    await page.getByLabel('From', { exact: true }).fill(NIGHT[0]);
    await page.getByLabel('To', { exact: true }).fill(NIGHT[1]);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('combobox', { name: 'Interval' }).selectOption('hour');
    await page.getByRole('table', { name: 'Timeline' }).getByText('2023-03-19 23:00').first().waitFor();
  }

  test('counts the items without the date, and names the source of each event', async () => {
    const page = await open('?view=timeline');
    const { json } = await service.get('/facets?facet=modified');
    await page
      .getByRole('figure', { name: 'Timeline' })
      .getByText(`${json.facets[0].missing} items without a value`)
      .waitFor();
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByRole('row', { name: /item zero\.txt · laptop/ }).waitFor();
    await page.getByRole('checkbox', { name: 'phone', exact: true }).uncheck();
    await events.getByRole('row', { name: /item zero\.txt$/ }).waitFor();
    shown.expectQuiet();
  });

  test('no label is drawn over another, whatever the width, and hours of a day differ', async () => {
    const page = await open('?view=timeline');
    await chooseNight(page);
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await shown.network.settled();
      for (const kind of ['.tick', '.break-label']) {
        const boxes = await page.locator(kind).evaluateAll((labels) =>
          labels
            .map((label) => label.getBoundingClientRect())
            .sort((a, b) => a.left - b.left)
            .map(({ left, right }) => ({ left, right })),
        );
        expect(boxes.length).toBeGreaterThan(0);
        const end = await page.locator('.x-axis').evaluate((axis) => axis.getBoundingClientRect().right);
        expect(boxes.at(-1)!.right).toBeLessThanOrEqual(end + 1);
        for (const [i, { left }] of boxes.slice(1).entries()) expect(left).toBeGreaterThanOrEqual(boxes[i]!.right);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const ticks = await page.locator('.tick').allTextContents();
    expect(new Set(ticks).size).toBe(ticks.length);
    expect(ticks.some((label) => /^\d\d:\d\d$/.test(label))).toBe(true);
    shown.expectQuiet();
  });

  test('a dragged period replaces a typed one, even if a date has a colon in its name', async () => {
    const page = await open('?view=timeline');
    await chooseNight(page);
    expect(new URL(page.url()).searchParams.getAll('filter')[0]).toContain('Communication\\:Date:[');
    const plot = await page.getByRole('figure', { name: 'Timeline' }).locator('svg').boundingBox();
    if (plot === null) throw new Error('there is no histogram');
    await page.mouse.move(plot.x + plot.width * 0.3, plot.y + 40);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 60);
    await page.mouse.up();
    await page.waitForURL((url) => !url.searchParams.getAll('filter').join().includes(`${NIGHT[0]}T00`));
    expect(new URL(page.url()).searchParams.getAll('filter')).toHaveLength(1);
    shown.expectQuiet();
  });

  test('a facet of a field with a colon in its name keeps its choices, and all its values', async () => {
    const page = await open('?sources=laptop');
    await page.getByRole('button', { name: 'Add a facet' }).click();
    await page.keyboard.type('image:camera');
    await page.getByRole('list', { name: 'Fields found' }).getByRole('button', { name: 'image:camera' }).click();
    const facet = page.getByRole('group', { name: 'image:camera', exact: true });
    await facet.getByRole('checkbox', { name: /^Falkon F2 / }).check();
    await facet.getByRole('checkbox', { name: /^Invented Optics 3 / }).check();
    const filter = new URL(page.url()).searchParams.getAll('filter');
    expect(filter).toEqual(['"image:camera":="Falkon F2" OR "image:camera":="Invented Optics 3"']);
    await facet.getByRole('checkbox', { name: /^Falkon F2 / }).uncheck();
    expect(new URL(page.url()).searchParams.getAll('filter')).toEqual(['"image:camera":="Invented Optics 3"']);
    shown.expectQuiet();
  });
});
