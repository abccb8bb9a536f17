/** Mails with excessive structures or sizes. Each loss is reported, and memory stays bounded. */
import { expect, test } from '@jest/globals';
import { FIRST_PROBLEMS_MAX } from '../../../../src/cases/first-problems.ts';
import {
  DEPTH_MAX,
  FIELD_UNITS_MAX,
  HEADER_BYTES_MAX,
  NAME_UNITS_MAX,
  PARTS_MAX,
  PATH_UNITS_MAX,
  TEXT_BYTES_MAX,
} from '../../../../src/cases/mail/limits.ts';
import { multipart, readEml, readMbox } from '../../../support/mail/written-mail.ts';
import { propertyOf } from '../../../support/read-files.ts';

test('parts inside parts are limited in depth', async () => {
  let mail = 'Content-Type: image/png; name=deep.png\n\nx';
  for (let depth = 0; depth < DEPTH_MAX + 20; depth++) mail = multipart(`b${depth}`, [mail]);
  const { leaves: mails, reasons } = await readEml(mail);
  expect(mails).toHaveLength(2);
  expect(reasons).toEqual(['1 of its parts are nested too deep: each is kept as one attachment']);
});

test('mails inside mails are limited in depth', async () => {
  const { leaves: mails, reasons } = await readEml('Content-Type: message/rfc822\n\n'.repeat(DEPTH_MAX + 20));
  expect(mails).toHaveLength(DEPTH_MAX + 1);
  expect(reasons).toEqual(['1 of its parts are nested too deep: each is kept as one attachment']);
});

test('parts are limited in number', async () => {
  const parts = Array.from({ length: PARTS_MAX + 5 }, (_, n) => `Content-Type: image/png; name=${n}.png\n\nx`);
  const { leaves: mails, reasons } = await readEml(multipart('b', parts));
  expect(mails).toHaveLength(PARTS_MAX);
  expect(reasons).toEqual(['6 of its parts exceed a limit and have no item']);
});

test('names and paths are limited in length', async () => {
  const name = 'n'.repeat(60_000);
  let mail = `Content-Type: image/png; name=${name}\n\nx`;
  for (let depth = 0; depth < 8; depth++) mail = `Content-Type: message/rfc822; name=${name}\n\n${mail}`;
  const { leaves: mails, reasons } = await readEml(mail);
  expect(new Set(mails.slice(1).map((item) => propertyOf(item, 'name')!.length))).toEqual(new Set([NAME_UNITS_MAX]));
  for (const item of mails) expect(propertyOf(item, 'path')!.length).toBeLessThanOrEqual(PATH_UNITS_MAX);
  expect(reasons).toEqual(['9 names of its attachments exceed a limit and are cut']);
});

test('headers are limited in size, and so is a field', async () => {
  const line = `X-Long: ${'x'.repeat(1000)}\n`;
  const many = await readEml(`Subject: s\n${line.repeat(2000)}\nbody`);
  expect(many.reasons).toEqual([
    `${2000 * (line.length - 1) + 10 - HEADER_BYTES_MAX} bytes of its headers exceed a limit and are skipped`,
  ]);
  expect(many.leaves[0]!.text).toBe('Subject: s\n\nbody');
  const folded = await readEml(`Subject: s\n${` ${'y'.repeat(999)}\n`.repeat(300)}\nbody`);
  expect(folded.reasons).toEqual(['1 of its header fields exceed a limit and are cut']);
  expect(propertyOf(folded.leaves[0]!, 'name')!.length).toBeLessThanOrEqual(FIELD_UNITS_MAX);
  const oneLine = await readEml(`Subject: ${'z'.repeat(5_000_000)}\n\nbody`);
  expect(oneLine.reasons).toEqual([expect.stringMatching(/bytes of its headers exceed a limit and are skipped$/)]);
});

test('text is limited in size, content is not', async () => {
  const part = `Content-Type: text/csv; name=a.csv\n\n${`${'x'.repeat(999)}\n`.repeat(TEXT_BYTES_MAX / 1000 + 1000)}`;
  const { leaves: mails, reasons, contents } = await readEml(multipart('b', [part]));
  const bytes = contents.get(2)!.length;
  expect(reasons).toEqual([
    `content: attachment "a.csv" has ${bytes} bytes: text of the first ${TEXT_BYTES_MAX} is searched`,
  ]);
  expect((mails[1]!.text as string).length).toBe(TEXT_BYTES_MAX);
});

test.each([
  [
    'a missing end',
    'Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext',
    'content: it ends within its last part',
  ],
  [
    'no part at all',
    'Content-Type: multipart/mixed; boundary=b\n\ntext',
    '1 of its multipart parts contain no boundary: they are read as text',
  ],
  [
    'no boundary named',
    'Content-Type: multipart/mixed\n\ntext',
    '1 of its multipart parts contain no boundary: they are read as text',
  ],
  ['no header', '\ntext', 'it has no mail header fields'],
])('a mail with %s keeps its text', async (_fault, mail, reason) => {
  const { leaves: mails, reasons } = await readEml(mail);
  expect([mails[0]!.text, reasons]).toEqual(['text', [reason]]);
});

test('a boundary that is used twice, inside and outside, loses no part', async () => {
  const inner = multipart('b', ['Content-Type: image/png; name=1.png\n\nx']);
  const { leaves: mails } = await readEml(multipart('b', [inner, 'Content-Type: image/png; name=2.png\n\ny']));
  expect(mails.map((mail) => propertyOf(mail, 'name'))).toEqual(['x.eml', '1.png', '2.png']);
});

test('problems of one kind are counted after the first', async () => {
  const mail = 'From a@b Thu Mar  4 10:20:30 2021\nDate: none\n\nx\n\n';
  const { problems, leaves: mails } = await readMbox(mail.repeat(100));
  expect(mails).toHaveLength(100);
  expect(problems).toHaveLength(FIRST_PROBLEMS_MAX + 1);
  expect(problems.at(-1)).toMatchObject({ kind: 'type', reason: '80 more of this kind' });
});
