/** A chat on the page: opened at the message of a hit, with two sides, files, days and gaps, jumps to a date and matches. */
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Service } from '../support/http-service.ts';
import type { TinyItem } from '../support/tiny-case.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const message = (
  id: number,
  from: string,
  sent: string,
  text: string,
  more: Record<string, string> = {},
): TinyItem => ({
  id,
  parentId: 1,
  properties: Object.fromEntries(
    Object.entries({ from, sent, category: 'Instant Messages', ...more }).map(([name, value]) => [name, [value]]),
  ),
  text,
});

const LONG = Array.from({ length: 600 }, (_, i) => {
  const sent = new Date(Date.UTC(2021, 0, 1) + i * 3_600_000).toISOString();
  return {
    ...message(i + 101, i % 2 === 0 ? 'Ana' : 'Rui', sent, i % 200 === 150 ? 'the seal' : `line ${i}`),
    parentId: 100,
  };
});
const CHAT: readonly TinyItem[] = [
  { id: 1, properties: { name: ['Ana & <b>Rui</b>'], treeNode: ['true'], childrenInOrder: ['true'] } },
  message(2, 'Ana <ana@x>', '2023-03-01T23:30:00Z', 'Who has the <b>seal</b>?\u202e', { direction: 'Incoming' }),
  message(3, 'Rui <rui@x>', '2023-03-01T23:40:00Z', 'Look', {
    direction: 'Outgoing',
    attachments: 'gone.pdf',
    deleted: 'true',
  }),
  {
    id: 4,
    parentId: 3,
    properties: { name: ['seal.png'], contentType: ['image/png'] },
    content: PIXEL,
    thumb: PIXEL,
  },
  message(5, 'Ana <ana@x>', '2023-04-10T10:00:00Z', 'Too late', { direction: 'Incoming' }),
  { id: 6, properties: { name: ['a.txt'] }, text: 'the seal' },
  { id: 100, properties: { name: ['Long'], treeNode: ['true'], childrenInOrder: ['true'] } },
  ...LONG,
];

describeInBrowser('a conversation on the page', () => {
  const service = Service.beforeTests({ cases: { case: CHAT } });
  let shown: WatchedPage;

  const open = async (query: string): Promise<Locator> => {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page.getByRole('region', { name: 'Item' });
  };

  test('a message opens its conversation, with both sides, files and gaps', async () => {
    const item = await open('?item=case:3');
    const rows = item.getByRole('list', { name: 'Conversation' }).locator(':scope > li');
    await rows.nth(2).waitFor();
    expect(await rows.count()).toBe(3);
    const [first, own, last] = [rows.nth(0), rows.nth(1), rows.nth(2)];
    expect(await first.innerText()).toContain('RLO');
    expect(await first.innerText()).toContain('<b>seal</b>');
    expect([await first.getAttribute('class'), await own.getAttribute('class')]).toEqual([
      'bubble-row other',
      'bubble-row own',
    ]);
    expect(await own.locator('article').getAttribute('aria-current')).toBe('true');
    await own.getByText('deleted', { exact: true }).waitFor();
    await own.getByText('gone.pdf').waitFor();
    await own.locator('img').waitFor();
    await last.getByText('39 days without a message').waitFor();
    await item.getByText('3 messages, 2023-03-01 to 2023-04-10').waitFor();
    if (process.env['SHOTS'] !== undefined) await shown.page.screenshot({ path: `${process.env['SHOTS']}/chat.png` });
    expect(await shown.accessibilityFaults()).toEqual([]);
    expect([shown.foreign, shown.reports, shown.errors]).toEqual([[], [], []]);
    await own.getByRole('button', { name: 'seal.png', exact: true }).click();
    await shown.page.waitForURL(/item=case(?::|%3A)4/, { waitUntil: 'commit' });
    await item.getByRole('heading', { name: 'seal.png' }).waitFor();
  });

  test('a long one grows at both ends, jumps to dates, and leads to its matches', async () => {
    const item = await open('?item=case:400');
    const list = item.getByRole('list', { name: 'Conversation' });
    await list.locator('article[aria-current="true"]').waitFor();
    expect(await list.locator(':scope > li').count()).toBe(100);
    await item.getByText('The case does not say whose device this is.').waitFor();
    expect(await list.locator(':scope > li.own').count()).toBe(50);
    await item.getByRole('button', { name: 'Earlier messages (249)' }).click();
    await item.getByRole('button', { name: 'Earlier messages (149)' }).waitFor();
    await item.getByRole('button', { name: 'Later messages (251)' }).click();
    await item.getByRole('button', { name: 'Later messages (151)' }).waitFor();
    expect(await list.locator(':scope > li').count()).toBe(300);
    await item.getByLabel('Jump to date').fill('2021-01-25');
    await list.getByText('line 576', { exact: true }).waitFor();
    await item.getByLabel('Search this conversation').fill('seal');
    await item.getByLabel('Search this conversation').press('Enter');
    await item.getByText('1 of 3').waitFor();
    await list.locator('.match').waitFor();
    await item.getByRole('button', { name: 'Next match' }).last().click();
    await item.getByText('2 of 3').waitFor();
    await list.locator('li[data-number="350"] .match').waitFor();
  });

  test('is offered only for messages, and is translated into Portuguese', async () => {
    const item = await open('?item=case:6');
    await item.getByRole('tab', { name: 'Text', exact: true }).waitFor();
    expect(await item.getByRole('tab', { name: 'Conversation' }).count()).toBe(0);
    await shown.close();
    shown = await WatchedPage.open(service.server.url, '?item=case:2', { locale: 'pt-PT' });
    await shown.page.getByText('39 dias sem mensagens').waitFor();
  });
});
