/** Near duplicates on the page: the similarity of each, and two texts side by side. */
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const OFFER =
  'The seller hands over forty crates of <b>dried</b> figs at the northern quay on the second Monday of March,\nthe buyer pays half in advance, weighs every crate himself and signs the receipt that the office keeps.';

describeInBrowser('near duplicates on the page', () => {
  let shown: WatchedPage;
  const items = [
    { id: 1, properties: { name: ['offer.txt'] }, text: OFFER },
    { id: 2, properties: { name: ['contract.txt'] }, text: OFFER.replace('forty', 'fifty') },
    { id: 3, properties: { name: ['alone.txt'] }, text: 'nothing like it' },
  ];
  const service = Service.beforeTests({ cases: { case: items } });

  const open = async (query: string): Promise<Locator> => {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page.getByRole('region', { name: 'Item' });
  };

  test('are listed with their common part, and compared', async () => {
    const item = await open('?item=case:1&tab=context');
    await item.getByRole('heading', { name: 'Near duplicates 1' }).waitFor();
    const near = item.locator('section').filter({ hasText: 'Near duplicates' });
    await near.getByRole('button', { name: 'contract.txt' }).waitFor();
    await item.getByText(/9\d% of the words in common/).waitFor();
    await item.getByRole('button', { name: 'Compare' }).click();
    const own = item.getByRole('region', { name: 'This item' });
    const other = item.getByRole('region', { name: 'The other item' });
    await own.locator('del').waitFor();
    expect(await own.locator('del').allInnerTexts()).toEqual(['forty']);
    expect(await other.locator('ins').allInnerTexts()).toEqual(['fifty']);
    expect(await own.locator('pre').textContent()).toBe(OFFER);
    expect(await other.locator('pre').textContent()).toBe(OFFER.replace('forty', 'fifty'));
    expect(await shown.accessibilityFaults()).toEqual([]);
    expect([shown.foreign, shown.reports, shown.errors]).toEqual([[], [], []]);
    await item.getByRole('button', { name: 'Compare' }).click();
    expect(await other.count()).toBe(0);
    await near.getByRole('button', { name: 'contract.txt' }).click();
    await shown.page.waitForURL(/item=case(?::|%3A)2/, { waitUntil: 'commit' });
  });

  test('the tab reports that there are none', async () => {
    const item = await open('?item=case:3&tab=context');
    await item.getByRole('heading', { name: 'Near duplicates 0' }).waitFor();
  });
});
