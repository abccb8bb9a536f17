/** Going through hits with keys. Marks apply to the visible item, however slow the server and however fast the user. */
import { resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { Service } from '../support/http-service.ts';
import { pause } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const UNSEEN = `?q=${encodeURIComponent('category:emails AND NOT bookmark:*')}`;
/** Random keys and clicks; `make test-page-keys` presses 10,000. */
const STEPS = Number(process.env['REVIEW_STEPS'] ?? 300);
const SEED = Number(process.env['REVIEW_SEED'] ?? 41);
const PAUSE_MS_MAX = 40;
const ANSWER_MS_MAX = 120;

describeInBrowser('a review in the table', () => {
  let shown: WatchedPage;
  const items = (length: number) => Array.from({ length }, (_, id) => ({ id, properties: { name: `item ${id}` } }));
  // Marked items disappear from the list on which random keys act, but the list never becomes empty.
  const cases = { many: items(230), lasting: items(STEPS) };
  const paths = { 'seized-laptop': resolve('data-samples/seized-laptop') };
  const service = Service.beforeTests({ cases, paths });
  beforeAll(async () => {
    for (const name of ['Irrelevant', 'Relevant', 'Unclear']) await service.post(`/bookmarks/${name}`);
  });

  const docsOf = async (name: string): Promise<{ source: string; id: number }[]> =>
    (await service.get(`/bookmarks/${encodeURIComponent(name)}`)).json.docs;

  test('an item that no longer matches keeps its row, and keys act on the shown item', async () => {
    shown = await WatchedPage.open(service.server.url, UNSEEN);
    const { page } = shown;
    const { json } = await service.get(`/hits${UNSEEN}&limit=2&properties=name`);
    const [first, second] = json.hits as { source: string; id: number }[];
    await shown.row(1).click();
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByText(`${first!.source} · ${first!.id}`).waitFor();
    await page.keyboard.press('2');
    await page.getByText('1 item added to Relevant').waitFor();
    const refresh = page.getByRole('button', { name: '1 item changed: refresh the list' });
    await refresh.waitFor();
    await page.locator('[aria-rowindex="2"].open.cursor.left').waitFor();
    await shown.expectCount(`${json.total} items`);

    // The same item takes the next mark, because nobody has seen another one.
    await page.keyboard.press('3');
    await page.getByText('1 item added to Unclear').waitFor();
    expect(await docsOf('Relevant')).toEqual([{ source: first!.source, id: first!.id }]);
    expect(await docsOf('Unclear')).toEqual([{ source: first!.source, id: first!.id }]);
    expect(await shown.accessibilityFaults()).toEqual([]);

    await refresh.click();
    await shown.expectCount(`${json.total - 1} items`);
    await page.keyboard.press('2');
    await page.getByText(/^Nothing was changed: the list was refreshed/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await item.getByText(`${second!.source} · ${second!.id}`).waitFor();
    await page.keyboard.press('1');
    await page.getByText('1 item added to Irrelevant').waitFor();
    expect(await docsOf('Irrelevant')).toEqual([{ source: second!.source, id: second!.id }]);
    expect(await docsOf('Relevant')).toHaveLength(1);
    shown.expectQuiet();
  });

  test('the choices of a panel are in the open item, and their keys choose for it', async () => {
    const choices = [
      { bookmark: 'Hot', key: 'h', colour: '#be123c' },
      { bookmark: 'Cold', key: 'c' },
    ];
    await service.put('/codings/Heat', { choices, exclusive: true });
    shown = await WatchedPage.open(service.server.url, '?sources=many&q=id:[100 TO 109] AND NOT coding:Heat');
    const { page } = shown;
    await shown.row(1).click();
    const panel = page.getByRole('region', { name: 'Item' }).getByRole('group', { name: 'Heat' });
    await panel.getByRole('button', { name: 'Hot', pressed: false }).waitFor();
    await page.keyboard.press('h');
    await panel.getByRole('button', { name: 'Hot', pressed: true }).waitFor();
    await page.keyboard.press('c');
    await panel.getByRole('button', { name: 'Hot', pressed: false }).waitFor();
    await panel.getByRole('button', { name: 'Cold', pressed: true }).waitFor();
    expect([await docsOf('Hot'), await docsOf('Cold')]).toEqual([[], [{ source: 'many', id: 100 }]]);
    // A bookmark has the colour of its choice in the panel.
    const dot = page
      .getByRole('region', { name: 'Bookmarks' })
      .getByRole('listitem')
      .filter({ hasText: 'Hot' })
      .locator('.dot');
    expect(await dot.getAttribute('style')).toContain('rgb(190, 18, 60)');
    await page.getByText('Heat: Cold').getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Hot', pressed: true }).waitFor();
    await panel.getByRole('button', { name: 'Hot' }).click();
    await panel.getByRole('button', { name: 'Hot', pressed: false }).waitFor();
    expect([await docsOf('Hot'), await docsOf('Cold')]).toEqual([[], []]);
    await page.locator('[aria-rowindex="2"].open.cursor:not(.left)').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await service.delete('/codings/Heat');
    for (const name of ['Hot', 'Cold']) await service.delete(`/bookmarks/${name}`);
    shown.expectQuiet();
  });

  test('a key does nothing if another item is open, and says so', async () => {
    shown = await WatchedPage.open(service.server.url, '?sources=many&q=id:[0 TO 9]&item=many:200');
    const { page } = shown;
    await shown.row(1).waitFor();
    await page.getByRole('region', { name: 'Item' }).getByText('many · 200').waitFor();
    const before = service.bookmarks.head.count;
    await page.keyboard.press('2');
    await page.getByText(/^Nothing was changed: another item is open/).waitFor();
    expect(service.bookmarks.head.count).toBe(before);
  });

  test('a new bookmark gets a free key, and the keys of others stay', async () => {
    shown = await WatchedPage.open(service.server.url, '?sources=many');
    const { page } = shown;
    const region = page.getByRole('region', { name: 'Bookmarks' });
    await region.getByRole('listitem').filter({ hasText: 'Relevant' }).filter({ hasText: '2' }).waitFor();
    await service.post('/bookmarks/A%20new%20one');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await region.getByRole('listitem').filter({ hasText: 'A new one' }).waitFor();
    const keys = async (): Promise<string[]> =>
      (await region.getByRole('listitem').all()).reduce<Promise<string[]>>(
        async (before, entry) => [
          ...(await before),
          `${await entry.locator('kbd').textContent()} ${await entry.locator('.link').textContent()}`,
        ],
        Promise.resolve([]),
      );
    const expected = ['4 A new one', '1 Irrelevant', '2 Relevant', '3 Unclear'];
    expect(await keys()).toEqual(expected);
    await page.reload();
    await region.getByRole('listitem').filter({ hasText: 'A new one' }).waitFor();
    expect(await keys()).toEqual(expected);
    await service.delete('/bookmarks/A%20new%20one');
  });

  test('names with slashes are a tree, and a group shows the members of all below it', async () => {
    const names = ['Fraud', 'Fraud/Invoices', 'Fraud/Two words (x)/Deep', 'Fraudulent', 'odd//name'];
    for (const [i, name] of names.entries()) {
      await service.post(`/bookmarks/${encodeURIComponent(name)}`);
      await service.put(`/bookmarks/${encodeURIComponent(name)}/add`, [{ source: 'many', id: 200 + i }]);
    }
    shown = await WatchedPage.open(service.server.url, '?sources=many');
    const region = shown.page.getByRole('region', { name: 'Bookmarks' });
    const fraud = region.getByRole('list', { name: 'Fraud', exact: true });
    await fraud.getByRole('button', { name: 'Invoices', exact: true }).waitFor();
    await fraud
      .getByRole('list', { name: 'Fraud/Two words (x)' })
      .getByRole('button', { name: 'Deep', exact: true })
      .waitFor();
    await region.getByRole('button', { name: 'odd//name', exact: true }).waitFor();
    await region.getByRole('button', { name: 'Fraud/', exact: true }).click();
    await shown.expectCount('2 items');
    await region.getByRole('button', { name: 'Fraud/', exact: true }).click();
    await shown.expectCount('230 items');
    await region.getByRole('button', { name: 'Two words (x)/', exact: true }).click();
    await shown.expectCount('1 item');
    expect((await service.get('/hits?q=bookmark:Fraud/*&limit=0')).json.total).toBe(2);
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
    for (const name of names) await service.delete(`/bookmarks/${encodeURIComponent(name)}`);
  });

  test(
    `with ${STEPS} random keys and clicks (seed ${SEED}) on a slow server, each change affects the item on the screen`,
    async () => {
      const random = new Random(SEED);
      shown = await WatchedPage.open(service.server.url, '?sources=lasting&q=NOT bookmark:*');
      const { page } = shown;
      await shown.row(1).click();
      await page.getByRole('region', { name: 'Item' }).getByText('lasting · 0').waitFor();
      await page.route(/\/(hits|records|bookmarks|docs)/, async (route) => {
        await pause(random.below(ANSWER_MS_MAX));
        // The page cancels requests.
        await route.continue().catch(() => undefined);
      });
      // Records the screen when a key is pressed, before the page handles the key.
      await page.evaluate(`
      window.pressed = [];
      window.addEventListener('keydown', ({ key }) => {
        const seen = document.querySelector('.item-origin span')?.textContent ?? '';
        if (/[1-3]/.test(key)) window.pressed.push({ key, seen });
      }, { capture: true });
    `);
      const { count: before } = service.bookmarks.head;
      for (let step = 0; step < STEPS; step++) {
        const draw = random.below(12);
        if (draw < 6) await page.keyboard.press(String(1 + random.below(3)));
        else if (draw < 8) await page.keyboard.press('j');
        else if (draw < 9) await page.keyboard.press('k');
        else if (draw < 10) await page.keyboard.press(' ');
        else if (draw < 11) {
          // Up to five rows are above the visible ones: a click on them would hit a column head.
          const row = page.locator('.row').nth(5 + random.below(10));
          await row.click({ force: true }).catch(async (fault: Error) => {
            const rows = await page.locator('.row').count();
            const body = await page.locator('body').textContent();
            throw new Error(`after ${step} steps no row of ${rows} was clicked (${fault.message}): ${body}`);
          });
        } else {
          const refresh = page.locator('.refresh-rows');
          // It may disappear between the check and the click, because an undo brings the rows back.
          if (await refresh.isVisible()) await refresh.click({ force: true, timeout: 1000 }).catch(() => undefined);
        }
        await pause(random.below(PAUSE_MS_MAX));
      }
      await shown.network.settled();
      await page.unrouteAll({ behavior: 'wait' });
      const pressed = await page.evaluate<{ key: string; seen: string }[]>('window.pressed');
      const names: Record<string, string> = { 1: 'Irrelevant', 2: 'Relevant', 3: 'Unclear' };
      let at = 0;
      let changes = 0;
      for await (const { sequence, bookmark, items } of service.bookmarks.readLog()) {
        // A number key never changes the selected items.
        if (sequence <= before || bookmark === null) continue;
        changes++;
        expect(items).toHaveLength(1);
        const [{ source, ids } = { source: '', ids: [] }] = items ?? [];
        expect(ids).toHaveLength(1);
        // Changes are made in the order of the keys. Refused keys are skipped.
        while (
          at < pressed.length &&
          !(names[pressed[at]!.key] === bookmark && pressed[at]!.seen === `${source} · ${ids[0]}`)
        )
          at++;
        expect({ bookmark, item: `${source} · ${ids[0]}`, wasPressed: at++ < pressed.length }).toMatchObject({
          wasPressed: true,
        });
      }
      // Keys pressed during a change are refused. Their number depends on the machine.
      expect(changes).toBeGreaterThan(STEPS / 60);
    },
    60_000 + STEPS * 250,
  );
});
