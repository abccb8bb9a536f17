/** Exported chats as sources: built, searched, read, shown as a tree, by the real server. */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { writeCaseFile } from '../support/tiny-case.ts';
import { zipFile } from '../support/zip-file.ts';

const CHAT = [
  '[13/03/21, 10:20:30] Ada: the copper ledger',
  '[14/03/21, 10:20:30] Bo: \u200e<attached: p.txt>',
  '[15/03/21, 10:20:30] Bo: zinc',
  '',
].join('\n');

const service = Service.beforeTests({});

beforeAll(async () => {
  const zip = zipFile([
    { name: '_chat.txt', content: Buffer.from(CHAT) },
    { name: 'p.txt', content: Buffer.from('a heron') },
  ]);
  await writeCaseFile(service.dir, 'WhatsApp Chat - Team.zip', zip);
  const path = join(service.dir, 'WhatsApp Chat - Team.zip');
  expect((await service.post('/sources', { id: 'whatsapp', path })).status).toBe(200);
  const slack = {
    'users.json': [{ id: 'U1', name: 'ada', profile: { real_name: 'Ada L' } }],
    'channels.json': [{ id: 'C1', name: 'general' }],
    'general/2021-03-04.json': [
      { user: 'U1', text: 'the copper ledger', ts: '1614853230.000200', thread_ts: '1614853230.000200' },
      { user: 'U1', text: 'zinc for <@U1>', ts: '1614853290.000000', thread_ts: '1614853230.000200' },
    ],
  };
  for (const [file, value] of Object.entries(slack))
    await writeCaseFile(service.dir, `slack/${file}`, JSON.stringify(value));
  expect((await service.post('/sources', { id: 'slack', path: join(service.dir, 'slack') })).status).toBe(200);
});

async function found(source: string, q: string): Promise<readonly number[]> {
  const { json } = await service.get(`/search?sourceID=${source}&q=${encodeURIComponent(q)}`);
  return (json.docs as { id: number }[]).map(({ id }) => id);
}

async function children(source: string, id: number): Promise<readonly number[]> {
  const { json } = await service.get(`/sources/${source}/tree/${id}`);
  return (json.children as { id: number }[]).map((child) => child.id);
}

test.each([
  ['ledger', [2]],
  ['from:bo', [3, 5]],
  ['sent:[2021-03-14 TO 2021-03-15]', [3, 5]],
  ['chat:Team AND zinc', [5]],
  ['attachments:p.txt', [3]],
  ['ext:txt', [4]],
])('%s finds %j in a chat of WhatsApp', async (q, ids) => {
  expect(await found('whatsapp', q)).toEqual(ids);
});

test('serves texts and files of a chat inside of an archive, and its tree', async () => {
  expect((await service.get('/sources/whatsapp/docs/2/text')).text).toBe('the copper ledger');
  const file = await service.get('/sources/whatsapp/docs/4/content');
  expect([file.status, file.text]).toEqual([200, 'a heron']);
  expect((await service.get('/sources/whatsapp/docs/2/content')).status).toBe(404);
  // In the order in which they were sent. Elsewhere, items with children come first.
  expect(await children('whatsapp', 1)).toEqual([2, 3, 5]);
  expect(await children('whatsapp', 3)).toEqual([4]);
});

test.each([
  ['ledger', [2]],
  ['from:ada AND zinc', [3]],
  ['sent:2021-03-04', [2, 3]],
  ['"for Ada L"', [3]],
])('%s finds %j in an export of Slack', async (q, ids) => {
  expect(await found('slack', q)).toEqual(ids);
  expect(await children('slack', 1)).toEqual([2]);
  expect(await children('slack', 2)).toEqual([3]);
});
