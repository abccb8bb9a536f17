/** Pages of documents: what they show, what they never do, and the cost of hostile ones. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { memoryInput } from '../../../src/cases/files/memory-input.ts';
import { contentKind } from '../../../src/content-text/content-kind.ts';
import { textOfContent } from '../../../src/content-text/content-texts.ts';
import { pageOfContent, viewOfContent } from '../../../src/content-text/content-views.ts';
import { PAGE_UNITS_MAX, SHEET_ROWS_SHOWN, TABLE_ROWS_SHOWN } from '../../../src/content-text/documents/limits.ts';
import type { MailView } from '../../../src/content-text/mail-parts.ts';
import { temporaryDir } from '../../support/endings.ts';
import { outlookFile } from '../../support/outlook-file.ts';
import { seeded } from '../../support/seeded.ts';
import { type ZipEntry, zipFile } from '../../support/zip-file.ts';

const NO_FACTS = { contentType: null, extension: null, charset: null };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function pageOf(bytes: Buffer | string, marks: readonly string[] = []): Promise<string> {
  return pageOfContent('document', memoryInput(Buffer.from(bytes as string)), NO_FACTS, marks);
}

async function reasonOf(bytes: Buffer | string): Promise<string> {
  return pageOf(bytes).then(
    () => 'it has a page',
    (fault: { code: string; message: string }) => {
      expect(fault.code).toBe('NOT_FOUND');
      return fault.message;
    },
  );
}

function zipOf(parts: Readonly<Record<string, Buffer | string>>): Buffer {
  return zipFile(
    Object.entries(parts).map(([name, content]): ZipEntry => ({ name, content: Buffer.from(content as string) })),
  );
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relations(...of: readonly (readonly [id: string, type: string, target: string, mode?: string])[]): string {
  const written = of.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode === undefined ? '' : ` TargetMode="${mode}"`}/>`,
  );
  return `<Relationships>${written.join('')}</Relationships>`;
}

function wordOf(body: string, more: Readonly<Record<string, Buffer | string>> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

function paragraph(text: string, properties = ''): string {
  return `<w:p><w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r></w:p>`;
}

describe('a Word document', () => {
  it('shows what its program may hide, and the targets of its links', async () => {
    const document = wordOf(
      [
        '<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Ledger</w:t></w:r></w:p>',
        paragraph('secret', '<w:vanish/>'),
        '<w:p><w:del w:author="Ana" w:date="2023-03-12T00:00:00Z"><w:r><w:delText>burned</w:delText></w:r></w:del></w:p>',
        '<w:p><w:hyperlink r:id="l"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>',
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>first</w:t></w:r></w:p>',
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>second</w:t></w:r></w:p>',
        '<w:p><w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r></w:p>',
        '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
      ].join(''),
      {
        'word/_rels/document.xml.rels': relations(
          ['s', 'styles', 'styles.xml'],
          ['n', 'numbering', 'numbering.xml'],
          ['h', 'header', 'header1.xml'],
          ['x', 'chart', 'chart1.xml'],
          ['w', 'aFChunk', 'page.html'],
          ['c', 'comments', 'comments.xml'],
          ['p', 'image', 'media/a.png'],
          ['l', 'hyperlink', 'http://evil.example/x', 'External'],
        ),
        'word/styles.xml': '<w:styles><w:style w:styleId="H"><w:name w:val="heading 2"/></w:style></w:styles>',
        'word/numbering.xml':
          '<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>',
        'word/header1.xml': `<w:hdr>${paragraph('letterhead')}</w:hdr>`,
        'word/comments.xml': `<w:comments><w:comment w:id="3" w:author="Chen">${paragraph('pay it')}</w:comment></w:comments>`,
        'word/chart1.xml': '<c:chart><c:pt><c:v>Tonnes</c:v></c:pt></c:chart>',
        'word/page.html': '<p>inserted</p><script>no</script>',
        'word/media/a.png': PNG,
        'word/vbaProject.bin': 'x',
      },
    );
    const page = await pageOf(document);
    expect(page).toContain('<h2>Ledger</h2>');
    expect(page).toMatch(/<span style="[^"]*" title="hidden text">secret<\/span>/);
    expect(page).toMatch(/<del title="deleted by Ana, 2023-03-12T00:00:00Z">burned<\/del>|<del>burned<\/del>/);
    expect(page).toContain('title="http://evil.example/x"');
    expect(page).not.toMatch(/href|src="http/);
    expect(page).toContain('(iv)\u2002first');
    expect(page).toContain('(v)\u2002second');
    expect(page).toContain('src="data:image/png;base64,');
    expect(page).toContain('colspan="2"');
    for (const text of [
      'letterhead',
      'Tonnes',
      'inserted',
      'pay it',
      'Chen',
      'macros. They are not run',
      'Text on a yellow background',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('marks what a query matched, in one piece however Word split it', async () => {
    const cut = wordOf('<w:p><w:r><w:t>blue her</w:t></w:r><w:r><w:t>on flies</w:t></w:r></w:p>');
    expect(await pageOf(cut, ['heron'])).toContain('blue <mark>heron</mark> flies');
  });

  it('is converted to text on request, without the sentences about the page', async () => {
    const text = await textOfContent(memoryInput(wordOf(paragraph('secret', '<w:vanish/>'))), {
      ...NO_FACTS,
      extension: 'DOCX',
    });
    expect(Buffer.concat(await text.toArray()).toString()).toBe('secret');
  });

  it('that is damaged shows what comes before, and reports it', async () => {
    const page = await pageOf(wordOf(`${paragraph('before')}<w:p></w:q>`));
    expect(page).toContain('before');
    expect(page).toContain('The document is damaged');
  });
});

describe('a workbook', () => {
  const book = (rows: string, state = ''): Buffer =>
    zipOf({
      '_rels/.rels': relations(['r', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook><sheets><sheet name="Accounts" sheetId="1" ${state} id="s"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        ['s', 'worksheet', 'worksheets/sheet1.xml'],
        ['t', 'sharedStrings', 'texts.xml'],
      ),
      'xl/texts.xml': '<sst><si><t>payee</t></si></sst>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    });

  it('is a table with letters and numbers, and says if a sheet is hidden', async () => {
    const page = await pageOf(
      book('<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3"><f>1+1</f><v>480000</v></c></row>', 'state="veryHidden"'),
    );
    expect(page).toContain('<h2>Accounts (hidden in the workbook)</h2>');
    expect(page.replace(/ style="[^"]*"/g, '')).toContain('<tr><th>3</th><td></td><td>payee</td><td>480000</td></tr>');
  });

  it('of many rows is cut, with a notice', async () => {
    const rows = Array.from({ length: SHEET_ROWS_SHOWN + 1 }, (_, n) => `<row r="${n + 1}"><c><v>${n}</v></c></row>`);
    const page = await pageOf(book(rows.join('')));
    expect(page).toContain(`Only the first ${SHEET_ROWS_SHOWN} rows`);
    expect(page).toContain(`<td>${SHEET_ROWS_SHOWN - 1}</td>`);
    expect(page).not.toContain(`<td>${SHEET_ROWS_SHOWN}</td>`);
    expect(await pageOf(book(rows.slice(1).join('')))).not.toContain('Only the first');
  });
});

describe('other documents', () => {
  it('slides with their notes', async () => {
    const page = await pageOf(
      zipOf({
        '_rels/.rels': relations(['r', 'officeDocument', 'ppt/presentation.xml']),
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relations(['s', 'slide', 'slides/slide1.xml']),
        'ppt/slides/slide1.xml':
          '<p:sld show="0"><p:sp><p:ph type="title"/><a:p><a:r><a:t>Route</a:t></a:r></a:p></p:sp></p:sld>',
        'ppt/slides/_rels/slide1.xml.rels': relations(['n', 'notesSlide', '../notesSlides/n.xml']),
        'ppt/notesSlides/n.xml': '<p:notes><a:p><a:r><a:t>say nothing</a:t></a:r></a:p></p:notes>',
      }),
    );
    for (const text of ['<h3>Route</h3>', 'say nothing', 'This slide is hidden']) expect(page).toContain(text);
  });

  it('OpenDocument: text with deletions, and sheets whose cells repeat', async () => {
    const odf = (body: string): Buffer =>
      zipOf({
        mimetype: 'x',
        'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
      });
    const text = await pageOf(
      odf(
        '<office:text><text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes><text:h text:outline-level="2">Head</text:h><text:p>a<text:s text:c="2"/>b</text:p><draw:image xlink:href="http://evil.example/x.png"/></office:text>',
      ),
    );
    expect(text).toMatch(/<del><p>gone<\/p><\/del>/);
    expect(text).toContain('<h2>Head</h2>');
    expect(text).not.toContain('src="http');
    const sheet = await pageOf(
      odf(
        '<office:spreadsheet><table:table table:name="S"><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"><text:p>x</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet>',
      ),
    );
    expect(sheet.match(/<td>x<\/td>/g)).toHaveLength(6);
  });

  it('RTF: encodings of its fonts, Unicode, hidden text, tables; none of its instructions', async () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset204 Arial;}{\\f1 T;}}{\\info{\\title t}}\\f0\\'cf\\'f0\\f1\\'e9 \\u8364? {\\b bold}{\\v hid}\\par" +
      '{\\field{\\*\\fldinst HYPERLINK "http://evil.example"}{\\fldrslt shown}}\\par\\trowd\\intbl one\\cell two\\cell\\row\\pard{\\*\\unknown no}after}';
    const page = await pageOf(rtf);
    expect(page).toContain('\u041f\u0440\u00e9 \u20ac <b>bold</b>');
    expect(page).toMatch(/title="hidden text">hid</);
    expect(page.replace(/ (?:style|valign)="[^"]*"/g, '')).toContain('<td><p>one</p></td><td><p>two</p></td>');
    expect(page).toContain('<p>shown</p>');
    expect(page).toContain('<p>after</p>');
    expect(page).not.toMatch(/evil|unknown|no<|Arial/);
  });

  it('books with their pictures and without their scripts', async () => {
    const page = await pageOf(
      zipOf({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfile full-path="OPS/b.opf"/></container>',
        'OPS/b.opf':
          '<package><manifest><item id="c" href="t/one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
        'OPS/t/one.xhtml':
          '<html><body><h1>One&nbsp;</h1><img src="../a.png"/><img src="http://evil.example/b.png"/><script>x</script></body></html>',
        'OPS/a.png': PNG,
      }),
    );
    expect(page).toContain('<h1>One');
    expect(page.match(/<img/g)).toHaveLength(1);
    expect(page).not.toMatch(/script|evil/);
  });

  it('calendars, address cards and property lists', async () => {
    const card =
      'BEGIN:VCARD\r\nVERSION:2.1\r\nFN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=A1rio =\r\nSilva\r\nTEL;TYPE=cell:+351\r\n  21\r\nEND:VCARD';
    const shown = await pageOf(card);
    expect(shown).toContain('M\u00e1rio Silva');
    expect(shown).toContain('TEL (cell)');
    expect(shown).toContain('+351 21');
    expect(await pageOf('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Sail\\, at dawn\nEND:VEVENT\nEND:VCALENDAR')).toContain(
      'Sail, at dawn',
    );
    const list =
      '<?xml version="1.0"?><!DOCTYPE plist><plist><dict><key>Ports</key><array><string>Rotterdam</string><true/></array></dict></plist>';
    expect(await pageOf(list)).toMatch(
      /<dt><b>Ports<\/b><\/dt><dd><ol start="0"><li>Rotterdam<\/li><li>true<\/li><\/ol><\/dd>/,
    );
  });
});

describe('a database', () => {
  const filled = (): Buffer => {
    const folder = temporaryDir();
    try {
      const database = new sqlite.Database(join(folder, 'a.db'));
      database.exec(`CREATE TABLE "pay ""ments"(payee TEXT, amount INT, photo BLOB);
        INSERT INTO "pay ""ments" VALUES ('<b>Chen', 480000, x'0102'), (NULL, 9007199254740993, NULL);
        CREATE TABLE many(n); WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ${TABLE_ROWS_SHOWN + 5}) INSERT INTO many SELECT n FROM r;
        CREATE VIEW endless AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r`);
      database.close();
      return readFileSync(join(folder, 'a.db'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('shows its tables, some of their rows, and runs no view', async () => {
    const page = await pageOf(filled());
    expect(page).toContain('<h2>pay "ments</h2>');
    expect(page).toContain('<td>&lt;b&gt;Chen</td><td>480000</td><td>[holds 2 bytes instead of text]</td>');
    expect(page).toContain('<td>9007199254740993</td>');
    expect(page).toContain(`Only the first ${TABLE_ROWS_SHOWN} of ${TABLE_ROWS_SHOWN + 5} rows`);
    expect(page).toContain('CREATE VIEW endless');
  });

  it('in WAL mode is shown with a notice, and a damaged one is reported', async () => {
    const wal = filled();
    wal[18] = 2;
    wal[19] = 2;
    expect(await pageOf(wal)).toMatch(/WAL mode.*480000/s);
    const random = seeded(9);
    for (let n = 0; n < 60; n++) {
      const bytes = filled();
      for (let change = 0; change < 40; change++) {
        bytes[100 + Math.floor(random() * (bytes.length - 100))] = Math.floor(random() * 256);
      }
      expect(await reasonOf(bytes)).toMatch(/^it ./);
    }
  });
});

describe('a mail', () => {
  it('shows its own pictures, and no others', async () => {
    const lines = [
      'Content-Type: multipart/related; boundary=x',
      '',
      '--x',
      'Content-Type: text/html',
      '',
      '<img src="cid:a@b"><img src="cid:absent"><img src="http://evil.example/pixel">',
      '--x',
      'Content-Type: image/png',
      'Content-ID: <a@b>',
      'Content-Transfer-Encoding: base64',
      '',
      PNG.toString('base64'),
      '--x--',
    ];
    const { stream } = await viewOfContent('mail', memoryInput(Buffer.from(lines.join('\r\n'))), NO_FACTS);
    const { html } = JSON.parse(Buffer.concat(await stream.map((piece) => Buffer.from(piece)).toArray()).toString());
    expect(html.match(/<img src="[^"]*"/g)).toEqual([`<img src="data:image/png;base64,${PNG.toString('base64')}"`]);
  });
});

describe('a message of Outlook', () => {
  const people = [['Chen Wei', 'chen@lanlu.example']] as const;
  const photo = { name: 'a.png', contentId: 'a@b', bytes: PNG };
  const html =
    '{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}Pay \\htmlrtf {\\b no}\\htmlrtf0 now{\\*\\htmltag84 <img src="cid:a@b"><img src="http://evil.example/p">}{\\*\\htmltag72 </p>}}';
  const viewOf = async (bytes: Buffer): Promise<MailView> => {
    const { stream } = await viewOfContent('outlook', memoryInput(bytes), NO_FACTS);
    return JSON.parse(Buffer.concat(await stream.map((piece) => Buffer.from(piece)).toArray()).toString());
  };

  it('has its headers, its attachments, and the page that its RTF wraps', async () => {
    const message = outlookFile({
      subject: 'Heron',
      sender: 'Ana',
      recipients: people,
      rtf: html,
      attachments: [photo],
    });
    const view = await viewOf(message);
    expect(view.headers).toEqual([
      ['From', 'Ana'],
      ['To', 'Chen Wei <chen@lanlu.example>'],
      ['Subject', 'Heron'],
    ]);
    expect(view.html).toBe(`<p>Pay now<img src="data:image/png;base64,${PNG.toString('base64')}" /></p>`);
    expect(view.attachments).toEqual([{ name: 'a.png', contentType: 'application/octet-stream', size: PNG.length }]);
    const page = await pageOfContent('outlook', memoryInput(message), NO_FACTS, ['now']);
    expect(page).toContain('Pay <mark>now</mark>');
  });

  it('has its own RTF as a page, or plain text; damaged RTF is refused', async () => {
    const of = { subject: 's', sender: 'x', recipients: [], attachments: [] };
    expect((await viewOf(outlookFile({ ...of, rtf: '{\\rtf1 {\\b bold}}' }))).html).toBe('<p><b>bold</b></p>');
    expect(await viewOf(outlookFile({ ...of, body: 'plain' }))).toMatchObject({ html: null, text: 'plain' });
    const random = seeded(5);
    const whole = outlookFile({ ...of, recipients: people, rtf: html, attachments: [photo] });
    for (let n = 0; n < 60; n++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 20; change++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const outcome = await viewOf(bytes).catch((fault: { code: string }) => fault);
      if (!('code' in outcome)) continue;
      expect(outcome).toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringMatching(
          /^it (?:is a message of Outlook that is damaged|does not begin like|cannot be read as)/,
        ),
      });
    }
  });
});

describe('a document without a page has a reason', () => {
  it.each([
    ['empty', '', 'it is empty'],
    ['no document', 'plain words', 'it does not begin like a calendar or an address card'],
    ['an archive', zipOf({ 'a.txt': 'x' }), 'it is an archive without a document that can be shown as a page'],
    ['without text', wordOf('<w:p/>'), 'it has no text and no picture that can be shown'],
    [
      'of Office 97',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'it is a document of Office 97 to 2003, which cannot be shown as a page; its text can be read',
    ],
    [
      'encrypted',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'it is encrypted with a password',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });

  it('and entities are not expanded', async () => {
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><w:document><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:document>`;
    expect(await reasonOf(wordOf('', { 'word/document.xml': bomb }))).toMatch(/not valid XML/);
  });

  it('a part that unpacks endlessly is cut', async () => {
    const bomb = wordOf(`${paragraph('first')}${'<w:p/>'.repeat(PAGE_UNITS_MAX / 5)}`);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await pageOf(bomb)).toContain('first');
    expect(await reasonOf(wordOf(`${'<w:sdt>'.repeat(5000)}x`))).toMatch(/deep/);
  });

  it('whatever bytes are damaged', async () => {
    const random = seeded(3);
    const documents = [
      wordOf(paragraph('text').repeat(20)),
      Buffer.from('{\\rtf1{\\b text}\\trowd x\\cell\\row}'),
      Buffer.from('BEGIN:VCARD\nFN:x\nEND:VCARD'),
    ];
    for (let n = 0; n < 150; n++) {
      const bytes = Buffer.from(documents[n % documents.length]!);
      for (let change = 0; change < 5; change++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      expect(await reasonOf(bytes)).toMatch(/^it ./);
    }
  });
});

it.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', null, 'document'],
  ['application/zip', 'docx', 'document'],
  ['application/zip', 'zip', null],
  ['text/rtf', null, 'document'],
  ['application/vnd.ms-outlook', null, 'outlook'],
  ['application/x-ole-storage', 'MSG', 'outlook'],
  ['application/msword', 'doc', null],
  ['text/plain', 'odt', 'plain'],
  [null, 'epub', 'document'],
])('%s, %s is %s', (type, extension, kind) => {
  expect(contentKind(type, extension)).toBe(kind);
});
