/** A workbook as a source: built and searched by the real server. */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { writeCaseFile } from '../support/tiny-case.ts';
import { STYLES, workbookFile } from '../support/workbook-file.ts';

const service = Service.beforeTests({});

beforeAll(async () => {
  const sheets = [
    {
      name: 'Mails',
      rows: [
        ['From', 'Sent', 'File Size (KB)', 'Notes'],
        ['ada@example.org', { value: '44259.5', style: STYLES.moment }, 2, 'the copper ledger'],
        ['bo@example.org', { value: '44260.5', style: STYLES.moment }, 10, 'zinc'],
      ],
    },
    {
      name: 'Calls',
      rows: [
        ['Caller', 'Note'],
        ['Ada', 'about copper'],
      ],
    },
  ];
  await writeCaseFile(service.dir, 'book.xlsx', workbookFile(sheets));
  const { status } = await service.post('/sources', { id: 'book', path: join(service.dir, 'book.xlsx') });
  expect(status).toBe(200);
});

test.each([
  ['copper', [1, 3]],
  ['from:bo', [2]],
  ['sent:2021-03-04', [1]],
  ['length:[3000 TO 20000]', [2]],
  ['table:Calls', [3]],
])('%s finds %j', async (q, ids) => {
  const { json } = await service.get(`/search?sourceID=book&q=${encodeURIComponent(q)}`);
  expect((json.docs as { id: number }[]).map(({ id }) => id)).toEqual(ids);
});

test('serves the values of a row as its text', async () => {
  const { text } = await service.get('/sources/book/docs/1/text');
  expect(text).toBe('From: ada@example.org\nSent: 2021-03-04T12:00:00\nFile Size (KB): 2\nNotes: the copper ledger');
});
