/** The texts that a query matched, on the page: valid cards with counts and days. A click searches for one. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = [
  {
    id: 1,
    properties: { name: 'a.txt', created: '2021-03-04T10:00:00Z' },
    text: 'card 4111 1111 1111 1111, twice 4111 1111 1111 1111',
  },
  {
    id: 2,
    properties: { name: 'b.txt', sent: '2023-05-06', created: '1601-01-01' },
    text: 'again 4111 1111 1111 1111',
  },
  { id: 3, properties: { name: 'c.txt' }, text: 'card 5500-0000-0000-0004 and no card 5500-0000-0000-0005' },
];

describeInBrowser('the texts that a query matched', () => {
  const service = Service.beforeTests({ cases: { one: items } });
  let shown: WatchedPage;

  test('are listed with matches, items and days, and searched by a click', async () => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    const open = page.getByRole('button', { name: 'Matched texts' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Matched texts' });
    await dialog.getByText('Write a query first').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Query' }).fill('entity:card');
    await page.keyboard.press('Enter');
    await shown.expectCount('3 items');
    await open.click();
    await dialog.getByText('2 texts, 4 matches in 3 items').waitFor();
    const cells = async (row: number): Promise<string[]> =>
      dialog.getByRole('row').nth(row).getByRole('gridcell').allInnerTexts();
    expect(await cells(1)).toEqual(['4111 1111 1111 1111', '3', '2', '2021-03-04', '2023-05-06 *']);
    expect(await cells(2)).toEqual(['5500-0000-0000-0004', '1', '1', '–', '–']);
    expect(await shown.accessibilityFaults()).toEqual([]);
    if (process.env['PICTURE'] !== undefined) await page.screenshot({ path: process.env['PICTURE'] });
    await dialog.getByRole('button', { name: '4111 1111 1111 1111' }).click();
    await shown.expectCount('2 items');
    expect(await page.getByRole('searchbox', { name: 'Query' }).inputValue()).toBe(
      'text:/4111\\s+1111\\s+1111\\s+1111/',
    );
    shown.expectQuiet();
  });
});
