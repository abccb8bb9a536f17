/** Rows of items, computed from their records with JSON.stringify and string methods. The reference for engines. */
import { aliasesOf } from '../../../src/schema/field-aliases.ts';
import { renderUtc } from '../../../src/schema/utc-dates.ts';
import type { IndexedItem } from '../../../src/search/item-store.ts';
import type { Rows, RowsRequest } from '../../../src/search/rows.ts';
import { AppError } from '../../../src/shared/errors.ts';

/** Few rows per part, so that there are several. */
const ROWS = 3;

export function naiveRows(
  { ids, form, label, bookmarks, notes, reviewed, hashsets }: RowsRequest,
  recordOf: (id: number) => IndexedItem | null,
  typeOf: (name: string) => string | undefined,
): Rows {
  const isDate = (name: string): boolean => typeOf(name) === 'date';
  const rows = [...ids.subarray(0, ROWS)].map((id, i) => {
    const item = recordOf(id);
    if (item === null) throw new AppError('CONFLICT', `no item ${id}`);
    const names = bookmarks?.lists[bookmarks.of[i]!] ?? [];
    const properties = item.properties.map(
      ([name, values]) => [name, values.map((value) => (isDate(name) ? renderUtc(value) : value))] as const,
    );
    const own = notes === null ? null : (notes.texts[notes.at.indexOf(i)] ?? '');
    const reviewers = reviewed === null ? null : reviewed.lists[reviewed.of[i]!]!;
    const sets = hashsets === null ? null : hashsets.lists[hashsets.of[i]!]!;
    return form.kind === 'json'
      ? jsonRow(label, item, properties, form.properties, [names, own, reviewers, sets])
      : cells({ source: label, item, properties: new Map(properties), typeOf }, form, [names, own, reviewers, sets]);
  });
  const texts = rows.map((row) => (typeof row === 'string' ? Buffer.from(row) : row));
  let end = 0;
  const ends = Uint32Array.from(texts, ({ length }) => (end += length));
  return { bytes: Buffer.concat(texts), ends, rest: null };
}

/** Bookmarks, notes, reviewers and hash sets of the item; null for no column. */
type Marks = readonly [
  bookmarks: readonly string[],
  notes: string | null,
  reviewed: readonly string[] | null,
  hashsets: readonly string[] | null,
];

type Properties = readonly (readonly [string, readonly string[]])[];

function jsonRow(
  source: string,
  { id, parentId }: IndexedItem,
  properties: Properties,
  wanted: readonly string[] | null,
  [bookmarks, notes, reviewed, hashsets]: Marks,
): string {
  const shown =
    wanted === null ? properties : properties.filter(([name]) => wanted.some((one) => aliasesOf(one).includes(name)));
  // Written explicitly, because an object would put numeric names first.
  const members = shown.map(([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`).join(',');
  const parent = parentId === null ? '' : `,"parentId":${parentId}`;
  return `{"source":${JSON.stringify(source)},"id":${id}${parent},"properties":{${members}},"bookmarks":${JSON.stringify(bookmarks)}${notes ? `,"notes":${notes}` : ''}${reviewed?.length ? `,"reviewed":${JSON.stringify(reviewed)}` : ''}${hashsets?.length ? `,"hashsets":${JSON.stringify(hashsets)}` : ''}}\n`;
}

interface NaiveRow {
  readonly source: string;
  readonly item: IndexedItem;
  readonly properties: ReadonlyMap<string, readonly string[]>;
  readonly typeOf: (name: string) => string | undefined;
}

function cells(
  { source, item: { id, parentId }, properties, typeOf }: NaiveRow,
  form: Exclude<RowsRequest['form'], { kind: 'json' }>,
  [bookmarks, notes, reviewed, hashsets]: Marks,
): string | Buffer {
  const marks = [notes, reviewed?.join('; ') ?? null, hashsets?.join('; ') ?? null];
  const noted = marks.flatMap((mark) => (mark === null ? [] : [mark]));
  const numbers = [0xffff_fffe, 0xffff_fffd, 0xffff_fffc].filter((_, i) => marks[i] !== null);
  const values = form.columns.map((names) => names.flatMap((name) => properties.get(name) ?? []).join('; '));
  if (form.kind === 'dat') return [...noted, ...values].map((value) => `\x14${datCell(value)}`).join('');
  if (form.kind === 'survey') return survey([bookmarks.join('; '), ...noted, ...values], form.isGuarded, numbers);
  const all = [
    source,
    String(id),
    parentId === null ? '' : String(parentId),
    bookmarks.join('; '),
    ...noted,
    ...values,
  ];
  if (form.kind === 'xlsx') {
    const typed = form.columns.map((names) => {
      const found = names.flatMap((name) =>
        (properties.get(name) ?? []).map((value) => [value, typeOf(name)] as const),
      );
      return found.length === 1 ? xlsxCell(...found[0]!) : xlsxCell(found.map(([value]) => value).join('; '), 'text');
    });
    const before = [xlsxCell(source, 'text'), xlsxCell(String(id), 'number')];
    before.push(
      parentId === null ? '<c/>' : xlsxCell(String(parentId), 'number'),
      xlsxCell(bookmarks.join('; '), 'text'),
    );
    return `<row>${[...before, ...noted.map((text) => xlsxCell(text, 'text')), ...typed].join('')}`;
  }
  const { delimiter, isForSpreadsheets } = form.style;
  const cell = (value: string): string => (isForSpreadsheets ? excelCell : csvCell)(value, delimiter);
  return `${all.map(cell).join(delimiter)}\r\n`;
}

function xlsxCell(value: string, type: string | undefined): string {
  if (value === '') return '<c/>';
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,2})?$/i.test(value);
  const digits = value
    .split(/e/i)[0]!
    .replace(/^[-0.]+/, '')
    .replace('.', '');
  if (type === 'number' && isNumber && digits.length <= 15) return `<c><v>${value}</v></c>`;
  const date = /^(\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d)(:(\d\d)(\.\d+)?)?Z)?$/.exec(value);
  if (type === 'date' && date !== null) {
    const [year, month, day, hour = 0, minute = 0, second = 0, fraction = 0] = [1, 2, 3, 5, 6, 8, 9].map((i) =>
      Number(date[i] ?? 0),
    );
    const days =
      (Date.UTC(year!, month! - 1, day!, hour, minute, second) - Date.UTC(1899, 11, 30) + fraction * 1000) / 86_400_000;
    const isThere =
      new Date(Date.UTC(year!, month! - 1, day!)).getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
    const style = date[4] === undefined ? 1 : date[9] === undefined ? 2 : 3;
    if (isThere && year! >= 1900 && days >= 61) return `<c s="${style}"><v>${days}</v></c>`;
  }
  let text = '';
  for (const unit of value.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')) {
    const code = unit.codePointAt(0)!;
    const isOdd = (code < 32 && unit !== '\t' && unit !== '\n') || code === 0xfffe || code === 0xffff;
    const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }[unit] ?? unit;
    text += isOdd ? `_x${code.toString(16).padStart(4, '0').toUpperCase()}_` : named;
  }
  const space = text.trim() === text ? '' : ' xml:space="preserve"';
  return `<c t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

function survey(values: readonly string[], isGuarded: boolean, numbers: readonly number[]): Buffer {
  const cells = values.map((value, i) => {
    const guard = isGuarded && /^'*[=+\-@\t\r]/.test(value) ? 1 : 0;
    const column = [0xffff_ffff, ...numbers][i] ?? i - 1 - numbers.length;
    return value === '' ? [] : [column, value.length + guard];
  });
  return Buffer.from(Uint32Array.from(cells.flat()).buffer);
}

export function csvCell(value: string, delimiter = ','): string {
  const isNumber = value.length <= 40 && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  return quoted(/^'*[=+\-@\t\r]/.test(value) && !isNumber ? `'${value}` : value, delimiter);
}

/**
 * Returns a cell that a spreadsheet does not replace. The values that it would replace are numbers, and words with numbers next
 * to at most one of them.
 */
function excelCell(value: string, delimiter: string): string {
  const parts = value.split(/\p{L}[\p{L}\p{M}]*/u);
  const isCounted =
    /\p{Nd}/u.test(value) && parts.every((part) => /^[\p{M}\p{Nd}\p{Zs}\p{Sc}\t.,:/\\\-+()%'’]*$/u.test(part));
  const isKept = value === '0' || (/^-?[1-9][0-9]*$/.test(value) && value.replace('-', '').length <= 15);
  const words = value.split(/[\p{Zs}\t,]+/u);
  const isApart = value.length <= 60 && words.every((word) => !(/\p{L}/u.test(word) && /\p{Nd}/u.test(word)));
  const isReplaced = value.length <= 255 && !isKept && isCounted && (parts.length <= 2 || isApart);
  if (isReplaced || ['true', 'false'].includes(value.toLowerCase())) return quoted(`="${value}"`, delimiter);
  if (value.length >= 32_767) throw new Error('the twin has no long cells');
  return csvCell(value, delimiter);
}

function quoted(value: string, delimiter: string): string {
  const mustBe = (delimiter === ',' ? ['"', ',', '\r', '\n'] : ['"', ',', ';', delimiter, '\r', '\n']).some((one) =>
    value.includes(one),
  );
  return mustBe ? `"${value.replaceAll('"', '""')}"` : value;
}

export function datCell(value: string): string {
  return `þ${value.replaceAll('þ', 'þþ').replace(/\r\n|\r|\n/g, '®')}þ`;
}
