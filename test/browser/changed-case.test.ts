/** A page that is open while its case changes: what it shows afterwards is of one state, and it says if the open item changed. */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';
import { HANG_MS, until } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const LINES = 3000;
const timeout = HANG_MS;
const MATCH = /^[Mm]atch 1 of/;

describeInBrowser('a page whose case changes', () => {
  const service = Service.beforeTests({ cases: { case: [] } });
  let states: Record<'before' | 'after', Awaited<ReturnType<typeof itemsOf>>>;
  beforeAll(async () => {
    states = { before: await itemsOf('before', '#ff0000', 3), after: await itemsOf('after', '#0000ff', 5) };
  });

  const change = async (state: keyof typeof states): Promise<void> => {
    await writeCase(join(service.dir, 'cases', 'case'), states[state]);
    expect((await service.post('/sources/case/refresh')).status).toBe(200);
  };
  const open = async (query: string): Promise<WatchedPage> => {
    await change('before');
    const shown = await WatchedPage.open(service.server.url, `?q=heron&${query}`);
    await shown.row(1).or(shown.page.locator('main')).first().waitFor();
    await shown.network.settled();
    return shown;
  };

  test('shows the text of one state, with marks at its matches', async () => {
    const shown = await open('item=case:1&tab=text');
    const view = shown.page.getByRole('tabpanel');
    const more = async (): Promise<void> => {
      await view.evaluate((element) => element.scrollTo(0, 1e9));
      await shown.network.settled();
    };
    await more();
    expect(await view.textContent()).toContain('before 500.');
    await change('after');
    await shown.page.getByText('The case has changed this item.').waitFor({ timeout });
    await shown.network.settled();
    await more();
    const text = await view.textContent();
    expect([text!.includes('before'), text!.includes('after 700.')]).toEqual([false, true]);
    expect([...new Set(await view.locator('mark').allTextContents())]).toEqual(['heron']);
    shown.expectQuiet();
  });

  test.each(['hex', 'preview'])('shows the content of one state: %s', async (tab) => {
    const shown = await open(`item=case:1&tab=${tab}`);
    const body = (): Locator =>
      tab === 'hex' ? shown.page.getByRole('tabpanel') : shown.page.frameLocator('iframe').locator('body');
    await body().getByText('before').first().waitFor({ timeout });
    await change('after');
    await body().getByText('after').first().waitFor({ timeout });
    expect(await body().textContent()).not.toContain('before');
    shown.expectQuiet();
  });

  test('counts facets and folders again', async () => {
    const shown = await open('view=tree');
    const facets = shown.page.getByRole('region', { name: 'Facets' });
    const tree = shown.page.getByRole('tree');
    await facets.getByText('kind before').waitFor({ timeout });
    await change('after');
    await facets.getByText('kind after').waitFor({ timeout });
    await tree.getByText('after 5').waitFor({ timeout });
    expect(await facets.getByText('kind before').count()).toBe(0);
    expect(await tree.getByText('before').count()).toBe(0);
    shown.expectQuiet();
  });

  test('shows the pictures of the items that it names', async () => {
    const shown = await open('view=gallery');
    const gallery = shown.page.getByRole('list', { name: 'Gallery' });
    const colours = async (): Promise<readonly string[]> => {
      await shown.network.settled();
      return shown.page.evaluate(`[...document.querySelectorAll('.gallery img')].map((one) => {
        const canvas = document.createElement('canvas').getContext('2d');
        canvas.drawImage(one, 0, 0, 1, 1);
        const [red, , blue] = canvas.getImageData(0, 0, 1, 1).data;
        return red > blue ? 'red' : 'blue';
      })`);
    };
    expect(await colours()).toEqual(['red', 'red', 'red']);
    await change('after');
    await gallery.getByText('after 3').waitFor({ timeout });
    expect(await colours()).toEqual(['blue', 'blue', 'blue']);
    shown.expectQuiet();
  });

  test('says that the open item is gone', async () => {
    await change('after');
    const shown = await WatchedPage.open(service.server.url, '?item=case:5&tab=text');
    await shown.page.getByRole('tabpanel').getByText('after').first().waitFor({ timeout });
    await change('before');
    await shown.page.getByRole('region', { name: 'Item' }).getByText('case:5').waitFor({ timeout });
    expect(await shown.page.getByRole('tabpanel').count()).toBe(0);
  });

  test('keeps place and current match if another item changed', async () => {
    const shown = await open('item=case:1&tab=text');
    const { page } = shown;
    await page.getByRole('button', { name: 'Next match' }).click();
    await page.getByText(MATCH).waitFor({ timeout });
    const view = page.getByRole('tabpanel');
    await view.evaluate((element) => element.scrollTo(0, 400));
    await writeCase(join(service.dir, 'cases', 'case'), [...states.before, { id: 9, text: 'heron', properties: {} }]);
    await service.post('/sources/case/refresh');
    await page.getByText(/1 item changed/).waitFor({ timeout });
    await shown.network.settled();
    expect(await view.evaluate((element) => element.scrollTop)).toBe(400);
    await page.getByText(MATCH).waitFor({ timeout });
    shown.expectQuiet();
  });

  test('shows the remaining sources if a restarted server has fewer', async () => {
    const items = [{ id: 1, properties: { name: 'kept' }, text: 'heron' }];
    const first = await Service.start({ cases: { one: items, two: items } });
    const shown = await WatchedPage.open(first.server.url, '?q=heron');
    await shown.expectCount('2 items');
    await first.stop();
    await Service.start({ cases: { one: items }, server: { port: first.server.port } });
    await shown.page
      .getByRole('status', { name: 'Result' })
      .filter({ hasText: /^1 item / })
      .waitFor({ timeout });
    expect(await shown.page.getByRole('grid', { name: 'Results' }).getByText('kept').count()).toBe(1);
  });

  test('changes nothing if another case has the name of the source after a restart', async () => {
    const item = (name: string) => ({ one: [{ id: 1, properties: { name }, text: 'heron' }] });
    const first = await Service.start({ cases: item('seen') });
    const shown = await WatchedPage.open(first.server.url, '?q=heron');
    const { page } = shown;
    await page.getByRole('gridcell', { name: 'seen', exact: true }).waitFor({ timeout });
    // The page knows the start of a server to two seconds.
    await until(async () => (await first.get('/status')).json.uptimeSeconds >= 3);
    await first.stop();
    await page.getByText('Not live').waitFor({ timeout });
    // The page does not connect again.
    await page.route('**/changes**', (route) => route.abort());
    const second = await Service.start({ cases: item('other'), server: { port: first.server.port } });
    const reviewed = async () => (await second.get('/hits?q=reviewed:*')).json.total;
    await page.keyboard.press('v');
    await page.locator('.notice').getByText('nothing was changed').waitFor({ timeout });
    expect(await reviewed()).toBe(0);
    await page.getByRole('gridcell', { name: 'other', exact: true }).waitFor({ timeout });
    await page.keyboard.press('v');
    await until(async () => (await reviewed()) === 1);
  });

  test('says that a part of the page is missing after an update of the server', async () => {
    const shown = await open('');
    await shown.page.route(/\/(?:report|reviews)-dialog-[^/]*\.js$/, (route) => route.abort());
    for (const name of ['Report…', 'Reviews']) {
      await shown.page.getByRole('button', { name }).click();
      await shown.page.locator('.notice').getByText('reload the page').waitFor({ timeout });
      await shown.page.locator('.notice').waitFor({ state: 'detached', timeout });
    }
  });
});

async function itemsOf(word: string, background: string, count: number) {
  const create = { width: 40, height: 40, channels: 3 as const, background };
  const thumb = await sharp({ create }).jpeg().toBuffer();
  const lines = Array.from({ length: LINES }, (_, i) => `${word} ${i}.${i % 10 === 0 ? ' heron' : ''}`);
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    properties: { name: `${word} ${i + 1}`, category: `kind ${word}`, contentType: 'text/html' },
    text: `${word}. ${lines.join('\n')}`,
    content: word,
    thumb,
  }));
}
