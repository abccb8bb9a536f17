/** The open mail of a thread, and the open message of a chat, stay in view while what is around them loads. */
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

describeInBrowser('the open message', () => {
  const service = Service.beforeTests({ paths: { phone: resolve('data-samples/rui-phone') } });

  test.each([
    ['thread', 73, 'article[aria-current=true]'],
    ['conversation', 35, '[aria-current=true]'],
  ])('of a %s is in view once everything has loaded, until the user scrolls', async (tab, id, selector) => {
    const shown = await WatchedPage.open(service.server.url, `?item=phone:${id}&tab=${tab}`);
    const { page } = shown;
    const panel = page.getByRole('tabpanel');
    const open = panel.locator(selector);
    await open.waitFor();
    await shown.network.settled();
    const [box, view] = [await open.boundingBox(), await panel.boundingBox()];
    if (box === null || view === null) throw new Error('it is not drawn');
    expect(box.y).toBeGreaterThanOrEqual(view.y - 1);
    expect(box.y + box.height).toBeLessThanOrEqual(view.y + view.height + 1);
    await page.mouse.move(view.x + 20, view.y + 100);
    await page.mouse.wheel(0, -200);
    await shown.network.settled();
    expect((await open.boundingBox())?.y).toBeGreaterThan(box.y + 50);
    shown.expectQuiet();
  });
});
