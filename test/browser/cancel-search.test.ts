/** A slow search is cancelled on the page. Its requests end, the page says that it has no answer, and it can search again. */
import { expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const ITEMS = 80;
const TEXT_UNITS = 100_000;
/** Every character begins a match that fails its check. */
const SLOW = 'text:/[a-z]+ [a-z]+/luhn';

describeInBrowser('a slow search', () => {
  let shown: WatchedPage;
  const random = new Random(5);
  const text = (): string =>
    Array.from({ length: TEXT_UNITS }, () => 'abcdefghij klmnop qrstu vwxyz '[random.below(30)]).join('');
  const items = Array.from({ length: ITEMS }, (_, id) => ({ id, text: text() }));
  const service = Service.beforeTests({ cases: { one: items } });

  test('is cancelled with its facets, and searched again', async () => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await shown.expectCount(`${ITEMS} items`);
    const ended: string[] = [];
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname));
    const result = page.getByRole('status', { name: 'Result' });
    const query = page.getByRole('searchbox', { name: 'Query' });
    await query.fill(SLOW);
    await page.keyboard.press('Enter');
    const cancel = result.getByRole('button', { name: 'Cancel' });
    await result.getByText(/^\d+ % of the texts searched, 0 found so far/).waitFor();
    await cancel.waitFor();
    if (process.env.PICTURE !== undefined) await page.screenshot({ path: process.env.PICTURE });
    await cancel.click();
    await result.getByText('Cancelled. This search has no answer.').waitFor();
    expect(ended).toContain('/hits');
    expect(await shown.accessibilityFaults()).toEqual([]);
    if (process.env.PICTURE !== undefined) await page.screenshot({ path: `${process.env.PICTURE}.after.png` });
    await result.getByRole('button', { name: 'Search again' }).click();
    await cancel.waitFor();
    await cancel.click();
    // Another search has an answer of its own.
    await query.fill('*:*');
    await page.keyboard.press('Enter');
    await shown.expectCount(`${ITEMS} items`);
    expect(await result.getByText('Cancelled').count()).toBe(0);
  });
});
