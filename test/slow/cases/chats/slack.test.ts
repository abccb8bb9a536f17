/** Exports of Slack: conversations, threads, names in place of ids. */
import { expect, test } from '@jest/globals';
import { JSON_FILE_BYTES_MAX } from '../../../../src/cases/chats/limits.ts';
import { propertyOf, readFiles } from '../../../support/read-files.ts';
import { zipFile } from '../../../support/zip-file.ts';

const json = (value: unknown): string => JSON.stringify(value);

const LISTS = {
  'users.json': json([
    { id: 'U1', name: 'ada', profile: { real_name: 'Ada L', email: 'ada@example.org' } },
    { id: 'U2', name: 'bo', real_name: 'Bo' },
  ]),
  'channels.json': json([{ id: 'C1', name: 'general', members: ['U1', 'U2'] }]),
  'dms.json': json([{ id: 'D1', members: ['U1', 'U2'] }]),
  'integration_logs.json': '[]',
};
const MESSAGES = [
  {
    type: 'message',
    user: 'U1',
    text: 'see <@U2> in <#C1|general> &amp; <https://example.org/a|here>',
    ts: '1614853230.000200',
    thread_ts: '1614853230.000200',
  },
  {
    type: 'message',
    user: 'U2',
    text: 'an answer',
    ts: '1614853290.000000',
    thread_ts: '1614853230.000200',
    edited: { ts: '1614853300.000000' },
  },
  {
    type: 'message',
    subtype: 'bot_message',
    username: 'Build',
    text: '',
    ts: '1614853350.5',
    attachments: [{ title: 'Failed', text: '<!here> &lt;x&gt;' }],
  },
  {
    type: 'message',
    user: 'U9',
    text: '',
    ts: '1614853400.000000',
    files: [{ name: 'plan.pdf', url_private: 'https://files.example.org/plan.pdf' }],
    reactions: [{ name: 'eyes', users: ['U1', 'U8'] }],
  },
  {
    type: 'message',
    bot_id: 'B1',
    ts: '1614853410.000000',
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'of a block' } }],
  },
];
const FILES = {
  ...LISTS,
  'general/2021-03-04.json': json(MESSAGES),
  'general/2021-03-05.json': json([
    { user: 'U1', text: 'next day', ts: '1614940000.000000', thread_ts: '1614853230.000200' },
  ]),
  'D1/2021-03-04.json': json([{ user: 'U1', text: 'between us', ts: '1614853230.000000' }]),
};

test('messages, threads over days, names in place of ids', async () => {
  const { items, problems, format, understood } = await readFiles(FILES);
  expect([format, problems]).toEqual(['slack', []]);
  expect(understood).toEqual(['Slack export: 2 conversations, 3 days, 2 users']);
  expect(
    items.map((item) => [
      item.id,
      item.parentId,
      propertyOf(item, 'Communication:From') ?? propertyOf(item, 'name'),
      item.text,
    ]),
  ).toEqual([
    [1, null, 'Ada L <ada@example.org>, Bo', null],
    [2, 1, 'Ada L <ada@example.org>', 'between us'],
    [3, null, 'general', null],
    [4, 3, 'Ada L <ada@example.org>', 'see @Bo in #general & here (https://example.org/a)'],
    [5, 4, 'Bo', 'an answer'],
    [6, 3, 'Build', 'Failed\n@here <x>'],
    [7, 3, 'U9', ''],
    [8, 3, 'B1', 'of a block'],
    [9, 4, 'Ada L <ada@example.org>', 'next day'],
  ]);
  const [, direct, , first, answer, bot, file] = items;
  expect(propertyOf(direct!, 'Communication:To')).toBe('Bo');
  expect(propertyOf(first!, 'Communication:Date')).toBe('2021-03-04T10:20:30.000Z');
  expect([propertyOf(first!, 'chat'), propertyOf(answer!, 'thread')]).toEqual(['general', '1614853230.000200']);
  expect(propertyOf(answer!, 'edited')).toBe('2021-03-04T10:21:40.000Z');
  expect(propertyOf(bot!, 'subtype')).toBe('bot_message');
  expect(['attachments', 'fileUrl', 'reactions'].map((name) => propertyOf(file!, name))).toEqual([
    'plan.pdf',
    'https://files.example.org/plan.pdf',
    'eyes: Ada L <ada@example.org>, U8',
  ]);
});

test('an archive, also with a folder around, gives the same items', async () => {
  const folder = await readFiles(FILES);
  const entries = Object.entries(FILES).map(([name, text]) => ({ name: `team/${name}`, content: Buffer.from(text) }));
  const archive = await readFiles({ 'x.zip': zipFile(entries) }, 'x.zip');
  const plain = (found: typeof folder): unknown =>
    found.items.map(({ id, parentId, text, properties }) => [
      id,
      parentId,
      text,
      properties.filter(([name]) => name !== 'path'),
    ]);
  expect(plain(archive)).toEqual(plain(folder));
  expect(archive.problems).toEqual([]);
});

test.each([
  ['not JSON', '[{"ts":', /^2021-03-06\.json: it is not JSON$/],
  ['no list', '{}', /^2021-03-06\.json: it is not a list$/],
  ['no message', '[7]', /^2021-03-06\.json: element 1 is not a message$/],
  ['no moment', '[{"text":"x","ts":7}]', /^2021-03-06\.json: ts "" is not a moment$/],
  [
    'members of other types',
    '[{"ts":"1614853230.0","text":{},"user":[],"files":{},"reactions":[1],"edited":"x","blocks":[[]]}]',
    null,
  ],
])('a day that is %s is reported, the others are read', async (_what, text, reason) => {
  const { leaves, reasons } = await readFiles({ ...FILES, 'general/2021-03-06.json': text });
  expect(leaves.length).toBeGreaterThanOrEqual(7);
  expect(reasons).toEqual(reason === null ? [] : [expect.stringMatching(reason)]);
});

test('a day over the limit, and other files, are reported', async () => {
  const large = Buffer.alloc(JSON_FILE_BYTES_MAX + 1, ' ');
  const { reasons, leaves } = await readFiles({ ...FILES, 'general/2021-03-06.json': large, 'general/x.pdf': 'x' });
  expect(leaves).toHaveLength(7);
  expect(reasons).toEqual([
    `2021-03-06.json: it has more than ${JSON_FILE_BYTES_MAX} bytes: it is not read`,
    '1 files are not days of conversations and are not read ("general/x.pdf")',
  ]);
});

test('cut and changed bytes of a day lose no other day', async () => {
  const day = Buffer.from(FILES['general/2021-03-04.json']);
  for (let at = 1; at < day.length; at += 17) {
    const changed = Buffer.from(day);
    changed[at]! ^= 0x14;
    for (const bytes of [day.subarray(0, at), changed]) {
      const { leaves, problems } = await readFiles({
        ...LISTS,
        'a/2021-03-03.json': json(MESSAGES),
        'a/2021-03-04.json': bytes,
      });
      expect([at, leaves.length === 10 || problems.length > 0]).toEqual([at, true]);
      expect(leaves.length).toBeGreaterThanOrEqual(5);
    }
  }
});

test('messages of a day are in order of time, whatever order its file has', async () => {
  const message = (text: string, ts?: string) => ({ type: 'message', user: 'U1', text, ts });
  const day = [
    message('c', '1614853300.0'),
    message('a', '1614853200.5'),
    message('lost'),
    message('b', '1614853250.0'),
  ];
  const found = await readFiles({
    'users.json': '[]',
    'channels.json': '[{"id":"C1","name":"general"}]',
    'general/2021-03-04.json': JSON.stringify(day),
  });
  expect(found.leaves.map((item) => propertyOf(item, 'name'))).toEqual(['a', 'lost', 'b', 'c']);
});
