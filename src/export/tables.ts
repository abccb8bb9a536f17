/** Exports that are one text: lines of JSON, CSV. */
import { aliasesOf } from '../schema/field-aliases.ts';
import { AppError } from '../shared/errors.ts';
import { csvCell } from '../shared/table-cells.ts';
import type { ExportSet, ExportSource, Pieces } from './export-set.ts';
import { rowPieces } from './set-rows.ts';

/** As many as a spreadsheet has; with more, somebody must say which. */
export const COLUMNS_MAX = 16_384;

const BEFORE = ['source', 'id', 'parentId', 'bookmarks'];

export interface Column {
  readonly title: string;
  /** The properties that it shows. */
  readonly names: readonly string[];
}

/** A line an item, and one that says that these were all. `properties`: null for all. */
export async function* jsonLines<T extends ExportSource>(
  set: ExportSet<T>,
  properties: readonly string[] | null,
): Pieces {
  yield* jsonRows(set, properties);
  const { total, missing, certificate, hints } = set;
  const isComplete = missing.length === 0;
  const end = {
    done: true,
    items: total,
    complete: isComplete,
    ...(!isComplete && { incomplete: missing }),
    ...(hints.length > 0 && { hints }),
    ...(certificate !== null && { certificate }),
  };
  yield Buffer.from(`${JSON.stringify(end)}\n`);
}

/** Only the items. */
export function jsonRows<T extends ExportSource>(set: ExportSet<T>, properties: readonly string[] | null): Pieces {
  return rowPieces(set, { kind: 'json', properties });
}

/** With a byte order mark, for spreadsheets. */
export async function* csvTable<T extends ExportSource>(set: ExportSet<T>, columns: readonly Column[]): Pieces {
  const header = [...BEFORE, ...propertyTitles(columns, BEFORE)].map(csvCell);
  const rows = rowPieces(set, { kind: 'csv', columns: columns.map(({ names }) => names) });
  try {
    // Before anything is sent, a fault can still be named.
    const first = await rows.next();
    yield Buffer.from(`\ufeff${header.join(',')}\r\n`);
    if (first.done !== true) yield first.value;
    yield* rows;
  } finally {
    await rows.return();
  }
}

/** No property has the title of a column that a table has anyway, in letters of any case: `property:id`, as fields are called. */
export function propertyTitles(columns: readonly Column[], others: readonly string[]): readonly string[] {
  const taken = new RegExp(`^(?:property:)*(?:${others.join('|')})$`, 'i');
  return columns.map(({ title }) => (taken.test(title) ? `property:${title}` : title));
}

/** The columns that are asked for, or one for each property, by name. Throws AppError INVALID_REQUEST for too many. */
export async function columnsOf<T extends ExportSource>(
  { sources, items, signal }: Pick<ExportSet<T>, 'sources' | 'items' | 'signal'>,
  properties: readonly string[] | null,
): Promise<readonly Column[]> {
  if (properties !== null) {
    refuseTooMany(properties.length);
    return properties.map((title) => ({ title, names: aliasesOf(title) }));
  }
  const names = new Set<string>();
  for (const source of sources) for (const name of await items.propertyNames(source, signal)) names.add(name);
  refuseTooMany(names.size);
  return [...names].sort(byCodePoint).map((title) => ({ title, names: [title] }));
}

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function refuseTooMany(count: number): void {
  if (count <= COLUMNS_MAX) return;
  throw new AppError(
    'INVALID_REQUEST',
    `There are ${count} properties, and a table has at most ${COLUMNS_MAX} columns. Name those that you need in "properties".`,
  );
}
