/** Saved searches on the page: saved, counted, run, renamed, replaced, shared, deleted, undone, suggested in the query. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { SearchHistory } from '../../src/audit/search-history.ts';
import { EMPTY_SEARCH } from '../support/empty-search.ts';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { asUser as as, knowing, tokenOf } from '../support/token-users.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = Array.from({ length: 30 }, (_, id) => ({
  id,
  text: [id % 2 === 0 ? 'heron' : 'otter', id % 3 === 0 ? 'newt' : 'carp'].join(' '),
  properties: { name: `item ${id}` },
}));
const viewers = [
  { name: 'anna', role: 'annotator' },
  { name: 'ben', role: 'annotator' },
  { name: 'rita', role: 'reader' },
] as const;

describeInBrowser('saved searches on the page', () => {
  let service: Service;
  let shown: WatchedPage;
  const kept = temporaryDir();
  beforeAll(async () => {
    const history = await SearchHistory.open(kept);
    const server = (dir: string) => ({ ...knowing(viewers)(dir), history });
    service = await Service.start({ cases: { one: items, two: items }, server });
  });

  async function openAs(name: string, query = '', locale = 'en-US'): Promise<WatchedPage> {
    shown = await WatchedPage.open(service.server.url, query, { locale });
    await shown.page.locator('dialog input').fill(tokenOf(name));
    await shown.page.keyboard.press('Enter');
    await shown.page.locator('dialog').waitFor({ state: 'detached' });
    return shown;
  }

  async function openDialog(name = 'Saved searches'): Promise<Locator> {
    await shown.page.getByRole('button', { name, exact: true }).click();
    const dialog = shown.page.getByRole('dialog', { name });
    await dialog.locator('table, .scrolled p:not(:has-text("…"))').first().waitFor();
    return dialog;
  }

  test('a search is saved with filters, sources, order and view; counted; run; and found in the query box', async () => {
    const { page } = await openAs('anna', '?q=heron&filter=newt&sources=two&sort=name:desc&view=gallery');
    await shown.expectCount('5 items');
    const dialog = await openDialog();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('White birds');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('White birds is saved.').waitFor();
    await dialog.getByRole('cell', { name: '5', exact: true }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    expect((await service.get('/searches', as('anna'))).json.searches).toEqual([
      {
        name: 'White birds',
        owner: 'anna',
        shared: false,
        ...EMPTY_SEARCH,
        q: 'heron',
        filter: ['newt'],
        sourceID: ['two'],
        sort: ['name:desc'],
        view: 'gallery',
      },
    ]);
    await page.keyboard.press('Escape');
    const box = page.getByRole('searchbox', { name: 'Query' });
    await box.fill('');
    await box.pressSequentially('carp OR search:"b');
    const option = page.getByRole('option', { name: 'White birds' });
    await option.click();
    expect(await box.inputValue()).toBe('carp OR search:"White birds"');
    await page.goto(`${service.server.url}/app/`);
    await shown.expectCount('60 items');
    await (await openDialog()).getByRole('button', { name: 'Run White birds' }).click();
    await shown.expectCount('5 items');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: 'heron',
      filter: 'newt',
      sources: 'two',
      sort: 'name:desc',
      view: 'gallery',
    });
    shown.expectQuiet();
  });

  test('a search that was saved for another zone or operator is named in the query, so that its meaning stays', async () => {
    const saved = { q: 'heron newt', defaultOperator: 'AND', shared: true };
    await service.put('/searches/Both', saved, as('ben'));
    const { page } = await openAs('anna');
    const dialog = await openDialog();
    await dialog.getByRole('row', { name: /Both/ }).getByRole('cell', { name: '10', exact: true }).waitFor();
    await dialog.getByText('by ben').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete Both' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Run Both' }).click();
    await shown.expectCount('10 items');
    expect(new URL(page.url()).searchParams.get('q')).toBe('search:"Both"');
    await service.delete('/searches/Both', as('ben'));
  });

  test('is replaced, renamed, shared and deleted, each with an undo, and refusals are reported', async () => {
    const texts = async (who = 'anna'): Promise<unknown> => {
      const { searches } = (await service.get('/searches', as(who))).json;
      return searches.map(({ name, q, shared }: Record<string, unknown>) => [name, q, shared]);
    };
    await service.delete('/searches/White%20birds', as('anna'));
    await service.put('/searches/Taken', { q: 'carp', shared: true }, as('ben'));
    await service.put('/searches/Mine', { q: 'otter' }, as('anna'));
    const before = [
      ['Mine', 'otter', false],
      ['Taken', 'carp', true],
    ];
    await openAs('anna', '?q=newt');
    const dialog = await openDialog();
    const undone = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await dialog.locator('.search-outcome').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
      await dialog.getByRole('button', { name: 'Rename Mine' }).waitFor();
      await expect(texts()).resolves.toEqual(before);
      await expect(texts('ben')).resolves.toEqual([before[1]]);
    };
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.getByText('Mine is saved.').waitFor();
    await dialog.getByRole('row', { name: /Mine newt/ }).waitFor();
    expect(await texts()).toEqual([['Mine', 'newt', false], before[1]]);
    await undone();
    await dialog.getByRole('button', { name: 'Rename Mine' }).click();
    await dialog.getByLabel('New name').fill('Taken');
    await dialog.getByLabel('New name').press('Enter');
    await dialog.getByText('A search named Taken already exists.').waitFor();
    await dialog.getByLabel('New name').fill('Ours');
    await dialog.getByLabel('New name').press('Enter');
    await dialog.getByText('Mine is now called Ours.').waitFor();
    expect(await texts()).toEqual([['Ours', 'otter', false], before[1]]);
    await undone();
    await dialog.getByLabel('Share Mine').check();
    await dialog.getByText('Mine is saved.').waitFor();
    expect(await texts('ben')).toEqual([['Mine', 'otter', true], before[1]]);
    await undone();
    await dialog.getByRole('button', { name: 'Delete Mine' }).click();
    await dialog.getByText('Mine is deleted.').waitFor();
    expect(await texts()).toEqual([before[1]]);
    await undone();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Taken');
    await dialog.getByLabel('Share with everyone').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText(/"ben" already shares a search named "Taken"/).waitFor();
    expect(await texts()).toEqual(before);
  });

  test('a reader runs them and changes nothing; and in Portuguese', async () => {
    await openAs('rita', '', 'pt-PT');
    const dialog = await openDialog('Pesquisas guardadas');
    await dialog.getByRole('button', { name: 'Executar Taken' }).waitFor();
    expect(await dialog.getByRole('button', { name: /Apagar|Guardar|Mudar/ }).count()).toBe(0);
    expect(await dialog.locator('input[type=checkbox], form').count()).toBe(0);
    expect(await shown.accessibilityFaults()).toEqual([]);
  });

  test('the history is on the server: another browser of the viewer shows it as a tree, nobody else sees it, and it can be cleared', async () => {
    await service.delete('/searches/history', as('anna'));
    const { page } = await openAs('anna', '?q=newt');
    await shown.expectCount('20 items');
    await page.goto(`${service.server.url}/app/?q=newt&filter=otter`);
    await shown.expectCount('10 items');
    const box = page.getByRole('searchbox', { name: 'Query' });
    await box.fill('carp');
    await box.press('Enter');
    await shown.expectCount('20 items');
    const onServer = async (): Promise<number> =>
      (await service.get('/searches/history', as('anna'))).json.searches.length;
    while ((await onServer()) < 3) await page.waitForTimeout(20);
    expect(await page.evaluate(`localStorage.getItem('case-access.searches')`)).toBeNull();
    await shown.close();
    await openAs('anna');
    const history = async (): Promise<Locator> => {
      await shown.page.getByRole('button', { name: 'History', exact: true }).click();
      return shown.page.getByRole('dialog', { name: 'History' });
    };
    const dialog = await history();
    // `carp` came from the search with the filter, in the same window.
    await dialog.locator('.branches .branches').getByRole('button', { name: 'carp · otter' }).waitFor();
    await dialog.getByText('Nobody else sees them.').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'newt', exact: true }).click();
    await shown.expectCount('20 items');
    await (await history()).getByRole('button', { name: 'Clear history' }).click();
    await shown.page.getByText('No searches yet.').waitFor();
    expect((await service.get('/searches/history', as('anna'))).json).toEqual({ kept: true, searches: [] });
    expect((await service.get('/searches/history', as('ben'))).json).toEqual({ kept: true, searches: [] });
    shown.expectQuiet();
  });

  test('only visible rows are counted, a few at a time, and counting ends when the dialog closes', async () => {
    for (let i = 0; i < 120; i++) await service.put(`/searches/N${1000 + i}`, { q: `heron OR x${i}` }, as('anna'));
    const { page } = await openAs('anna', '?q=newt');
    await shown.expectCount('20 items');
    const asked = new Set<string>();
    let underWay = 0;
    let most = 0;
    let cancelled = 0;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const counting = (body: string | null): boolean => body?.includes('heron OR x') === true;
    await page.route('**/hits', async (route) => {
      if (!counting(route.request().postData())) return route.continue();
      asked.add(route.request().postData()!);
      most = Math.max(most, ++underWay);
      if (asked.size > 4) await held;
      return route.continue().catch(() => undefined);
    });
    const over = (): number => underWay--;
    page.on('requestfinished', (request) => counting(request.postData()) && over());
    page.on('requestfailed', (request) => {
      if (!counting(request.postData())) return;
      over();
      cancelled++;
    });
    await page.getByRole('button', { name: 'Saved searches' }).click();
    while (asked.size < 6) await page.waitForTimeout(20);
    await page.keyboard.press('Escape');
    while (cancelled < 2) await page.waitForTimeout(20);
    letGo();
    while (underWay > 0) await page.waitForTimeout(20);
    expect({ most, cancelled, asked: asked.size, underWay }).toEqual({ most: 2, cancelled: 2, asked: 6, underWay: 0 });
  });
});
