/**
 * Reads the hashes of an NSRL RDS of version 3 or later, a SQLite database. It is read in a confined process, as the databases of
 * cases are.
 */
import { basename, dirname } from 'node:path';
import { CaseDatabases } from '../cases/sqlite/case-databases.ts';
import { AppError } from '../shared/errors.ts';

/** Rows of one answer. */
const ROWS = 50_000;
/** Tables with all files, the most likely first. FILE is a view of METADATA in a full RDS, and a table in a minimal one. */
const TABLES = ['METADATA', 'FILE'];

/** Yields lines `hash,hash,…`, one for each row, in byte pieces that end with a line. `path` is absolute. */
export async function* rdsLines(path: string): AsyncGenerator<Uint8Array, void> {
  const databases = new CaseDatabases({ caseRealPath: dirname(path), evidenceRoots: [] });
  const file = basename(path);
  const { table, columns } = await hashTable(databases, file);
  const cells = columns.map((name) => `coalesce(${quoted(name)}, '')`).join(` || ',' || `);
  const row = `SELECT ${cells} || ',' || rowid AS line FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS}`;
  yield Buffer.from(`${columns.map(titleOf).join(',')},row\n`);
  for (let after = 0; ; ) {
    const sql = `SELECT group_concat(line, char(10)) || char(10) FROM (${row})`;
    const value = await databases.value({ file, sql, values: [after] }, { isGzip: false, md5: null });
    if (value === null) return;
    const bytes = Buffer.alloc(value.bytes);
    await value.read(bytes, 0);
    await value.close();
    yield bytes;
    after = Number(bytes.toString('latin1', bytes.lastIndexOf(','.charCodeAt(0)) + 1, bytes.length - 1));
  }
}

/** Throws AppError USAGE if no table has hashes. */
async function hashTable(
  databases: CaseDatabases,
  file: string,
): Promise<{ readonly table: string; readonly columns: readonly string[] }> {
  const sql =
    "FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' AND lower(c.name) IN ('md5', 'sha1', 'sha256') LIMIT 100";
  const rows = await databases.rows({ file, columns: ['m.name', 'c.name'], sql, values: [] });
  const names = rows.map(([table]) => String(table));
  const table = TABLES.find((name) => names.includes(name)) ?? names[0];
  if (table === undefined) throw new AppError('USAGE', 'has no table with the columns md5, sha1 or sha256');
  return { table, columns: rows.filter(([name]) => name === table).map(([, column]) => String(column)) };
}

function titleOf(column: string): string {
  return column.toLowerCase();
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
