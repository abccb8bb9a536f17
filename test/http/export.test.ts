/** Whole sets as files: what is in them, what they say of what is not, and that a fault never makes a whole one. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import { refs, Service } from '../support/http-service.ts';
import { csvCell } from '../support/naive/naive-rows.ts';

let service: Service;
const HOSTILE = '=cmd|\'/c calc\'!A1, "x"\r\ny';

beforeAll(async () => {
  service = await Service.start({
    cases: {
      one: [
        {
          id: 5,
          parentId: 1,
          properties: { name: 'b.txt', rank: '10', modified: '2021-03-04T10:00:00+02:00' },
          text: 'heron',
        },
        {
          id: 1,
          properties: { name: HOSTILE, rank: '-9', category: ['Images', 'Mail'] },
          text: 'heron',
          content: 'bytes',
        },
        { id: 3, properties: { name: 'c.txt' }, text: 'coot' },
        { id: 9, properties: { name: 'dir', treeNode: 'true' }, text: 'heron' },
      ],
      two: [
        { id: 2, properties: { name: 'b.TXT', rank: 'high', size: '5' }, text: 'heron heron' },
        { id: 4, properties: { name: 'z', rank: '10', length: '7' }, text: 'heron' },
      ],
    },
  });
  await service.post('/bookmarks/Relevant');
  await service.post('/bookmarks/Read');
  await service.put('/bookmarks/Relevant/add', [...refs('one', 1, 5), ...refs('two', 4)]);
  await service.put('/bookmarks/Read/add', refs('one', 1));
});
afterAll(() => service.stop());

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('ndjson', () => {
  test('has the records of the set in its order, and says that it is all', async () => {
    const { status, text, headers } = await service.get('/export?q=heron&format=ndjson&name=a/b');
    expect([status, headers['x-total-count'], headers['content-type']]).toEqual([200, '4', 'application/x-ndjson']);
    expect(headers['content-disposition']).toBe('attachment; filename=a_b.ndjson');
    const found = lines(text);
    expect(found.at(-1)).toEqual({ done: true, items: 4, complete: true });
    expect(found[1]).toEqual({
      source: 'one',
      id: 5,
      parentId: 1,
      properties: { name: ['b.txt'], rank: ['10'], modified: ['2021-03-04T08:00:00Z'], ext: ['txt'] },
      bookmarks: ['Relevant'],
    });
    const { json } = await service.get('/hits?q=heron&properties=*');
    const shown = json.hits.map(({ selected: _, parts: __, ...hit }: Record<string, unknown>) => hit);
    expect(found.slice(0, -1)).toEqual(shown);
  });

  test('takes the set, the order and the properties of a body', async () => {
    const { text } = await service.post('/export', {
      q: 'heron',
      format: 'ndjson',
      sort: ['rank:desc', 'name:asc'],
      properties: ['length', 'rank'],
      filter: ['name:*'],
    });
    const order = (await service.get('/hits?q=heron&sort=rank:desc,name:asc&properties=length,rank')).json.hits;
    expect(
      lines(text)
        .slice(0, -1)
        .map(({ source, id, properties }) => ({ source, id, properties })),
    ).toEqual(order.map(({ source, id, properties }: Record<string, unknown>) => ({ source, id, properties })));
    expect(lines((await service.get('/export?q=nothing&format=ndjson')).text)).toEqual([
      { done: true, items: 0, complete: true },
    ]);
  });
});

describe('csv', () => {
  test('has a column for each property, disarmed and quoted', async () => {
    const { text, headers } = await service.get('/export?q=heron&format=csv&sort=id');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toBe(
      `\ufeff${[
        'source,id,parentId,bookmarks,category,ext,length,modified,name,rank,size,treeNode',
        `one,1,,Read; Relevant,Images; Mail,,,,${csvCell(HOSTILE)},-9,,`,
        'one,5,1,Relevant,,txt,,2021-03-04T08:00:00Z,b.txt,10,,',
        'two,2,,,,txt,,,b.TXT,high,5,',
        'two,4,,Relevant,,,7,,z,10,,',
      ].join('\r\n')}\r\n`,
    );
  });

  test('has the columns that were asked for', async () => {
    const { text } = await service.get('/export?q=source:two&format=csv&properties=rank,length,none%20such');
    expect(text).toBe(
      '\ufeffsource,id,parentId,bookmarks,rank,length,none such\r\ntwo,2,,,high,5,\r\ntwo,4,,Relevant,10,7,\r\n',
    );
  });
});

test.each([
  ['', 400, 'format'],
  ['format=xml', 400, 'format'],
  ['format=csv&limit=3', 400, 'limit'],
  ['format=csv&q=(heron', 400, 'position 6'],
  ['format=csv&sort=nowhere', 400, 'nowhere'],
  ['format=csv&properties=a,,b', 400, 'properties'],
  ['format=csv&properties=a,a', 400, 'twice'],
  ['format=ndjson&files=content', 400, 'files'],
  ['format=csv&allowIncomplete=yes', 400, 'allowIncomplete'],
  ['format=csv&certificate=true', 501, 'certificate'],
  ['format=csv&sourceID=nowhere', 404, 'nowhere'],
])('/export?%s is %i', async (query, status, word) => {
  const answer = await service.get(`/export?${query}`);
  expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(word)]);
});

test('HEAD tells how many there are', async () => {
  const { status, headers, text } = await service.request('HEAD', '/export?q=heron&format=csv');
  expect([status, headers['x-total-count'], text]).toEqual([200, '4', '']);
});

test('a fault behind the first byte cuts the connection', async () => {
  const engine = service.engine('two');
  for (const format of ['ndjson', 'csv']) {
    engine.readFault = new AppError('CANCELLED', 'a fault');
    try {
      await expect(service.get(`/export?q=heron&format=${format}&properties=name`)).rejects.toThrow();
    } finally {
      engine.readFault = null;
    }
    expect((await service.get(`/export?q=heron&format=${format}`)).status).toBe(200);
  }
});

test('a source that is out is named, and only lines of JSON go on by themselves', async () => {
  const broken = await Service.start({
    cases: { one: [{ id: 1, properties: { name: 'n' }, text: 'heron' }] },
    paths: { gone: '/nowhere/at all' },
  });
  try {
    const { text } = await broken.get('/export?format=ndjson');
    const end = lines(text).at(-1);
    expect(end).toMatchObject({ done: true, items: 1, complete: false, incomplete: [{ source: 'gone' }] });
    const refused = await broken.get('/export?format=csv');
    expect([refused.status, refused.json.error]).toEqual([503, expect.stringContaining('gone')]);
    expect(refused.headers['retry-after']).toBe('5');
    const allowed = await broken.get('/export?format=csv&properties=name&allowIncomplete=true');
    expect([allowed.status, allowed.headers['x-incomplete'], allowed.text]).toEqual([
      200,
      'gone',
      '\ufeffsource,id,parentId,bookmarks,name\r\none,1,,,n\r\n',
    ]);
  } finally {
    await broken.stop();
  }
});
