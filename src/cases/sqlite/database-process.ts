/** Entry point of a process that reads SQLite databases. Hostile input can harm only this process. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import sqlite from 'node-sqlite3-wasm';
import { Refusal, serveConfined } from '../../confined/confined-host.ts';
import { AppError } from '../../shared/errors.ts';
import { EvidenceFiles } from '../evidence/evidence-files.ts';
import { cellColumns, cellsOf, IS_TEXT_FUNCTION, isText } from './cell-columns.ts';
import { type ComputedParts, computedParts } from './computed-parts.ts';
import type { DatabaseRequest, DatabaseRow, RowsWanted, ValueAnswer, ValueWanted } from './database-request.ts';
import { confineFileSystem, forgetDescriptor, nameOfDescriptor } from './descriptor-file-system.ts';
import { KEPT_BYTES_MAX, NUMBERS_MAX, OPEN_DATABASES_MAX, ROWS_MAX, VALUE_BYTES_MAX } from './limits.ts';

type Database = InstanceType<typeof sqlite.Database>;

interface OpenDatabase {
  readonly database: Database;
  readonly handle: FileHandle;
  readonly computed: ComputedParts;
}

/**
 * Constants of the header of a database: its first bytes, the offsets of the read version and of the encoding of texts, and the
 * values for UTF-16.
 */
const MAGIC = 'SQLite format 3\0';
const READ_VERSION_AT = 19;
const READ_VERSION_OF_WAL = 2;
const ENCODING_AT = 56;
const UTF_16: readonly number[] = [2, 3];
/** The beginning of a journal while the database lacks changes, or has changes that must be rolled back. */
const JOURNAL_MAGIC = Buffer.from('d9d505f920a163d7', 'hex');

/** Least recently used first. */
const opened = new Map<string, OpenDatabase>();
const kept = new Map<string, Buffer>();

confineFileSystem();
serveConfined<DatabaseRequest>(async ([request]) => answerTo(request!));

async function answerTo(request: DatabaseRequest): Promise<unknown> {
  const { database, computed } = await openDatabase(request);
  const { want, sql } = request;
  try {
    computed.refuse(typeof want === 'object' && 'columns' in want ? `${want.before} ${sql}` : sql);
    if (want === 'numbers') return numbersOf(database, request);
    return 'columns' in want ? rowsOf(database, request, want) : pieceOf(database, request, want);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`is damaged (${(error as Error).message})`);
  }
}

function rowsOf(database: Database, request: DatabaseRequest, wanted: RowsWanted): readonly DatabaseRow[] {
  const sql = `${wanted.before} SELECT ${cellColumns(wanted.columns)} ${request.sql}`;
  const rows: DatabaseRow[] = [];
  for (const row of eachRow(database, sql, request.values)) {
    if (rows.length === ROWS_MAX) throw new Refusal(`has more than ${ROWS_MAX} rows where few were expected`);
    rows.push(cellsOf(row));
  }
  return rows;
}

function numbersOf(database: Database, { sql, values }: DatabaseRequest): Float64Array {
  const numbers: number[] = [];
  for (const row of eachRow(database, sql, values)) {
    if (numbers.length >= NUMBERS_MAX) throw new Refusal(`has more than ${NUMBERS_MAX} numbers for one object`);
    for (const value of row) numbers.push(value === null ? Number.NaN : Number(value));
  }
  return Float64Array.from(numbers);
}

function* eachRow(database: Database, sql: string, values: DatabaseRequest['values']): Generator<readonly unknown[]> {
  const statement = database.prepare(sql);
  try {
    for (const row of statement.iterate([...values])) yield Object.values(row);
  } finally {
    statement.finalize();
  }
}

function pieceOf(database: Database, request: DatabaseRequest, wanted: ValueWanted): ValueAnswer {
  const key = JSON.stringify([keyOf(request), request.sql, request.values, wanted.isGzip]);
  const value = kept.get(key) ?? storedValue(database, request, wanted);
  if (value === null) return null;
  keepValue(key, value);
  return { bytes: value.length, piece: value.subarray(wanted.start, wanted.end) };
}

function storedValue(database: Database, { sql, values }: DatabaseRequest, wanted: ValueWanted): Buffer | null {
  // Fetches bytes, because the library ends a string at its first NUL.
  const whole = `WITH stored(value) AS (${sql}) SELECT typeof(value) AS type, CAST(value AS BLOB) AS bytes, length(CAST(value AS BLOB)) AS count FROM stored`;
  const stored = database.get(whole, [...values]) as { type: string; bytes: Uint8Array | null; count: number } | null;
  if (stored === null || stored.bytes === null) return null;
  const { bytes } = stored;
  if (stored.type !== 'text' && stored.type !== 'blob') throw new Refusal('is damaged (a value is not of its type)');
  if (bytes.length !== stored.count) throw new Refusal('is damaged (a value is not of its length)');
  const content = wanted.isGzip ? decompress(bytes) : Buffer.from(bytes);
  if (wanted.md5 !== null && createHash('md5').update(content).digest('hex').toUpperCase() !== wanted.md5) {
    throw new Refusal('is damaged (a value does not match its MD5)');
  }
  return content;
}

function decompress(bytes: Uint8Array): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: VALUE_BYTES_MAX });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new Refusal(`has a value of more than ${VALUE_BYTES_MAX} bytes`);
    }
    throw new Refusal(`is damaged (the gzip data of a value: ${(error as Error).message})`);
  }
}

function keepValue(key: string, value: Buffer): void {
  kept.delete(key);
  kept.set(key, value);
  let bytes = 0;
  for (const buffer of kept.values()) bytes += buffer.length;
  for (const [oldest, { length }] of kept) {
    if (bytes <= KEPT_BYTES_MAX) break;
    kept.delete(oldest);
    bytes -= length;
  }
}

async function openDatabase(request: DatabaseRequest): Promise<OpenDatabase> {
  const key = keyOf(request);
  const known = opened.get(key);
  if (known !== undefined) {
    opened.delete(key);
    opened.set(key, known);
    return known;
  }
  const files = new EvidenceFiles(request.scope);
  const { handle } = await files.open(request.file).catch((error: unknown) => {
    throw error instanceof AppError ? new Refusal(`cannot be opened: ${error.message}`) : error;
  });
  try {
    await refuseUnread(handle);
    await refuseUnwritten(files, request.file);
    const database = new sqlite.Database(nameOfDescriptor(handle.fd), { readOnly: true });
    database.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    database.function(IS_TEXT_FUNCTION, isText, { deterministic: true });
    opened.set(key, { database, handle, computed: computedParts((sql) => database.all(sql)) });
  } catch (error) {
    forgetDescriptor(handle.fd);
    await handle.close();
    if (error instanceof Refusal) throw error;
    throw new Refusal(`is damaged (${(error as Error).message})`);
  }
  for (const [oldest, { database, handle }] of opened) {
    if (opened.size <= OPEN_DATABASES_MAX) break;
    opened.delete(oldest);
    database.close();
    forgetDescriptor(handle.fd);
    await handle.close();
  }
  return opened.get(key)!;
}

/**
 * The library is built without UTF-16 and cannot share memory. Without this check, it would report such a database as damaged.
 */
async function refuseUnread(handle: FileHandle): Promise<void> {
  const header = Buffer.alloc(ENCODING_AT + 4);
  await handle.read(header, 0, header.length, 0);
  if (!header.toString('latin1').startsWith(MAGIC)) return;
  if (UTF_16.includes(header.readUInt32BE(ENCODING_AT))) {
    throw new Refusal('has its text in UTF-16, which is not read: make a copy of the case with its text in UTF-8');
  }
  if (header[READ_VERSION_AT] === READ_VERSION_OF_WAL) {
    throw new Refusal(
      'is in WAL mode, which is not read: make a copy of the case, and run PRAGMA journal_mode = DELETE in it',
    );
  }
}

/** Refuses a database with a journal, as a crashed program leaves it, because the database alone is then inconsistent. */
async function refuseUnwritten(files: EvidenceFiles, file: string): Promise<void> {
  const journal = await files.open(`${file}-journal`).catch(() => null);
  if (journal === null) return;
  const first = Buffer.alloc(JOURNAL_MAGIC.length);
  await journal.handle.read(first, 0, first.length, 0).finally(() => journal.handle.close());
  if (first.equals(JOURNAL_MAGIC)) {
    throw new Refusal(
      'was not closed: a journal beside it has changes. Open a copy of the case once in its program, or with sqlite3',
    );
  }
}

function keyOf({ scope, file }: DatabaseRequest): string {
  return JSON.stringify([scope.caseRealPath, file]);
}
