/**
 * The store's LMDB environment: tables of bytes, transactions, and the only import of lmdb in this folder.
 *
 * Durability. The environment is opened without overlapping sync, and every change runs in `transactionSync` with its
 * default flags. LMDB then writes the changed pages, waits for fdatasync, writes the meta page through a descriptor
 * opened with O_DSYNC, and only then returns (seen with strace: writev, fdatasync, pwrite64 of the meta page, nothing
 * after). So a change whose call returned is on disk, and one that was cut short is not in the meta page at all.
 * lmdb's asynchronous transactions would keep the wait off the event loop, but one that fails (a full disk) leaves a
 * promise rejected that nobody can catch, which ends the process, and a failed start never settles. A change costs two
 * waits for the disk; `change-queue.ts` shares them among the changes that arrive together.
 *
 * Buffers: `get` returns a copy of the value, keys are copies too. Nothing here is laid over memory of the store.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Database, open, type RootDatabase } from 'lmdb';
import { AppError } from '../shared/errors.ts';
import { LOCK_FILE, writeLockFile } from '../shared/lock-file.ts';
import { checkEnvironmentFile } from './environment-check.ts';

/**
 * One table. Keys and values are bytes; keys sort as unsigned bytes. Values end with a checksum (CRC-32, u32le) over key
 * and value that `get` checks, except in the tables whose values carry their own: blocks, and the log with its hashes.
 */
export class Table {
  readonly #db: Database<Uint8Array, Uint8Array>;
  readonly #isSealed: boolean;

  constructor(db: Database<Uint8Array, Uint8Array>, isSealed: boolean) {
    this.#db = db;
    this.#isSealed = isSealed;
  }

  /** Throws DATA_DIR_UNUSABLE if the value is not what was put under this key. */
  get(key: Uint8Array): Uint8Array | undefined {
    const stored = this.#db.getBinary(key);
    if (stored === undefined || !this.#isSealed) return stored;
    const value = stored.subarray(0, -SEAL_BYTES);
    const isSound = stored.length > SEAL_BYTES && Buffer.compare(seal(key, value), stored.subarray(-SEAL_BYTES)) === 0;
    if (!isSound) throw damaged('an entry has a wrong checksum');
    return value;
  }

  /** The value of a key that `keys` listed. Throws as `get` does, and if the tree leads to the key but not back. */
  entry(key: Uint8Array): Uint8Array {
    const value = this.get(key);
    if (value === undefined) throw damaged('an entry is listed and cannot be found');
    return value;
  }

  /** Only inside `Environment.transact`. */
  put(key: Uint8Array, value: Uint8Array): void {
    this.#db.putSync(key, this.#isSealed ? Buffer.concat([value, seal(key, value)]) : value);
  }

  /** Only inside `Environment.transact`. */
  remove(key: Uint8Array): void {
    this.#db.removeSync(key);
  }

  /** The keys from `start` up to but not including `end`, of one moment: an array, so that the table may change. */
  keys(start?: Uint8Array, end?: Uint8Array): Uint8Array[] {
    const range = { ...(start && { start }), ...(end && { end }) };
    return [...this.#db.getKeys(range)];
  }

  /** The same keys one by one, for a pass that changes nothing. */
  *eachKey(start?: Uint8Array): Generator<Uint8Array> {
    const batch = 1000;
    let from = start;
    for (;;) {
      const keys = [...this.#db.getKeys({ ...(from && { start: from }), limit: batch })];
      yield* keys;
      const last = keys[batch - 1];
      if (last === undefined) return;
      from = Buffer.concat([last, Buffer.from([0])]);
    }
  }
}

export type TableName = 'meta' | 'names' | 'sources' | 'source-numbers' | 'sizes' | 'blocks' | 'log';
const TABLE_NAMES: readonly TableName[] = ['meta', 'names', 'sources', 'source-numbers', 'sizes', 'blocks', 'log'];
const SELF_CHECKED: ReadonlySet<TableName> = new Set(['blocks', 'log']);
const SEAL_BYTES = 4;

export interface EnvironmentOptions {
  /** For commands that look while a server may be running: nothing is created or changed. */
  readonly readOnly?: boolean;
}

export class Environment {
  readonly directory: string;
  readonly readOnly: boolean;
  readonly #root: RootDatabase<Uint8Array, Uint8Array>;
  readonly #tables: ReadonlyMap<TableName, Table>;

  private constructor(directory: string, readOnly: boolean, root: RootDatabase<Uint8Array, Uint8Array>) {
    this.directory = directory;
    this.readOnly = readOnly;
    this.#root = root;
    this.#tables = new Map(
      TABLE_NAMES.map((name) => [name, new Table(openTable(root, name), !SELF_CHECKED.has(name))]),
    );
  }

  /** Opens or creates the environment. Throws DATA_DIR_UNUSABLE if it is damaged, or the directory cannot be used. */
  static open(directory: string, options: EnvironmentOptions = {}): Environment {
    const readOnly = options.readOnly ?? false;
    let root: RootDatabase<Uint8Array, Uint8Array> | undefined;
    try {
      if (!readOnly) mkdirSync(directory, { recursive: true });
      checkEnvironmentFile(environmentFile(directory), { mayBeAbsent: !readOnly });
      if (!readOnly && !existsSync(join(directory, LOCK_FILE))) writeLockFile(directory);
      root = open<Uint8Array, Uint8Array>({
        path: directory,
        noSubdir: false,
        overlappingSync: false,
        readOnly,
        maxDbs: TABLE_NAMES.length,
        // Address space, not disk: the map grows beyond it when it must, which is rarer than from lmdb's 128 KiB.
        mapSize: 256 * 1024 * 1024,
        encoding: 'binary',
        keyEncoding: 'binary',
      });
      return new Environment(directory, readOnly, root);
    } catch (error) {
      root?.close().catch(() => {}); // the first failure is the one to tell
      throw unusable('cannot be opened', error);
    }
  }

  table(name: TableName): Table {
    return this.#tables.get(name)!;
  }

  /** Runs `action` in one transaction that is on disk when this returns. If `action` throws, nothing has changed. */
  transact<T>(action: () => T): T {
    if (this.readOnly) throw new AppError('DATA_DIR_UNUSABLE', 'The bookmarks were opened for reading only.');
    try {
      return this.#root.transactionSync(action);
    } catch (error) {
      throw unusable('cannot be changed, and nothing was: the disk may be full or failing', error);
    } finally {
      this.#root.resetReadTxn(); // reads that follow see the change
    }
  }

  /** Runs `action` inside a running transaction. If it throws, what it changed is undone, and only that. */
  attempt<T>(action: () => T): T {
    try {
      return this.#root.transactionSync(action);
    } catch (error) {
      const isOfLmdb = typeof (error as { code?: unknown }).code === 'number';
      throw isOfLmdb ? unusable('cannot be changed, and nothing was', error) : error;
    }
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}

export function environmentFile(directory: string): string {
  return join(directory, 'data.mdb');
}

/** True if the directory holds an environment. */
export function environmentExists(directory: string): boolean {
  return existsSync(environmentFile(directory));
}

/** The error of a reader that met damage. `finding` is a clause without an end. */
export function damaged(finding: string, cause?: unknown): AppError {
  return new AppError(
    'DATA_DIR_UNUSABLE',
    `The bookmark store is damaged: ${finding}. Run \`bookmarks verify\`, then put a backup in its place.`,
    { cause },
  );
}

function seal(key: Uint8Array, value: Uint8Array): Buffer {
  const bytes = Buffer.alloc(SEAL_BYTES);
  bytes.writeUInt32LE(crc32(value, crc32(key)));
  return bytes;
}

function openTable(root: RootDatabase<Uint8Array, Uint8Array>, name: TableName): Database<Uint8Array, Uint8Array> {
  const db = root.openDB<Uint8Array, Uint8Array>({ name, encoding: 'binary', keyEncoding: 'binary' });
  if (db === undefined) throw new Error(`table ${name} is missing`);
  return db;
}

/** An AppError stays what it is; a failure of the store becomes one, with the cause for the log. */
function unusable(finding: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('DATA_DIR_UNUSABLE', `The bookmarks in the data directory ${finding} (${reason}).`, { cause });
}
