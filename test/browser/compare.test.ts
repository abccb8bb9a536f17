/** Two people's decisions side by side on the page: a matrix whose cells open as searches. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = Array.from({ length: 9 }, (_, id) => ({ id, properties: { name: `item ${id}` } }));

describeInBrowser('comparing people', () => {
  const service = Service.beforeTests({ cases: { case: items } });
  let shown: WatchedPage;

  test('shows a matrix, by panel and by two people, and opens the items of a cell', async () => {
    const choices = ['Relevant', 'Irrelevant'].map((bookmark) => ({ bookmark }));
    for (const name of ['Responsiveness', 'Unused'])
      await service.put(`/codings/${name}`, { choices, exclusive: true });
    const code = (who: string, choice: string | null, ...ids: number[]) => {
      const refs = new Map([['case', Uint32Array.from(ids)]]);
      return service.bookmarks.codings.code('Responsiveness', choice, refs, {
        who,
        remoteAddress: null,
        requestId: null,
      });
    };
    await code('anna', 'Relevant', 1, 2, 3);
    await code('anna', 'Irrelevant', 4);
    await code('ben', 'Relevant', 1);
    await code('ben', 'Irrelevant', 2, 3);
    await code('carla', null, 4);
    shown = await WatchedPage.open(service.server.url, '?q=id:0');
    const { page } = shown;
    await page.getByRole('button', { name: 'Reviews' }).click();
    await page.getByRole('dialog', { name: 'Reviews' }).getByRole('button', { name: 'Compare people…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare people' });
    const table = dialog.getByRole('table');
    await table.getByText('Responsiveness: ').waitFor();
    const rows = async (): Promise<string[]> =>
      (await table.getByRole('row').all()).reduce<Promise<string[]>>(
        async (before, row) => [...(await before), (await row.locator('th, td').allTextContents()).join(' | ')],
        Promise.resolve([]),
      );
    expect(await rows()).toEqual([
      'anna ↓ ben → | Irrelevant | Relevant | undecided',
      'Irrelevant | 0 | 0 | 1',
      'Relevant | 2 | 1 | 0',
    ]);
    expect(await shown.accessibilityFaults()).toEqual([]);
    await dialog.getByLabel('Second person').selectOption('carla');
    await table.getByText('anna ↓ carla →').waitFor();
    await dialog.getByLabel('Second person').selectOption('ben');
    await table.getByRole('button', { name: 'Show 2 items' }).click();
    await shown.expectCount('2 items');
    await page.getByRole('button', { name: 'Reviews' }).click();
    await page.getByRole('dialog', { name: 'Reviews' }).getByRole('button', { name: 'Compare people…' }).click();
    await dialog.getByLabel('Name of the panel').selectOption('Unused');
    await dialog.getByText('Nobody has coded with this panel yet.').waitFor();
    if (process.env['SHOT'] !== undefined) await page.screenshot({ path: process.env['SHOT'] });
    shown.expectQuiet();
    await shown.close();

    // The same people and choices as facets.
    shown = await WatchedPage.open(service.server.url, '');
    const region = shown.page.locator('section', {
      has: shown.page.getByRole('group', { name: 'bookmark', exact: true }),
    });
    const add = async (name: string): Promise<void> => {
      await region.getByRole('button', { name: 'Add a facet' }).click();
      await region.getByRole('list', { name: 'Fields found' }).getByRole('button', { name }).click();
    };
    await add('Decided by decided:Responsiveness');
    const people = region.getByRole('group', { name: 'decided:Responsiveness', exact: true });
    await people.getByRole('checkbox', { name: 'anna (4)' }).check();
    await shown.expectCount('4 items');
    // The facet counts without its own filter, so that the other people can still be chosen.
    await people.getByRole('checkbox', { name: 'ben (3)' }).waitFor();
    await people.getByRole('checkbox', { name: 'anna (4)' }).uncheck();
    await people.getByRole('checkbox', { name: 'carla (1)' }).check();
    await shown.expectCount('1 item');
    await people.getByRole('checkbox', { name: 'anna (4)' }).waitFor();
    await people.getByRole('button', { name: 'Remove facet decided:Responsiveness' }).waitFor();
    await add('Choice coding:Responsiveness');
    const panel = region.getByRole('group', { name: 'coding:Responsiveness', exact: true });
    await people.getByRole('checkbox', { name: 'carla (1)' }).uncheck();
    await panel.getByRole('checkbox', { name: 'Relevant (1)', exact: true }).check();
    await shown.expectCount('1 item');
    await panel.getByRole('checkbox', { name: 'Irrelevant (2)' }).check();
    await shown.expectCount('3 items');
    await panel.getByRole('checkbox', { name: 'Irrelevant (2)' }).uncheck();
    await panel.getByRole('checkbox', { name: 'Relevant (1)', exact: true }).uncheck();
    await shown.expectCount('9 items');
    // Changes by others are counted at once.
    await code('dora', null, 4);
    await people.getByRole('checkbox', { name: 'dora (1)' }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });
});
