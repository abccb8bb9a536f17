/** Chats that WhatsApp exports, in the spellings of its telephones and languages. */
import { expect, test } from '@jest/globals';
import { LINE_BYTES_MAX, MESSAGE_UNITS_MAX } from '../../../../src/cases/chats/limits.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import type { PartRef } from '../../../../src/shared/part-ref.ts';
import { STRANGE_REFS } from '../../../conformance/case-reader.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { propertyOf, type ReadFiles, readFiles } from '../../../support/read-files.ts';
import { writeCaseFile } from '../../../support/tiny-case.ts';
import { zipFile } from '../../../support/zip-file.ts';

const readChat = (lines: readonly string[], mapping?: unknown): Promise<ReadFiles> =>
  readFiles({ '_chat.txt': lines.join('\n') }, '_chat.txt', mapping);

const rowsOf = ({ leaves }: ReadFiles): readonly (readonly (string | null)[])[] =>
  leaves.map((item) => [
    propertyOf(item, 'Communication:Date'),
    propertyOf(item, 'Communication:From'),
    item.text as string | null,
  ]);

test('a chat of an iPhone', async () => {
  const found = await readChat([
    '[13/03/21, 10:20:30] Team: \u200eMessages and calls are end-to-end encrypted.',
    '[13/03/21, 10:21:00] Ada L: first line',
    'second: line',
    '',
    'fourth line',
    '\u200e[13/03/21, 22:05:09] \u202a+44 7700 900123\u202c: \u200e<attached: 00000002-PHOTO.jpg>',
    '[14/03/21, 00:00:01] Bo: see \u200e<attached: missing.pdf>',
    '',
  ]);
  expect(found.format).toBe('whatsapp');
  expect(rowsOf(found)).toEqual([
    ['2021-03-13T10:20:30', 'Team', 'Messages and calls are end-to-end encrypted.'],
    ['2021-03-13T10:21:00', 'Ada L', 'first line\nsecond: line\n\nfourth line'],
    ['2021-03-13T22:05:09', '+44 7700 900123', ''],
    ['2021-03-14T00:00:01', 'Bo', 'see'],
  ]);
  expect(found.leaves.map((item) => propertyOf(item, 'attachments'))).toEqual([
    null,
    null,
    '00000002-PHOTO.jpg',
    'missing.pdf',
  ]);
  expect(found.reasons).toEqual(['content: 2 attached files are missing beside the chat']);
  expect(found.understood).toEqual([expect.stringMatching(/: 4 messages, dates day first \(by their values\)$/)]);
});

test('a chat of another telephone, with lines of the application', async () => {
  const found = await readFiles(
    {
      'WhatsApp Chat with Ada.txt': [
        '3/25/21, 9:05 PM - Messages and calls are end-to-end encrypted.',
        '3/25/21, 9:06\u202fPM - Ada changed the subject from "a" to "Plan: B"',
        '3/25/21, 12:07 AM - Ada: IMG-20210325-WA0001.jpg (file attached)',
        'the caption',
        '3/25/21, 12:08 p.\u00a0m. - Bo: notiz.opus (Datei angehängt)',
        '3/25/21, 12:09 PM - Bo: <Media omitted>',
      ].join('\r\n'),
      'IMG-20210325-WA0001.jpg': 'picture',
    },
    'WhatsApp Chat with Ada.txt',
  );
  expect(rowsOf(found)).toEqual([
    ['2021-03-25T21:05:00', null, 'Messages and calls are end-to-end encrypted.'],
    ['2021-03-25T21:06:00', null, 'Ada changed the subject from "a" to "Plan: B"'],
    ['2021-03-25T00:07:00', 'Ada', 'the caption'],
    [null, null, null],
    ['2021-03-25T12:08:00', 'Bo', ''],
    ['2021-03-25T12:09:00', 'Bo', '<Media omitted>'],
  ]);
  expect(
    found.items.map((item) => [item.id, item.parentId, propertyOf(item, 'name'), propertyOf(item, 'system')]),
  ).toEqual([
    [1, null, 'Ada', null],
    [2, 1, 'Messages and calls are end-to-end encrypted.', 'true'],
    [3, 1, 'Ada changed the subject from "a" to "Plan: B"', 'true'],
    [4, 1, 'the caption', null],
    [5, 4, 'IMG-20210325-WA0001.jpg', null],
    [6, 1, 'notiz.opus', null],
    [7, 1, '<Media omitted>', null],
  ]);
  expect(found.contents.get(5)).toBe('picture');
  expect(found.leaves.slice(0, 3).map((item) => propertyOf(item, 'chat'))).toEqual(['Ada', 'Ada', 'Ada']);
});

test.each([
  ['2021-03-04, 10:20 - A: x', '2021-03-04T10:20:00'],
  ['04.03.21, 10:20 - A: x', '2021-03-04T10:20:00'],
  ['04.03.2021, 10.20 - A: x', '2021-03-04T10:20:00'],
  ['[2021/3/4 10:20:30] A: x', '2021-03-04T10:20:30'],
  ['25-12-2021 10:20 - A: x', '2021-12-25T10:20:00'],
  ['25/12/2021, 10:20 \u2013 A: x', '2021-12-25T10:20:00'],
  ['5/5/21, 10:20 - A: x', '2021-05-05T10:20:00'],
])('%s is of %s', async (line, expected) => {
  expect(rowsOf(await readChat([line]))).toEqual([[expected, 'A', 'x']]);
});

test.each([
  ['0/0/21, 10:20 - A: x', 1],
  ['[13/13/21, 10:20:30] A: x', 1],
  ['1/2/21, 25:20 - A: x', 0],
  ['1/2/21, 13:20 PM - A: x', 0],
  ['1/2-21, 10:20 - A: x', 0],
  ['100/2/21, 10:20 - A: x', 0],
  ['1/2/21 - A: x', 0],
])('%s is %d message, and is reported', async (line, messages) => {
  const found = await readChat([line]);
  expect([found.leaves.length, found.problems.length]).toEqual([messages, 1]);
});

test.each([
  ['Chinese', '[2021/3/4 下午10:21:00] Ada: hi', '2021-03-04T22:21:00'],
  ['Chinese, noon', '[2021/3/4 中午11:21:00] Ada: hi', '2021-03-04T11:21:00'],
  ['Chinese, after noon', '[2021/3/4 中午12:21:00] Ada: hi', '2021-03-04T12:21:00'],
  ['Korean', '2021. 3. 4. 오전 12:21 - Ada: hi', '2021-03-04T00:21:00'],
  ['Hungarian', '2021. 03. 04. 22:21 - Ada: hi', '2021-03-04T22:21:00'],
  ['Greek', '14/3/21, 10:21 μ.μ. - Ada: hi', '2021-03-14T22:21:00'],
  ['Arabic', '14/3/2021, 10:21 م - Ada: hi', '2021-03-14T22:21:00'],
])('times of a telephone in %s', async (_language, line, moment) => {
  const found = await readChat([line]);
  expect([rowsOf(found), found.reasons]).toEqual([[[moment, 'Ada', 'hi']], []]);
});

test('a two-digit year is first if the day or the month there would be before WhatsApp', async () => {
  const found = await readChat(['21/03/04, 10:21 - Ada: a', '21/03/25, 10:22 - Bo: b']);
  expect(rowsOf(found).map(([date]) => date)).toEqual(['2021-03-04T10:21:00', '2021-03-25T10:22:00']);
  expect(found.understood).toEqual([expect.stringContaining('dates year first (by their values)')]);
});

test('a number that may be the year or the day leaves dates unchanged, until a mapping decides', async () => {
  const lines = ['21/03/10, 10:21 - Ada: a', '21/03/25, 10:22 - Bo: b', '12/12/12, 10:23 - Bo: c'];
  const found = await readChat(lines.slice(0, 2));
  expect(rowsOf(found).map(([date]) => date)).toEqual(['21/03/10, 10:21', '21/03/25, 10:22']);
  expect(found.reasons).toEqual([expect.stringMatching(/^2 dates can be read in two ways .*"year first"$/)]);
  const given = await readChat(lines, { dates: 'year first' });
  expect(rowsOf(given).map(([date]) => date)).toEqual([
    '2021-03-10T10:21:00',
    '2021-03-25T10:22:00',
    '2012-12-12T10:23:00',
  ]);
  const days = await readChat(['13/03/21, 10:21 - Ada: a', '14/03/21, 10:22 - Bo: b']);
  expect(rowsOf(days).map(([date]) => date)).toEqual(['2021-03-13T10:21:00', '2021-03-14T10:22:00']);
});

test('a line that looks like a message in another spelling is counted', async () => {
  const found = await readChat(['14/03/21, 10:21 - Ada: a', '14/03/21 klo 10.22 xx - Bo: b', 'at 10:20: c']);
  expect(rowsOf(found)).toEqual([['2021-03-14T10:21:00', 'Ada', 'a\n14/03/21 klo 10.22 xx - Bo: b\nat 10:20: c']]);
  expect(found.reasons).toEqual([expect.stringContaining('1 lines look like messages in another format')]);
});

test('the order of day and month is decided by the whole file', async () => {
  const day = (first: number, second: number): string => `${first}/${second}/21, 10:20 - A: x`;
  // No number over 12, but only one order ascends.
  const ascending = await readChat([day(1, 2), day(5, 2), day(9, 2), day(2, 3), day(1, 4)]);
  expect(ascending.understood).toEqual([expect.stringContaining('dates day first (by their sequence)')]);
  expect(rowsOf(ascending)[1]![0]).toBe('2021-02-05T10:20:00');
  const months = await readChat([day(2, 1), day(2, 5), day(2, 9), day(3, 2)]);
  expect(rowsOf(months)[1]![0]).toBe('2021-02-05T10:20:00');
  const both = await readChat([day(1, 2), day(1, 2), day(3, 3)]);
  expect(rowsOf(both).map(([date]) => date)).toEqual(['1/2/21, 10:20', '1/2/21, 10:20', '2021-03-03T10:20:00']);
  expect(both.reasons).toEqual([
    '2 dates can be read in two ways and stay as written: choose in a mapping {"dates": "day first"}, "month first" or "year first"',
  ]);
  const told = await readChat([day(1, 2)], { dates: 'month first' });
  expect(rowsOf(told)[0]![0]).toBe('2021-01-02T10:20:00');
  await expect(readChat([day(1, 2)], { dates: 'month' })).rejects.toThrow(/dates must be/);
  await expect(readChat([day(1, 2)], { columns: {} })).rejects.toThrow(/supports only "dates", not "columns"/);
});

test.each([
  ['\u200e<adjunto: a.jpg>', 'a.jpg', ''],
  ['\u200e<pièce jointe : a.jpg>', 'a.jpg', ''],
  ['text \u200e<Anhang: 0001 a b.jpg>', '0001 a b.jpg', 'text'],
  ['a (1).pdf (ek dosya)', 'a (1).pdf', ''],
  ['b.pdf (ek dosya)', null, 'b.pdf (ek dosya)'],
  ['<b: c>', null, '<b: c>'],
])('%j names the file %j', async (text, name, caption) => {
  const { leaves } = await readFiles({ '_chat.txt': `[13/03/21, 10:20:30] A: ${text}`, 'a (1).pdf': 'x' }, '_chat.txt');
  expect([propertyOf(leaves[0]!, 'attachments'), leaves[0]!.text]).toEqual([name, caption]);
});

test('a folder of exports is a case, and files that no message names are reported', async () => {
  const chat = '[13/03/21, 10:20:30] A: \u200e<attached: p.jpg>\n';
  const found = await readFiles({
    'WhatsApp Chat - Team/_chat.txt': chat,
    'WhatsApp Chat - Team/p.jpg': 'team',
    'WhatsApp Chat - Bo/_chat.txt': chat,
    'WhatsApp Chat - Bo/p.jpg': 'bo',
    'WhatsApp Chat - Bo/other.jpg': 'x',
  });
  expect(found.items.map((item) => [item.id, item.parentId, propertyOf(item, 'name')])).toEqual([
    [1, null, 'Bo'],
    [2, 1, 'p.jpg'],
    [3, 2, 'p.jpg'],
    [4, null, 'Team'],
    [5, 4, 'p.jpg'],
    [6, 5, 'p.jpg'],
  ]);
  expect([found.contents.get(3), found.contents.get(6)]).toEqual(['bo', 'team']);
  expect(found.reasons).toEqual([
    '1 files are mentioned in no message and are not read ("WhatsApp Chat - Bo/other.jpg")',
  ]);
});

test('an archive is a case, and its files are read inside it', async () => {
  const zip = zipFile([
    { name: '_chat.txt', content: Buffer.from('[13/03/21, 10:20:30] A: \u200e<attached: p.jpg>\n'.repeat(3)) },
    { name: 'p.jpg', content: Buffer.alloc(2_000_000, 'x') },
  ]);
  const found = await readFiles({ 'WhatsApp Chat - Team.zip': zip }, 'WhatsApp Chat - Team.zip');
  expect(found.items.map((item) => propertyOf(item, 'name'))).toEqual(['Team', ...Array(6).fill('p.jpg')]);
  expect(found.contents.get(3)?.length).toBe(2_000_000);
  expect(found.problems).toEqual([]);
});

test('an archive that is damaged or has a false size is reported', async () => {
  const chat = Buffer.from('[13/03/21, 10:20:30] A: x\n'.repeat(1000));
  const wrong = await readFiles(
    { 'a.zip': zipFile([{ name: '_chat.txt', content: chat, told: { crc: 1 } }]) },
    'a.zip',
  );
  expect(wrong.reasons).toEqual([expect.stringMatching(/^it cannot be read to its end: .*CRC-32/)]);
  await expect(readFiles({ 'a.zip': 'not a zip' }, 'a.zip')).rejects.toThrow(/archive "a.zip" is damaged/);
  const bomb = zipFile([{ name: '_chat.txt', content: chat, told: { bytes: 100 } }]);
  expect((await readFiles({ 'a.zip': bomb }, 'a.zip')).reasons).toHaveLength(1);
});

test('a chat with a table among its files is a chat; a load file with a chat among its files is a load file', async () => {
  const chat = '[13/03/21, 10:20:30] A: x\n';
  expect((await readFiles({ '_chat.txt': chat, 'list.csv': 'a\nb\n' })).format).toBe('whatsapp');
  expect((await readFiles({ 'load.csv': 'DOCID\n1\n', 'TEXT/WhatsApp Chat with A.txt': chat })).format).toBe(
    'loadfile',
  );
});

test('parts over a limit are cut and reported', async () => {
  const start = '[13/03/21, 10:20:30] A: ';
  const line = await readChat([`${start}${'x'.repeat(LINE_BYTES_MAX)}`, `${start}next`]);
  expect(line.reasons).toEqual([`${start.length} bytes of the line are skipped`]);
  expect(line.leaves).toHaveLength(2);
  const lines = Array(10).fill('y'.repeat(1_000_000));
  const message = await readChat([start, ...lines]);
  expect((message.leaves[0]!.text as string).length).toBeLessThanOrEqual(MESSAGE_UNITS_MAX);
  expect(message.reasons).toEqual([expect.stringMatching(/characters of the message are skipped$/)]);
});

test('bytes that are not UTF-8, and lines before the first message, are counted', async () => {
  const bytes = Buffer.concat([Buffer.from('title\n\n[13/03/21, 10:20:30] A: '), Buffer.from([0xe9, 0x20, 0x78])]);
  const found = await readFiles({ '_chat.txt': bytes }, '_chat.txt');
  expect(found.reasons).toEqual([
    '1 lines before its first message belong to no message',
    '1 lines have bytes that are not UTF-8',
  ]);
  expect(found.leaves[0]!.text).toBe('\ufffd x');
});

test('a reference to anything but a file of the export is refused', async () => {
  const dir = temporaryDir();
  await writeCaseFile(dir, 'chat/_chat.txt', '[13/03/21, 10:20:30] A: x\n');
  await writeCaseFile(dir, 'other.txt', 'x');
  const reader = await openCase(`${dir}/chat`);
  for (const ref of [...STRANGE_REFS, ['../other.txt'], ['_chat.txt', 0], ['none']] as readonly PartRef[]) {
    await expect(reader.openPart(ref)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(reader.checkPart(ref)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  const before = await reader.fingerprint();
  expect(await reader.fingerprint()).toBe(before);
  await writeCaseFile(dir, 'chat/_chat.txt', '[13/03/21, 10:20:30] A: xy\n');
  expect(await reader.fingerprint()).not.toBe(before);
  await reader.close();
  await expect(reader.openPart(['_chat.txt'] as unknown as PartRef)).rejects.toMatchObject({
    code: 'SOURCE_UNAVAILABLE',
  });
});
