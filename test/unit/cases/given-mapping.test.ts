/** A given mapping, and files next to a case, are used or refused, never silently ignored. */
import { expect, test } from '@jest/globals';
import { readFiles } from '../../support/read-files.ts';

const MAIL = 'Subject: s\n\nbody\n';
const MBOX = `From a@b.c Thu Mar  4 10:20:30 2021\n${MAIL}`;

test.each([
  ['mail', { 'a.eml': MAIL }],
  ['slack', { 'users.json': '[]', 'channels.json': '[]' }],
  ['case-directory', { 'case.json': '{"format":"case-directory","version":1,"items":[]}' }],
])('a case of the format %s accepts no mapping', async (format, files) => {
  expect((await readFiles(files)).format).toBe(format);
  const reason = `mapping: a case of the format ${format} does not use one`;
  await expect(readFiles(files, '', { timeZone: '+01:00' })).rejects.toThrow(reason);
});

test('a mailbox beside a load file is reported', async () => {
  const files = { 'table.csv': 'name,n\na,1\n', 'Inbox.mbox': MBOX, 'other.mbx': MBOX, 'one.eml': MAIL };
  const { format, problems } = await readFiles(files);
  expect(format).toBe('loadfile');
  expect(problems.map(({ file, kind }) => [file, kind])).toEqual([
    ['Inbox.mbox', 'case'],
    ['one.eml', 'case'],
    ['other.mbx', 'case'],
  ]);
  expect((await readFiles({ 'table.csv': 'name,n\na,1\n', 'x.eml': MAIL })).reasons).toEqual([
    'it is named like mail, but no row names it: it is not read; give its own path to have it read',
  ]);
  expect((await readFiles(files, 'table.csv')).problems).toEqual([]);
});
