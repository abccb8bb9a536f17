/** An SQLite database as a page: each table with its first rows. Views and virtual tables are named, but never executed. */
import { cellColumns } from '../../../cases/sqlite/cell-columns.ts';
import { Refusal } from '../../../confined/confined-host.ts';
import { CELL_UNITS_SHOWN, TABLE_COLUMNS_SHOWN, TABLE_ROWS_SHOWN, TABLES_SHOWN } from '../limits.ts';
import type { PageWriter } from '../page-writer.ts';
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

export function databasePage(bytes: Buffer, page: PageWriter): void {
  if (isInWalMode(bytes)) page.notice(WAL_NOTICE);
  try {
    withReadable(bytes, (database) => tablesPage(database, page));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (page.isEmpty) throw new Refusal(`is a database that is damaged (${(error as Error).message})`);
    page.notice(`The database is damaged (${(error as Error).message}). The part before the damage is shown.`);
  }
}

function tablesPage(database: Database, page: PageWriter): void {
  const listed = tableListOf(database);
  const tables = listed.filter(isTable);
  if (tables.length > TABLES_SHOWN) {
    page.notice(`Only the first ${TABLES_SHOWN} of ${tables.length} tables are shown.`);
  }
  for (const { name } of tables.slice(0, TABLES_SHOWN)) {
    if (page.isFull) return;
    page.line('h2', name);
    tablePage(database, name, page);
  }
  const others = listed.filter((one) => !isTable(one)).slice(0, TABLES_SHOWN);
  if (others.length === 0) return;
  page.line('h2', 'Views and virtual tables, which are not run');
  for (const { sql } of others) page.line('pre', sql.slice(0, CELL_UNITS_SHOWN));
}

/** A table that cannot be read does not hide the others. */
function tablePage(database: Database, name: string, page: PageWriter): void {
  try {
    const from = quoted(name);
    const columns = rowsOfTable(database, `SELECT ${cellColumns(['name'])} FROM pragma_table_info(?)`, [name]).map(
      ([column]) => cellText(column!),
    );
    const shown = columns.slice(0, TABLE_COLUMNS_SHOWN);
    if (columns.length > shown.length) {
      page.notice(`Only the first ${shown.length} of ${columns.length} columns of the table "${name}" are shown.`);
    }
    const rows = rowsOfTable(
      database,
      `SELECT ${cellColumns(shown.map((column) => `t.${quoted(column)}`))} FROM ${from} AS t LIMIT ${TABLE_ROWS_SHOWN}`,
    );
    if (rows.length === TABLE_ROWS_SHOWN) {
      const total = Number(Object.values(database.get(`SELECT count(*) AS n FROM ${from}`) ?? {})[0]);
      if (total > rows.length) {
        page.notice(`Only the first ${rows.length} of ${total} rows of the table "${name}" are shown.`);
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
