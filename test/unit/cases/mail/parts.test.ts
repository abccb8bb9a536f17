/** Conversion of the parts of a mail. */
import { expect, test } from '@jest/globals';
import { multipart, readEml } from '../../../support/mail/written-mail.ts';
import { propertyOf } from '../../../support/read-files.ts';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');

test('the header becomes properties, decoded', async () => {
  const { leaves: mails, problems } = await readEml(
    [
      'Received: from b by c; Thu, 4 Mar 2021 10:21:00 +0100 (CET)',
      'Received: from a by b; Thu, 4 Mar 2021 10:20:40 +0100',
      'From: =?utf-8?B?R3LDvG4=?= <g@example.org>',
      'To: a@example.org, "Last, First" <b@example.org>,',
      ' Team: c@example.org, d@example.org;',
      'CC: e@example.org',
      'cc: f@example.org',
      'Bcc: h@example.org',
      'Subject: =?iso-8859-1?Q?Gr=FC=DFe?= to',
      '\tall',
      'Date: Thu, 4 Mar 2021 10:20:30 -0500 (EST)',
      'Message-ID: <1@x>',
      'In-Reply-To: <0@x>',
      'References: <a@x>',
      ' <0@x>',
      'X-Gmail-Labels: Inbox,=?UTF-8?Q?Gel=C3=B6scht?=',
      '',
      'Hello',
    ].join('\r\n'),
  );
  expect(problems).toEqual([]);
  expect(mails[0]!.properties).toEqual([
    ['name', ['Grüße to all']],
    ['path', ['x.eml']],
    ['ext', ['eml']],
    ['contentType', ['message/rfc822']],
    ['category', ['Emails']],
    ['length', [expect.stringMatching(/^\d+$/)]],
    ['Message-Subject', ['Grüße to all']],
    ['Communication:From', ['Grün <g@example.org>']],
    ['Communication:To', ['a@example.org', 'Last, First <b@example.org>', 'Team: c@example.org, d@example.org;']],
    ['Message-Cc', ['e@example.org', 'f@example.org']],
    ['Message-Bcc', ['h@example.org']],
    ['Communication:Date', ['2021-03-04T10:20:30-05:00']],
    ['received', ['2021-03-04T10:21:00+01:00']],
    ['Message-ID', ['<1@x>']],
    ['In-Reply-To', ['<0@x>']],
    ['References', ['<a@x>', '<0@x>']],
    ['labels', ['Inbox', 'Gelöscht']],
  ]);
  expect(mails[0]!.text).toBe(
    [
      'From: Grün <g@example.org>',
      'To: a@example.org, Last, First <b@example.org>, Team: c@example.org, d@example.org;',
      'Cc: e@example.org, f@example.org',
      'Bcc: h@example.org',
      'Date: Thu, 4 Mar 2021 10:20:30 -0500 (EST)',
      'Subject: Grüße to all',
      '',
      'Hello',
    ].join('\n'),
  );
});

test('attachments, pictures inside of pages and attached mails are children with their bytes', async () => {
  const inner = `Subject: inner\n${multipart('in', ['\ninner text', 'Content-Type: application/pdf; name=p.pdf\n\n%PDF'])}`;
  const {
    leaves: mails,
    contents,
    problems,
  } = await readEml(
    `Subject: outer\n${multipart('out', [
      'Content-Type: text/plain\n\nsee there',
      'Content-Type: image/png\nContent-ID: <pic@x>\nContent-Transfer-Encoding: base64\n' +
        `Content-Disposition: inline; filename*0*=utf-8''Bild%20; filename*1*=%C3%BC.png\n\n${PNG.toString('base64')}`,
      'Content-Type: text/csv; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n' +
        'Content-Disposition: attachment; filename="=?utf-8?Q?=C3=A4.csv?="\n\nGr=FC=DFe;a=\n b',
      `Content-Type: message/rfc822\n\n${inner}`,
    ])}`,
  );
  expect(problems).toEqual([]);
  expect(
    mails.map((mail) => [
      mail.id,
      mail.parentId,
      propertyOf(mail, 'name'),
      propertyOf(mail, 'path'),
      propertyOf(mail, 'length'),
      propertyOf(mail, 'ext'),
    ]),
  ).toEqual([
    [1, null, 'outer', 'x.eml', expect.any(String), 'eml'],
    [2, 1, 'Bild ü.png', 'x.eml/Bild ü.png', '9', 'png'],
    [3, 1, 'ä.csv', 'x.eml/ä.csv', '9', 'csv'],
    [4, 1, 'inner', 'x.eml/inner', String(inner.length), 'eml'],
    [5, 4, 'p.pdf', 'x.eml/inner/p.pdf', '4', 'pdf'],
  ]);
  expect(propertyOf(mails[0]!, 'attachments')).toBe('Bild ü.png|ä.csv|inner');
  expect(propertyOf(mails[1]!, 'Content-ID')).toBe('<pic@x>');
  expect(contents.get(2)).toBe(PNG.toString('latin1'));
  expect(contents.get(3)).toBe('Gr\xfc\xdfe;a b');
  expect(contents.get(4)).toBe(inner);
  expect(contents.get(5)).toBe('%PDF');
  expect(mails.map(({ text }) => text)).toEqual([
    'Subject: outer\n\nsee there\n\nAttachments: Bild ü.png, ä.csv, inner',
    null,
    'Grüße;a b',
    'Subject: inner\n\ninner text\n\nAttachments: p.pdf',
    null,
  ]);
});

test('a page is text only if its plain alternative lacks one of its words', async () => {
  const body = async (plain: string, page: string): Promise<unknown> => {
    const parts = [`Content-Type: text/plain\n\n${plain}`, `Content-Type: text/html\n\n${page}`];
    return (await readEml(multipart('b', parts, 'alternative'))).leaves[0]!.text;
  };
  expect(await body('one two', '<p>two <b>one</b></p>')).toBe('one two');
  expect(await body('get a better reader', '<p>one</p><style>x</style>')).toBe('get a better reader\n\none');
  expect(await body('', '<p>one</p>')).toBe('one');
});

test.each([
  ['charset=utf-8', 'Grüße', 'utf8', 'Grüße', []],
  ['charset=us-ascii', 'Grüße', 'utf8', 'Grüße', []],
  ['charset=iso-8859-1', 'Grüße', 'latin1', 'Grüße', []],
  ['x=y', 'Grüße', 'latin1', 'Grüße', []],
  ['charset=utf-8', 'Grüße', 'latin1', 'Gr\ufffd\ufffde', ['a part of its text has bytes that are not UTF-8']],
  [
    'charset=x-mine',
    'Grüße',
    'utf8',
    'Grüße',
    ['a part of its text is encoded in "x-mine", which is not decoded: read as utf-8'],
  ],
] as const)('text with %s, %p in %s', async (charset, text, encoding, expected, reasons) => {
  const bytes = Buffer.from(`Content-Type: text/plain; ${charset}\n\n${text}`, encoding);
  const { leaves: mails, reasons: found } = await readEml(bytes);
  expect([mails[0]!.text, found]).toEqual([expected, reasons]);
});

test.each([
  ['base64', 'aGVsbG8=', 'hello', null],
  ['base64', 'aGVs\nbG8', 'hello', null],
  ['base64', 'aGVs*bG8=', 'hello', 'has 1 characters that are not base64'],
  ['base64', 'aGVsbG8=\nfooter', 'hello', 'has 6 characters of base64 after its end'],
  ['base64', 'aGVsb', 'hel', 'is base64 that is cut off'],
  ['quoted-printable', 'a=3Db=\n c=20=', 'a=b c ', null],
  ['quoted-printable', 'a=  \nb=ZZ', 'ab=ZZ', 'has 1 signs "=" that encode nothing'],
  ['x-uuencode', 'abc', 'abc', 'has the transfer encoding "x-uuencode", which cannot be decoded'],
])('%s content %j', async (encoding, written, expected, fault) => {
  const part = `Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: ${encoding}\n\n${written}`;
  const { contents, reasons } = await readEml(multipart('b', [part]));
  expect(contents.get(2)).toBe(expected);
  expect(reasons).toEqual(fault === null ? [] : [`content: attachment "a.png" ${fault}`]);
});

test.each([
  ['Thu, 4 Mar 2021 10:20:30 +0100', '2021-03-04T10:20:30+01:00'],
  ['4 Mar 21 10:20 EDT', '2021-03-04T10:20:00-04:00'],
  ['Thu, 04-Mar-2021 10:20:60 GMT', '2021-03-04T10:20:59Z'],
  ['Thu Mar  4 10:20:30 2021', '2021-03-04T10:20:30Z'],
  ['Thu Mar 04 10:20:30 UTC 2021', '2021-03-04T10:20:30Z'],
  ['Thu, 29 Feb 2021 10:20:30 +0100', null],
  ['yesterday', null],
])('date %j', async (written, expected) => {
  const { leaves: mails, problems } = await readEml(`Date: ${written}\n\n`);
  expect(propertyOf(mails[0]!, 'Communication:Date')).toBe(expected ?? written);
  expect(problems.map(({ kind }) => kind)).toEqual(expected === null ? ['type'] : []);
});
