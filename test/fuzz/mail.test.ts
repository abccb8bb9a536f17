/**
 * Mailboxes with flipped, lost and cut bytes. A reader ends, throws nothing, reports something whenever a mail or its end is
 * lost, and serves every content that it lists. RUNS=100 makes that many times more attempts, and SEED= chooses others.
 */
import { expect, test } from '@jest/globals';
import { multipart, readMbox } from '../support/mail/written-mail.ts';
import { propertyOf } from '../support/read-files.ts';
import { seeded } from '../support/seeded.ts';

const RUNS = Number(process.env.RUNS ?? 1) * 60;
const SEED = Number(process.env.SEED ?? 1);
const FROM = 'From a@example.org Thu Mar  4 10:20:30 2021\n';
const SUBJECTS = ['one', 'two', 'three', 'four'];

const BOX = SUBJECTS.map((subject, n) => {
  const data = Buffer.alloc(300, n + 65)
    .toString('base64')
    .replace(/.{76}/g, '$&\n');
  const parts = [
    'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C3=9Fe=\n there',
    `Content-Type: image/png; name="a${n}.png"\nContent-Transfer-Encoding: base64\n\n${data}`,
    `Content-Type: message/rfc822\n\nSubject: inner ${n}\n${multipart(`in${n}`, ['\ninner'])}`,
  ];
  return `${FROM}Subject: ${subject}\nDate: Thu, 4 Mar 2021 10:20:30 +0100\n${multipart(`out${n}`, parts)}\n`;
}).join('');
const BYTES = [0, 9, 10, 13, 32, 34, 45, 58, 59, 61, 70, 0x80, 0xff];

test('a wrong byte loses no other mail', async () => {
  const random = seeded(SEED);
  const below = (end: number): number => Math.floor(random() * end);
  for (let run = 0; run < RUNS; run++) {
    const bytes = Buffer.from(BOX);
    const at = below(bytes.length);
    bytes[at] = run % 2 === 0 ? bytes[at]! ^ (1 << below(8)) : BYTES[below(BYTES.length)]!;
    const { leaves: mails } = await readMbox(bytes);
    const top = new Set(
      mails.filter(({ parentId }) => parentId === 1).map((mail) => propertyOf(mail, 'Message-Subject')),
    );
    const mailLength = BOX.length / SUBJECTS.length;
    const whole = SUBJECTS.filter((_, n) => Math.abs(at - (n + 0.5) * mailLength) > mailLength * 0.75);
    expect([run, at, whole.filter((subject) => !top.has(subject))]).toEqual([run, at, []]);
  }
});

test('a truncated mailbox is reported', async () => {
  const random = seeded(SEED + 1);
  for (let run = 0; run < RUNS; run++) {
    const at = 1 + Math.floor(random() * (BOX.length - 2));
    const { leaves: mails, reasons } = await readMbox(BOX.slice(0, at));
    // Between two mails nothing is lost.
    const isWhole = /--out\d--\n*[^\n]*$/.test(BOX.slice(0, at));
    expect([at, mails.length > 0 || reasons.length > 0, isWhole || reasons.length > 0]).toEqual([at, true, true]);
  }
});

test('a lost or repeated piece of a mailbox affects only itself', async () => {
  const random = seeded(SEED + 2);
  for (let run = 0; run < RUNS; run++) {
    const from = Math.floor(random() * BOX.length);
    const to = from + Math.floor(random() * 400);
    const text = run % 2 === 0 ? BOX.slice(0, from) + BOX.slice(to) : BOX.slice(0, to) + BOX.slice(from);
    const { leaves: mails, contents } = await readMbox(text);
    expect(mails.length).toBeGreaterThan(3);
    expect(contents.size).toBe(mails.length);
  }
});
