/** A page whose session ends, and on which somebody else signs in: nothing that the first person began is done by the second. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hashOfToken, printTokenFile } from '../../src/access/token-file.ts';
import { Service } from '../support/http-service.ts';
import { askingAs, knowing, tokenOf } from '../support/token-users.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

describeInBrowser('a page on which somebody else signs in', () => {
  const items = [1, 2].map((id) => ({ id, properties: { name: `item ${id}` }, text: 'heron' }));
  const service = Service.beforeTests({
    cases: { open: items, hidden: items },
    server: knowing([
      { name: 'anna', role: 'annotator' },
      { name: 'rui', role: 'annotator', sources: ['open'] },
    ]),
  });
  const as = askingAs(service);

  test('is loaded again', async () => {
    await as('anna', 'POST', '/bookmarks/Seen');
    const shown = await WatchedPage.open(service.server.url, '?q=heron&item=open:1');
    const { page } = shown;
    const door = page.getByRole('dialog', { name: 'Sign in' });
    const signIn = async (name: string): Promise<void> => {
      await door.getByRole('textbox', { name: 'Token' }).fill(tokenOf(name));
      await door.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn('anna');
    await shown.expectCount('4 items');
    await page.getByRole('region', { name: 'Bookmarks' }).getByText('Seen').waitFor();
    await shown.row(1).click();
    await page.locator('.item-origin').getByText('open · 1').waitFor();
    await shown.network.settled();
    const rui = { name: 'rui', role: 'annotator' as const, hash: hashOfToken(tokenOf('rui')), sources: ['open'] };
    writeFileSync(join(service.dir, 'tokens.json'), printTokenFile([rui]));
    await page.keyboard.press('1');
    await door.waitFor();
    await signIn('rui');
    await door.waitFor({ state: 'detached' });
    await shown.network.settled();
    expect((await as('rui', 'GET', '/log')).json.changes.filter(({ who }: { who: string }) => who === 'rui')).toEqual(
      [],
    );
    await shown.expectCount('2 items');
    expect(await page.getByText('hidden').count()).toBe(0);
  });
});
