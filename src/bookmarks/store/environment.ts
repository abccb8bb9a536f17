/**
 * An LMDB environment with tables of bytes. This is the only import of lmdb in this folder, and only the store process runs it.
 * LMDB maps its file into memory, and a truncated file ends its reader with a signal.
 *
 * Durability: without overlapping sync, `transactionSync` writes the changed pages, waits for the disk, writes a meta page and
 * waits again before it returns. So a transaction is on disk once the call has returned, and an interrupted one leaves no
 * trace.
 *
 * A value ends with a checksum (CRC-32, u32le) over key and value.
 */
import { crc32 } from 'node:zlib';
import { type Database, open, type RootDatabase, type Transaction } from 'lmdb';
import { DamagedStoreError } from '../store-errors.ts';

/** Address space, not disk. */
const MAP_BYTES = 2 ** 40;
const SEAL_BYTES = 4;

type Bytes = Database<Buffer, Buffer>;

export interface StoreRow {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly seal: number;
}

export interface EnvironmentOptions {
  readonly readOnly?: boolean;
  /** A new file, not renamed into place yet. The caller flushes it. */
  readonly isNew?: boolean;
}

export class Environment<T extends string> {
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #tables: ReadonlyMap<T, Bytes | undefined>;

  /** Throws errors of LMDB. In a new environment, creates the tables. Otherwise a missing table counts as empty. */
  constructor(directory: string, names: readonly T[], { readOnly = false, isNew = false }: EnvironmentOptions = {}) {
    const format = { encoding: 'binary', keyEncoding: 'binary' } as const;
    this.#root = open<Buffer, Buffer>({
      ...format,
      path: directory,
      noSubdir: false,
      overlappingSync: false,
      readOnly,
      noSync: isNew,
      maxDbs: names.length,
      mapSize: MAP_BYTES,
    });
    // A missing table in a file with data is damage, and is not created.
    const table = { ...format, create: isNew };
    this.#tables = new Map(
      names.map((name) => [name, this.#root.openDB<Buffer, Buffer>({ ...table, name }) as Bytes | undefined]),
    );
    if (!readOnly) this.#root.readerCheck();
  }

  /** Reads within the current transaction, or else the state after the last one. Throws DamagedStoreError. */
  get(table: T, key: Buffer): StoreRow | undefined {
    return found(key, this.#tables.get(table)?.getBinary(key));
  }

  /** Inside a transaction. Returns the checksum. */
  put(table: T, key: Buffer, value: Uint8Array): number {
    const sealed = Buffer.allocUnsafe(value.length + SEAL_BYTES);
    sealed.set(value);
    const seal = sealOf(key, value);
    sealed.writeUInt32LE(seal, value.length);
    this.#tables.get(table)!.putSync(key, sealed);
    return seal;
  }

  /** Inside a transaction. */
  remove(table: T, key: Buffer): void {
    this.#tables.get(table)!.removeSync(key);
  }

  /** Runs `action` in one transaction, which is on disk on return. If `action` or the disk throws, nothing has changed. */
  transact<R>(action: () => R): R {
    try {
      return this.#root.transactionSync(action);
    } finally {
      this.#root.resetReadTxn(); // Later reads see the change.
    }
  }

  /** A consistent view, unaffected by later changes. */
  snapshot(): Snapshot<T> {
    return new Snapshot(this.#tables, this.#root.useReadTransaction());
  }

  async close(): Promise<void> {
    await this.#root.close();
  }
}

export class Snapshot<T extends string> {
  readonly #tables: ReadonlyMap<T, Bytes | undefined>;
  readonly #transaction: Transaction;

  constructor(tables: ReadonlyMap<T, Bytes | undefined>, transaction: Transaction) {
    this.#tables = tables;
    this.#transaction = transaction;
  }

  /** Throws DamagedStoreError. */
  get(table: T, key: Buffer): Buffer | undefined {
    return found(key, this.#tables.get(table)?.get(key, { transaction: this.#transaction }))?.value;
  }

  /** Every row, in the order of the keys. Throws DamagedStoreError. */
  *rows(table: T): Generator<StoreRow> {
    for (const [key, stored] of this.unsealedRows(table)) yield checked(key, stored);
  }

  /** For tables whose values have no checksum of this kind. */
  *unsealedRows(table: T): Generator<readonly [key: Buffer, stored: Buffer]> {
    const rows = this.#tables.get(table)?.getRange({ transaction: this.#transaction }) ?? [];
    for (const { key, value } of rows) yield [key, value];
  }

  done(): void {
    this.#transaction.done();
  }
}

function found(key: Buffer, stored: Buffer | undefined): StoreRow | undefined {
  return stored === undefined ? undefined : checked(key, stored);
}

function checked(key: Buffer, stored: Buffer): StoreRow {
  const end = stored.length - SEAL_BYTES;
  const value = stored.subarray(0, Math.max(end, 0));
  const seal = sealOf(key, value);
  if (end < 0 || stored.readUInt32LE(end) !== seal) throw new DamagedStoreError('an entry has a wrong checksum');
  return { key, value, seal };
}

function sealOf(key: Uint8Array, value: Uint8Array): number {
  return crc32(value, crc32(key));
}
