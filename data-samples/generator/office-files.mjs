/** Documents of offices that open, each made of plain text: its first line is the heading, a line with tabs a row of a table. */
import { pdf } from './pdf.mjs';
import { zip } from './zip.mjs';

export const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  html: 'text/html',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  eml: 'message/rfc822',
};

const makers = { docx, xlsx, pdf, rtf, html, odt: openDocument, ods: openDocument, odp: openDocument };

/** The bytes of a file of that type; a type that is only text is the text itself. */
export function officeBytes(type, text, { title = '', author = '', photos } = {}) {
  const make = makers[type];
  return make === undefined
    ? Buffer.from(text)
    : Buffer.from(make({ type, title, author: [author].flat().join(', '), text, photos }));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]);
const linesOf = (text) => text.replace(/\n$/, '').split('\n');
const cellsOf = (line) => line.split(line.includes('\t') ? '\t' : ';');

/** Lines in order: runs of rows with tabs are one table. */
function blocksOf(text) {
  const blocks = [];
  for (const [n, line] of linesOf(text).entries()) {
    if (!line.includes('\t')) blocks.push({ line, isHeading: n === 0 && text.includes('\n') });
    else if (blocks.at(-1)?.rows !== undefined) blocks.at(-1).rows.push(line.split('\t'));
    else blocks.push({ rows: [line.split('\t')] });
  }
  return blocks;
}

/** What every file of that family has: which part is which, and who wrote it. */
function parts(main, contentType, { title, author }) {
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${contentType}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="${main}"/><Relationship Id="r2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    ],
    [
      'docProps/core.xml',
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator></cp:coreProperties>`,
    ],
  ];
}

function docx({ title, author, text }) {
  const paragraph = (line, look = '') =>
    `<w:p><w:r>${look}<w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`;
  const grid = (rows) => '<w:gridCol w:w="1800"/>'.repeat(Math.max(...rows.map((row) => row.length)));
  const table = (rows) =>
    `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid(rows)}</w:tblGrid>${rows
      .map(
        (row) =>
          `<w:tr>${row.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="1800" w:type="dxa"/></w:tcPr>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
      )
      .join('')}</w:tbl>`;
  const body = blocksOf(text).map(({ line, rows, isHeading }) =>
    rows !== undefined ? table(rows) : paragraph(line, isHeading ? '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>' : ''),
  );
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zip([
    ...parts('word/document.xml', `<Override PartName="/word/document.xml" ContentType="${type}"/>`, { title, author }),
    [
      'word/document.xml',
      `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}<w:p/></w:body></w:document>`,
    ],
  ]);
}

function xlsx({ title, author, text }) {
  const cell = (value) =>
    /^-?\d+(\.\d+)?$/.test(value)
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  const rows = linesOf(text).map((line) => `<row>${cellsOf(line).map(cell).join('')}</row>`);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const types = `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/>`;
  return zip([
    ...parts('xl/workbook.xml', types, { title, author }),
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `${XML}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ],
  ]);
}

function openDocument({ type, title, author, text }) {
  const names = ['office', 'text', 'table', 'meta', 'drawing', 'presentation']
    .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const paragraph = (line) => `<text:p>${escaped(line)}</text:p>`;
  const row = (cells) =>
    `<table:table-row>${cells
      .map((cell) => `<table:table-cell office:value-type="string">${paragraph(cell)}</table:table-cell>`)
      .join('')}</table:table-row>`;
  const bodies = {
    odt: () =>
      `<office:text>${blocksOf(text)
        .map(({ line, rows, isHeading }) =>
          rows !== undefined
            ? `<table:table><table:table-column table:number-columns-repeated="${rows[0].length}"/>${rows.map(row).join('')}</table:table>`
            : isHeading
              ? `<text:h text:outline-level="1">${escaped(line)}</text:h>`
              : paragraph(line),
        )
        .join('')}</office:text>`,
    ods: () =>
      `<office:spreadsheet><table:table table:name="Sheet1">${linesOf(text)
        .map((line) => row(cellsOf(line)))
        .join('')}</table:table></office:spreadsheet>`,
    odp: () =>
      `<office:presentation>${linesOf(text)
        .map(
          (line, n) =>
            `<draw:page draw:name="${n + 1}"><draw:frame><draw:text-box>${paragraph(line)}</draw:text-box></draw:frame></draw:page>`,
        )
        .join('')}</office:presentation>`,
  };
  const root = (name, inner) =>
    `${XML}<office:${name} ${names} xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2">${inner}</office:${name}>`;
  const entry = (path, media) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`;
  return zip([
    ['mimetype', contentTypes[type]],
    [
      'META-INF/manifest.xml',
      `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">${entry('/', contentTypes[type])}${entry('content.xml', 'text/xml')}${entry('meta.xml', 'text/xml')}</manifest:manifest>`,
    ],
    ['content.xml', root('document-content', `<office:body>${bodies[type]()}</office:body>`)],
    [
      'meta.xml',
      root(
        'document-meta',
        `<office:meta><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator></office:meta>`,
      ),
    ],
  ]);
}

function rtf({ text }) {
  const unit = (character) => {
    const code = character.charCodeAt(0);
    return code < 128 ? character : `\\u${code > 32767 ? code - 65536 : code}?`;
  };
  const lines = linesOf(text).map(
    (line) =>
      `${Array.from(line.replace(/[\\{}]/g, '\\$&').split(''))
        .map(unit)
        .join('')}\\par`,
  );
  return `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs22\n${lines.join('\n')}\n}\n`;
}

function html({ title, text }) {
  const blocks = blocksOf(text).map(({ line, rows, isHeading }) => {
    if (rows === undefined) return `<${isHeading ? 'h1' : 'p'}>${escaped(line)}</${isHeading ? 'h1' : 'p'}>`;
    return `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
  });
  const style =
    'body{font:16px/1.5 sans-serif;max-width:40em;margin:2em auto}h1{color:#135}td{padding:.2em 1em;border-bottom:1px solid #ccc}';
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head>\n<body>${blocks.join('\n')}</body></html>\n`;
}
