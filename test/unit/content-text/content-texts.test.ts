/** Text decoded from contents: plain text of many encodings, pages, mails, and contents that only look like them. */
import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { memoryInput } from '../../../src/cases/files/memory-input.ts';
import { type ContentFacts, textOfContent } from '../../../src/content-text/content-texts.ts';
import { viewOfContent } from '../../../src/content-text/content-views.ts';
import { DOCUMENT_BYTES_MAX } from '../../../src/content-text/limits.ts';
import { seeded } from '../../support/seeded.ts';

async function textOf(content: Buffer | string, facts: Partial<ContentFacts>): Promise<string> {
  const bytes = memoryInput(Buffer.from(content as string));
  const text = await textOfContent(bytes, { contentType: null, extension: null, charset: null, ...facts });
  return Buffer.concat(await text.toArray()).toString('utf8');
}

async function viewOf(kind: 'html' | 'mail', content: string): Promise<string> {
  const facts = { contentType: null, extension: null, charset: null };
  const { stream } = await viewOfContent(kind, memoryInput(Buffer.from(content)), facts);
  return Buffer.concat(await stream.map((piece) => Buffer.from(piece)).toArray()).toString('utf8');
}

const plain = { contentType: 'text/plain' };
const html = { contentType: 'text/html; charset=x' };
const mail = { contentType: 'message/rfc822' };

describe('plain text', () => {
  it.each([
    ['UTF-8', 'Ação, 日本語'],
    ['windows-1252', 'Ação “quoted”'],
    ['ISO-8859-7', 'Ελληνικά'],
    ['IBM866', 'Привет'],
    ['KOI8-R', 'Привет'],
    ['GB18030', '高臥雲煙外'],
    ['Shift_JIS', '日本語'],
    ['UTF-16LE', 'Ação'],
    ['US-ASCII', 'plain'],
  ])('of the encoding that the record names: %s', async (charset, text) => {
    expect(await textOf(iconv.encode(text, charset), { ...plain, charset })).toBe(text);
  });

  it('is decoded by its mark, whatever the record says, or by its bytes', async () => {
    expect(await textOf(iconv.encode('Ação', 'utf-16', { addBOM: true }), { ...plain, charset: 'IBM866' })).toBe(
      'Ação',
    );
    expect(await textOf('Ação', plain)).toBe('Ação');
    expect(await textOf(iconv.encode('Ação', 'windows-1252'), plain)).toBe('Ação');
  });

  it('is decoded across its pieces', async () => {
    const text = '日本語'.repeat(100_000);
    expect(await textOf(`x${text}`, plain)).toBe(`x${text}`);
  });

  it('of an unknown encoding is refused, and so is a file that is not text', async () => {
    await expect(textOf('x', { ...plain, charset: 'IBM500' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'it is encoded in IBM500, which cannot be decoded',
    });
    await expect(textOf('x', { contentType: 'application/pdf', extension: 'txt' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('application/pdf'),
    });
    expect(await textOf('x', { extension: 'TXT' })).toBe('x');
    expect(await textOf('<a>x</a>', { contentType: 'image/svg+xml' })).toBe('<a>x</a>');
  });
});

describe('a page', () => {
  it('has what a reader sees: lines, cells, no scripts', async () => {
    const page = `<html><head><title>The&nbsp;title</title><style>p { color: red }</style><script>var a = "<p>no</p>"</script></head>
      <body><h1>A &lt;b&gt; &amp; c&eacute;</h1><p>one
      two<br>three<table><tr><td>1<td>2</tr></table><pre>  kept
   lines</pre></body>`;
    expect(await textOf(page, html)).toBe('The title\n\nA <b> & cé\n\none two\nthree\n\n\t1\t2\n\n  kept\n   lines');
  });

  it('declares its own encoding, if the record does not', async () => {
    const page = iconv.encode('<meta http-equiv=x content="text/html; charset=windows-1251"><p>Привет', 'windows-1251');
    expect(await textOf(page, html)).toBe('Привет');
    expect(await textOf(iconv.encode('<meta charset="nonsense"><p>Ação', 'windows-1252'), html)).toBe('Ação');
  });

  it('of any nesting costs no more than its bytes, and one that is too large is refused', async () => {
    expect(await textOf(`${'<div>'.repeat(300_000)}deep`, html)).toBe('deep');
    const large = { ...memoryInput(Buffer.alloc(0)), bytes: DOCUMENT_BYTES_MAX + 1 };
    await expect(textOfContent(large, { ...html, extension: null, charset: null })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(String(DOCUMENT_BYTES_MAX)),
    });
  });
});

describe('a mail', () => {
  it('has sender, recipients, text and attachments', async () => {
    const lines = [
      'From: =?utf-8?B?TcOhcmlv?= <mario@example.com>',
      'To: a@example.com, "B" <b@example.com>',
      'Subject: =?windows-1251?Q?=CF=F0=E8=E2=E5=F2?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Ol=C3=A1</p>',
      '--x',
      'Content-Type: application/pdf; name="report.pdf"',
      'Content-Disposition: attachment; filename="report.pdf"',
      '',
      'x',
      '--x--',
    ];
    expect(await textOf(lines.join('\r\n'), mail)).toBe(
      [
        'From: Mário <mario@example.com>',
        'To: a@example.com, B <b@example.com>',
        'Subject: Привет',
        '',
        'Olá',
        '',
        'Attachments: report.pdf',
      ].join('\n'),
    );
  });

  it('that is broken or nested without end is text or refused', async () => {
    const random = seeded(7);
    const nested = Array.from(
      { length: 2000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('');
    for (const broken of [nested, Buffer.from(Array.from({ length: 5000 }, () => random() * 256)), '\r\n', '']) {
      const outcome = await textOf(broken, mail).catch((fault: { code: string }) => fault);
      if (typeof outcome !== 'string') expect(outcome).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('a view', () => {
  it('of a page keeps its text and layout, and nothing that runs, fetches, sends or covers', async () => {
    const hostile = [
      '<script>alert(1)</script><svg onload=alert(1)><script>alert(1)</script></svg><math><a xlink:href="javascript:alert(1)">m</a></math>',
      '<img src=x onerror=alert(1)><img src="http://evil.example/a.png"><img src="data:image/svg+xml,<svg onload=alert(1)>">',
      '<img src="data:image/png;base64,AAAA" alt=kept>',
      '<a href="javascript:alert(1)" onclick=alert(1)>link</a><base href="http://evil.example/"><link rel=stylesheet href=//evil.example>',
      '<p style="color:red;position:fixed;background:url(http://evil.example/b)">set</p><form action=http://evil.example><input></form>',
      '<iframe src=http://evil.example></iframe><object data=x></object><embed src=x><meta http-equiv=refresh content="0;url=http://evil.example">',
      '<style>@import "http://evil.example"</style><p title="</p><img src=x onerror=alert(1)>">title</p>',
      '<table background="http://evil.example/c"><tr><td colspan=2>cell</table><noscript>shown</noscript><b>bold',
    ].join('\n');
    const view = await viewOf('html', hostile);
    expect(view).not.toMatch(
      /script|<img[^>]* onerror|onload|onclick|evil|href|url\(|position|svg|<form|<input|<iframe|<style|<meta http/i,
    );
    for (const kept of [
      '<img src="data:image/png;base64,AAAA" alt="kept" />',
      '<p style="color:red">set</p>',
      'link',
      '<b>bold</b>',
    ]) {
      expect(view).toContain(kept);
    }
    expect(view).toContain('<td colspan="2">cell</td>');
  });

  it('of a deeply nested page can be made', async () => {
    expect(await viewOf('html', `${'<div>'.repeat(20_000)}deep`)).toContain('deep');
    expect(await viewOf('html', `${'<b><i>'.repeat(10_000)}deep`)).toContain('deep');
    expect(await viewOf('html', '<'.repeat(100_000))).toContain('&lt;');
  });

  it('of a mail has its lines in order, its texts, and its attachments', async () => {
    const lines = [
      'Received: from b by c',
      'Received: from a by b',
      'From: =?utf-8?B?TcOhcmlv?= <mario@example.com>',
      'Subject: =?windows-1251?Q?=CF=F0=E8=E2=E5=F2?=',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p onclick=x>Ol\u00e1<img src=http://evil.example/pixel></p>',
      '--x',
      'Content-Type: application/pdf; name="report.pdf"',
      'Content-Disposition: attachment; filename="report.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--x--',
    ];
    expect(JSON.parse(await viewOf('mail', lines.join('\r\n')))).toEqual({
      headers: [
        ['Received', 'from b by c'],
        ['Received', 'from a by b'],
        ['From', 'M\u00e1rio <mario@example.com>'],
        ['Subject', '\u041f\u0440\u0438\u0432\u0435\u0442'],
        ['Content-Type', 'multipart/mixed; boundary=x'],
      ],
      text: null,
      html: '<p>Ol\u00e1</p>\n',
      attachments: [{ name: 'report.pdf', contentType: 'application/pdf', size: 3 }],
    });
  });
});
