/** Load files for tests, written the obvious way from tables: every dialect, every encoding, EDRM XML, lists of images. */

export interface Table {
  readonly columns: readonly string[];
  /** Indexed by column. An empty string means no value. */
  readonly rows: readonly (readonly string[])[];
}

export interface Dialect {
  readonly delimiter: string;
  readonly quote: string | null;
  readonly newline: string | null;
  /** Quotes every value, or only those that need it. */
  readonly isQuotingAll: boolean;
  readonly end: '\n' | '\r\n' | '\r';
  readonly isLastEnded: boolean;
}

export const CONCORDANCE: Dialect = {
  delimiter: '\x14',
  quote: 'þ',
  newline: '®',
  isQuotingAll: true,
  end: '\r\n',
  isLastEnded: true,
};

export const CSV: Dialect = {
  delimiter: ',',
  quote: '"',
  newline: null,
  isQuotingAll: false,
  end: '\r\n',
  isLastEnded: true,
};

export const TSV: Dialect = { ...CSV, delimiter: '\t' };

export function writeDelimited({ columns, rows }: Table, dialect: Dialect): string {
  const lines = [columns, ...rows].map((values) =>
    values.map((value) => written(value, dialect)).join(dialect.delimiter),
  );
  return lines.join(dialect.end) + (dialect.isLastEnded ? dialect.end : '');
}

function written(value: string, { delimiter, quote, newline, isQuotingAll }: Dialect): string {
  const text = newline === null ? value : value.replaceAll('\n', newline);
  if (quote === null) return text;
  const needsQuotes = isQuotingAll || [delimiter, quote, '\n', '\r'].some((unit) => text.includes(unit));
  return needsQuotes ? `${quote}${text.replaceAll(quote, quote + quote)}${quote}` : text;
}

export const TEXT_ENCODINGS = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const C1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const C1_BYTES = [0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e];
const C1_MORE = Array.from({ length: 15 }, (_, i) => 0x91 + i).filter((byte) => byte !== 0x9d);

/** UTF-16 has a byte order mark. */
export function encode(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-8 with mark') return Buffer.from(`\ufeff${text}`, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  const bytes = [...C1_BYTES, ...C1_MORE];
  return Buffer.from(Array.from(text, (unit) => (C1.includes(unit) ? bytes[C1.indexOf(unit)]! : unit.charCodeAt(0))));
}

/** `columns` become tags. The first column is the document's id. */
export function writeEdrm({ columns, rows }: Table, isTagValueAnElement: boolean): string {
  const documents = rows.map(([id, ...values]) => {
    const tags = values.map((value, i) => {
      if (value === '') return '';
      const name = `TagName="${escaped(columns[i + 1]!)}" TagDataType="Text"`;
      return isTagValueAnElement
        ? `<Tag ${name}><TagValue>${escaped(value)}</TagValue></Tag>`
        : `<Tag ${name} TagValue="${escaped(value)}"/>`;
    });
    return `<Document DocID="${escaped(id!)}" DocType="File">\n<Tags>${tags.join('\n')}</Tags>\n</Document>`;
  });
  return `<?xml version="1.0"?>\n<Root MajorVersion="1" MinorVersion="2">\n<Batch><Documents>\n${documents.join('\n')}\n</Documents></Batch></Root>\n`;
}

function escaped(text: string): string {
  return text.replace(/[<>&"\n\r\t]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
