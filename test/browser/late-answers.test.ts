/** Answers that overtake each other on the way to the page, and other people who change the same marks meanwhile. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import { pause } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = Array.from({ length: 30 }, (_, id) => ({ id, properties: { name: `item ${id}` }, text: `text ${id}` }));
const ref = (id: number) => ({ source: 'one', id });

/** Sends the first matching request on, and holds its answer back until `release`. */
async function holdAnswer(page: Page, url: string, isIt: (route: Route) => boolean = () => true) {
  let release = (): void => undefined;
  let arrived = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isHeld = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst || !isIt(route)) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    arrived();
    await released;
    // The page may have cancelled the request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { isHeld, release };
}

describeInBrowser('a page whose answers are late', () => {
  let service: Service;
  let shown: WatchedPage;

  beforeEach(async () => {
    service = await Service.start({ cases: { one: items } });
    await service.post('/bookmarks/Seen');
    await service.put('/bookmarks/Seen/add', [ref(20)]);
  });
  afterEach(() => shown.close());

  async function open(query = ''): Promise<Page> {
    shown = await WatchedPage.open(service.server.url, query);
    const { page } = shown;
    await shown.row(1).waitFor();
    await page.getByRole('region', { name: 'Bookmarks' }).getByRole('listitem').filter({ hasText: 'Seen1' }).waitFor();
    await shown.network.settled();
    await shown.row(1).focus();
    return page;
  }

  const idsOf = async (path: string): Promise<number[]> =>
    (await service.get(path)).json.docs.map(({ id }: { id: number }) => id);
  const isChecked = () => shown.row(1).getByRole('checkbox').isChecked();

  test('undoes its own change, although another person did the same meanwhile', async () => {
    const page = await open();
    await page.route('**/log?*', async (route) => {
      await service.put('/bookmarks/Seen/add', [ref(9)]);
      await route.continue();
    });
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await shown.network.settled();
    expect(await idsOf('/bookmarks/Seen')).toEqual([9, 20]);
  });

  test('selects and unselects in the order of the keys', async () => {
    const page = await open();
    let isFirst = true;
    await page.route('**/selection/add', async (route) => {
      if (isFirst) await pause(700);
      isFirst = false;
      await route.continue();
    });
    await page.keyboard.press(' ');
    await page.keyboard.press(' ');
    await shown.network.settled();
    expect([await isChecked(), await idsOf('/selection')]).toEqual([false, []]);
    await page.getByRole('region', { name: 'Bookmarks' }).getByText('1 item selected').waitFor({ state: 'hidden' });
  });

  test('shows a selected row, although an earlier answer about it comes later', async () => {
    const page = await open();
    const rows = await holdAnswer(page, '**/hits', (route) => route.request().postData()?.includes('id:(') === true);
    await service.put('/bookmarks/Seen/add', [ref(9)]);
    await rows.isHeld;
    await page.keyboard.press(' ');
    await page.waitForResponse('**/selection/add');
    rows.release();
    await shown.network.settled();
    expect([await isChecked(), await idsOf('/selection')]).toEqual([true, [0]]);
  });

  test('shows the newest number of members and of hits', async () => {
    const page = await open('?q=NOT+bookmark:Seen');
    await shown.expectCount('29 items');
    const list = await holdAnswer(page, '**/bookmarks?*');
    const count = await holdAnswer(page, '**/hits', (route) =>
      /NOT bookmark.*"limit":0\b/.test(route.request().postData() ?? ''),
    );
    await service.put('/bookmarks/Seen/add', [ref(9)]);
    await Promise.all([list.isHeld, count.isHeld]);
    await page.keyboard.press('1');
    const members = page.getByRole('region', { name: 'Bookmarks' }).getByRole('listitem');
    await members.filter({ hasText: 'Seen3' }).waitFor();
    const changedRows = page.getByRole('button', { name: /^2 / });
    await changedRows.waitFor();
    list.release();
    count.release();
    await pause(1000);
    await shown.network.settled();
    expect(await members.filter({ hasText: 'Seen' }).textContent()).toContain('Seen3');
    expect(await changedRows.count()).toBe(1);
  });

  test.each([
    ['1', '**/bookmarks/Seen/*', '/bookmarks/Seen', [20]],
    ['v', '**/reviewed/*', '/reviewed/anonymous', []],
  ])('toggles as often as the key %s is pressed', async (key, change, list, before) => {
    const page = await open();
    await page.route('**/hits', async (route) => {
      const response = await route.fetch().catch(() => null);
      await pause(150);
      if (response !== null) await route.fulfill({ response }).catch(() => undefined);
    });
    await page.route('**/bookmarks?*', async (route) => {
      await pause(400);
      await route.continue().catch(() => undefined);
    });
    await page.route(change, async (route) => {
      await pause(100);
      await route.continue();
    });
    const { next } = (await service.get('/log?limit=1')).json;
    for (let i = 0; i < 6; i++) await page.keyboard.press(key);
    await shown.network.settled();
    await shown.network.settled();
    expect(await idsOf(list)).toEqual(before);
    const { changes } = (await service.get('/log')).json;
    const made = changes.filter(
      ({ seq, what }: { seq: number; what: string }) => seq > Number(next) && what !== 'create',
    );
    expect(made.map(({ what }: { what: string }) => what)).toEqual(['remove', 'add', 'remove', 'add', 'remove', 'add']);
  });

  test('says that it cannot clear the selection if the server is away', async () => {
    await service.put('/selection/add', [ref(3)]);
    const page = await open();
    await page.route('**/selection', (route) => route.abort());
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: /server/i })
      .first()
      .waitFor();
    expect(await idsOf('/selection')).toEqual([3]);
    expect(shown.errors.filter((text) => !/net::ERR_FAILED/.test(text))).toEqual([]);
  });
});
