/**
 * The tables of the bookmark store, format 3. Keys are big-endian, values little-endian, and end with a checksum.
 *
 *     meta     `format` → u32be · `owner` → 16 bytes · `head` → count:u48 hash{32} base:u48 rows:u48 sum:u48
 *     records  sequence u48, from 1 → a log record (see ../record-format.ts)
 *     sets     set u32, source number u32, block u16 → a block (see ../block.ts): the current members
 *     names    set u32, name → 1 if the set has the name, 0 if it had it; set u32 alone → its description, as JSON
 *     sources  source number u32 → the source id as JSON text
 *     bases    set u32 → a set after record `base`, the last record without members
 *
 * `rows` and `sum` count all rows but those of meta, and add up their checksums (mod 2^48): they reveal missing and outdated
 * rows. `owner` is the process that may write: each process takes it over when it opens the file. The commits of a former owner
 * are refused, even one under way when its server was killed.
 */
import { randomBytes } from 'node:crypto';
import { HASH_BYTES } from '../record-format.ts';
import { DamagedStoreError } from '../store-errors.ts';
import { Environment, type EnvironmentOptions, type Snapshot } from './environment.ts';

export const FORMAT_VERSION = 3;
export const TABLES = ['meta', 'records', 'sets', 'names', 'sources', 'bases'] as const;
export type TableName = (typeof TABLES)[number];
export type CountedTable = Exclude<TableName, 'meta'>;

export interface StoredHead {
  readonly count: number;
  readonly hash: Buffer;
  readonly baseSequence: number;
  readonly rows: number;
  readonly sum: number;
}

/** The chain before or after a commit. */
export type Chain = Pick<StoredHead, 'count' | 'hash'>;

const FORMAT_KEY = Buffer.from('format');
const OWNER_KEY = Buffer.from('owner');
const HEAD_KEY = Buffer.from('head');
const OWNER_BYTES = 16;
const SUM_MODULUS = 2 ** 48;

/** Thrown if another process has become the owner. */
export class OwnerLostError extends Error {}

export class StoreFile {
  readonly #env: Environment<TableName>;
  #rows = 0;
  #sum = 0;
  #owner: Buffer | null = null;

  constructor(directory: string, options: EnvironmentOptions = {}) {
    this.#env = new Environment(directory, TABLES, options);
  }

  /** Writes the format and an empty log to a new environment. */
  initialize(): void {
    this.#env.transact(() => {
      const format = Buffer.alloc(4);
      format.writeUInt32BE(FORMAT_VERSION);
      this.#env.put('meta', FORMAT_KEY, format);
      this.writeHead({ count: 0, hash: Buffer.alloc(HASH_BYTES) }, 0);
    });
  }

  /** From now on, only this object may write. Throws OwnerLostError if another process has written since. */
  takeOver(expected: Chain): void {
    const owner = randomBytes(OWNER_BYTES);
    this.#env.transact(() => {
      const { count, hash } = this.head();
      if (count !== expected.count || !hash.equals(expected.hash)) throw new OwnerLostError();
      this.#env.put('meta', OWNER_KEY, owner);
    });
    this.#owner = owner;
  }

  /** Throws DamagedStoreError. */
  head(): StoredHead {
    return decodeHead(this.#env.get('meta', HEAD_KEY)?.value);
  }

  /**
   * Runs `action` in a transaction. `before`: the expected state of the log. It must end with `writeHead`. Throws
   * OwnerLostError, DamagedStoreError, and disk errors.
   */
  transact(before: Chain, action: () => void): void {
    this.#env.transact(() => {
      const owner = this.#env.get('meta', OWNER_KEY)?.value;
      if (this.#owner !== null && owner?.equals(this.#owner) !== true) throw new OwnerLostError();
      const head = this.head();
      if (head.count !== before.count || !head.hash.equals(before.hash)) {
        throw new DamagedStoreError(`its log has ${head.count} records, but ${before.count} were written`);
      }
      this.#rows = head.rows;
      this.#sum = head.sum;
      action();
    });
  }

  /** Inside a transaction, at its end. */
  writeHead({ count, hash }: Chain, baseSequence: number): void {
    const value = Buffer.alloc(24 + HASH_BYTES);
    value.writeUIntLE(count, 0, 6);
    hash.copy(value, 6);
    [baseSequence, this.#rows, this.#sum].forEach((number, i) => {
      value.writeUIntLE(number, 6 + HASH_BYTES + i * 6, 6);
    });
    this.#env.put('meta', HEAD_KEY, value);
  }

  get(table: CountedTable, key: Buffer): Buffer | undefined {
    return this.#env.get(table, key)?.value;
  }

  /** Inside a transaction. */
  put(table: CountedTable, key: Buffer, value: Uint8Array): void {
    this.#uncount(table, key);
    const seal = this.#env.put(table, key, value);
    this.#rows++;
    this.#sum = (this.#sum + seal) % SUM_MODULUS;
  }

  /** Inside a transaction. */
  remove(table: CountedTable, key: Buffer): void {
    this.#uncount(table, key);
    this.#env.remove(table, key);
  }

  snapshot(): Snapshot<TableName> {
    return this.#env.snapshot();
  }

  close(): Promise<void> {
    return this.#env.close();
  }

  #uncount(table: CountedTable, key: Buffer): void {
    const row = this.#env.get(table, key);
    if (row === undefined) return;
    this.#rows--;
    this.#sum = (this.#sum - row.seal + SUM_MODULUS) % SUM_MODULUS;
  }
}

/** Counts the rows read, to be compared with the head at the end. */
export class RowTally {
  #rows = 0;
  #sum = 0;

  add(seal: number): void {
    this.#rows++;
    this.#sum = (this.#sum + seal) % SUM_MODULUS;
  }

  /** Throws DamagedStoreError. */
  compare({ rows, sum }: StoredHead): void {
    if (rows !== this.#rows || sum !== this.#sum) {
      throw new DamagedStoreError(`its head counts ${rows} entries, but ${this.#rows} are there`);
    }
  }
}

/** The format of a store, or null if it has none. Throws DamagedStoreError. */
export function readFormat(snapshot: Snapshot<TableName>): number | null {
  return snapshot.get('meta', FORMAT_KEY)?.readUInt32BE(0) ?? null;
}

export function readStoreHead(snapshot: Snapshot<TableName>): StoredHead {
  return decodeHead(snapshot.get('meta', HEAD_KEY));
}

export function recordKey(sequence: number): Buffer {
  const key = Buffer.alloc(6);
  key.writeUIntBE(sequence, 0, 6);
  return key;
}

export function numberKey(number: number): Buffer {
  const key = Buffer.alloc(4);
  key.writeUInt32BE(number);
  return key;
}

export function nameKey(set: number, name: string): Buffer {
  return Buffer.concat([numberKey(set), Buffer.from(name)]);
}

export function blockKey(set: number, source: number, block: number): Buffer {
  const key = Buffer.alloc(10);
  key.writeUInt32BE(set, 0);
  key.writeUInt32BE(source, 4);
  key.writeUInt16BE(block, 8);
  return key;
}

function decodeHead(value: Buffer | undefined): StoredHead {
  if (value?.length !== 24 + HASH_BYTES) throw new DamagedStoreError('its head is missing');
  const at = 6 + HASH_BYTES;
  return {
    count: value.readUIntLE(0, 6),
    hash: Buffer.from(value.subarray(6, at)),
    baseSequence: value.readUIntLE(at, 6),
    rows: value.readUIntLE(at + 6, 6),
    sum: value.readUIntLE(at + 12, 6),
  };
}
