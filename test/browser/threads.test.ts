/**
 * A thread on the page: from the root down, with gaps, copies, guesses and folded quotes, and without mails that another one
 * contains.
 */
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const mail = (id: number, properties: Record<string, string>, text: string): TinyItem => ({
  id,
  properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, [value]])),
  text,
});

const MAILS: readonly TinyItem[] = [
  mail(
    1,
    {
      'Message-ID': '<a@x>',
      'Message-Subject': 'The seal <b>of</b> \u202eVMTU',
      'Communication:From': 'Ana <ana@x>',
      'Communication:To': 'rui@x',
      'Communication:Date': '2023-03-01T10:00:00Z',
    },
    'From: Ana <ana@x>\nTo: rui@x\nSubject: The seal\n\nWho has\nthe seal?',
  ),
  mail(
    2,
    {
      'Message-ID': '<c@x>',
      References: '<a@x> <b@x>',
      'Message-Subject': 'Re: The seal <b>of</b> \u202eVMTU',
      'Communication:From': 'rui@x',
      'Communication:To': 'ana@x',
      'Communication:Date': '2023-03-02T10:00:00Z',
    },
    'Not me.\n\nOn Wednesday Ana wrote:\n> Who has\n> the seal?',
  ),
  mail(
    3,
    {
      'Message-ID': '<c@x>',
      References: '<a@x> <b@x>',
      'Message-Subject': 'Re: The seal <b>of</b> \u202eVMTU',
      'Communication:From': 'rui@x',
      'Communication:To': 'ana@x',
    },
    'Not me.',
  ),
  mail(
    4,
    {
      'Message-Subject': 'AW: The seal <b>of</b> \u202eVMTU',
      'Communication:From': 'ana@x',
      'Communication:To': 'rui@x',
      'Communication:Date': '2023-03-03T10:00:00Z',
      contentType: 'message/rfc822',
      'Message-ID': '',
    },
    'Then who?',
  ),
  { id: 5, properties: { name: ['a.txt'] }, text: 'no mail' },
];

describeInBrowser('a thread on the page', () => {
  const service = Service.beforeTests({ cases: { case: MAILS } });
  let shown: WatchedPage;

  const open = async (query: string): Promise<Locator> => {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page.getByRole('region', { name: 'Item' });
  };

  test('reads from top to bottom, and leads to its mails', async () => {
    const item = await open('?item=case:2');
    await item.getByRole('tab', { name: 'Thread', exact: true }).click();
    const rows = item.getByRole('list', { name: 'Thread' }).locator(':scope > li');
    await rows.nth(3).waitFor();
    await item.getByText('3 mails, 1 missing').waitFor();
    expect(await rows.count()).toBe(4);
    await rows.nth(0).getByText('Who has').waitFor();
    expect(await rows.nth(0).innerText()).toContain('Who has\nthe seal?');
    expect(await rows.nth(0).innerText()).toContain('RLO');
    expect(await rows.nth(1).innerText()).toMatch(/Missing mail\s+b@x/);
    const answer = rows.nth(2);
    expect(await answer.locator('article').getAttribute('aria-current')).toBe('true');
    await answer.getByText('Not me.').waitFor();
    expect(await answer.getByText('the seal?').isVisible()).toBe(false);
    await answer.getByText('Quoted: 3 lines').click();
    await answer.getByText('the seal?').waitFor();
    await answer.getByText('1 copy').click();
    await answer.getByRole('button', { name: 'case · 3' }).waitFor();
    await rows.nth(3).getByText('guess').waitFor();
    expect(await shown.accessibilityFaults()).toEqual([]);
    expect([shown.foreign, shown.reports, shown.errors]).toEqual([[], [], []]);
    await rows.nth(0).getByRole('button').click();
    await shown.page.waitForURL(/item=case(?::|%3A)1/, { waitUntil: 'commit' });
    await item.locator('article[aria-current="true"]').getByText('Who has').waitFor();
  });

  test('hides mails whose text a later one contains', async () => {
    const item = await open('?item=case:2&tab=thread');
    const list = item.getByRole('list', { name: 'Thread' });
    await list.getByText('A later mail contains its text').waitFor();
    await item.getByLabel('Only inclusive mails').check();
    await item.getByText('1 hidden').waitFor();
    expect(await list.locator(':scope > li').count()).toBe(3);
    expect(await list.getByText('Ana <ana@x>').count()).toBe(0);
  });

  test('is offered only for mails, and is translated into Portuguese', async () => {
    const item = await open('?item=case:5&tab=thread');
    await item.getByRole('tab', { name: 'Text', exact: true }).waitFor();
    expect(await item.getByRole('tab', { name: 'Thread' }).count()).toBe(0);
    await shown.close();
    shown = await WatchedPage.open(service.server.url, '?item=case:1&tab=thread', { locale: 'pt-PT' });
    await shown.page.getByText('Mensagem em falta').waitFor();
    await shown.page.getByLabel('Só mensagens inclusivas').waitFor();
  });
});
