/** The columns of one index by field name, for sorting, counting and collapsing. */
import { ColumnCache } from '../../engine/columns/column-cache.ts';
import { columnOf, LONG_VALUE_UNITS } from '../../engine/columns/column-rule.ts';
import { type ItemCoordinates, loadCoordinates } from '../../engine/columns/coordinate-column.ts';
import { loadNumberValues, type NumberValues } from '../../engine/columns/number-values.ts';
import { loadWholeValues, type WholeValues } from '../../engine/columns/values/whole-values.ts';
import type { NumberColumn } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { LoadedTree } from '../../engine/structure/tree-reader.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { clockOf, UTC } from '../../schema/zone-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { loadNaturalValues, type NaturalValues } from './natural-values.ts';

/** Shared by all indexes of the process. */
export const columnCache = new ColumnCache();

/** How values of a field compare. */
export type ColumnType = 'number' | 'date' | 'text';

/** Returns the type that a field and its aliases have in an index, or null if no document has them. */
export function columnTypeOf(index: IndexReader, field: string): ColumnType | null {
  let type: ColumnType | null = null;
  for (const name of aliasesOf(index.ownName(field))) {
    const header = index.fields.get(name);
    if (header === undefined) continue;
    if (header.type === 'number' || header.type === 'date') return header.type;
    type = 'text';
  }
  return type;
}

/** Returns one name for a field and its aliases. */
export function commonName(index: IndexReader, field: string): string {
  return aliasesOf(index.ownName(field))[0]!;
}

/**
 * Returns the whole values, or null if no document has the field. Throws AppError INVALID_REQUEST for a field that has no
 * column.
 */
export function* wholeValues(index: IndexReader, field: string): Generator<void, WholeValues | null> {
  const reason = refusalOf(index, field);
  if (reason !== null) throw new AppError('INVALID_REQUEST', reason);
  const column = index.valueColumns.get(columnOf(index.ownName(field))!);
  if (column === undefined) return null;
  return yield* columnCache.get(index, `values ${column.name}`, () =>
    loadWholeValues(index.columns, column, index.documentCount),
  );
}

/** Returns the natural order of the whole values of a field. */
export function* naturalValues(index: IndexReader, field: string, values: WholeValues): Generator<void, NaturalValues> {
  return yield* columnCache.get(index, `natural ${columnOf(index.ownName(field))}`, () => loadNaturalValues(values));
}

/** Returns the columns of numbers that exist for a field and its aliases. */
export function numberColumns(index: IndexReader, field: string): readonly NumberColumn[] {
  return aliasesOf(index.ownName(field)).flatMap((name) => index.fields.get(name)?.numbers ?? []);
}

/** Returns numbers or dates, or null if the field has none. */
export function* numberValues(index: IndexReader, field: string): Generator<void, NumberValues | null> {
  const columns = numberColumns(index, field);
  if (columns.length === 0) return null;
  return yield* columnCache.get(index, `numbers ${commonName(index, field)}`, () =>
    loadNumberValues(index.columns, columns, index.documentCount),
  );
}

/** Returns dates in a time zone, or null if the field has none. A bare date begins when its day begins there. */
export function* zonedDates(index: IndexReader, field: string, timeZone: string): Generator<void, NumberValues | null> {
  const columns = numberColumns(index, field);
  if (timeZone === UTC || columns.every(({ bare }) => bare === null)) return yield* numberValues(index, field);
  return yield* columnCache.get(index, `dates ${timeZone} ${commonName(index, field)}`, () =>
    zoned(index, columns, timeZone),
  );
}

function zoned(index: IndexReader, columns: readonly NumberColumn[], timeZone: string): Generator<void, NumberValues> {
  const clock = clockOf(timeZone);
  return loadNumberValues(index.columns, columns, index.documentCount, (local) => clock.momentOf(local));
}

/** Returns the tree of the items. */
export function* itemTree(index: IndexReader): Generator<void, LoadedTree> {
  return yield* columnCache.get(index, 'tree', () => index.tree.load());
}

/** Returns the coordinates of the items. */
export function* itemCoordinates(index: IndexReader): Generator<void, ItemCoordinates> {
  return yield* columnCache.get(index, 'coordinates', () => loadCoordinates(index.columns, index.header.coordinates));
}

/** Returns the dates of one field, without those of its aliases, in a time zone; null if the index has none. */
export function* datesOfField(
  index: IndexReader,
  name: string,
  timeZone: string,
): Generator<void, NumberValues | null> {
  const numbers = index.fields.get(name)?.numbers ?? null;
  if (numbers === null) return null;
  const zone = numbers.bare === null ? UTC : timeZone;
  return yield* columnCache.get(index, `dates alone ${zone} ${name}`, () =>
    zone === UTC ? loadNumberValues(index.columns, [numbers], index.documentCount) : zoned(index, [numbers], zone),
  );
}

/** Returns why whole values of a field cannot be counted in an index, or null if they can. */
export function refusalOf(index: IndexReader, field: string): string | null {
  const name = columnOf(index.ownName(field));
  const shown = JSON.stringify(field);
  if (name === null)
    return `The field ${shown} cannot be sorted, counted or collapsed by: it is the text, or a number, of each item.`;
  if ((index.valueColumns.get(name)?.refusal ?? null) === null) return null;
  return `The field ${shown} cannot be sorted or counted: too many of its values are longer than ${LONG_VALUE_UNITS} characters.`;
}
