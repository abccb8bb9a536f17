/** The beginnings and ends of mails in a mailbox, whatever program wrote it. */
import { expect, test } from '@jest/globals';
import { readMbox } from '../../../support/mail/written-mail.ts';
import { propertyOf, readFiles } from '../../../support/read-files.ts';

const FROM = 'From ada@example.org Thu Mar  4 10:20:30 2021';

const subjectsOf = async (text: string): Promise<readonly (string | null)[]> =>
  (await readMbox(text)).leaves.map((mail) => propertyOf(mail, 'Message-Subject'));

test.each([
  ['a server', 'From ada@example.org Thu Mar  4 10:20:30 2021'],
  ['Thunderbird', 'From - Thu Mar 04 10:20:30 2021'],
  ['Google', 'From 1700000000000000001@xxx Thu Mar 04 10:20:30 +0000 2021'],
  ['a list archive', 'From ada at example.org  Thu Mar  4 10:20:30 2021'],
  ['UUCP', 'From ada Thu Mar  4 10:20:30 CET 2021 remote from foo'],
  ['readpst', 'From "Ada L" Thu Mar  4 10:20:30 2021'],
])('a line of %s begins a mail, also without an empty line before it', async (_program, line) => {
  expect(await subjectsOf(`${line}\nSubject: a\n\none\n${line}\nSubject: b\n\ntwo\n`)).toEqual(['a', 'b']);
});

test('a line without a date begins a mail after an empty line if a header follows', async () => {
  expect(await subjectsOf(`From x\nSubject: a\n\none\n\nFrom y\nSubject: b\n\ntwo\n`)).toEqual(['a', 'b']);
  expect(await subjectsOf(`From x\nSubject: a\n\none\n\nFrom y to z\nwe went\n`)).toEqual(['a']);
  expect(await subjectsOf(`From x\nSubject: a\n\none\nFrom y\nSubject: b\n\ntwo\n`)).toEqual(['a']);
});

test.each([['\n'], ['\r\n']])('mails end before the empty line that separates them (line ends %j)', async (end) => {
  const lines = [FROM, 'Subject: a', '', '>From the sea', '>>From it', '', FROM, 'Subject: b', '', 'two', '', ''];
  const { leaves: mails, contents, items } = await readMbox(lines.join(end));
  expect(mails.map(({ id }) => contents.get(id))).toEqual([
    `Subject: a${end}${end}>From the sea${end}>>From it${end}`,
    `Subject: b${end}${end}two${end}`,
  ]);
  expect(mails.map(({ line }) => line)).toEqual([1, 7]);
  expect(items[0]).toMatchObject({ id: 1, parentId: null });
  expect(mails.map(({ parentId }) => parentId)).toEqual([1, 1]);
});

test('bytes before the first mail are reported, and a mailbox without any mail', async () => {
  expect((await readMbox(`not a mail\n${FROM}\nSubject: a\n\n`)).reasons).toEqual([
    '11 bytes before its first mail belong to no mail',
  ]);
  expect((await readMbox('nothing at all')).reasons).toEqual(['no mail begins in it']);
  expect((await readMbox('')).reasons).toEqual(['it is empty']);
  expect(await subjectsOf(`\ufeff${FROM}\nSubject: a\n\n`)).toEqual(['a']);
  expect(await subjectsOf('Subject: alone\n\ntext')).toEqual(['alone']);
});

test('lines longer than are examined, and pieces of the file, cut nothing', async () => {
  const long = 'x'.repeat(3_000_000);
  const text = `${FROM}\nSubject: a\n\n${long}\n\n${FROM}\nSubject: b\n\n${long}\n`;
  const { leaves: mails, contents, problems } = await readMbox(text);
  expect(problems).toEqual([]);
  expect(mails.map(({ id }) => contents.get(id)?.length)).toEqual([3_000_013, 3_000_013]);
  expect(mails.map(({ text: found }) => (found as string).length)).toEqual([3_000_012, 3_000_012]);
});

test('a folder with a load file is a load file; with tables and mail in its folders it may be either, and is refused', async () => {
  const mail = 'Subject: s\n\nt\n';
  const volume = await readFiles({ 'load.csv': 'DOCID,NATIVE\n1,NATIVES/a.eml\n', 'NATIVES/a.eml': mail });
  expect(volume.items.map((item) => propertyOf(item, 'DOCID'))).toEqual(['1']);
  await expect(readFiles({ 'Mail/a.eml': mail, 'Contacts/c.csv': 'name\nx\n' })).rejects.toThrow(
    /it is a case of several formats \(loadfile, mail\); keep each of them in a directory of its own/,
  );
});

test('a folder has a node for each folder and mailbox with mail, in order', async () => {
  const mail = 'Subject: s\n\nt\n';
  const { items, problems } = await readFiles({
    'b.eml': mail,
    'In/a.eml': mail,
    'In/deep/Sent.mbox': `${FROM}\n${mail}`,
    Inbox: `${FROM}\n${mail}`,
    'Inbox.msf': 'index',
    'Dir/cur/1.host:2,FRS': mail,
    'Dir/new/2.host': mail,
    'Dir/tmp/3.host': mail,
    'Dir/.Sent/cur/4.host:2,': mail,
    'Dir/.Sent/new/5.host': mail,
    'In/readme.txt': 'x',
  });
  expect(items.map((item) => [item.id, item.parentId, propertyOf(item, 'name'), propertyOf(item, 'path')])).toEqual([
    [1, null, 'Inbox', 'Inbox'],
    [2, 1, 's', 'Inbox/1'],
    [3, null, 's', 'b.eml'],
    [4, null, 'Dir', 'Dir'],
    [5, 4, '.Sent', 'Dir/.Sent'],
    [6, 5, 's', 'Dir/.Sent/cur/4.host:2,'],
    [7, 5, 's', 'Dir/.Sent/new/5.host'],
    [8, 4, 's', 'Dir/cur/1.host:2,FRS'],
    [9, 4, 's', 'Dir/new/2.host'],
    [10, null, 'In', 'In'],
    [11, 10, 's', 'In/a.eml'],
    [12, 10, 'deep', 'In/deep'],
    [13, 12, 'Sent', 'In/deep/Sent.mbox'],
    [14, 13, 's', 'In/deep/Sent.mbox/1'],
  ]);
  expect(propertyOf(items[7]!, 'mailFlags')).toBe('flagged|replied|seen');
  expect(problems.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['case', '2 files are not named like mail and are skipped ("Dir/tmp/3.host", "In/readme.txt")'],
  ]);
});
