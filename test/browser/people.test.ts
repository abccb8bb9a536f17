/** Mails between people on the page: suggested by name and address, in one direction and in both, as a filter. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const mail = (id: number, from: string, to: string): TinyItem => ({
  id,
  properties: { name: [`mail ${id}`], 'Communication:From': [from], 'Communication:To': [to] },
});

describeInBrowser('mails between people on the page', () => {
  let shown: WatchedPage;
  const items = [
    mail(1, 'Ana Moreira <ana@x>', 'rui@x'),
    mail(2, 'Rui <rui@x>', 'ANA@x, dmitri@x'),
    mail(3, 'dmitri@x', 'ana@x'),
    mail(4, 'ana@x', 'dmitri@x'),
  ];
  const service = Service.beforeTests({ cases: { case: items } });

  test.each([
    [true, '2 items'],
    [false, '1 item'],
  ])('both ways: %s', async (isBothWays, count) => {
    shown = await WatchedPage.open(service.server.url);
    const { page } = shown;
    await shown.expectCount(/^4 items/);
    await page.getByRole('button', { name: 'Mails between people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mails between people' });
    await dialog.getByRole('searchbox', { name: 'Sent from' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('moreira');
    const senders = dialog.getByRole('list', { name: 'People: Sent from' });
    await senders.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await senders.getByRole('button', { name: 'Ana Moreira' }).click();
    await dialog.getByRole('searchbox', { name: 'Sent to' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('RUI');
    const found = dialog.getByRole('list', { name: 'People: Sent to' }).getByRole('listitem');
    await found.filter({ hasText: 'sent 1, received 1' }).getByRole('button', { name: 'Rui' }).waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    await found.getByRole('button', { name: 'Rui' }).click();
    const both = dialog.getByRole('checkbox', { name: 'Both ways' });
    await both.setChecked(isBothWays);
    // The box and its label are on one line.
    const line = await both.evaluate((box) => box.parentElement!.getBoundingClientRect().height);
    expect(line).toBeLessThan(32);
    await dialog.getByRole('button', { name: 'Show mails' }).click();
    await shown.expectCount(new RegExp(`^${count}`));
    expect([shown.foreign, shown.reports, shown.errors]).toEqual([[], [], []]);
  });
});
