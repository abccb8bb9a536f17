/** Reads one page of the rows of a table of an SQLite database, and the list of its tables. */
import { cellColumns } from '../../../cases/sqlite/cell-columns.ts';
import { Refusal } from '../../../confined/confined-host.ts';
import { CELL_UNITS_SHOWN, ROWS_UNITS_MAX, TABLE_COLUMNS_SHOWN, TABLES_SHOWN } from '../limits.ts';
import {
  cellText,
  isInWalMode,
  isTable,
  quoted,
  rowsOfTable,
  tableListOf,
  WAL_NOTICE,
  withReadable,
} from './database-file.ts';
import type { Database } from './memory-database.ts';

export interface AskedRows {
  /** Null means the first table. */
  readonly table: string | null;
  readonly offset: number;
  readonly limit: number;
}

export interface DatabaseRows {
  /** The first `TABLES_SHOWN` tables. `rows` is null if they cannot be counted. */
  readonly tables: readonly { readonly name: string; readonly rows: number | null }[];
  readonly tablesTotal: number;
  /** Null if the database has no table. */
  readonly table: string | null;
  readonly columns: readonly string[];
  readonly columnsTotal: number;
  readonly offset: number;
  /** In the order in which the database keeps them. Null stands for NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Null if these were the last ones. */
  readonly next: number | null;
  /** Whether every shown cell is complete. */
  readonly areCellsWhole: boolean;
  /** Sentences about the rows, not from the database. */
  readonly notices: readonly string[];
}

/** Number of rows of each table by its name, as counted before. Null if they cannot be counted. */
export type RowCounts = Map<string, number | null>;

/**
 * `counts` receives new counts, and its entries are trusted. Throws Refusal unless the bytes are a readable database with that
 * table.
 */
export function databaseRows(bytes: Buffer, asked: AskedRows, counts: RowCounts = new Map()): DatabaseRows {
  const notices = isInWalMode(bytes) ? [WAL_NOTICE] : [];
  try {
    return withReadable(bytes, (database) => pageOf(database, asked, notices, counts));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`is a database that is damaged (${(error as Error).message})`);
  }
}

function pageOf(
  database: Database,
  { table, offset, limit }: AskedRows,
  notices: string[],
  counts: RowCounts,
): DatabaseRows {
  const names = tableListOf(database)
    .filter(isTable)
    .map(({ name }) => name);
  if (table !== null && !names.includes(table)) throw new Refusal('is a database without a table of that name');
  const name = table ?? names[0] ?? null;
  const tables = names.slice(0, TABLES_SHOWN).map((one) => ({ name: one, rows: countOf(database, one, counts) }));
  const about = { tables, tablesTotal: names.length, table: name, offset };
  if (name === null) {
    return { ...about, columns: [], columnsTotal: 0, rows: [], next: null, areCellsWhole: true, notices };
  }
  const all = rowsOfTable(database, `SELECT ${cellColumns(['name'])} FROM pragma_table_info(?)`, [name]).map(
    ([column]) => cellText(column!),
  );
  const columns = all.slice(0, TABLE_COLUMNS_SHOWN);
  const cells = cellColumns(columns.map((column) => `t.${quoted(column)}`));
  const rows: (string | null)[][] = [];
  let areCellsWhole = true;
  let units = 0;
  if (columns.length > 0) {
    const found = rowsOfTable(database, `SELECT ${cells} FROM ${quoted(name)} AS t LIMIT ${limit} OFFSET ${offset}`);
    for (const row of found) {
      const shown = row.map((cell) => (cell === null ? null : cellText(cell)));
      const cut = shown.map((text) => text?.slice(0, CELL_UNITS_SHOWN) ?? null);
      units += cut.reduce((sum, text) => sum + (text?.length ?? 0), 0);
      if (units > ROWS_UNITS_MAX && rows.length > 0) break;
      areCellsWhole &&= shown.every((text, i) => text === cut[i]);
      rows.push(cut);
    }
  }
  const end = offset + rows.length;
  const listed = tables.find((one) => one.name === name);
  const total = listed === undefined ? countOf(database, name, counts) : listed.rows;
  const isMore = total === null ? rows.length === limit && limit > 0 : rows.length > 0 && end < total;
  return { ...about, columns, columnsTotal: all.length, rows, next: isMore ? end : null, areCellsWhole, notices };
}

function countOf(database: Database, name: string, counts: RowCounts): number | null {
  const known = counts.get(name);
  if (known !== undefined) return known;
  const count = counted(database, name);
  counts.set(name, count);
  return count;
}

function counted(database: Database, name: string): number | null {
  try {
    return Number(Object.values(database.get(`SELECT count(*) AS n FROM ${quoted(name)}`) ?? {})[0]);
  } catch {
    return null;
  }
}
