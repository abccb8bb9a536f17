/**
 * The page if something is missing, late, gone or unintended: its messages, and the actions that it allows. It never claims
 * what it does not know.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openHooked, Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const stick = resolve('data-samples/usb-stick');

describeInBrowser('the page, if something is missing,', () => {
  const service = Service.beforeTests({
    cases: {
      plain: [
        { id: 1, properties: { name: 'heron.txt' }, text: 'heron' },
        { id: 2, properties: { name: '   ', seen: '0001-02-03T04:05:06Z' }, text: 'heron' },
        { id: 3, text: 'egret '.repeat(2500) },
      ],
    },
    paths: { 'usb-stick': stick, gone: resolve('data-samples/there-is-no-such-case') },
  });
  let shown: WatchedPage;

  async function open(query: string, at = service): Promise<WatchedPage> {
    shown = await WatchedPage.open(at.server.url, query);
    return shown;
  }

  test('bookmarks the selection although a source failed, and reports the source', async () => {
    const { page } = await open('?q=heron&sources=usb-stick');
    await shown.row(1).getByRole('checkbox').check();
    await shown.row(2).getByRole('checkbox').check();
    await page.getByText('2 items selected').waitFor();
    await shown.row(2).focus();
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog', { name: 'Bookmark' });
    await dialog.getByText('2 items will be added.').waitFor();
    await dialog.getByText(/^without gone: /).waitFor();
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Two');
    await page.keyboard.press('Enter');
    await page.getByText(/^2 items added to Two; without gone: /).waitFor();
    expect((await service.get('/bookmarks/Two')).json.docs).toHaveLength(2);
    await page.getByRole('region', { name: 'Bookmarks' }).getByRole('listitem').filter({ hasText: 'Two2' }).waitFor();
    await page.keyboard.press('b');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Two');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(/^2 items removed from Two; without gone: /).waitFor();
    expect((await service.get('/bookmarks/Two')).json.docs).toEqual([]);
    shown.expectQuiet();
  });

  test('exports without a failed source after a confirmation', async () => {
    const { page } = await open('?q=heron');
    await shown.row(1).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const button = dialog.getByRole('button', { name: 'Download' });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: /^Export the available part, without gone: / }).check();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const { json } = await service.get('/hits?q=heron&limit=0');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength((json.total as number) + 1);
    shown.expectQuiet();
  });

  test('offers no undo for a change without effect', async () => {
    const { page } = await open('?q=heron&sources=plain');
    for (const added of [2, 0]) {
      await page.getByRole('button', { name: 'Bookmark all hits' }).click();
      await page.getByRole('dialog', { name: 'Bookmark' }).getByRole('combobox', { name: 'Name' }).fill('Again');
      await page.keyboard.press('Enter');
      await page.getByText(`${added} items added to Again`).waitFor();
      expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(added === 0 ? 0 : 1);
    }
    expect((await service.get('/bookmarks/Again')).json.docs).toHaveLength(2);
  });

  test('counts by fields of the chosen sources; an order by a missing field can be removed', async () => {
    const { page } = await open('?q=heron&sources=usb-stick&sort=type:asc');
    const facets = page.getByRole('region', { name: 'Facets' });
    await facets.getByRole('group', { name: 'category', exact: true }).getByRole('checkbox').first().waitFor();
    shown.expectQuiet();
    await page.getByRole('checkbox', { name: 'plain', exact: true }).check();
    await shown.expectCount(/\d+ items/);
    await page.getByRole('checkbox', { name: 'usb-stick', exact: true }).uncheck();
    await page.getByText('No source has the field "type".').waitFor();
    expect(await facets.getByRole('group', { name: 'category', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'In the usual order' }).click();
    await shown.expectCount('2 items');
    await facets.getByRole('group', { name: 'ext', exact: true }).getByRole('button').click();
    await facets.getByRole('checkbox', { name: 'txt (1)' }).waitFor();
    expect(await facets.getByText('No source has the field').count()).toBe(0);
  });

  test('shows the number of a row without a name, and writes early years with four digits', async () => {
    const { page } = await open('?q=heron&sources=plain');
    await shown.row(2).getByText('#2', { exact: true }).click();
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByRole('tab', { name: 'Properties', exact: true }).click();
    await item.getByText('0001-02-03 04:05:06').waitFor();
    shown.expectQuiet();
  });

  test('offers similar words if plain words find nothing', async () => {
    const { page } = await open('?q=herom&sources=plain');
    await page.getByText('No item matches.').waitFor();
    await page.getByRole('button', { name: 'Similar words: herom~' }).click();
    await shown.expectCount('2 items');
    await page.getByRole('searchbox', { name: 'Query' }).fill('name:herom');
    await page.keyboard.press('Enter');
    await page.getByText('No item matches.').waitFor();
    expect(await page.getByRole('button', { name: /^Similar words/ }).count()).toBe(0);
    shown.expectQuiet();
  });

  test('offers to search for a query as text if it finds nothing, or is none', async () => {
    const { page } = await open('?q=heron:&sources=plain');
    const asText = page.getByRole('main').getByRole('button', { name: 'As text' });
    for (const pasted of ['Re: heron', '(heron']) {
      await page.getByRole('searchbox', { name: 'Query' }).fill(pasted);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('q') === pasted);
      await asText.click();
      await page.waitForURL((url) => url.searchParams.has('literal'));
      await asText.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'As text' }).click();
    }
  });

  test('an unreachable item is reported, can be closed, and is requested again', async () => {
    const { page } = await open('?q=heron&sources=plain');
    await shown.row(1).waitFor();
    await page.context().setOffline(true);
    await shown.row(1).click();
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByText('The server cannot be reached.').waitFor();
    await item.getByRole('button', { name: 'Close' }).waitFor();
    await page.context().setOffline(false);
    await item.getByRole('button', { name: 'Try again' }).click();
    await item.getByRole('heading', { name: 'heron.txt' }).waitFor();
  });

  test('shows nothing about a set before it is counted', async () => {
    const { page } = await open('?q=route&sources=usb-stick');
    await shown.expectCount(/\d+ items?/);
    let go: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    await page.route(/\/(facets|events|tree\/.*)$/, async (route) => {
      await gate;
      await route.continue();
    });
    const main = page.getByRole('main');
    await page.getByRole('radio', { name: 'Timeline' }).click();
    await main.getByText('Loading…').waitFor();
    expect(await main.getByText('0 items').count()).toBe(0);
    await page.getByRole('radio', { name: 'Map' }).click();
    await main.getByText('Loading…').waitFor();
    expect(await main.getByText(/No item in this set has a place\./).count()).toBe(0);
    go();
    await main.getByText(/No item in this set has a place\./).waitFor();
    await page.getByRole('radio', { name: 'Timeline' }).click();
    await main.getByRole('figure', { name: 'Timeline' }).waitFor();
  });

  test('sorts by a column head although the fields come late, and then shows which heads cannot sort', async () => {
    const { page } = await open('');
    let go: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    await page.route(/\/fields$/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.evaluate(`localStorage.setItem('case-access.columns', '["source","name"]')`);
    await page.goto(`${service.server.url}/app/?q=heron&sources=usb-stick`);
    await shown.row(1).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    const head = page.getByRole('columnheader', { name: 'name', exact: true });
    await head.locator('button[aria-disabled=false]:focus').waitFor();
    await page.keyboard.press('Enter');
    await head.and(page.locator('[aria-sort=ascending]')).waitFor();
    const { json } = await service.get('/hits?q=heron&sourceID=usb-stick&sort=name:natural&limit=1&properties=name');
    await shown.row(1).filter({ hasText: json.hits[0].properties.name[0] }).waitFor();
    const other = page.getByRole('columnheader', { name: 'source', exact: true });
    expect(await other.locator('button[aria-disabled=false]').count()).toBe(1);
    go();
    await other.locator('button[aria-disabled=true]').waitFor();
    await page.keyboard.press('Enter');
    await head.and(page.locator('[aria-sort=descending]')).waitFor();
    shown.expectQuiet();
  });

  test('waits for a restarting server until its sources are open', async () => {
    const first = await Service.start({ paths: { 'usb-stick': stick } });
    const { port } = new URL(first.server.url);
    const { page } = await open('?q=heron', first);
    await shown.row(1).waitFor();
    await first.stop();
    await page.getByRole('searchbox', { name: 'Query' }).fill('route');
    await page.keyboard.press('Enter');
    await page.getByText('The server cannot be reached.').first().waitFor();
    let go: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    const second = await Service.start({
      paths: { 'usb-stick': stick },
      server: { port: Number(port) },
      waitForSources: false,
      openSource: async (path, _onProgress, _signal, dir, caseOptions) => {
        await gate;
        return openHooked(path, dir, caseOptions);
      },
    });
    try {
      await page.getByText('Sources are being opened…').first().waitFor();
      expect(await page.getByText('The search failed.').count()).toBe(0);
      go();
      await second.loading;
      const { json } = await second.get('/hits?q=route&limit=0');
      await shown.expectCount(new RegExp(`^${json.total} items?`));
    } finally {
      go();
      await second.stop();
    }
  });

  test('shows the progress of a source, on a dark background, too', async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    const building = await Service.start({
      paths: { 'usb-stick': stick },
      waitForSources: false,
      openSource: async (path, onProgress, _signal, dir, caseOptions) => {
        onProgress({ phase: 'read', items: 1, bytes: 1, fraction: 0.5 });
        await gate;
        return openHooked(path, dir, caseOptions);
      },
    });
    try {
      for (const colorScheme of ['dark', 'light'] as const) {
        const watched = await WatchedPage.open(building.server.url, '', { colorScheme });
        const bar = watched.page.getByRole('progressbar');
        await watched.page.getByText('building 50 %').waitFor();
        const { data, info } = await sharp(await bar.screenshot())
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const colorAt = (part: number): string => {
          const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * part)) * info.channels;
          return data.subarray(at, at + 3).toString('hex');
        };
        expect([colorAt(0.3), colorAt(0.7)]).toEqual(
          colorScheme === 'dark' ? ['3fbfb2', '414b52'] : ['0f766e', 'c4ccd1'],
        );
        await watched.close();
      }
    } finally {
      go();
      await building.loading;
      await building.stop();
    }
  });

  test('undoes the change that it reported, even after changes by others', async () => {
    const { page } = await open('?q=heron&sources=usb-stick');
    await shown.row(1).waitFor();
    await page.getByRole('button', { name: 'Bookmark all hits' }).click();
    await page.getByRole('dialog', { name: 'Bookmark' }).getByRole('combobox', { name: 'Name' }).fill('Shared');
    await page.keyboard.press('Enter');
    await page.getByText(/items added to Shared/).waitFor();
    await service.put('/bookmarks/Shared/add', [{ source: 'plain', id: 1 }]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page
      .getByRole('region', { name: 'Bookmarks' })
      .getByRole('listitem')
      .filter({ hasText: 'Shared1' })
      .waitFor();
    expect((await service.get('/bookmarks/Shared')).json.docs).toEqual([{ source: 'plain', id: 1 }]);
    shown.expectQuiet();
  });

  test('shows changes by others as soon as its tab is visible again', async () => {
    const { page } = await open('?q=heron&sources=plain');
    await shown.row(1).waitFor();
    await service.post('/bookmarks/Elsewhere');
    await service.put('/bookmarks/Elsewhere/add', [{ source: 'plain', id: 1 }]);
    await service.put('/selection/add', [{ source: 'plain', id: 1 }]);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    const region = page.getByRole('region', { name: 'Bookmarks' });
    await region.getByRole('listitem').filter({ hasText: 'Elsewhere1' }).waitFor();
    const { total } = (await service.get('/hits?q=selected:true&limit=0')).json;
    await region.getByText(new RegExp(`^${total} items? selected$`)).waitFor();
    await shown.row(1).and(page.locator('[aria-selected=true]')).waitFor();
    await region.getByRole('button', { name: 'Elsewhere', exact: true }).click();
    await shown.expectCount('1 item');
    await service.put('/selection/remove', [{ source: 'plain', id: 1 }]);
    shown.expectQuiet();
  });

  test('shows no counts of another set beside a failed search', async () => {
    const { page } = await open('?q=heron&sources=plain');
    const values = page.getByRole('region', { name: 'Facets' }).getByRole('checkbox');
    await values.first().waitFor();
    await page.getByRole('searchbox', { name: 'Query' }).fill('heron AND (');
    await page.keyboard.press('Enter');
    await page.getByText('The error is shown below the query.').waitFor();
    expect(await values.count()).toBe(0);
  });

  test('counts all matches of a long text while they are still arriving', async () => {
    const { page } = await open('');
    let go: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    await page.route(/matches.*offset=1000/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(`${service.server.url}/app/?q=egret&item=plain:3&tab=text`);
    await page.getByRole('button', { name: 'Next match' }).click();
    await page.getByText('match 1 of 2,500').waitFor();
    await page.getByRole('button', { name: 'egret 2,500' }).click();
    await page.getByText('match 1 of 2,500').waitFor();
    go();
    shown.expectQuiet();
  });

  test('drops sources that do not exist, and compares values across the chosen ones', async () => {
    const { page } = await open('?q=heron&sources=nowhere');
    await page.getByText('There is no source "nowhere".').waitFor();
    await page.getByRole('button', { name: 'In all sources' }).click();
    await shown.expectCount(/\d+ items/);
    shown.errors.length = 0;
    await page.getByRole('checkbox', { name: 'gone', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'usb-stick', exact: true }).uncheck();
    await page.getByRole('link', { name: 'Across sources' }).click();
    await page.getByRole('region', { name: 'Across sources' }).getByText('none', { exact: true }).waitFor();
    shown.expectQuiet();
  });

  test('reports that a server has no sources', async () => {
    const empty = await Service.start();
    await open('', empty);
    await shown.page.getByText('The server has no sources').waitFor();
    await shown.close();
    await empty.stop();
  });

  test('counts the selection although a source comes late, so that keys act on it', async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      go = done;
    });
    const late = await Service.start({
      cases: { late: [{ id: 1, properties: { name: 'late.txt' } }] },
      paths: { 'usb-stick': stick },
      waitForSources: false,
      openSource: async (path, _onProgress, _signal, dir, caseOptions) => {
        if (path !== stick) await gate;
        return openHooked(path, dir, caseOptions);
      },
    });
    try {
      await until(async () => (await late.get('/search?q=heron&sourceID=usb-stick')).status === 200);
      await late.put('/selection/add', [{ source: 'usb-stick', id: 18 }]);
      const { page } = await open('', late);
      await page.getByText('Sources are being opened…').first().waitFor();
      go();
      await shown.expectCount(/items/);
      await page.getByText('1 item selected').waitFor();
      await page.keyboard.press('b');
      await page.getByRole('dialog', { name: 'Bookmark' }).getByText('1 item will be added.').waitFor();
      await shown.close();
    } finally {
      go();
      await late.loading;
      await late.stop();
    }
  });
});
