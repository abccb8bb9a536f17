/** A mailbox as a source: built, searched, read, shown as a tree, by the real server. */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { multipart } from '../support/mail/written-mail.ts';
import { writeCaseFile } from '../support/tiny-case.ts';

const PDF = Buffer.from('%PDF-1.4 heron');
const MAILBOX = [
  'From ada@example.org Thu Mar  4 10:20:30 2021\nSubject: copper\nFrom: Ada <ada@example.org>\nTo: bo@example.org\n' +
    `Date: Thu, 4 Mar 2021 10:20:30 +0100\nMessage-ID: <1@example.org>\n${multipart('b', [
      '\nthe ledger of the harbour',
      `Content-Type: application/pdf; name="a.pdf"\nContent-Transfer-Encoding: base64\n\n${PDF.toString('base64')}`,
      'Content-Type: text/plain; name="n.txt"\n\nzinc and tin',
    ])}\n`,
  'From bo@example.org Fri Mar  5 10:20:30 2021\nSubject: Re: copper\nFrom: bo@example.org\nTo: ada@example.org\n' +
    'Date: Fri, 5 Mar 2021 10:20:30 +0100\nIn-Reply-To: <1@example.org>\n\nno ledger\n\n',
].join('');

const service = Service.beforeTests({});

beforeAll(async () => {
  await writeCaseFile(service.dir, 'mail/Inbox.mbox', MAILBOX);
  await writeCaseFile(service.dir, 'mail/single.eml', 'Subject: alone\n\nheron');
  const { status } = await service.post('/sources', { id: 'mail', path: join(service.dir, 'mail') });
  expect(status).toBe(200);
});

async function found(q: string): Promise<readonly number[]> {
  const { json } = await service.get(`/search?sourceID=mail&q=${encodeURIComponent(q)}`);
  return (json.docs as { id: number }[]).map(({ id }) => id);
}

test.each([
  ['ledger', [2, 5]],
  ['zinc', [4]],
  ['from:ada AND harbour', [2]],
  ['to:"ada@example.org"', [5]],
  ['subject:copper', [2, 5]],
  ['sent:[2021-03-05 TO 2021-03-06]', [5]],
  ['"In-Reply-To":"1@example.org"', [5]],
  ['ext:pdf', [3]],
  ['Inbox', []],
])('%s finds %j', async (q, ids) => {
  expect(await found(q)).toEqual(ids);
});

test('serves the mail as it is in the mailbox, and attachments decoded', async () => {
  const pdf = await service.get('/sources/mail/docs/3/content');
  expect([pdf.status, pdf.text]).toEqual([200, PDF.toString()]);
  const range = await service.get('/sources/mail/docs/3/content', { headers: { range: 'bytes=9-13' } });
  expect([range.status, range.text]).toEqual([206, 'heron']);
  const mail = await service.get('/sources/mail/docs/5/content');
  expect(mail.text).toMatch(/^Subject: Re: copper\n[\s\S]*\n\nno ledger\n$/);
  const view = await service.get('/sources/mail/docs/2/view');
  expect(view.json).toMatchObject({
    text: expect.stringContaining('the ledger'),
    attachments: [{ name: 'a.pdf', size: 14 }],
  });
  const text = await service.get('/sources/mail/docs/2/text');
  expect(text.text).toContain('Subject: copper\n\nthe ledger of the harbour\n\nAttachments: a.pdf, n.txt');
});

test('shows mailboxes as nodes with their mails below', async () => {
  const children = async (path: string) => {
    const { json } = await service.get(`/sources/mail/tree/${path}`);
    return ((json.children ?? json.items) as { id: number; name?: string }[]).map(({ id }) => id);
  };
  expect(await children('1')).toEqual([2, 5]);
  expect(await children('2')).toEqual([3, 4]);
});
