/**
 * The journal while it is open: entries are appended in transactions, each on disk before `commit` returns.
 *
 * Order of a commit: check (the file is the one that was opened and has what was written to it, the data lock is held),
 * write entries, fdatasync, write the head, fdatasync, check again. A change whose commit returned is on disk; one that
 * was interrupted is after the head, and is not part of the store.
 *
 * The file is never mapped into memory, and answers come from memory: truncating or overwriting it cannot
 * crash the process. `journal-watch.ts` detects that, and from then on the store is unavailable.
 */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { DamagedJournalError, encodeEntry, encodeSlot, type Head, slotOffset } from './journal-format.ts';
import { type JournalEntry, readEntries, readEntry, readHead } from './journal-reader.ts';
import { JournalWatch } from './journal-watch.ts';
import { type Chain, writeWhole } from './journal-writer.ts';
import { diskFull, isFullDisk, unavailable } from './store-errors.ts';

export interface JournalOptions {
  /** For commands that read while a server may be running: nothing is created or changed. */
  readonly readOnly?: boolean;
  /** Throws if this process may no longer write: called before and after each commit. */
  readonly guard?: () => void;
}

export class Journal {
  readonly readOnly: boolean;
  readonly #fd: number;
  readonly #watch: JournalWatch | null;
  #head: Head;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  private constructor(path: string, fd: number, options: JournalOptions) {
    this.readOnly = options.readOnly ?? false;
    this.#fd = fd;
    this.#head = readHead(fd);
    this.#watch = this.readOnly ? null : new JournalWatch({ path, fd }, this.#head, options.guard ?? (() => undefined));
  }

  /** Throws DamagedJournalError, or what the disk throws. */
  static open(path: string, options: JournalOptions): Journal {
    const fd = openSync(path, options.readOnly ? 'r' : 'r+');
    try {
      const journal = new Journal(path, fd, options);
      // What follows the head was never acknowledged: a killed process left it.
      if (!journal.readOnly && fstatSync(fd).size > journal.#head.end) ftruncateSync(fd, journal.#head.end);
      journal.#watch?.adopt(journal.#head);
      return journal;
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  get head(): Head {
    return this.#head;
  }

  /** Reads checksums in the background from now on. */
  watch(): void {
    this.#watch?.start();
  }

  /** Throws BOOKMARKS_UNAVAILABLE if the file differs from what was written, and what the guard threw in a commit. */
  requireSound(): void {
    this.#watch?.inspect();
  }

  /** Throws as `requireSound` does, and what the guard throws. */
  requireWritable(): void {
    if (this.#watch === null) {
      throw new AppError('DATA_DIR_UNUSABLE', 'The bookmarks were opened for reading only.');
    }
    this.#watch.requireLock();
    this.#watch.inspect();
  }

  get isSound(): boolean {
    try {
      this.requireSound();
      return true;
    } catch {
      return false;
    }
  }

  /** What is on disk, oldest first. Throws DamagedJournalError. */
  entries(): Generator<JournalEntry> {
    return readEntries(this.#fd, this.#head.end);
  }

  /** The body of the entry that `append` or `entries` gave this offset, once committed. Throws BOOKMARKS_UNAVAILABLE. */
  read(offset: number): Buffer {
    try {
      return readEntry(this.#fd, offset);
    } catch (error) {
      const fault = unavailable(`${error instanceof DamagedJournalError ? error.message : 'it cannot be read'}`, error);
      throw this.#watch?.lose(fault) ?? fault;
    }
  }

  /** Adds an entry to the transaction; returns its offset. */
  append(body: Buffer): number {
    const offset = this.#head.end + this.#pendingBytes;
    const entry = encodeEntry(offset, body);
    this.#pending.push(entry);
    this.#pendingBytes += entry.length;
    return offset;
  }

  /** How much is waiting for the commit. */
  get pending(): number {
    return this.#pending.length;
  }

  /** Removes the entries appended since `pending` was read. */
  discard(pending: number): void {
    while (this.#pending.length > pending) this.#pendingBytes -= this.#pending.pop()!.length;
  }

  /**
   * Returns when the transaction is on disk. Throws DISK_FULL, BOOKMARKS_UNAVAILABLE or what the guard throws: then it is
   * not part of the store.
   */
  commit(chain: Chain): void {
    if (this.#pending.length === 0) return;
    if (this.#watch === null) return;
    const before = this.#head;
    const next = { ...before, ...chain, commit: before.commit + 1, end: before.end + this.#pendingBytes };
    this.#watch.requireLock();
    this.#watch.inspect();
    this.#watch.inspectHeads();
    this.#writeEntries(this.#watch);
    this.#writeHead(this.#watch, next);
    this.#watch.inspectCommit(next);
    this.#watch.adopt(next);
    this.#head = next;
    this.discard(0);
  }

  async close(): Promise<void> {
    await this.#watch?.stop();
    closeSync(this.#fd);
  }

  #writeEntries(watch: JournalWatch): void {
    try {
      writeWhole(this.#fd, Buffer.concat(this.#pending), this.#head.end);
      fdatasyncSync(this.#fd);
    } catch (error) {
      if (!isFullDisk(error)) throw watch.lose(unavailable('its disk fails', error));
      this.#cutBack(watch);
      throw diskFull(error);
    }
  }

  #writeHead(watch: JournalWatch, head: Head): void {
    try {
      writeWhole(this.#fd, encodeSlot(head), slotOffset(head.commit));
      fdatasyncSync(this.#fd);
    } catch (error) {
      // Whether the head is on disk is unknown: further answers of this server could be wrong.
      throw watch.lose(unavailable('its disk fails, and whether the last change is in it is not known', error));
    }
  }

  /** Nothing of a refused change stays after the head. */
  #cutBack(watch: JournalWatch): void {
    try {
      ftruncateSync(this.#fd, this.#head.end);
      watch.adopt(this.#head);
    } catch (error) {
      watch.lose(unavailable('a change that did not fit could not be taken back', error));
    }
  }
}
