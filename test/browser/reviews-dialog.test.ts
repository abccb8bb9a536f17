/** Dialogs of reviews: users known to the server define panels, make reviews, and draw, accept and reject second looks. */
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { refs, Service } from '../support/http-service.ts';
import { askingAs, knowing, tokenOf } from '../support/token-users.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const COUNT = 30;
const USERS = [
  { name: 'lead', role: 'annotator' },
  { name: 'anna', role: 'annotator' },
  { name: 'reader', role: 'reader' },
] as const;

describeInBrowser('the dialogs of reviews', () => {
  let shown: WatchedPage;
  let dialog: Locator;
  const items = Array.from({ length: COUNT }, (_, id) => ({ id, properties: { name: `item ${id}` } }));
  const service = Service.beforeTests({ cases: { many: items }, server: knowing(USERS) });

  const as = askingAs(service);
  const signIn = async (name: string, query = ''): Promise<void> => {
    shown = await WatchedPage.open(service.server.url, query);
    const door = shown.page.getByRole('dialog', { name: 'Sign in' });
    await door.getByRole('textbox', { name: 'Token' }).fill(tokenOf(name));
    await door.getByRole('button', { name: 'Sign in' }).click();
    await door.waitFor({ state: 'detached' });
    // There is room for the close button, and nothing is beyond the edge.
    const out = await shown.page.getByRole('button', { name: 'Sign out' }).boundingBox();
    expect(out!.x + out!.width).toBeLessThanOrEqual(shown.page.viewportSize()!.width);
    await shown.page.getByRole('button', { name: 'Reviews' }).click();
    dialog = shown.page.getByRole('dialog', { name: 'Reviews' });
    await dialog.waitFor();
  };
  const decide = async (who: string, review: string, choice: string, ...ids: number[]): Promise<void> => {
    await as(who, 'GET', `/reviews/${review}/next`);
    const body = { choice, docs: refs('many', ...ids), review: decodeURIComponent(review) };
    expect((await as(who, 'PUT', '/codings/Worth/code', body)).status).toBe(200);
  };
  const members = async (name: string): Promise<number[]> =>
    (await as('lead', 'GET', `/bookmarks/${name}`)).json.docs.map(({ id }: { id: number }) => id);

  test('a panel is defined with choices, keys, colours and rules, edited, and deleted', async () => {
    await signIn('lead');
    await dialog.getByRole('button', { name: 'Coding panels' }).click();
    const panels = shown.page.getByRole('dialog', { name: 'Coding panels' });
    await panels.getByRole('button', { name: 'New panel' }).click();
    await panels.getByLabel('Name of the panel').fill('Worth');
    for (const [at, name, key] of [
      [1, 'Relevant', 'r'],
      [2, 'Irrelevant', 'r'],
    ] as const) {
      const line = panels.getByRole('group', { name: `Choice ${at}`, exact: true });
      await line.getByLabel('Bookmark').fill(name);
      await line.getByLabel('Key').fill(key);
    }
    await panels.getByRole('group', { name: 'Choice 1', exact: true }).getByLabel('Colour').fill('#0d9488');
    await panels.getByRole('button', { name: 'Add a choice' }).click(); // left empty
    await panels.getByLabel(/^Required/).check();
    expect(await shown.accessibilityFaults()).toEqual([]);
    // A refusal is shown, and the entered text stays.
    await panels.getByRole('button', { name: 'Save' }).click();
    await panels.getByRole('alert').filter({ hasText: 'the key "r" twice' }).waitFor();
    await panels.getByRole('group', { name: 'Choice 2', exact: true }).getByLabel('Key').fill('i');
    await panels.getByRole('button', { name: 'Save' }).click();
    const entry = panels.getByRole('region', { name: 'Worth' });
    await entry.getByText('exclusive · required').waitFor();
    const asked = async (): Promise<unknown> => (await as('lead', 'GET', '/codings/Worth')).json;
    expect(await asked()).toEqual({
      name: 'Worth',
      choices: [
        { bookmark: 'Relevant', key: 'r', colour: '#0d9488' },
        { bookmark: 'Irrelevant', key: 'i', colour: '#b45309' },
      ],
      exclusive: true,
      required: true,
    });

    await panels.getByRole('button', { name: 'New panel' }).click();
    await panels.getByLabel('Name of the panel').fill('Worth');
    await panels.getByRole('group', { name: 'Choice 1', exact: true }).getByLabel('Bookmark').fill('Other');
    await panels.getByRole('button', { name: 'Save' }).click();
    await panels.getByRole('alert').filter({ hasText: 'A panel Worth already exists' }).waitFor();
    await panels.getByRole('button', { name: 'Cancel' }).click();

    await entry.getByRole('button', { name: 'Edit' }).click();
    expect(await panels.getByLabel('Name of the panel').isEditable()).toBe(false);
    await panels.getByRole('button', { name: 'Remove choice 2' }).click();
    await panels.getByLabel(/^Exclusive/).uncheck();
    await panels.getByRole('button', { name: 'Save' }).click();
    await entry.getByText('required', { exact: true }).waitFor();
    expect(await asked()).toMatchObject({ choices: [{ bookmark: 'Relevant', colour: '#0d9488' }], exclusive: false });
    await entry.getByRole('button', { name: 'Delete' }).click();
    await panels.getByText('A panel offers bookmarks').waitFor();
    expect((await as('lead', 'GET', '/codings/Worth')).status).toBe(404);
    expect((await as('lead', 'GET', '/bookmarks')).json.data).toEqual(['Irrelevant', 'Relevant']);
    shown.errors.splice(0, Number.POSITIVE_INFINITY, ...shown.errors.filter((text) => !/status of 400/.test(text)));
    shown.expectQuiet();
  });

  test('a review is created with its order, batches and assignees, and its creation is undone', async () => {
    const choices = ['Relevant', 'Irrelevant'].map((bookmark) => ({ bookmark }));
    await as('lead', 'PUT', '/codings/Worth', { choices, exclusive: true, required: true });
    await signIn('lead', '?sources=many&sort=name:desc');
    await dialog.getByText('New review').click();
    await dialog.getByText('A review of the current hits: 30 items.').waitFor();
    await dialog.getByLabel('Name of the review').fill('First');
    await dialog.getByLabel('Worth').check();
    const order = dialog.getByLabel('Order');
    expect(await order.inputValue()).toBe('name:desc');
    await order.selectOption('id');
    await dialog.getByLabel('Items in a batch').fill('7');
    await dialog.getByLabel('In one batch').selectOption('thread');
    await dialog.getByLabel('Assignees, one per line').fill('lead\nanna\n');
    expect(await shown.accessibilityFaults()).toEqual([]);
    const create = dialog.getByRole('button', { name: 'Create the review' });
    await create.click();
    await dialog.getByText('First: 30 items in 5 batches.').waitFor();
    // The form is replaced by the result.
    await dialog.getByLabel('Name of the review').waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('There is no review yet.').waitFor();
    await dialog.getByText('New review').click();
    await dialog.getByLabel('Name of the review').fill('First');
    await create.click();
    await dialog.getByText('0 of 30 decided').waitFor();
    expect((await as('lead', 'GET', '/reviews/First')).json).toMatchObject({
      order: ['id'],
      codings: ['Worth'],
      assignees: ['lead', 'anna'],
      batch: 7,
      together: 'thread',
      creator: 'lead',
    });
    shown.expectQuiet();
  });

  test('a second look is drawn, shows its agreement, is accepted, undone, and refused', async () => {
    await decide('lead', 'First', 'Relevant', 0, 1, 2, 3);
    await decide('lead', 'First', 'Irrelevant', 4, 5);
    await signIn('lead');
    const first = dialog.getByRole('region', { name: 'First', exact: true });
    await first.getByText('6 of 30 decided').waitFor();
    await first.getByText('Second look…').click();
    await first.getByLabel('Percent of the decided items').fill('100');
    await first.getByLabel('Assignees, one per line').fill('anna');
    await first.getByRole('button', { name: 'Draw' }).click();
    await dialog.getByText('First 2: 6 items for a second look.').waitFor();
    const second = dialog.getByRole('region', { name: 'First 2' });
    await second.getByText('second look at 100 % of First').waitFor();
    expect(await second.getByRole('button', { name: 'Accept its decisions' }).isDisabled()).toBe(true);

    await decide('anna', 'First%202', 'Relevant', 0, 1, 2);
    await decide('anna', 'First%202', 'Irrelevant', 3, 4, 5);
    await shown.page.keyboard.press('Escape');
    await shown.page.getByRole('button', { name: 'Reviews' }).click();
    // Agreement is 5 of 6, and by chance (4 × 3 + 2 × 3) / 36 = 1 / 2. So kappa is (5 / 6 - 1 / 2) / (1 / 2) = 2 / 3.
    const table = second.getByRole('table', { name: 'Worth: agreed on 5 of 6 items, kappa 0.67' });
    const lines = async (): Promise<string[][]> =>
      Promise.all((await table.getByRole('row').all()).map((row) => row.locator('th, td').allTextContents()));
    await table.waitFor();
    expect(await lines()).toEqual([
      ['First look ↓ second look →', 'Irrelevant', 'Relevant'],
      ['Irrelevant', '2', '0'],
      ['Relevant', '1', '3'],
    ]);
    expect(await shown.accessibilityFaults()).toEqual([]);
    expect(await members('Relevant')).toEqual([0, 1, 2, 3]);

    await second.getByRole('button', { name: 'Accept its decisions' }).click();
    await dialog.getByText('First 2 is accepted: 1 item changed.').waitFor();
    expect([await members('Relevant'), await members('Irrelevant')]).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    await second.getByText(/^Accepted by lead/).waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Undone.').waitFor();
    expect([await members('Relevant'), await members('Irrelevant')]).toEqual([
      [0, 1, 2, 3],
      [4, 5],
    ]);
    await second.getByRole('button', { name: 'Refuse' }).click();
    await dialog.getByText('First 2 is refused: nothing else changed.').waitFor();
    expect(await second.count()).toBe(0);
    expect(await members('Relevant')).toEqual([0, 1, 2, 3]);
    shown.expectQuiet();
  });

  test('others cannot do what only the creator may do, and a reader can change nothing', async () => {
    await signIn('anna');
    let first = dialog.getByRole('region', { name: 'First', exact: true });
    await first.getByRole('button', { name: 'Review', exact: true }).waitFor();
    expect(await first.getByRole('button').allTextContents()).toEqual(['Review']);
    expect(await first.getByText('Second look…').count()).toBe(0);
    await shown.close();
    await signIn('reader');
    first = dialog.getByRole('region', { name: 'First', exact: true });
    await first.getByText('6 of 30 decided').waitFor();
    expect(await first.getByRole('button').count()).toBe(0);
    expect(await dialog.getByText('New review').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Coding panels' }).click();
    const panels = shown.page.getByRole('dialog', { name: 'Coding panels' });
    await panels.getByRole('region', { name: 'Worth' }).waitFor();
    expect(await panels.getByRole('button').allTextContents()).toEqual(['', 'Reviews']);
    shown.expectQuiet();
  });
});
