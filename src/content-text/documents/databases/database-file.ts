/** An SQLite database of a case, with everything that a page and the rows of a table need: its tables, and cells as text. */
import { cellColumns, cellsOf } from '../../../cases/sqlite/cell-columns.ts';
import type { DatabaseCell } from '../../../cases/sqlite/database-request.ts';
import { Refusal } from '../../../confined/confined-host.ts';
import { type Database, withDatabase } from './memory-database.ts';

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

export interface Listed {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

export const WAL_NOTICE =
  'The database is in WAL mode: changes that are only in the file beside it (-wal) are not shown.';

export function isInWalMode(bytes: Buffer): boolean {
  return bytes[READ_VERSION_AT] === WAL;
}

/** `work` must not keep the database. Throws Refusal unless the bytes are a readable database. */
export function withReadable<T>(bytes: Buffer, work: (database: Database) => T): T {
  if (!isDatabase(bytes)) throw new Refusal('is not an SQLite database');
  if (bytes.length < HEADER_BYTES) throw new Refusal('is a database that ends in its header');
  if (UTF_16.includes(bytes.readUInt32BE(ENCODING_AT))) {
    throw new Refusal('is a database with its text in UTF-16, which is not read');
  }
  if (!isInWalMode(bytes)) return withDatabase(bytes, work);
  // The library cannot share memory, which WAL mode needs.
  const versions = Buffer.from(bytes.subarray(WRITE_VERSION_AT, READ_VERSION_AT + 1));
  bytes.fill(ROLLBACK, WRITE_VERSION_AT, READ_VERSION_AT + 1);
  try {
    return withDatabase(bytes, work);
  } finally {
    bytes.set(versions, WRITE_VERSION_AT);
  }
}

/** Whether it has rows of its own. Views and virtual tables would execute SQL from the database. */
export function isTable({ type, sql }: Listed): boolean {
  return type === 'table' && !/^\s*CREATE\s+VIRTUAL\b/i.test(sql);
}

export function tableListOf(database: Database): readonly Listed[] {
  const sql = `SELECT ${cellColumns(['type', 'name', 'sql'])} FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`;
  return rowsOfTable(database, sql).map(([type, name, text]) => ({
    type: cellText(type!),
    name: cellText(name!),
    sql: cellText(text!),
  }));
}

export function rowsOfTable(database: Database, sql: string, values: readonly string[] = []): DatabaseCell[][] {
  const statement = database.prepare(sql);
  try {
    const rows: DatabaseCell[][] = [];
    for (const row of statement.iterate([...values])) rows.push(cellsOf(Object.values(row)));
    return rows;
  } finally {
    statement.finalize();
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function cellText(cell: DatabaseCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return cell.text ?? `[${cell.fault}]`;
}
