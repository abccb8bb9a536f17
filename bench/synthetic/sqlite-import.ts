/** Measures the cost of a table in SQLite: `.import`, and FTS5 over all of its columns. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeCommand } from './processor-time.ts';

/** Returns processor seconds, in words, or a note that sqlite3 is missing. */
export function importWithSqlite(file: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'case-access-sqlite-'));
  try {
    const header = readFileSync(file).subarray(0, 4096).toString('utf8').split('\n', 1)[0]!;
    const columns = header.split(',').map((_, i) => `c${i}`);
    const script = [
      ...['PRAGMA journal_mode = OFF;', 'PRAGMA synchronous = OFF;', `CREATE TABLE t(${columns.join(', ')});`],
      `.import --csv --skip 1 "${file}" t`,
      `CREATE VIRTUAL TABLE f USING fts5(${columns.join(', ')}, content='t');`,
      `INSERT INTO f(rowid, ${columns.join(', ')}) SELECT rowid, ${columns.join(', ')} FROM t;`,
      'SELECT count(*) FROM t;',
    ];
    writeFileSync(join(dir, 'script.sql'), `${script.join('\n')}\n`);
    const command = `sqlite3 ${join(dir, 'peer.db')} < ${join(dir, 'script.sql')}`;
    const { stdout, stderr, processorSeconds } = timeCommand(command);
    if (stderr !== '') return `sqlite3 did not import it: ${stderr.trim()}`;
    const rows = stdout.split('\n').find((line) => /^\d+$/.test(line));
    return `sqlite3, .import and FTS5 of ${columns.length} columns: ${processorSeconds.toFixed(1)} s of processor time, ${rows} rows`;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
