/** The page with little room: everything has a name, can be read completely, and can be reached. */
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

/** The middle of a cut text may be covered by another text. */
const BEGINNING = { x: 5, y: 5 };
/** A window of 1280 by 800 at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 };

describeInBrowser('the page in a small window', () => {
  let shown: WatchedPage;
  const paths = { 'seized-laptop': resolve('data-samples/seized-laptop') };
  const service = Service.beforeTests({ paths });

  async function open(query: string, viewport = { width: 1280, height: 800 }, at = service): Promise<WatchedPage> {
    shown = await WatchedPage.open(at.server.url, query, { viewport });
    return shown;
  }

  test('shows a truncated text in full under the pointer', async () => {
    const long = Array(6).fill('a name that no column is wide enough for').join(', ');
    const wide = await Service.start({
      cases: { one: [{ id: 1, properties: { name: long, category: [`${long} 1`, `${long} 2`] } }] },
    });
    try {
      const { page } = await open('', undefined, wide);
      await shown.row(1).getByText(long, { exact: true }).hover({ position: BEGINNING });
      await shown.row(1).locator(`[title="${long}"]`).waitFor();
      // The two categories look the same, but are different.
      for (const n of [1, 2]) {
        const value = page.getByRole('region', { name: 'Facets' }).getByText(`${long} ${n}`, { exact: true });
        await value.hover({ position: BEGINNING });
        await page.locator(`[title="${long} ${n}"]`).waitFor();
      }
      expect(await page.locator('.cell[title]').count()).toBe(0);
    } finally {
      await shown.page.goto('about:blank');
      await wide.stop();
    }
  });

  test.each([
    [640, 400],
    [390, 844],
  ])('in a window of %d by %d everything has a name, and nothing is outside', async (width, height) => {
    shown = await WatchedPage.open(service.server.url, '?q=heron&', {
      viewport: { width, height },
    });
    await shown.row(1).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    const { page } = shown;
    for (const name of ['Snippets', 'Columns', 'Keyboard shortcuts'])
      expect(await page.getByRole('button', { name }).getAttribute('title')).toBe(name);
    const last = await page.getByRole('link', { name: 'Interface documentation' }).boundingBox();
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width);
    shown.expectQuiet();
  });

  test('a filter of a period over several dates can be read to its end', async () => {
    const period = '[2023-03-19T00:00:00.000Z TO 2023-03-21T00:00:00.000Z}';
    const clause = ['modified', 'created', 'accessed'].map((field) => `${field}:${period}`).join(' OR ');
    const { page } = await open(`?filter=${encodeURIComponent(clause)}`);
    const chip = page.getByRole('list', { name: 'Filters' }).getByText(clause, { exact: true });
    const [hidden, height] = await chip.evaluate((code) => [
      Math.max(code.scrollHeight - code.clientHeight, code.scrollWidth - code.clientWidth),
      code.clientHeight,
    ]);
    expect(hidden).toBeLessThanOrEqual(0);
    expect(height).toBeLessThan(60);
    expect(await shown.accessibilityFaults()).toEqual([]);
  });

  test('the timeline scrolls to its tables', async () => {
    const { page } = await open('?q=heron&view=timeline', ZOOMED);
    const events = page.getByRole('table', { name: 'Events' }).getByRole('button').nth(2);
    await events.scrollIntoViewIfNeeded();
    await events.click();
    await page.getByRole('region', { name: 'Item' }).getByRole('heading').first().waitFor();
    shown.expectQuiet();
  });

  test('shows eight bytes per line if sixteen do not fit', async () => {
    const { page } = await open('?q=heron&item=seized-laptop:53&tab=hex');
    const lines = page.getByRole('group', { name: 'Hex' });
    await lines.getByText('From: Dm', { exact: true }).waitFor();
    await lines.getByText('00000008', { exact: true }).waitFor();
    expect(await lines.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 800, height: 600 });
    await lines.getByText('From: Dmitri Sok', { exact: true }).waitFor();
    shown.expectQuiet();
  });
});
