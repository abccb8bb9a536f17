/**
 * The open file of a store: read in parts, changed by commits, and watched. Before and after each commit, three conditions are
 * checked: the path still leads to this file, nobody else changed it, and the meta pages are consecutive. File times cannot
 * distinguish two writes within a clock tick. So after changes, all checksums are read again in the background, in slices, with
 * a small share of the time.
 */
import { closeSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runInSlices, Slice } from '../../shared/slices.ts';
import { bringToFormat } from '../migrations.ts';
import { joinBytes } from '../record-format.ts';
import { DATA_FILE, stampOf, storeExists } from '../store-directory.ts';
import { DamagedStoreError } from '../store-errors.ts';
import { isFullDisk } from './disk-room.ts';
import type { Snapshot } from './environment.ts';
import { lastTransaction } from './meta-pages.ts';
import { openStoreFile } from './open-store.ts';
import { PendingRows } from './pending-rows.ts';
import { type FileStamp, PIECE_BYTES, type StoreCalls, type StoredPart } from './protocol.ts';
import { StateWriter } from './state-writer.ts';
import { numberKey, RowTally, recordKey, type StoredHead, type StoreFile, type TableName } from './store-file.ts';
import { readSources, storedParts } from './stored-parts.ts';

const SWEEP_INTERVAL_MS = 1_000;
/** After each slice, the sweep pauses this many times as long as the slice took. */
const SWEEP_REST = 20;
/** More than any change writes in addition to its record. */
const ROOM_BYTES = 1024 * 1024;

export class ServedFile {
  readonly #path: string;
  readonly #fd: number;
  readonly #file: StoreFile;
  readonly #readOnly: boolean;
  readonly #onDamage: (error: unknown) => void;
  #head: StoredHead;
  #stamp: FileStamp;
  #transaction: bigint;
  #sources: ReadonlyMap<string, number> | null = null;
  #parts: { readonly snapshot: Snapshot<TableName>; readonly iterator: Iterator<StoredPart> } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isSwept = true;
  #isSweeping: Promise<void> | null = null;
  #isClosed = false;
  #restUntil = 0;

  private constructor(directory: string, file: StoreFile, readOnly: boolean, onDamage: (error: unknown) => void) {
    this.#path = join(directory, DATA_FILE);
    this.#fd = openSync(this.#path, readOnly ? 'r' : 'r+');
    this.#file = file;
    this.#readOnly = readOnly;
    this.#onDamage = onDamage;
    this.#head = file.head();
    this.#stamp = stampOf(fstatSync(this.#fd, { bigint: true }));
    this.#transaction = readOnly ? 0n : lastTransaction(this.#fd);
  }

  static async open(options: StoreCalls['open']['argument'], onDamage: (error: unknown) => void): Promise<ServedFile> {
    const { directory, readOnly = false } = options;
    if (!readOnly) mkdirSync(directory, { recursive: true });
    if (options.isResumed && !storeExists(directory)) throw new DamagedStoreError('its file is gone');
    await bringToFormat(directory, { readOnly });
    const file = await openStoreFile(directory, options);
    let store: ServedFile | undefined;
    try {
      store = new ServedFile(directory, file, readOnly, onDamage);
      if (options.isResumed) {
        store.check();
        store.#takeOver();
      } else store.#beginParts();
      return store;
    } catch (error) {
      if (store === undefined) await file.close();
      else await store.close();
      throw error;
    }
  }

  wireHead(): StoreCalls['open']['result'] {
    const { count, hash, baseSequence } = this.#head;
    return { count, hash, baseSequence, stamp: this.#stamp };
  }

  part(): StoreCalls['part']['result'] {
    const next = this.#parts?.iterator.next();
    if (next !== undefined && next.done !== true) return next.value;
    this.#parts?.snapshot.done();
    this.#parts = null;
    if (!this.#readOnly) this.#takeOver();
    return { kind: 'end', stamp: this.#stamp };
  }

  /** Computes the rows in slices. Reads of the log are answered meanwhile. */
  async commit(
    { before, after }: StoreCalls['commit']['argument'],
    records: readonly Buffer[],
  ): Promise<StoreCalls['commit']['result']> {
    this.#requireUntouched();
    const rows = new PendingRows(this.#file);
    const writer = new StateWriter(rows, this.#sourceNumbers());
    for (const [i, record] of records.entries()) await runInSlices(writer.record(before.count + i + 1, record));
    this.#requireUntouched();
    const { size } = fstatSync(this.#fd);
    const head = { count: after.count, hash: Buffer.from(after.hash) };
    try {
      this.#file.transact({ count: before.count, hash: Buffer.from(before.hash) }, () => {
        rows.write();
        this.#file.writeHead(head, this.#head.baseSequence);
      });
    } catch (error) {
      if (lastTransaction(this.#fd) !== this.#transaction) throw error;
      const bytes = records.reduce((sum, { length }) => sum + 2 * length, ROOM_BYTES);
      if (!isFullDisk(error, { fd: this.#fd, size, bytes })) throw error;
      this.#stamp = this.#stampNow();
      return { stamp: this.#stamp, isDiskFull: true };
    }
    this.#sources = writer.sources;
    this.#requirePlace();
    if (lastTransaction(this.#fd) !== this.#transaction + 1n) {
      throw new DamagedStoreError('its meta pages were overwritten');
    }
    this.#transaction++;
    this.#head = this.#file.head();
    this.#stamp = this.#stampNow();
    this.#isSwept = false;
    return { stamp: this.#stamp, isDiskFull: false };
  }

  read({ table, keys }: StoreCalls['read']['argument']): Buffer {
    const found: Buffer[] = [];
    let bytes = 0;
    for (const key of keys) {
      if (bytes >= PIECE_BYTES) break;
      const value = this.#file.get(table, table === 'records' ? recordKey(key) : numberKey(key));
      if (value === undefined) throw new DamagedStoreError(`record ${key} of its log is gone`);
      found.push(value);
      bytes += value.length;
    }
    return joinBytes(found);
  }

  /** Reads everything. Throws DamagedStoreError. */
  check(): FileStamp {
    this.#requirePlace();
    const stamp = this.#stampNow();
    this.#transaction = lastTransaction(this.#fd);
    const { count, hash } = this.#file.head();
    if (count !== this.#head.count || !hash.equals(this.#head.hash)) {
      throw new DamagedStoreError('it was replaced by a copy with another log');
    }
    const snapshot = this.#file.snapshot();
    try {
      for (const _ of storedParts(snapshot));
    } finally {
      snapshot.done();
    }
    this.#stamp = stamp;
    return stamp;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#isSweeping;
    this.#parts?.snapshot.done();
    closeSync(this.#fd);
    await this.#file.close();
  }

  #beginParts(): void {
    const snapshot = this.#file.snapshot();
    this.#parts = { snapshot, iterator: storedParts(snapshot) };
  }

  #sourceNumbers(): ReadonlyMap<string, number> {
    if (this.#sources === null) {
      const snapshot = this.#file.snapshot();
      this.#sources = new Map([...readSources(snapshot, new RowTally())].map(([number, source]) => [source, number]));
      snapshot.done();
    }
    return this.#sources;
  }

  #requireUntouched(): void {
    this.#requirePlace();
    if (this.#stampNow() !== this.#stamp) this.check();
    if (lastTransaction(this.#fd) !== this.#transaction) throw new DamagedStoreError('its meta pages were overwritten');
  }

  #stampNow(): FileStamp {
    return stampOf(fstatSync(this.#fd, { bigint: true }));
  }

  /** Throws DamagedStoreError if the path leads to another file. */
  #requirePlace(): void {
    const named = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    const mine = fstatSync(this.#fd, { bigint: true });
    if (named === undefined) throw new DamagedStoreError('its file is gone');
    if (named.ino !== mine.ino || named.dev !== mine.dev) {
      throw new DamagedStoreError('its file was replaced by another one');
    }
  }

  /** Accepts the state that was read. From then on, only this process may write. */
  #takeOver(): void {
    this.#file.takeOver(this.#head);
    this.#stamp = this.#stampNow();
    this.#transaction = lastTransaction(this.#fd);
    this.#startSweeps();
  }

  #startSweeps(): void {
    this.#timer = setInterval(() => {
      if (this.#isSwept || this.#isSweeping !== null || performance.now() < this.#restUntil) return;
      const start = performance.now();
      this.#isSwept = true;
      this.#isSweeping = this.#sweep()
        .catch((error: unknown) => this.#onDamage(error))
        .finally(() => {
          this.#isSweeping = null;
          this.#restUntil = performance.now() + SWEEP_REST * (performance.now() - start);
        });
    }, SWEEP_INTERVAL_MS).unref();
  }

  async #sweep(): Promise<void> {
    const snapshot = this.#file.snapshot();
    try {
      const slice = new Slice();
      for (const _ of storedParts(snapshot)) {
        await slice.giveWay();
        if (this.#isClosed) return;
      }
    } finally {
      snapshot.done();
    }
  }
}
