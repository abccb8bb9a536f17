/** Conversations of chats: below an item, by a property, between two numbers, over exports and portable cases. */
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/shared/errors.ts';
import { Service } from '../support/http-service.ts';
import { seeded } from '../support/seeded.ts';
import { type TinyItem, writeCaseFile } from '../support/tiny-case.ts';
import { zipFile } from '../support/zip-file.ts';

const item = (
  id: number,
  parentId: number | null,
  properties: Record<string, string | string[]>,
  text?: string,
): TinyItem => ({
  id,
  ...(parentId === null ? {} : { parentId }),
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
  ),
  ...(text === undefined ? {} : { text }),
});

/**
 * A chat below an item. Message 3 answers 2 and comes later. 5 is a file of 4. 8 is written by IPED, and refers to a file by
 * its hash.
 */
const CHATS: readonly TinyItem[] = [
  item(1, null, { name: 'Team', treeNode: 'true', childrenInOrder: 'true', Participants: ['Ada', 'Bo', 'Cy'] }),
  item(2, 1, { from: 'Ada', sent: '2021-03-01T10:00:00Z', childrenInOrder: 'true' }, 'Who has the ledger?'),
  item(3, 2, { from: 'Bo', sent: '2021-03-04T09:00:00Z', chat: 'Team' }, 'I do.'),
  item(4, 1, { from: 'Bo', sent: '2021-03-01T10:05:00Z', attachments: ['p.jpg', 'gone.pdf'], deleted: 'true' }, 'Look'),
  { ...item(5, 4, { name: 'p.jpg', contentType: 'image/jpeg' }), content: 'not a picture' },
  item(6, 1, { system: 'true' }, 'Cy left'),
  item(7, null, { name: 'WhatsApp Chat', contentType: 'application/x-whatsapp-chat' }),
  item(
    8,
    7,
    {
      'Communication:From': 'Ada',
      'Communication:Date': '2022-01-01T00:00:00Z',
      'Message-Body': 'the body',
      'Communication:Direction': 'Outgoing',
      linkedItems: 'hash:ABCDEF0123456789ABCDEF0123456789',
      contentType: 'message/x-whatsapp-message',
    },
    'an index text',
  ),
  item(9, 7, { 'Communication:From': 'Bo', 'Communication:Date': '2022-01-01T00:00:00Z', 'ufed:fromOwner': 'false' }),
  item(10, null, { name: 'photo', hash: 'abcdef0123456789abcdef0123456789' }),
];
/**
 * Messages of databases. The number of a conversation is valid within its database. Without a number, the two people identify
 * the conversation.
 */
const LOOSE: readonly TinyItem[] = [
  item(1, null, { name: 'sms.db' }),
  item(2, null, { name: 'other.db' }),
  ...[
    [3, 1, 'T1', 'Ada', '2021-01-01T00:00:00Z'],
    [4, 1, 't1', 'Bo', '2020-01-01T00:00:00Z'],
    [5, 2, 'T1', 'Cy', '2021-01-01T00:00:00Z'],
    [6, 1, 'T2', 'Ada', '2021-01-01T00:00:00Z'],
  ].map(([id, parent, thread, from, datetime]) =>
    item(Number(id), Number(parent), {
      thread_id: String(thread),
      phone_number_from: String(from),
      datetime: String(datetime),
      category: 'Messages',
    }),
  ),
  item(11, 1, {
    phone_number_from: '+1',
    direction: 'Incoming',
    datetime: '2021-02-01T00:00:00Z',
    category: 'Messages',
  }),
  item(12, 1, { phone_number_to: '+1', direction: 'Outgoing', datetime: '2021-02-01T00:01:00Z', category: 'Messages' }),
  item(13, 1, { phone_number_to: '+2', direction: 'Outgoing', datetime: '2021-02-01T00:02:00Z', category: 'Messages' }),
  item(14, 1, { phone_number_to: '+1', datetime: '2021-02-01T00:02:00Z', category: 'Call Logs' }),
  item(15, null, { From: '1', To: '2', category: 'SMS Messages', sent: '2021-01-02' }),
  item(16, null, { From: '2', To: '1', category: 'SMS Messages', sent: '2021-01-01' }),
  item(17, null, { From: '2', To: '3', category: 'SMS Messages', sent: '2021-01-01' }),
  item(18, null, { from: 'a@x', to: 'b@x', subject: 'A mail', 'Message-ID': '<a@x>', category: 'E-Mail Messages' }),
];
const HUNDRED: readonly TinyItem[] = [
  item(1, null, { name: 'Long', treeNode: 'true', childrenInOrder: 'true' }),
  ...Array.from({ length: 100 }, (_, i) =>
    item(
      i + 2,
      1,
      { from: i % 3 === 0 ? 'Ada' : 'Bo', sent: new Date(Date.UTC(2021, 0, 1, 0, (i * 37) % 100)).toISOString() },
      i % 10 === 0 ? 'a heron' : 'x',
    ),
  ),
];

const service = Service.beforeTests({
  cases: { chats: CHATS, loose: LOOSE, hundred: HUNDRED },
  paths: { phone: resolve('data-samples/rui-phone') },
});
beforeAll(async () => {
  const chat = [
    '[13/03/21, 10:20:30] Ada: the copper ledger',
    '[14/03/21, 10:20:30] Bo: \u200e<attached: p.txt>',
    '[15/03/21, 10:20:30] Bo: zinc',
    '',
  ].join('\n');
  const zip = zipFile([
    { name: '_chat.txt', content: Buffer.from(chat) },
    { name: 'p.txt', content: Buffer.from('a heron') },
  ]);
  await writeCaseFile(service.dir, 'WhatsApp Chat - Team.zip', zip);
  const path = join(service.dir, 'WhatsApp Chat - Team.zip');
  expect((await service.post('/sources', { id: 'whatsapp', path })).status).toBe(200);
});

interface Message {
  readonly id: number;
  readonly [name: string]: unknown;
}

const ask = async (source: string, id: number | string, query = '') =>
  (await service.get(`/sources/${source}/docs/${id}/conversation${query}`)).json;
const idsOf = (json: { messages: readonly Message[] }): readonly number[] => json.messages.map(({ id }) => id);

describe('below an item', () => {
  test.each([
    ['the conversation', 1, null],
    ['a message', 2, 0],
    ['an answer', 3, 3],
    ['a file of a message', 5, 1],
    ['a line of the application', 6, 2],
  ])('is found from %s', async (_, id, number) => {
    const json = await ask('chats', id);
    expect(idsOf(json)).toEqual([2, 4, 6, 3]);
    expect(json).toMatchObject({
      name: 'Team',
      node: 1,
      by: 'node',
      total: 4,
      number,
      offset: 0,
      next: null,
      untimed: 1,
    });
    expect([json.first, json.last]).toEqual(['2021-03-01T10:00:00.000Z', '2021-03-04T09:00:00.000Z']);
  });

  test('shows people, files, gaps, and which messages were deleted', async () => {
    const json = await ask('chats', 1);
    expect(json.senders).toEqual({
      total: 2,
      values: [
        { value: 'Bo', messages: 2 },
        { value: 'Ada', messages: 1 },
      ],
    });
    expect(json.participants).toEqual({ total: 3, values: ['Ada', 'Bo', 'Cy'] });
    const [first, second, third, last] = json.messages;
    expect(first).toMatchObject({
      text: { value: 'Who has the ledger?', isCut: false },
      isDeleted: false,
      gapSeconds: null,
      side: null,
    });
    expect(second).toMatchObject({
      isDeleted: true,
      attachments: [{ id: 5, name: 'p.jpg', contentType: 'image/jpeg', hasContent: true }],
      missing: { total: 1, values: ['gone.pdf'] },
    });
    expect(third).toMatchObject({ isSystem: true, time: null });
    // The previous one has no time, so the gap is unknown.
    expect(last).toMatchObject({ answers: 2, gapSeconds: null });
  });

  test('an answer on another page is not a file of the message above it', async () => {
    const { messages, next } = await ask('chats', 1, '?offset=0&limit=1');
    expect(messages).toMatchObject([{ id: 2, attachments: [] }]);
    expect(next).toBe(1);
  });

  test('of IPED has the body, the side, and the files that a message is linked to', async () => {
    const json = await ask('chats', 9);
    expect(idsOf(json)).toEqual([8, 9]);
    expect(json.messages[0]).toMatchObject({
      side: 'own',
      text: { value: 'the body' },
      attachments: [{ id: 10, name: 'photo' }],
    });
    expect(json.messages[1]).toMatchObject({ side: 'other', text: { value: '' } });
  });

  test('of an export of WhatsApp has its files', async () => {
    const json = await ask('whatsapp', 4);
    expect(idsOf(json)).toEqual([2, 3, 5]);
    expect(json.messages[1]).toMatchObject({ attachments: [{ id: 4, name: 'p.txt' }], missing: { total: 0 } });
    expect(json.messages[2].gapSeconds).toBeNull();
  });
});

describe('of loose messages', () => {
  test.each([
    [3, 'property', [4, 3]],
    [5, 'property', [5]],
    [6, 'property', [6]],
    [11, 'people', [11, 12]],
    [12, 'people', [11, 12]],
    [13, 'people', [13]],
    [15, 'people', [16, 15]],
  ])('%d belongs to a conversation by %s', async (id, by, ids) => {
    const json = await ask('loose', id);
    expect([json.by, json.node, idsOf(json)]).toEqual([by, null, ids]);
  });

  test.each([1, 14, 18])('%d belongs to none', async (id) => {
    const { status, json } = await service.get(`/sources/loose/docs/${id}/conversation`);
    expect([status, json.error]).toEqual([
      404,
      expect.stringContaining(`Item ${id} in source "loose" is not in a conversation`),
    ]);
  });

  test('a gap is reported in seconds', async () => {
    const json = await ask('loose', 3);
    expect(json.messages.map(({ gapSeconds }: Message) => gapSeconds)).toEqual([null, 366 * 86_400]);
  });
});

test('the sample phone has a group chat, messages of a number, a thread of nine mails and a missing one', async () => {
  const first = async (q: string): Promise<number> => {
    const { json } = await service.get(`/search?sourceID=phone&q=${encodeURIComponent(q)}`);
    return json.docs[0].id;
  };
  const group = await ask('phone', await first('"fourth"'), '?limit=500');
  expect(group).toMatchObject({ by: 'node', total: 34, untimed: 0, participants: { total: 6 }, next: null });
  const messages = group.messages as Message[];
  const times = messages.map(({ time }) => time);
  expect(times).toEqual(times.toSorted());
  const count = (is: (message: Message) => boolean): number => messages.filter(is).length;
  expect(count(({ isDeleted }) => isDeleted === true)).toBe(3);
  expect(count(({ answers }) => answers !== null)).toBe(8);
  expect(count(({ gapSeconds }) => gapSeconds !== null)).toBe(2);
  expect(count(({ side }) => side === 'own')).toBe(5);
  expect(count(({ attachments }) => (attachments as unknown[]).length === 1)).toBe(4);
  expect(await ask('phone', await first('"fourth key" AND category:"sms messages"'))).toMatchObject({
    by: 'people',
    total: 4,
  });
  const { json } = await service.get(`/sources/phone/docs/${await first('0191 AND category:emails')}/thread`);
  expect(json).toMatchObject({ mails: 9, missing: 1 });
});

describe('a page', () => {
  const order = HUNDRED.slice(1)
    .map(({ id, properties }) => ({ id, time: (properties!['sent'] as string[])[0]! }))
    .sort((a, b) => (a.time < b.time ? -1 : 1));

  test('random pages are parts of the whole', async () => {
    const random = seeded(5);
    for (let round = 0; round < 60; round++) {
      const limit = Math.floor(random() * 40);
      const at = Math.floor(random() * 110);
      const { json } =
        round % 3 === 0
          ? await service.get(`/sources/hundred/docs/1/conversation?offset=${at}&limit=${limit}`)
          : round % 3 === 1
            ? await service.get(`/sources/hundred/docs/${order[at % 100]!.id}/conversation?limit=${limit}`)
            : await service.get(`/sources/hundred/docs/1/conversation?around=${order[at % 100]!.id}&limit=${limit}`);
      const begin = round % 3 === 0 ? at : Math.max(0, (at % 100) - Math.floor(limit / 2));
      expect(json.offset).toBe(begin);
      expect(idsOf(json)).toEqual(order.slice(begin, begin + limit).map(({ id }) => id));
      expect(json.next).toBe(begin + limit < 100 && limit > 0 ? begin + limit : null);
      if (round % 3 !== 0) expect(json.number).toBe(at % 100);
    }
  });

  test('begins at a date of the time zone', async () => {
    const json = await ask('hundred', 1, '?at=2021-01-01T00:30&limit=1');
    expect([json.offset, idsOf(json)]).toEqual([30, [order[30]!.id]]);
    const zoned = await ask('hundred', 1, '?at=2021-01-01T02:30&timeZone=Africa/Cairo&limit=1');
    expect(zoned.offset).toBe(30);
    expect((await ask('hundred', 1, '?at=2031')).messages).toEqual([]);
  });

  test('lists the positions of the items that a query finds', async () => {
    const json = await ask('hundred', 1, '?q=heron&limit=0');
    const expected = order.flatMap(({ id }, place) => ((id - 2) % 10 === 0 ? [place] : []));
    expect(json.matches).toEqual({ total: 10, numbers: expected });
    expect((await ask('hundred', 1, '?q=from:ada&limit=0')).matches.total).toBe(34);
    const mistyped = await ask('hundred', 1, '?q=form:ada&limit=0');
    expect([mistyped.matches.total, mistyped.hints]).toEqual([0, [expect.stringContaining('the field "form"')]]);
    expect(json.hints).toBeUndefined();
  });

  test.each([
    ['?offset=1&at=2021', 400, 'Give only one of "at" and "offset".'],
    ['?around=1', 404, 'Item 1 in source "hundred" is not a message of this conversation'],
    ['?at=soon', 400, 'The parameter "at" is "soon"'],
    ['?limit=501', 400, 'is more than 500'],
    ['?q=(', 400, ''],
    ['?around=999999999999', 404, 'is not a message of this conversation'],
  ])('%s is refused', async (query, status, error) => {
    const answer = await service.get(`/sources/hundred/docs/1/conversation${query}`);
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(error)]);
  });
});

// This is the last test, because the source is out of service from then on.
test('a damaged index is named', async () => {
  service.engine('hundred').beforeSearch = () => {
    throw new AppError('INDEX_CORRUPT', 'block 7 has a wrong checksum');
  };
  const { status, json } = await service.get('/sources/hundred/docs/1/conversation?q=ibis');
  expect([status, json.error]).toEqual([500, expect.stringMatching(/"hundred".*block 7/)]);
});
