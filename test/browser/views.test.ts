/** The views of the hits are correct: the tree, pages in the dark scheme, the order of the table, values across sources. */
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

/** MD5 of the empty content. */
const EMPTY = 'd41d8cd98f00b204e9800998ecf8427e';

describeInBrowser('views', () => {
  let shown: WatchedPage;
  const item = (id: number, hash: string) => ({ id, properties: { name: `item ${id}`, hash } });
  const at = (id: number, name: string, latitude: string, longitude: string) => ({
    id,
    properties: { name, latitude, longitude },
  });
  const places = [
    at(1, 'here', '53.1', '7.3'),
    at(2, 'there', '53.2', '7.4'),
    at(3, 'again', '53.2', '7.4'),
    at(4, 'far', '38.7', '-9.1'),
  ];
  const cases = {
    left: [item(1, EMPTY), item(2, EMPTY), item(3, 'b1946ac92492d2347c6235b4d2611184')],
    right: [item(1, EMPTY), item(2, 'b1946ac92492d2347c6235b4d2611184')],
    places,
    dates: ['1601-01-01', '2012-09-10', '2021-01-05', '2021-01-06', '2021-02-05', '2021-04-05', '9999-01-01'].map(
      (modified, id) => ({ id, properties: { modified } }),
    ),
  };
  const paths = { 'seized-laptop': resolve('data-samples/seized-laptop') };
  const service = Service.beforeTests({ cases, paths });

  const open = async (query: string, colorScheme: 'light' | 'dark' = 'light') => {
    shown = await WatchedPage.open(service.server.url, query, { colorScheme });
    return shown.page;
  };

  test.each([
    ['the table', '?sources=seized-laptop', '.table', 'ArrowDown'],
    ['the gallery', '?sources=seized-laptop&view=gallery', '.gallery', 'ArrowRight'],
  ])('in %s keys move the cursor, although its row was scrolled out of sight', async (_, address, scroller, key) => {
    const page = await open(address);
    const row = (n: number) => page.locator(`${scroller} [data-row="${n}"]`);
    await row(0).focus();
    for (const end of [1, -1, 1]) {
      await page.locator(scroller).evaluate((element, to) => {
        element.scrollTop = to * element.scrollHeight;
      }, end);
      // It is in the second line of the gallery.
      await row(8).waitFor({ state: end === 1 ? 'detached' : 'attached' });
      expect(await page.locator(`${scroller} [data-row="0"]:focus`).count()).toBe(1);
    }
    await page.keyboard.press(key);
    await page.locator(`${scroller} [data-row="1"]:focus`).waitFor();
    expect(await row(1).evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    shown.expectQuiet();
  });

  test('the tree shows hits and the folders above them, and with a switch all names', async () => {
    const page = await open('?q=instalment&sources=seized-laptop&view=tree');
    const tree = page.getByRole('tree', { name: 'Folders' });
    const { json } = await service.get('/sources/seized-laptop/tree/1?q=instalment&only=hits');
    const { json: all } = await service.get('/sources/seized-laptop/tree/1?q=instalment');
    expect(json.total).toBeLessThan(all.total);
    await tree.getByRole('treeitem', { name: 'vol_c3' }).click();
    const second = tree.locator('[role=treeitem][aria-level="3"]');
    await second.first().waitFor();
    expect(await second.count()).toBe(json.total);
    await page.getByRole('checkbox', { name: 'Only hits and their folders' }).uncheck();
    await second.nth(all.total - 1).waitFor();
    expect(await second.count()).toBe(all.total);
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });

  test('a mail without its own colours is dark in the dark scheme, and with a switch light', async () => {
    const page = await open('?q=instalment&sources=seized-laptop&item=seized-laptop:53&tab=preview', 'dark');
    const frame = page.getByTitle('Preview');
    await frame.waitFor();
    const ground = async (): Promise<string> => {
      const inner = (await (await frame.elementHandle())?.contentFrame()) ?? null;
      await inner?.waitForLoadState();
      return String(await inner?.evaluate('getComputedStyle(document.documentElement).backgroundColor'));
    };
    expect(await ground()).toBe('rgb(20, 23, 26)');
    const answer = page.waitForResponse(/view\?as=page/);
    await page.getByRole('button', { name: 'Light pages' }).click();
    await answer;
    expect(await ground()).toBe('rgba(0, 0, 0, 0)');
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });

  test('the order by relevance and snippets are chosen above the column heads', async () => {
    const page = await open('?q=heron&sources=seized-laptop');
    await shown.row(1).waitFor();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Relevance');
    const { json } = await service.get('/hits?q=heron&sourceID=seized-laptop&sort=relevance&limit=1&properties=name');
    await shown.row(1).getByText(json.hits[0].properties.name[0], { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('relevance');
    await page.getByRole('button', { name: 'Snippets' }).click();
    await shown.row(1).locator('.snippet mark').first().waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });

  test('the empty file comes last across sources, and is labelled as empty', async () => {
    const page = await open('?view=across&sources=left,right');
    const rows = page.getByRole('table', { name: 'Across sources' }).locator('tbody tr');
    await rows.nth(1).waitFor();
    expect(await rows.first().innerText()).toContain('b1946ac9');
    expect(await rows.last().innerText()).toContain('empty file');
    shown.expectQuiet();
  });

  test('the path of an item begins with its source', async () => {
    const page = await open('?q=instalment&item=seized-laptop:53&tab=context');
    const way = page.locator('.way-up li');
    await way.first().waitFor();
    expect((await way.allInnerTexts()).slice(0, 2)).toEqual(['seized-laptop', 'vol_c3']);
  });

  test('the map labels cells as cells, opens them, and lists real locations with their items', async () => {
    const page = await open('?sources=places&view=map');
    const table = page.getByRole('table', { name: 'Places' });
    // Three locations in two towns. From afar, two of them are one cell.
    await table.getByRole('button', { name: 'Items at 53.10000, 7.30000' }).waitFor();
    expect(await table.locator('tbody tr').count()).toBe(3);
    await table.getByRole('button', { name: 'here', exact: true }).waitFor();
    const ring = page.locator('.cell-of-places');
    expect(await ring.count()).toBe(1);
    expect(await ring.locator('title').textContent()).toBe('3 items around 53.17, 7.37');
    await ring.click();
    await ring.waitFor({ state: 'detached' });
    await table.locator('tbody tr').nth(2).waitFor({ state: 'detached' });
    expect(await shown.accessibilityFaults()).toEqual([]);
    await table.getByRole('button', { name: 'Items at 53.10000, 7.30000' }).click();
    await shown.expectCount('1 item');
    shown.expectQuiet();
  });

  test('the table lists all visible locations, also above and below the frame of a tall map', async () => {
    const page = await open('?sources=places&view=map');
    const plot = page.getByRole('figure', { name: 'Map' }).locator('svg').first();
    await page.locator('.place').first().waitFor();
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('.place').nth(1).waitFor();
    const box = (await plot.boundingBox())!;
    for (const dot of await page.locator('.place').all()) {
      const { x, y } = (await dot.boundingBox())!;
      expect([x > box.x, x < box.x + box.width, y > box.y, y < box.y + box.height]).toEqual([true, true, true, true]);
    }
    const table = page.getByRole('table', { name: 'Places' });
    await table.getByRole('button', { name: 'Items at 53.10000, 7.30000' }).waitFor();
    await table.locator('tbody tr').nth(2).waitFor();
  });

  test('the map zooms to the locations, moves by keys and by dragging, and accepts no box beyond the poles', async () => {
    const page = await open('?sources=places&view=map');
    const plot = page.getByRole('figure', { name: 'Map' }).locator('svg').first();
    const dots = page.locator('.place');
    await dots.first().waitFor();
    const view = async (): Promise<readonly number[]> => (await plot.getAttribute('viewBox'))!.split(' ').map(Number);
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
    const [left = 0, top = 0, width = 0, height = 0] = await view();
    expect(width).toBe(22.5);
    const isInView = ([x, y]: readonly [number, number]): boolean =>
      x > left && x < left + width && -y > top && -y < top + height;
    const towns = [[7.35, 53.17] as const, [-9.1, 38.7] as const];
    expect(towns.some(isInView)).toBe(true);
    await page.getByRole('group', { name: /^Map: arrow keys/ }).focus();
    await page.keyboard.press('ArrowRight');
    expect((await view())[0]).toBeCloseTo(left + width / 8);
    await page.getByRole('button', { name: 'Move the map' }).click();
    const box = (await plot.boundingBox())!;
    const drag = async (fromX: number, fromY: number, toX: number, toY: number): Promise<void> => {
      await page.mouse.move(box.x + box.width * fromX, box.y + box.height * fromY);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * toX, box.y + box.height * toY, { steps: 4 });
      await page.mouse.up();
    };
    const [before = 0] = await view();
    await drag(0.6, 0.5, 0.4, 0.5);
    expect((await view())[0]!).toBeGreaterThan(before + 1);
    expect(new URL(page.url()).searchParams.get('bbox')).toBeNull();
    await page.getByRole('button', { name: 'Move the map' }).click();
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom out' }).click();
    await drag(0.02, 0.002, 0.98, 0.7);
    await page.waitForURL(/bbox=/);
    const corners = new URL(page.url()).searchParams.get('bbox')!.split(',').map(Number);
    expect([corners[0]! >= -180, corners[2]! <= 180, corners[3]!]).toEqual([true, true, 90]);
    await shown.expectCount('4 items');
    shown.expectQuiet();
  });

  test('the timeline has a linear axis with breaks, and shows implausible dates separately', async () => {
    const page = await open('?sources=dates&view=timeline');
    const figure = page.getByRole('figure', { name: 'Timeline' });
    await figure.getByText('8 years without items').waitFor();
    expect(await figure.locator('.break-label').count()).toBe(1);
    // 2021-01 to 2021-04 at one scale. The second gap is twice as wide as the first.
    const lefts = await figure.locator('.bar').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('x'))));
    expect(lefts).toHaveLength(4);
    const [, january = 0, february = 0, april = 0] = lefts;
    expect((april - february) / (february - january)).toBeCloseTo(59 / 31, 1);
    expect(await figure.locator('.y-axis span').allTextContents()).toEqual(['2', '1', '0']);
    const apart = page.getByRole('list', { name: 'Implausible dates' });
    await apart.getByRole('button', { name: '1 item before 1980' }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await apart.getByRole('button', { name: '1 item in the future' }).click();
    await shown.expectCount('1 item');
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('9999-01-01');
    await page.getByLabel('From', { exact: true }).fill('2021-01-01');
    await page.getByLabel('To', { exact: true }).fill('2021-02-28');
    await page.getByRole('button', { name: 'Apply' }).click();
    await shown.expectCount('3 items');
    expect(new URL(page.url()).searchParams.getAll('filter')).toHaveLength(1);
    shown.expectQuiet();
  });
});
