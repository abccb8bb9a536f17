/** An SQLite database as a page: each table with its first rows. Views and virtual tables are named, and never run. */
import { cellColumns, cellsOf } from '../../cases/sqlite/cell-columns.ts';
import type { Cell } from '../../cases/sqlite/database-request.ts';
import { Refusal } from '../../confined/confined-host.ts';
import { CELL_UNITS_SHOWN, TABLE_COLUMNS_SHOWN, TABLE_ROWS_SHOWN, TABLES_SHOWN } from './limits.ts';
import { type Database, withDatabase } from './memory-database.ts';
import type { PageWriter } from './page-writer.ts';

const MAGIC = 'SQLite format 3\0';
const WRITE_VERSION_AT = 18;
const READ_VERSION_AT = 19;
const ENCODING_AT = 56;
const WAL = 2;
const ROLLBACK = 1;
const UTF_16: readonly number[] = [2, 3];
const HEADER_BYTES = 100;

export function isDatabase(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, MAGIC.length) === MAGIC;
}

interface Listed {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

export function databasePage(bytes: Buffer, page: PageWriter): void {
  if (bytes.length < HEADER_BYTES) throw new Refusal('is a database that ends in its header');
  if (UTF_16.includes(bytes.readUInt32BE(ENCODING_AT))) {
    throw new Refusal('is a database with its text in UTF-16, which is not read');
  }
  if (bytes[READ_VERSION_AT] === WAL) {
    page.notice('The database is in WAL mode: changes that are only in the file beside it (-wal) are not shown.');
    // In this copy only: the library cannot share memory, which WAL mode needs.
    bytes[WRITE_VERSION_AT] = ROLLBACK;
    bytes[READ_VERSION_AT] = ROLLBACK;
  }
  try {
    withDatabase(bytes, (database) => tablesPage(database, page));
  } catch (error) {
    if (page.isEmpty) throw new Refusal(`is a database that is damaged (${(error as Error).message})`);
    page.notice(`The database is damaged (${(error as Error).message}). What comes before the damage is shown.`);
  }
}

function tablesPage(database: Database, page: PageWriter): void {
  const listed = listOf(database);
  const tables = listed.filter(({ type, sql }) => type === 'table' && !isVirtual(sql));
  if (tables.length > TABLES_SHOWN) {
    page.notice(`Only the first ${TABLES_SHOWN} of ${tables.length} tables are shown.`);
  }
  for (const { name } of tables.slice(0, TABLES_SHOWN)) {
    if (page.isFull) return;
    page.line('h2', name);
    tablePage(database, name, page);
  }
  const others = listed.filter(({ type, sql }) => type === 'view' || isVirtual(sql)).slice(0, TABLES_SHOWN);
  if (others.length === 0) return;
  page.line('h2', 'Views and virtual tables, which are not run');
  for (const { sql } of others) page.line('pre', sql.slice(0, CELL_UNITS_SHOWN));
}

function isVirtual(sql: string): boolean {
  return /^\s*CREATE\s+VIRTUAL\b/i.test(sql);
}

function listOf(database: Database): readonly Listed[] {
  const sql = `SELECT ${cellColumns(['type', 'name', 'sql'])} FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`;
  return rowsOf(database, sql).map(([type, name, text]) => ({
    type: cellText(type!),
    name: cellText(name!),
    sql: cellText(text!),
  }));
}

/** A table that cannot be read does not hide the others. */
function tablePage(database: Database, name: string, page: PageWriter): void {
  try {
    const from = quoted(name);
    const columns = rowsOf(database, `SELECT ${cellColumns(['name'])} FROM pragma_table_info(?)`, [name]).map(
      ([column]) => cellText(column!),
    );
    const shown = columns.slice(0, TABLE_COLUMNS_SHOWN);
    if (columns.length > shown.length) {
      page.notice(`Of the table "${name}" only the first ${shown.length} of ${columns.length} columns are shown.`);
    }
    const rows = rowsOf(
      database,
      `SELECT ${cellColumns(shown.map((column) => `t.${quoted(column)}`))} FROM ${from} AS t LIMIT ${TABLE_ROWS_SHOWN}`,
    );
    if (rows.length === TABLE_ROWS_SHOWN) {
      const total = Number(Object.values(database.get(`SELECT count(*) AS n FROM ${from}`) ?? {})[0]);
      if (total > rows.length) {
        page.notice(`Of the table "${name}" only the first ${rows.length} of ${total} rows are shown.`);
      }
    }
    page.open('table', { border: '1', cellspacing: '0', cellpadding: '3' });
    page.open('tr');
    for (const column of shown) page.line('th', column);
    page.close();
    for (const row of rows) {
      page.open('tr');
      for (const cell of row) page.line('td', cellText(cell).slice(0, CELL_UNITS_SHOWN));
      page.close();
    }
    page.close();
    if (rows.length === 0) page.line('p', 'This table has no rows.', { style: 'color:#5f6368' });
  } catch (error) {
    page.notice(`The table "${name}" cannot be read (${(error as Error).message}).`);
  }
}

function rowsOf(database: Database, sql: string, values: readonly string[] = []): Cell[][] {
  const statement = database.prepare(sql);
  try {
    const rows: Cell[][] = [];
    for (const row of statement.iterate([...values])) rows.push(cellsOf(Object.values(row)));
    return rows;
  } finally {
    statement.finalize();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return cell.text ?? `[${cell.fault}]`;
}
