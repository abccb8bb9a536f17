/** Two people on two pages. A change by one shows on the other page at once, and disturbs nothing there. */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { HANG_MS, until } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const long = Array.from({ length: 400 }, (_, line) => `line ${line} of a long text`).join('\n');
const items = Array.from({ length: 150 }, (_, id) => ({
  id,
  properties: { name: `item ${id}` },
  text: id === 5 ? long : `text ${id}`,
}));

describeInBrowser('two pages', () => {
  const service = Service.beforeTests({ cases: { one: items, two: items } });
  const pages: WatchedPage[] = [];
  beforeAll(async () => {
    await service.post('/bookmarks/Seen');
  });
  afterEach(async () => {
    for (const shown of pages.splice(0)) await shown.close();
  });

  async function open(query = ''): Promise<WatchedPage> {
    const shown = await WatchedPage.open(service.server.url, query);
    pages.push(shown);
    await shown.row(1).waitFor();
    await shown.network.settled();
    return shown;
  }

  const streams = async (): Promise<number> =>
    Number(/^case_access_change_streams (\d+)$/m.exec((await service.get('/metrics')).text)![1]);

  test('a mark by one person reaches the other at once; place, focus, selection and scroll stay', async () => {
    const [own, other] = [await open('?sources=one&item=one:5&tab=text'), await open('?sources=one')];
    const view = own.page.getByRole('tabpanel');
    await view.getByText('line 399').waitFor();
    // The reader is in the middle of the text, has selected words, and has the keyboard focus in the query.
    await own.page.evaluate(`(() => {
      const panel = document.querySelector('#item-view');
      panel.scrollTop = 700;
      const slice = panel.querySelector('.text-slice');
      const walker = document.createTreeWalker(slice, NodeFilter.SHOW_TEXT);
      getSelection().setBaseAndExtent(walker.nextNode(), 12, slice, slice.childNodes.length);
      document.querySelector('[role=grid]').closest('[class]').scrollTop = 40;
    })()`);
    const query = own.page.getByRole('searchbox', { name: 'Query' });
    await query.focus();
    await own.page.keyboard.type('half a que');
    const state = (): Promise<unknown> =>
      own.page.evaluate(`(() => ({
        scroll: [...document.querySelectorAll('*')].filter((one) => one.scrollTop > 0).map((one) => [one.className, one.scrollTop]),
        focus: document.activeElement.getAttribute('aria-label') + document.activeElement.value,
        caret: document.activeElement.selectionStart,
        address: location.href,
        rows: [...document.querySelectorAll('[role=row][aria-rowindex]')].map((row) => row.getAttribute('aria-rowindex') + row.textContent.slice(0, 12)),
      }))()`);
    const before = await state();
    // A key does nothing before the page knows the bookmark and shows the item.
    await other.page
      .getByRole('region', { name: 'Bookmarks' })
      .getByRole('listitem')
      .filter({ hasText: 'Seen' })
      .waitFor();
    await other.row(6).click();
    await other.page.locator('.item-origin').getByText('one · 5').waitFor();
    const start = performance.now();
    await other.page.keyboard.press('1');
    await own.row(6).getByLabel('Seen', { exact: true }).waitFor({ timeout: HANG_MS });
    console.log(`a mark showed on the other page after ${Math.round(performance.now() - start)} ms`);
    await own.page.locator('.item-origin').getByText('Seen').waitFor({ timeout: HANG_MS });
    await own.page
      .getByRole('region', { name: 'Bookmarks' })
      .getByRole('listitem')
      .filter({ hasText: 'Seen1' })
      .waitFor();
    await own.network.settled();
    expect(await state()).toEqual(before);
    for (const shown of pages) shown.expectQuiet();
  });

  test('other changes appear as quickly: notes, panels, selection, sources', async () => {
    const own = await open('?sources=one&item=one:7&tab=notes');
    const shows = async (what: string, change: () => Promise<unknown>, sign: () => Promise<void>): Promise<void> => {
      const start = performance.now();
      await change();
      await sign();
      console.log(`${what} showed after ${Math.round(performance.now() - start)} ms`);
    };
    const timeout = HANG_MS;
    const region = own.page.getByRole('region', { name: 'Bookmarks' });
    await shows(
      'a note',
      () => service.post('/sources/one/docs/7/notes', { text: 'from a colleague' }),
      () => own.page.getByText('from a colleague').waitFor({ timeout }),
    );
    await shows(
      'a panel',
      () => service.put('/codings/Heat', { choices: [{ bookmark: 'Hot', key: 'h' }], exclusive: true }),
      () => own.page.getByRole('group', { name: 'Heat' }).waitFor({ timeout }),
    );
    await shows(
      'a selection',
      () => service.put('/selection/add', [{ source: 'one', id: 7 }]),
      () => region.getByText(/^1 item selected$/).waitFor({ timeout }),
    );
    await shows(
      'a source that is out',
      async () => service.sources.takeOut('two', new Error('broken')),
      () =>
        own.page
          .getByText(/internal error/)
          .first()
          .waitFor({ timeout }),
    );
    own.expectQuiet();
  });

  test('other viewers of the item are beside its title, as long as both sides want that', async () => {
    const [own, other] = [await open('?sources=one&item=one:9'), await open('?sources=one&item=one:9')];
    const here = ({ page }: WatchedPage) => page.getByRole('status', { name: 'Others at this item' });
    const timeout = HANG_MS;
    for (const one of [own, other]) await here(one).getByText('1 other').waitFor({ timeout });
    expect(await own.accessibilityFaults()).toEqual([]);
    const gone = async (): Promise<void> => here(own).getByText('1 other').waitFor({ state: 'detached', timeout });
    // Away from the item, and back.
    await other.row(3).click();
    await gone();
    await other.page.goBack();
    await here(own).getByText('1 other').waitFor({ timeout });
    // Users who hide themselves see nobody else.
    const button = other.page.getByRole('button', { name: 'Presence' });
    await button.click();
    await gone();
    expect(await here(other).textContent()).toBe('');
    await button.click();
    for (const one of [own, other]) await here(one).getByText('1 other').waitFor({ timeout });
    if (process.env['PICTURES'] !== undefined) {
      await own.page.screenshot({ path: `${process.env['PICTURES']}/presence.png` });
    }
    await other.close();
    pages.pop();
    await gone();
    own.expectQuiet();
  });

  test('a hidden page has no connection, and catches up when it becomes visible', async () => {
    const own = await open('?sources=one');
    const before = await streams();
    const show = (state: string): Promise<void> =>
      own.page.evaluate(`(() => {
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      })()`);
    await show('hidden');
    await until(async () => (await streams()) === before - 1);
    await service.post('/bookmarks/While%20hidden');
    await show('visible');
    const region = own.page.getByRole('region', { name: 'Bookmarks' });
    await region.getByRole('listitem').filter({ hasText: 'While hidden' }).waitFor({ timeout: HANG_MS });
    expect(await streams()).toBe(before);
    own.expectQuiet();
  });

  test('reports that it is not live, keeps working, and becomes live again', async () => {
    const own = await open('?sources=one');
    const sign = own.page.getByRole('status', { name: 'Changes by others' });
    expect(await sign.textContent()).toBe('');
    const context = own.page.context();
    await context.route(/\/changes/, (route) => route.abort());
    // The existing connection ends.
    await own.page.evaluate(`(() => {
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }
    })()`);
    await sign.getByText('Not live').waitFor();
    expect(await own.accessibilityFaults()).toEqual([]);
    await service.post('/bookmarks/Meanwhile');
    await own.row(3).click();
    await own.page.getByRole('region', { name: 'Item' }).getByText('one · 2').waitFor();
    await context.unroute(/\/changes/);
    await sign.getByText('Not live').waitFor({ state: 'detached', timeout: HANG_MS });
    const region = own.page.getByRole('region', { name: 'Bookmarks' });
    await region.getByRole('listitem').filter({ hasText: 'Meanwhile' }).waitFor({ timeout: HANG_MS });
  });
});
