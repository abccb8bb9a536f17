/**
 * Decides whether the store can be trusted. Its process must run, its file must be unchanged by others, and this process must
 * hold the lock of the data directory. Each use checks the file at the path. If it is another file, the store is lost. If it
 * has changed, the store is unavailable until it has been read completely.
 */
import { type BigIntStats, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { DATA_FILE, stampOf } from '../store-directory.ts';
import { beingChecked, unavailable } from '../store-errors.ts';
import type { FileStamp } from './protocol.ts';

export class StoreWatch {
  readonly #path: string;
  readonly #guard: () => void;
  readonly #onSuspicion: () => void;
  #stamp: FileStamp;
  #loss: AppError | null = null;
  /** Set if another process writes now. The state in memory, which is older, stays readable. */
  #lockLoss: unknown = null;
  #isSuspect = false;
  /** Whether the store process is changing the file. It will report the new stamp. */
  #isChanging = false;

  constructor(directory: string, stamp: FileStamp, events: { guard: () => void; onSuspicion: () => void }) {
    this.#path = join(directory, DATA_FILE);
    this.#stamp = stamp;
    this.#guard = events.guard;
    this.#onSuspicion = events.onSuspicion;
  }

  get loss(): AppError | null {
    return this.#loss;
  }

  /** Makes the store permanently unavailable. The first reason is kept. Returns it. */
  lose(reason: AppError): AppError {
    this.#loss ??= reason;
    return this.#loss;
  }

  /** Throws errors of the guard. A lost lock stays lost, but an unreadable lock may recover. */
  requireLock(): void {
    if (this.#lockLoss !== null) throw this.#lockLoss;
    try {
      this.#guard();
    } catch (error) {
      if (!isLockUnreadable(error)) this.#lockLoss = error;
      throw error;
    }
  }

  /** Throws BOOKMARKS_UNAVAILABLE. */
  inspect(): void {
    if (this.#loss !== null) throw this.#loss;
    if (this.#lockLoss !== null) return;
    const stamp = this.#inspectPlace();
    if (stamp === null) return;
    if (this.#isSuspect) throw beingChecked();
    if (this.#isChanging || stamp === this.#stamp) return;
    this.suspect();
    this.#onSuspicion();
    throw beingChecked();
  }

  /** Makes the store unavailable until `trust`. */
  suspect(): void {
    this.#isSuspect = true;
  }

  /** Called after the store process has read everything, or changed the file itself. */
  trust(stamp: FileStamp): void {
    this.#stamp = stamp;
    this.#isSuspect = false;
  }

  beginChange(): void {
    this.#isChanging = true;
  }

  endChange(stamp: FileStamp | null): void {
    this.#isChanging = false;
    if (stamp !== null) this.#stamp = stamp;
  }

  /** Returns the stamp of the file; null if the file is no longer ours. */
  #inspectPlace(): FileStamp | null {
    const named = this.#stat();
    const finding = this.#findingOf(named);
    if (named !== undefined && finding === null) return stampOf(named);
    try {
      this.requireLock();
    } catch {
      return null;
    }
    throw this.lose(unavailable(finding ?? 'its file is gone'));
  }

  #findingOf(named: BigIntStats | undefined): string | null {
    if (named === undefined) return 'its file is gone';
    const isSame = this.#stamp.startsWith(`${named.dev} ${named.ino} `);
    return isSame ? null : 'its file was replaced by another one';
  }

  #stat(): BigIntStats | undefined {
    try {
      return statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      throw this.lose(unavailable('its file cannot be examined', error));
    }
  }
}

export function isLockUnreadable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'LOCK_UNREADABLE';
}
