/**
 * The rows of the next commit, computed in slices before its transaction. Later computations see these rows, but readers do
 * not. So the transaction is short, however many members change.
 */
import type { CountedTable, StoreFile } from './store-file.ts';

/** Access to rows: pending ones, or those of a transaction. */
export type RowAccess = Pick<StoreFile, 'get' | 'put' | 'remove'>;

interface Row {
  readonly table: CountedTable;
  readonly key: Buffer;
  readonly value: Uint8Array | null;
}

export class PendingRows implements RowAccess {
  readonly #file: StoreFile;
  readonly #rows = new Map<string, Row>();

  constructor(file: StoreFile) {
    this.#file = file;
  }

  get(table: CountedTable, key: Buffer): Buffer | undefined {
    const row = this.#rows.get(nameOf(table, key));
    if (row === undefined) return this.#file.get(table, key);
    return row.value === null ? undefined : Buffer.from(row.value);
  }

  put(table: CountedTable, key: Buffer, value: Uint8Array): void {
    this.#rows.set(nameOf(table, key), { table, key, value });
  }

  remove(table: CountedTable, key: Buffer): void {
    this.#rows.set(nameOf(table, key), { table, key, value: null });
  }

  /** Inside a transaction. The stored state must be the one that the computation started from. */
  write(): void {
    for (const { table, key, value } of this.#rows.values()) {
      if (value === null) this.#file.remove(table, key);
      else this.#file.put(table, key, value);
    }
  }
}

function nameOf(table: CountedTable, key: Buffer): string {
  return `${table} ${key.toString('latin1')}`;
}
