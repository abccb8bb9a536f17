/** Rows of items, worked out from their records with JSON.stringify and string methods: what engines are compared with. */
import { aliasesOf } from '../../../src/schema/field-aliases.ts';
import { renderUtc } from '../../../src/schema/utc-dates.ts';
import type { IndexedItem } from '../../../src/search/item-store.ts';
import type { Rows, RowsRequest } from '../../../src/search/rows.ts';
import { AppError } from '../../../src/shared/errors.ts';

/** Few rows a part, so that there are several. */
const ROWS = 3;

export function naiveRows(
  { ids, form, label, bookmarks }: RowsRequest,
  recordOf: (id: number) => IndexedItem | null,
  isDate: (name: string) => boolean,
): Rows {
  const rows = [...ids.subarray(0, ROWS)].map((id, i) => {
    const item = recordOf(id);
    if (item === null) throw new AppError('CONFLICT', `no item ${id}`);
    const names = bookmarks?.lists[bookmarks.of[i]!] ?? [];
    const properties = item.properties.map(
      ([name, values]) => [name, values.map((value) => (isDate(name) ? renderUtc(value) : value))] as const,
    );
    return form.kind === 'json'
      ? jsonRow(label, item, properties, form.properties, names)
      : cells(label, item, new Map(properties), form, names);
  });
  const texts = rows.map((row) => Buffer.from(row));
  let end = 0;
  const ends = Uint32Array.from(texts, ({ length }) => (end += length));
  return { bytes: Buffer.concat(texts), ends, rest: null };
}

type Properties = readonly (readonly [string, readonly string[]])[];

function jsonRow(
  source: string,
  { id, parentId }: IndexedItem,
  properties: Properties,
  wanted: readonly string[] | null,
  bookmarks: readonly string[],
): string {
  const shown =
    wanted === null ? properties : properties.filter(([name]) => wanted.some((one) => aliasesOf(one).includes(name)));
  // Written by hand: an object would put names that are numbers first.
  const members = shown.map(([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`).join(',');
  const parent = parentId === null ? '' : `,"parentId":${parentId}`;
  return `{"source":${JSON.stringify(source)},"id":${id}${parent},"properties":{${members}},"bookmarks":${JSON.stringify(bookmarks)}}\n`;
}

function cells(
  source: string,
  { id, parentId }: IndexedItem,
  properties: ReadonlyMap<string, readonly string[]>,
  form: Exclude<RowsRequest['form'], { kind: 'json' }>,
  bookmarks: readonly string[],
): string {
  const values = form.columns.map((names) => names.flatMap((name) => properties.get(name) ?? []).join('; '));
  if (form.kind === 'dat') return values.map((value) => `\x14${datCell(value)}`).join('');
  const all = [source, String(id), parentId === null ? '' : String(parentId), bookmarks.join('; '), ...values];
  return `${all.map(csvCell).join(',')}\r\n`;
}

export function csvCell(value: string): string {
  const isNumber = value.length <= 40 && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  const safe = /^'*[=+\-@\t\r]/.test(value) && !isNumber ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function datCell(value: string): string {
  return `þ${value.replaceAll('þ', 'þþ').replace(/\r\n|\r|\n/g, '®')}þ`;
}
