/** Items that a source has lost, on the page: counts of a bookmark, their removal, and a review that needs no decision on them. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { refs, Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const items = (...ids: number[]) => ids.map((id) => ({ id, properties: { name: `item ${id}` }, text: `heron ${id}` }));

describeInBrowser('items that are gone', () => {
  const service = Service.beforeTests({ cases: { case: items(1, 2, 3, 4, 5) } });

  test('are counted in the bookmark, and can be removed from it', async () => {
    await service.post('/bookmarks/Boats');
    await service.put('/bookmarks/Boats/add', refs('case', 1, 2, 4));
    await service.put('/codings/P', { choices: [{ bookmark: 'yes', key: 'y' }], exclusive: true, required: true });
    const made = await service.post('/reviews', {
      name: 'R',
      docs: refs('case', 1, 2, 3, 4, 5),
      codings: ['P'],
      batch: 5,
    });
    expect(made.status).toBe(200);
    const shown = await WatchedPage.open(service.server.url, '');
    const { page } = shown;
    const entry = page.getByRole('listitem').filter({ hasText: 'Boats' });
    await entry.locator('.count', { hasText: /^3$/ }).first().waitFor();
    await writeCase(join(service.dir, 'cases', 'case'), items(1, 3, 5));
    await service.post('/sources/case/refresh');
    // The page follows the source.
    await entry.getByText('2 gone').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await keep(shown, 'bookmark');
    await entry.getByRole('button', { name: 'Edit Boats' }).click();
    await keep(shown, 'edit');
    await page.getByRole('button', { name: 'Remove the 2 items that are gone' }).click();
    await page.getByText('2 items removed from Boats').waitFor();
    await entry.locator('.count', { hasText: /^1$/ }).first().waitFor();
    expect(await entry.getByText('gone').count()).toBe(0);
    shown.expectQuiet();
  });

  test('are shown even if only they are selected, and the selection can be cleared', async () => {
    await writeCase(join(service.dir, 'cases', 'case'), items(1, 2, 3, 4, 5));
    await service.post('/sources/case/refresh');
    await service.put('/selection/add', refs('case', 2, 3, 4));
    const shown = await WatchedPage.open(service.server.url, '');
    const { page } = shown;
    const line = page.locator('.selection-line');
    await line.getByRole('button', { name: '3 items selected' }).waitFor();
    await writeCase(join(service.dir, 'cases', 'case'), items(1, 3, 5));
    await service.post('/sources/case/refresh');
    await line.getByText('2 gone').waitFor();
    await line.getByRole('button', { name: '1 item selected' }).waitFor();
    // A change of the other items reports a number without those that are gone.
    await page.getByRole('checkbox', { name: 'Select item 3' }).click();
    await line.getByRole('button', { name: '0 items selected' }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await keep(shown, 'selection');
    await line.getByRole('button', { name: 'Clear the selection' }).click();
    await line.waitFor({ state: 'detached' });
    expect((await service.get('/selection')).json).toEqual({ docs: [] });
    shown.expectQuiet();
  });

  test('need no decision in a review', async () => {
    const shown = await WatchedPage.open(service.server.url, '?review=R');
    const { page } = shown;
    await page.getByText(/^2 items gone/).waitFor();
    for (const [before, id] of [1, 3, 5].entries()) {
      await page.getByRole('region', { name: 'Item' }).getByText(`case · ${id}`).waitFor();
      await page.getByText(`heron ${id}`).first().waitFor();
      await page.keyboard.press('y');
      await page
        .getByText(`${before + 1} of 5 decided`)
        .first()
        .waitFor();
    }
    await page.getByText('You have no items left in this review.').waitFor();
    await page.getByText('0 items left in the review').waitFor();
    await keep(shown, 'review');
    // Steps pass over the items that cannot be read.
    await page.keyboard.press('k');
    await page.getByRole('region', { name: 'Item' }).getByText('case · 3').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    shown.expectQuiet();
  });
});

/** For a person to look at. */
async function keep({ page }: WatchedPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
