/** Exports a set as one text: JSON Lines or CSV. */
import { askedMarks } from '../search/notes/item-note.ts';
import { CELL_UNITS_MAX } from '../shared/cells/spreadsheet-cells.ts';
import { CSV_HEADER, type CsvStyle, csvCell } from '../shared/cells/table-cells.ts';
import { propertyTitles, type TableColumns, withMarks } from './columns.ts';
import type { ExportSet, ExportSource, Pieces } from './export-set.ts';
import { rowPieces } from './set-rows.ts';

/** Writes a line per item, and a final line that marks completeness. `properties` is null for all properties. */
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
function jsonRows<T extends ExportSource>(set: ExportSet<T>, properties: readonly string[] | null): Pieces {
  return rowPieces(withMarks(set, askedMarks(properties)), { kind: 'json', properties });
}

/** Writes a table as CSV, with a byte order mark for spreadsheets. */
export async function* csvTable<T extends ExportSource>(
  set: ExportSet<T>,
  { columns, marks }: TableColumns,
  style: CsvStyle,
): Pieces {
  const own = [...CSV_HEADER, ...marks];
  const header = [...own, ...propertyTitles(columns, own)].map((title) => csvCell(title, style));
  const rows = rowPieces(withMarks(set, marks), { kind: 'csv', columns: columns.map(({ names }) => names), style });
  try {
    // Before anything is sent, an error can still be reported.
    const first = await rows.next();
    yield Buffer.from(`\ufeff${header.join(style.delimiter)}\r\n`);
    if (first.done !== true) yield first.value;
    yield* rows;
  } finally {
    await rows.return();
  }
}

/** Returns a text with the number of truncated cells. Null if there are none. */
export function cutCellsText(count: number): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'cell has' : 'cells have'} more than ${CELL_UNITS_MAX} characters: cut, with a mark at the end`;
}
