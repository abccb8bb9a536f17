/** Marks of reviewed items on the page: the switch of the open item, the column, keys, sets, undo, and other people. */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { type AskAs, askingAs, knowing, type TokenUser, tokenOf } from '../support/token-users.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const users: readonly TokenUser[] = [
  { name: 'anna', role: 'annotator' },
  { name: 'ben', role: 'annotator' },
  { name: 'rita', role: 'reader' },
];
const items = Array.from({ length: 40 }, (_, id) => ({ id, properties: { name: `item ${id}` } }));

describeInBrowser('reviewed items', () => {
  let as: AskAs;
  let shown: WatchedPage;
  const server = knowing(users);
  const service = Service.beforeTests({ cases: { case: items }, server });
  beforeAll(async () => {
    as = askingAs(service);
  });
  afterEach(async () => {
    for (const name of ['anna', 'ben']) await as(name, 'PUT', '/reviewed/remove', { q: '*:*' });
    await as('anna', 'PUT', '/selection/remove', { q: '*:*' });
  });

  const open = async (name: string, query: string): Promise<WatchedPage> => {
    shown = await WatchedPage.open(service.server.url, query);
    await shown.page.getByRole('textbox', { name: 'Token' }).fill(tokenOf(name));
    await shown.page.getByRole('button', { name: 'Sign in' }).click();
    return shown;
  };

  const reviewedBy = async (name: string): Promise<number[]> =>
    (await as('anna', 'GET', `/reviewed/${name}`)).json.docs.map(({ id }: { id: number }) => id);

  test('the switch marks the shown item; opening marks nothing; the row shows the mark', async () => {
    await as('ben', 'PUT', '/reviewed/add', [{ source: 'case', id: 1 }]);
    const { page } = await open('anna', '?item=case:0');
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByText('case · 0').waitFor();
    // Before the rows have loaded, keys move nothing.
    await shown.row(4).waitFor();
    for (let step = 0; step < 3; step++) await page.keyboard.press('j');
    await item.getByText('case · 3').waitFor();
    for (let step = 0; step < 2; step++) await page.keyboard.press('k');
    await item.getByText('case · 1').waitFor();
    expect(await reviewedBy('anna')).toEqual([]);
    await item.getByText('Reviewed by ben').waitFor();
    await shown.row(2).getByRole('img', { name: 'Reviewed by ben' }).waitFor();
    const own = item.getByRole('switch', { name: 'Reviewed' });
    expect(await own.isChecked()).toBe(false);
    await own.check();
    await page.getByText('1 item marked as reviewed').waitFor();
    await shown.row(2).getByRole('img', { name: 'Reviewed by anna, ben' }).waitFor();
    expect([await reviewedBy('anna'), await reviewedBy('ben')]).toEqual([[1], [1]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await shown.row(2).getByRole('img', { name: 'Reviewed by ben' }).waitFor();
    expect([await reviewedBy('anna'), await reviewedBy('ben')]).toEqual([[], [1]]);
    await item.getByRole('switch', { name: 'Reviewed', checked: false }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });

  test('a key marks the row, even with a selection; a second press removes the mark', async () => {
    const { page } = await open('anna', '?q=id:[0 TO 5]');
    await shown.row(1).waitFor();
    await page.keyboard.press('v');
    await page.getByText('1 item marked as reviewed').waitFor();
    expect(await reviewedBy('anna')).toEqual([0]);
    await shown.row(1).getByRole('img', { name: 'Reviewed by anna' }).waitFor();
    for (const row of [1, 2, 3]) await shown.row(row).getByRole('checkbox').check();
    await page.getByRole('button', { name: '3 items selected' }).waitFor();
    await page.keyboard.press('v');
    await page.getByText('1 item no longer marked as reviewed').waitFor();
    expect(await reviewedBy('anna')).toEqual([]);
    shown.expectQuiet();
  });

  test('all hits and the selection are marked by a dialog, and a query finds the remaining ones', async () => {
    const { page } = await open('anna', '?q=id:[0 TO 29] OR naem:x');
    await shown.expectCount('30 items');
    await page.getByRole('button', { name: 'Mark all hits as reviewed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as reviewed' });
    await dialog.getByText(/^30 items/).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
    await page.getByText('30 items marked as reviewed; no item of this source has the field "naem"').waitFor();
    expect(await reviewedBy('anna')).toHaveLength(30);
    await page.goto(`${service.server.url}/app/`);
    await shown.expectCount('40 items');
    await page.getByRole('button', { name: 'Not reviewed by me' }).click();
    await shown.expectCount('10 items');
    await shown.row(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Mark the selection as reviewed' }).click();
    await dialog.getByText(/^1 item\./).waitFor();
    await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
    await page.getByText('1 item marked as reviewed').waitFor();
    expect(await reviewedBy('anna')).toHaveLength(31);
    // The row keeps its position.
    await page.locator('[aria-rowindex="2"].left').waitFor();
    shown.expectQuiet();
  });

  test('a reader sees the marks, and cannot set any', async () => {
    await as('anna', 'PUT', '/reviewed/add', [{ source: 'case', id: 0 }]);
    const { page } = await open('rita', '?item=case:0');
    const item = page.getByRole('region', { name: 'Item' });
    await item.getByText('Reviewed by anna').waitFor();
    expect(await item.getByRole('switch', { name: 'Reviewed' }).isDisabled()).toBe(true);
    await shown.row(1).getByRole('img', { name: 'Reviewed by anna' }).waitFor();
    await page.getByRole('button', { name: 'Mark all hits as reviewed' }).click();
    await page
      .getByRole('status')
      .getByText(/^You are signed in as a reader/)
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
