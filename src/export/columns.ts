/** The columns of a table of a set: the requested ones, or one for each property with a value in it. */
import { aliasesOf } from '../schema/field-aliases.ts';
import { compareCodePoints } from '../search/code-point-order.ts';
import { askedMarks, MARKS, type Mark } from '../search/notes/item-note.ts';
import { BOOKMARKS_COLUMN, HASHSETS_COLUMN, NOTES_COLUMN, REVIEWED_COLUMN } from '../search/rows.ts';
import { CELL_UNITS_MAX } from '../shared/cells/spreadsheet-cells.ts';
import { AppError } from '../shared/errors.ts';
import type { ExportSet, ExportSource } from './export-set.ts';
import { rowPieces } from './set-rows.ts';

/** The limit of a spreadsheet. With more, the caller must choose columns. */
export const COLUMNS_MAX = 16_384;
/** Eight columns belong to the item itself. */
const XLSX_COLUMNS_MAX = COLUMNS_MAX - 8;

export interface ExportColumn {
  readonly title: string;
  /** The properties that the column shows. */
  readonly names: readonly string[];
}

export interface AskedColumns {
  /** Null: all. */
  readonly properties: readonly string[] | null;
  /** Whether columns without any value are left out. */
  readonly isFilledOnly: boolean;
  /**
   * The format whose maximum cell length truncates cells: `xlsx`, or `csv`, which also puts `'` before formulas. Null if cells
   * are not truncated.
   */
  readonly cut: 'csv' | 'xlsx' | null;
}

export interface TableColumns {
  /** Columns for notes, reviewers and hash sets. */
  readonly marks: readonly Mark[];
  readonly columns: readonly ExportColumn[];
  /** Truncated cells. */
  readonly cutCells: number;
}

/** Reads the complete set once if necessary. Throws AppError INVALID_REQUEST for too many columns. */
export async function columnsOf<T extends ExportSource>(
  given: ExportSet<T>,
  { properties, isFilledOnly, cut }: AskedColumns,
): Promise<TableColumns> {
  const set = withMarks(given, askedMarks(properties));
  const all = properties === null ? await everyColumn(set) : await askedOnly(set, properties);
  const most = cut === 'xlsx' ? XLSX_COLUMNS_MAX : COLUMNS_MAX;
  if (!isFilledOnly) refuseTooMany(all.length, most);
  const marks = MARKS.filter((mark) => set[mark] !== null);
  if (!isFilledOnly && cut === null) return { marks, columns: all, cutCells: 0 };
  const { isFilled, filledMarks, cutCells } = await survey(set, all, cut);
  const columns = isFilledOnly ? all.filter((_, i) => isFilled[i] === 1) : all;
  refuseTooMany(columns.length, most);
  return { marks: isFilledOnly ? marks.filter((mark) => filledMarks.has(mark)) : marks, columns, cutCells };
}

/** Makes titles unique: a property with the title of a fixed column, in any letter case, becomes `property:id`, like its field. */
export function propertyTitles(columns: readonly ExportColumn[], others: readonly string[]): readonly string[] {
  const taken = new RegExp(`^(?:property:)*(?:${others.join('|')})$`, 'i');
  return columns.map(({ title }) => (taken.test(title) ? `property:${title}` : title));
}

/** Returns the set with only these marks in its rows. */
export function withMarks<T extends ExportSource>(set: ExportSet<T>, marks: readonly Mark[]): ExportSet<T> {
  return {
    ...set,
    notes: marks.includes('notes') ? set.notes : null,
    reviewed: marks.includes('reviewed') ? set.reviewed : null,
    hashsets: marks.includes('hashsets') ? set.hashsets : null,
  };
}

/** `notes` means the notes, `reviewed` the reviewers, `hashsets` the hash sets, unless there is a property of that name. */
async function askedOnly<T extends ExportSource>(
  set: ExportSet<T>,
  properties: readonly string[],
): Promise<readonly ExportColumn[]> {
  const asked: readonly string[] = askedMarks(properties);
  const known = asked.length === 0 ? [] : await everyColumn(set);
  const isNone = (name: string): boolean => asked.includes(name) && known.every(({ title }) => title !== name);
  return properties.filter((name) => !isNone(name)).map(asAsked);
}

function asAsked(title: string): ExportColumn {
  return { title, names: aliasesOf(title) };
}

async function everyColumn<T extends ExportSource>({
  sources,
  items,
  signal,
}: ExportSet<T>): Promise<readonly ExportColumn[]> {
  const names = new Set<string>();
  for (const source of sources) for (const name of await items.propertyNames(source, signal)) names.add(name);
  return [...names].sort(compareCodePoints).map((title) => ({ title, names: [title] }));
}

async function survey<T extends ExportSource>(
  set: ExportSet<T>,
  columns: readonly ExportColumn[],
  cut: AskedColumns['cut'],
): Promise<{ readonly isFilled: Uint8Array; readonly filledMarks: ReadonlySet<Mark>; readonly cutCells: number }> {
  const isFilled = new Uint8Array(columns.length);
  let empty = columns.length;
  const filledMarks = new Set<Mark>();
  const wanted = MARKS.filter((mark) => set[mark] !== null).length;
  let cutCells = 0;
  const names = columns.map((column) => column.names);
  for await (const piece of rowPieces(set, { kind: 'survey', columns: names, isGuarded: cut === 'csv' })) {
    const cells = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < cells.byteLength; at += 8) {
      const column = cells.getUint32(at, true);
      if (column === NOTES_COLUMN) filledMarks.add('notes');
      else if (column === REVIEWED_COLUMN) filledMarks.add('reviewed');
      else if (column === HASHSETS_COLUMN) filledMarks.add('hashsets');
      else if (column !== BOOKMARKS_COLUMN && isFilled[column] === 0) {
        isFilled[column] = 1;
        empty--;
      }
      if (cut !== null && cells.getUint32(at + 4, true) > CELL_UNITS_MAX) cutCells++;
    }
    if (cut === null && empty === 0 && filledMarks.size === wanted) break;
  }
  return { isFilled, filledMarks, cutCells };
}

function refuseTooMany(count: number, most: number): void {
  if (count <= most) return;
  throw new AppError(
    'INVALID_REQUEST',
    `There are ${count} properties, and a table has at most ${most} columns. Name those that you need in "properties".`,
  );
}
