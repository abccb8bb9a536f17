/** The page on the sample cases, driven as a user does: by the names of its parts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { until } from '../support/until.ts';
import { describeInBrowser, openBrowser } from './open-browser.ts';
import { QuietNetwork } from './quiet-network.ts';
import { WatchedPage } from './watched-page.ts';

const VIEWS = ['Table', 'Gallery', 'Timeline', 'Map', 'Tree'];
/** Files of the first load, as transferred. */
const FIRST_LOAD_BYTES_MAX = 176 * 1024;

describeInBrowser('the page', () => {
  let shown: WatchedPage;
  const paths = {
    'seized-laptop': resolve('data-samples/seized-laptop'),
    'usb-stick': resolve('data-samples/usb-stick'),
  };
  const service = Service.beforeTests({ paths });

  async function open(query = ''): Promise<WatchedPage> {
    shown = await WatchedPage.open(service.server.url, query);
    return shown;
  }

  test('shows all items of all sources at first, with few bytes', async () => {
    const files: Promise<number>[] = [];
    const context = await (await openBrowser()).newContext();
    const page = await context.newPage();
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/app/')) {
        files.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
        );
      }
    });
    const network = new QuietNetwork(page);
    await page.goto(`${service.server.url}/app/`);
    await page.getByRole('gridcell').first().waitFor();
    await network.settled();
    const sizes = await Promise.all(files);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    const { json } = await service.get('/hits?limit=0');
    await page
      .getByRole('status', { name: 'Result' })
      .filter({ hasText: `${json.total} items` })
      .waitFor();
    expect(await page.getByRole('grid', { name: 'Results' }).getAttribute('aria-rowcount')).toBe(
      String(json.total + 1),
    );
    await context.close();
  });

  test('searches, sorts by a column head, filters by a facet, chooses sources; each state is an address', async () => {
    const { page } = await open();
    await page.getByRole('searchbox', { name: 'Query' }).fill('heron');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const { json } = await service.get('/hits?q=heron&limit=0');
    await shown.expectCount(`${json.total} items`);
    expect(new URL(page.url()).searchParams.get('q')).toBe('heron');
    await page.getByRole('columnheader', { name: 'length', exact: true }).click();
    await page.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('length:asc');
    const { json: sorted } = await service.get('/hits?q=heron&sort=length:asc&limit=1&properties=name');
    await shown.row(1).filter({ hasText: sorted.hits[0].properties.name[0] }).waitFor();

    const facet = page.getByRole('group', { name: 'category', exact: true });
    await facet.getByRole('checkbox', { name: /^Emails \(/ }).check();
    await page.getByRole('list', { name: 'Filters' }).getByText('category:=Emails').waitFor();
    const { json: filtered } = await service.get('/hits?q=heron&filter=category:=Emails&limit=0');
    await shown.expectCount(`${filtered.total} items`);
    await page.getByRole('button', { name: 'Remove category:=Emails' }).click();
    await shown.expectCount(`${json.total} items`);
    await page.getByRole('group', { name: 'Sources' }).getByRole('checkbox', { name: 'usb-stick' }).uncheck();
    const { json: chosen } = await service.get('/hits?q=heron&sourceID=seized-laptop&limit=0');
    await shown.expectCount(`${chosen.total} items`);
    expect(new URL(page.url()).searchParams.get('sources')).toBe('seized-laptop');
    await page.goBack();
    await shown.expectCount(`${json.total} items`);
    await page.reload();
    await shown.expectCount(`${json.total} items`);
    shown.expectQuiet();
  });

  test('shows the position of an error in a query, and a key accepts the suggestion', async () => {
    const { page } = await open();
    const query = page.getByRole('searchbox', { name: 'Query' });
    await query.fill('name:(heron');
    await query.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'position 11' }).waitFor();
    await query.press('Alt+Enter');
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    expect(await query.inputValue()).toBe('name:(heron)');
    // The message has the example of a number, which is shown once.
    await query.fill('length:1MB');
    await query.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/write it like 1000, or quote it to search for it as text$/)
      .waitFor();
  });

  test('completes fields and values; Enter searches unless a suggestion is chosen', async () => {
    const { page } = await open();
    const query = page.getByRole('searchbox', { name: 'Query' });
    await query.pressSequentially('categ');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await list.getByRole('option').first().waitFor();
    await shown.network.settled();
    expect(await query.getAttribute('aria-activedescendant')).toBeNull();
    await query.press('ArrowDown');
    expect(await query.getAttribute('aria-activedescendant')).toBe('suggestion-0');
    await query.press('Enter');
    await expect(query.inputValue()).resolves.toBe('category:');
    await query.pressSequentially('ima');
    await list.getByRole('option').filter({ hasText: 'Images' }).first().waitFor();
    await query.press('Enter');
    await list.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('q')).toBe('category:ima');
    shown.expectQuiet();
  });

  test('completes values of a field with a colon in its name, from the single chosen source', async () => {
    const { page } = await open('?sources=usb-stick');
    const query = page.getByRole('searchbox', { name: 'Query' });
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    const told = async (asked: string): Promise<string[]> =>
      (await service.get(`/suggest?${asked}&sourceID=usb-stick&limit=8`)).json.data.map(
        ({ value, items }: { value: string; items: number }) => `${value}${items}`,
      );
    await query.pressSequentially('im');
    await options.filter({ hasText: 'image:width' }).waitFor();
    await shown.network.settled();
    expect(await options.allTextContents()).toEqual(await told('prefix=im'));
    await query.fill('image\\:camera:');
    await query.press('End');
    await query.pressSequentially('in');
    await options.filter({ hasText: 'Invented Optics 3' }).waitFor();
    await shown.network.settled();
    expect(await options.allTextContents()).toEqual(await told('field=image:camera&prefix=in'));
    shown.expectQuiet();
  });

  test('requests suggestions for each letter, one request at a time, and cancels a slow one', async () => {
    const { page } = await open();
    const asked: string[] = [];
    const failed: string[] = [];
    const prefixOf = (url: string): string => new URL(url).searchParams.get('prefix')!;
    page.on('requestfailed', (request) => failed.push(prefixOf(request.url())));
    // The first request is never answered.
    await page.route('**/suggest?*', (route) => {
      asked.push(prefixOf(route.request().url()));
      return asked.length === 1 ? undefined : route.continue();
    });
    const query = page.getByRole('searchbox', { name: 'Query' });
    await query.press('c');
    await until(() => asked.length === 1);
    expect(failed).toEqual([]);
    await query.press('a');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await options.filter({ hasText: 'category' }).waitFor();
    expect([asked, failed]).toEqual([['c', 'ca'], ['c']]);
    await query.press('t');
    await until(() => asked.length === 3);
    expect(asked[2]).toBe('cat');
    shown.expectQuiet();
  });

  test('loads the rows of the next page in advance, and no others', async () => {
    const { page } = await open();
    const { total } = (await service.get('/hits?limit=0')).json;
    const asked: number[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const body: { readonly offset?: number } = pathname === '/hits' ? request.postDataJSON() : {};
      // Others only count.
      if (body.offset !== undefined) asked.push(body.offset);
    });
    await shown.row(1).waitFor();
    await shown.network.settled();
    // On a busy machine, the first rows may be requested only now.
    expect(asked.filter((offset) => offset > 0)).toEqual([]);
    asked.length = 0;
    const rows = page.getByRole('grid', { name: 'Results' });
    await rows.locator('[aria-rowindex="2"]').focus();
    let row = 2;
    while (asked.length === 0) {
      await page.keyboard.press('PageDown');
      await rows.locator(`[aria-rowindex="${row}"]:focus`).waitFor({ state: 'detached' });
      row = Number(await rows.locator(':focus').getAttribute('aria-rowindex'));
      await shown.network.settled();
      expect(row).toBeLessThan(102);
    }
    expect(asked).toEqual([100]);
    expect(await rows.locator('[aria-busy]').count()).toBe(0);
    expect(total).toBeGreaterThan(100);
    shown.expectQuiet();
  });

  test('by keys alone: from the query to the rows, through the items, to a bookmark', async () => {
    const { page } = await open('?q=heron');
    await shown.row(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.locator('[aria-rowindex="2"]:focus').waitFor();
    await page.keyboard.press('j');
    await page.locator('[aria-rowindex="3"]:focus').waitFor();
    await page.keyboard.press('Enter');
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByRole('tablist', { name: 'Item views' }).waitFor();
    const first = new URL(page.url()).searchParams.get('item');
    await page.keyboard.press('j');
    await page.locator('[aria-rowindex="4"]:focus').waitFor();
    await page.waitForURL((url) => url.searchParams.get('item') !== first);
    // Keys act on the visible item, and on none before it is shown.
    const second = new URL(page.url()).searchParams.get('item')!;
    await item.getByText(second.replace(':', ' · ')).waitFor();
    await page.keyboard.press(' ');
    await page.locator('[aria-rowindex="4"][aria-selected=true]').waitFor();
    await page.keyboard.press(' ');
    await page.locator('[aria-rowindex="4"][aria-selected=false]').waitFor();
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog', { name: 'Bookmark' });
    await dialog.getByRole('combobox', { name: 'Name' }).fill('By keys');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Bookmarks' })
      .getByRole('button', { name: 'By keys', exact: true })
      .waitFor();
    const { json } = await service.get('/bookmarks/By%20keys');
    expect(json.docs).toHaveLength(1);
    await page.keyboard.press('1');
    await page.getByText('removed from By keys').waitFor();
    expect((await service.get('/bookmarks/By%20keys')).json.docs).toHaveLength(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    shown.expectQuiet();
  });

  test('the tabs of an item show its preview, text, properties, relations and parts', async () => {
    const { page } = await open('?q=instalment&sort=name:asc');
    await page.getByRole('gridcell', { name: 'Blue Heron: second instalment.eml', exact: true }).click();
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByRole('tab', { name: 'Preview', exact: true }).click();
    const frame = item.getByTitle('Preview');
    expect(await frame.getAttribute('sandbox')).toBe('');
    const shownIn = new URL((await frame.getAttribute('src')) ?? '', page.url());
    const { text, headers } = await service.get(shownIn.pathname + shownIn.search);
    expect(text).toContain('bill of lading');
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    await item.getByText('Dmitri Sokolov').first().waitFor();
    await item.getByRole('tab', { name: 'Text', exact: true }).click();
    const { json } = await service.get('/sources/seized-laptop/docs/53/matches?q=instalment');
    await item.locator('mark').first().waitFor();
    expect(await item.locator('mark').allTextContents()).toHaveLength(json.total);
    await item.getByRole('button', { name: 'Next match' }).click();
    await page.keyboard.press(']');
    await item.getByText(`match 2 of ${json.total}`).waitFor();
    expect(await item.locator('mark[aria-current=true]').textContent()).toBe('instalment');
    await item.getByRole('tab', { name: 'Properties', exact: true }).click();
    await item.getByText('message/rfc822').first().waitFor();
    await item.getByRole('tab', { name: 'Hex', exact: true }).click();
    await item.getByText('00000010').waitFor();
    await item.getByRole('tab', { name: 'Context', exact: true }).click();
    await item.getByRole('button', { name: 'Same folder' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('context');
    shown.expectQuiet();
  });

  test('every view and every dialog is accessible to screen readers', async () => {
    const { page } = await open('?q=heron');
    await shown.row(1).click();
    await page.getByRole('tab', { name: 'Properties', exact: true }).waitFor();
    for (const [i, view] of VIEWS.entries()) {
      // Colours are the same in all views, because some users work by day and some by night.
      const colorScheme = i % 2 === 0 ? 'dark' : 'light';
      await page.emulateMedia({ colorScheme });
      await page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: view }).check();
      await shown.network.settled();
      expect([view, colorScheme, await shown.accessibilityFaults()]).toEqual([view, colorScheme, []]);
    }
    for (const name of ['History', 'Export']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog', { name }).waitFor();
      expect([name, await shown.accessibilityFaults()]).toEqual([name, []]);
      await page.keyboard.press('Escape');
    }
    shown.expectQuiet();
  });

  test('column heads by keys: sorted, resized, moved; a reload keeps row and item', async () => {
    const { page } = await open('?q=heron');
    await shown.row(1).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    const head = page.getByRole('columnheader', { name: 'category', exact: true });
    await head.locator('button:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=category:asc/);
    const before = (await head.boundingBox())?.width ?? 0;
    await page.keyboard.press('Shift+ArrowRight');
    expect((await head.boundingBox())?.width).toBeGreaterThan(before);
    await page.keyboard.press('Alt+ArrowLeft');
    await page.locator('[role=columnheader][aria-colindex="4"]').filter({ hasText: 'category' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[aria-rowindex="2"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.locator('[aria-rowindex="3"]:focus').waitFor();
    await page.waitForURL(/item=/);
    const second = new URL(page.url()).searchParams.get('item');
    await page.reload();
    await shown.row(2).filter({ visible: true }).waitFor();
    await page.keyboard.press('j');
    await page.locator('[aria-rowindex="4"]:focus').waitFor();
    await page.keyboard.press('k');
    await page.waitForURL((url) => url.searchParams.get('item') === second);
    shown.expectQuiet();
  });

  test('a mail shows its matches in its frame, and leads to its attachments; a picture can be enlarged', async () => {
    const { page } = await open('?q=instalment&item=seized-laptop:53&tab=preview');
    const item = page.getByRole('region', { name: 'Item' });
    const frame = page.frameLocator('iframe[title=Preview]');
    await frame.locator('mark').first().waitFor();
    expect(await frame.locator('mark').allTextContents()).toContain('instalment');
    await item.getByRole('list', { name: 'Attachments' }).getByRole('button').first().click();
    await page.waitForURL((url) => url.searchParams.get('item') !== 'seized-laptop:53');
    const { json } = await service.get('/hits?q=contentType:image*&limit=1');
    const { source, id } = json.hits[0];
    await page.goto(`${service.server.url}/app/?item=${source}:${id}&tab=preview`);
    const picture = item.getByTitle('Preview');
    const before = (await picture.boundingBox())?.width ?? 0;
    await item.getByRole('button', { name: 'Zoom in' }).click();
    expect((await picture.boundingBox())?.width).toBeCloseTo(before * 1.25, 0);
    shown.expectQuiet();
  });

  test('all dates are counted by field, and a period of them becomes a filter', async () => {
    const { page } = await open('?view=timeline');
    await page.getByRole('combobox', { name: 'Date', exact: true }).selectOption({ label: 'All dates' });
    const table = page.getByRole('table', { name: 'Timeline' });
    await table.getByRole('cell', { name: 'created', exact: true }).first().waitFor();
    const plot = await page.getByRole('figure', { name: 'Timeline' }).locator('svg').boundingBox();
    if (plot === null) throw new Error('there is no histogram');
    await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 40);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width - 2, plot.y + 60);
    await page.mouse.up();
    await page.waitForURL(/filter=/);
    const filter = new URL(page.url()).searchParams.getAll('filter');
    expect(filter[0]).toMatch(/^(?=.*\bmodified:\[)(?=.* OR )(?=.*\bcreated:\[)/);
    const { json } = await service.post('/hits', { filter, limit: 0 });
    await shown.expectCount(`${json.total} items`);
    await page.getByLabel('From', { exact: true }).fill('2023-03-01');
    await page.getByLabel('To', { exact: true }).fill('2023-03-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    const march = new URL(page.url()).searchParams.getAll('filter');
    expect(march).toHaveLength(1);
    expect(march[0]).toContain('modified:[2023-03-01T00:00:00.000Z TO 2023-04-01T00:00:00.000Z}');
    const { json: inMarch } = await service.post('/hits', { filter: march, limit: 0 });
    await shown.expectCount(`${inMarch.total} items`);
    shown.expectQuiet();
  });

  test('an unreachable server is reported, and polled until it is back', async () => {
    const { page } = await open('?q=heron');
    await shown.row(1).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox', { name: 'Query' }).fill('osprey');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText('The server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    const { json } = await service.get('/hits?q=osprey&limit=0');
    await shown.expectCount(`${json.total} items`);
  });

  test('exports the hits as a file that the browser saves only once it is complete', async () => {
    const { page } = await open('?q=heron');
    await shown.row(1).waitFor();
    const { json } = await service.get('/hits?q=heron&limit=0');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radiogroup', { name: 'Format' }).getByRole('radio', { name: 'NDJSON' }).check();
    await dialog.getByRole('radio', { name: 'Some properties' }).check();
    await dialog.getByRole('checkbox', { name: 'category', exact: true }).uncheck();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('export.ndjson');
    expect(await download.failure()).toBeNull();
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength((json.total as number) + 1);
    expect(Object.keys(lines[0].properties)).not.toContain('category');
    expect(lines.at(-1)).toMatchObject({
      done: true,
      items: json.total,
      complete: true,
    });
    await dialog
      .getByRole('status')
      .filter({ hasText: `export.ndjson is complete: ${json.total} items` })
      .waitFor();
    shown.expectQuiet();
  });

  test('columns, the time zone and Portuguese can be chosen; a reload keeps them', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('searchbox').fill('hash');
    await dialog.getByRole('checkbox', { name: 'hash', exact: true }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'hash', exact: true }).waitFor();
    await page.getByLabel('Time zone').selectOption('America/Sao_Paulo');
    await page.getByLabel('Language').selectOption('pt');
    await page.getByRole('button', { name: 'Pesquisar', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'hash', exact: true }).waitFor();
    await page.getByRole('grid', { name: 'Resultados' }).waitFor();
    shown.expectQuiet();
  });

  test('all hits become members of a bookmark at once; a list of keywords is counted line by line', async () => {
    const { page } = await open('?q=osprey');
    const { json } = await service.get('/hits?q=osprey&limit=0');
    await shown.expectCount(`${json.total} items`);
    await page.getByRole('button', { name: 'Bookmark all hits' }).click();
    await page.getByRole('dialog', { name: 'Bookmark' }).getByRole('combobox', { name: 'Name' }).fill('Osprey');
    await page.keyboard.press('Enter');
    await page.getByText(`${json.total} items added to Osprey`).waitFor();
    expect((await service.get('/bookmarks/Osprey')).json.docs).toHaveLength(json.total);
    await page.getByRole('button', { name: 'Keywords', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Keywords' });
    await dialog.getByRole('textbox', { name: 'Keywords' }).fill('osprey\n(x\nosprey AND ...');
    await dialog.getByRole('button', { name: 'Run report' }).click();
    const report = dialog.getByRole('grid', { name: 'Keyword report' });
    await report.getByRole('row', { name: `osprey ${json.total}` }).waitFor();
    await report.getByRole('row', { name: /^\(x .*position 2/ }).waitFor();
    await report.getByRole('row', { name: /^osprey AND \.\.\. .*the clause is ignored/ }).waitFor();
    await dialog.getByText('3 queries, 1 with errors, 1 with hints').waitFor();
    const drop = async (part: string): Promise<void> => {
      const transfer = await page.evaluateHandle(
        `{ const dropped = new DataTransfer(); dropped.items.add(new File([${part}], 'list.txt')); dropped }`,
      );
      await dialog.locator('form').dispatchEvent('drop', { dataTransfer: transfer });
    };
    await drop('new Uint8Array([0x67, 0x61, 0x72, 0xe7, 0x61])');
    await dialog.getByText('list.txt is not UTF-8. Save it as UTF-8 and try again.').waitFor();
    await drop("'garça'");
    await dialog.getByText('is not UTF-8').waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox', { name: 'Keywords' }).inputValue()).toBe('garça');
    // There are more than the limit. None of them is left out silently.
    await drop("'a\\n'.repeat(100_001)");
    await dialog.getByRole('button', { name: 'Run report' }).click();
    await dialog.getByText('The list has more than 100000 queries. Send it in parts.').waitFor();
  });

  test('at twice the size, query and hits have enough space', async () => {
    shown = await WatchedPage.open(service.server.url, '?q=heron', { viewport: { width: 640, height: 400 } });
    await shown.row(2).click();
    await shown.page.getByRole('region', { name: 'Item' }).getByRole('button', { name: 'Close' }).click();
    await shown.page.getByRole('searchbox', { name: 'Query' }).click();
    await shown.page.getByRole('button', { name: 'Sources and facets' }).click();
    await shown.page.getByRole('checkbox', { name: 'usb-stick', exact: true }).click();
    shown.expectQuiet();
  });
});
