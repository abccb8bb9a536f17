/**
 * The client interface of the store: commits, records and checks, executed by a store process. If the process ends, running
 * changes fail, and a new process is started. It reads the complete file. The head of the log then shows whether the pending
 * change was made. If the new process does not start, or finds damage, the store stays unavailable.
 */
import { ChildEndedError } from '../../shared/child/child-calls.ts';
import { AppError } from '../../shared/errors.ts';
import { joinBytes, splitBytes } from '../record-format.ts';
import { diskFull, interrupted, unavailable } from '../store-errors.ts';
import type { StoredPart, WireChain, WireHead } from './protocol.ts';
import { StoreChannel } from './store-channel.ts';
import { isLockUnreadable, StoreWatch } from './store-watch.ts';

/** A process that ends this often within a minute is not restarted. */
const ENDS_PER_MINUTE_MAX = 10;
const MINUTE_MS = 60_000;
const CHECK_INTERVAL_MS = 1_000;

export interface StoreOptions {
  /** Creates and changes nothing. For commands that read while a server may be running. */
  readonly readOnly?: boolean;
  /** Throws if this process may no longer write. Called before and after each commit. */
  readonly guard?: () => void;
  /**
   * True if the former holder of the data lock may still be running. The file is then replaced with a copy, so that further
   * writes of that process go to the unlinked file.
   */
  readonly isTakenOver?: boolean;
  /** Entry point of a store process; tests use others. */
  readonly entry?: URL;
}

/** The chain of the log after a record. */
export interface LogChain {
  readonly count: number;
  readonly hash: Buffer;
}

export interface OpenedHead extends LogChain {
  readonly baseSequence: number;
}

/** `fault` is the error for the client. An unacknowledged change may still be on disk. */
export interface CommitOutcome {
  readonly isOnDisk: boolean;
  /** Null to acknowledge the change. */
  readonly fault: unknown;
}

export class StoreConnection {
  readonly directory: string;
  readonly readOnly: boolean;
  readonly head: OpenedHead;
  readonly #watch: StoreWatch;
  readonly #entry: URL | undefined;
  #channel: StoreChannel;
  #chain: LogChain;
  /** The expected chain of a commit whose process ended. */
  #underWay: LogChain | null = null;
  #isOpening = true;
  #isClosed = false;
  #restarting: Promise<void> | null = null;
  #checking: Promise<void> | null = null;
  #ends: number[] = [];
  #timer: NodeJS.Timeout | null = null;

  private constructor(directory: string, options: StoreOptions, opened: { channel: StoreChannel; head: WireHead }) {
    const { count, hash, baseSequence, stamp } = opened.head;
    this.directory = directory;
    this.readOnly = options.readOnly ?? false;
    this.#entry = options.entry;
    this.head = { count, hash: bufferOf(hash), baseSequence };
    this.#chain = this.head;
    this.#channel = opened.channel;
    this.#watch = new StoreWatch(directory, stamp, {
      guard: options.guard ?? (() => undefined),
      onSuspicion: () => this.#check(),
    });
  }

  /** Rejects with DATA_DIR_UNUSABLE, ChildEndedError. */
  static async open(directory: string, options: StoreOptions): Promise<StoreConnection> {
    let connection: StoreConnection | undefined;
    const channel = await StoreChannel.start(
      {
        onEnd: (ending) => {
          if (connection !== undefined) connection.#ended(ending);
        },
        onDamaged: (finding) => {
          if (connection !== undefined) connection.#found(finding);
        },
      },
      options.entry,
    );
    const { readOnly = false, isTakenOver = false } = options;
    try {
      const { result } = await channel.call('open', { directory, readOnly, isTakenOver });
      connection = new StoreConnection(directory, options, { channel, head: result });
      return connection;
    } catch (error) {
      await channel.end();
      throw error;
    }
  }

  /** Yields the stored state. Call it once after `open`. Rejects with DATA_DIR_UNUSABLE, ChildEndedError. */
  async *parts(): AsyncGenerator<StoredPart> {
    for (;;) {
      const { result } = await this.#channel.call('part', null);
      if (result.kind === 'end') {
        this.#watch.trust(result.stamp);
        break;
      }
      yield result;
    }
    this.#isOpening = false;
    if (this.readOnly) return;
    // Detects changes of the file even without calls.
    this.#timer = setInterval(() => void this.isSound, CHECK_INTERVAL_MS).unref();
  }

  get isSound(): boolean {
    try {
      this.requireSound();
      return true;
    } catch {
      return false;
    }
  }

  /** Throws BOOKMARKS_UNAVAILABLE if the store is unreachable or differs from the last write. */
  requireSound(): void {
    if (!this.readOnly) this.#watch.inspect();
  }

  /** Throws the same errors as `requireSound`, and throws errors of the guard. */
  requireWritable(): void {
    if (this.readOnly) throw new AppError('DATA_DIR_UNUSABLE', 'The bookmarks were opened for reading only.');
    this.#watch.requireLock();
    this.#watch.inspect();
  }

  /** Resolves when it is known whether the records are on disk. One commit at a time. */
  async commit(records: readonly Buffer[], after: LogChain): Promise<CommitOutcome> {
    const before = this.#chain;
    let isWritten = false;
    try {
      this.requireWritable();
      this.#watch.beginChange();
      const { result } = await this.#channel.call(
        'commit',
        { before: wireChain(before), after: wireChain(after) },
        joinBytes(records),
      );
      this.#watch.endChange(result.stamp);
      if (result.isDiskFull) return { isOnDisk: false, fault: diskFull() };
      isWritten = true;
      this.#watch.requireLock();
    } catch (error) {
      if (isWritten && isLockUnreadable(error)) {
        // The change is in the file, so memory follows the file, even if the lock is lost.
        this.#chain = after;
        return { isOnDisk: true, fault: error };
      }
      if (error instanceof ChildEndedError) return this.#outcomeOf(after, error);
      this.#watch.endChange(null);
      // A store that is being checked may recover.
      const isLost = error instanceof AppError && error.code === 'BOOKMARKS_UNAVAILABLE' && !this.#isUnreachable;
      return { isOnDisk: false, fault: isLost ? this.#watch.lose(error) : error };
    }
    this.#chain = after;
    try {
      this.#watch.inspect();
      return { isOnDisk: true, fault: null };
    } catch (fault) {
      return { isOnDisk: true, fault };
    }
  }

  get #isUnreachable(): boolean {
    return this.#restarting !== null || this.#checking !== null;
  }

  /** Records or bases by number. Rejects with BOOKMARKS_UNAVAILABLE. */
  async *read(table: 'records' | 'bases', keys: readonly number[]): AsyncGenerator<Buffer> {
    for (let at = 0; at < keys.length; ) {
      const found = await this.#readSome(table, keys.slice(at, at + KEYS_PER_CALL));
      yield* found;
      at += found.length;
    }
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#restarting;
    await this.#checking;
    try {
      await this.#channel.call('close', null);
    } catch (error) {
      if (!(error instanceof ChildEndedError) && !(error instanceof AppError)) throw error;
    }
    await this.#channel.end();
  }

  async #readSome(table: 'records' | 'bases', keys: readonly number[]): Promise<Buffer[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#restarting;
        this.requireSound();
        return splitBytes((await this.#channel.call('read', { table, keys })).bytes);
      } catch (error) {
        if (!(error instanceof ChildEndedError)) throw error;
        if (attempt === READ_ATTEMPTS) throw interrupted(error);
      }
    }
  }

  /** The process ended during a commit. The next process finds out whether the commit was made. */
  async #outcomeOf(after: LogChain, error: ChildEndedError): Promise<CommitOutcome> {
    this.#underWay = after;
    await this.#restarting;
    this.#underWay = null;
    this.#watch.endChange(null);
    return { isOnDisk: this.#chain === after, fault: this.#watch.loss ?? interrupted(error) };
  }

  #ended(ending: string): void {
    if (this.#isClosed || this.#isOpening) return;
    this.#watch.suspect();
    const now = performance.now();
    this.#ends = [...this.#ends.filter((time) => now - time < MINUTE_MS), now];
    if (this.#restarting !== null || this.#ends.length > ENDS_PER_MINUTE_MAX) {
      this.#watch.lose(unavailable(`its process ended (${ending})`));
      return;
    }
    this.#restarting = this.#restart(ending).finally(() => {
      this.#restarting = null;
    });
  }

  async #restart(ending: string): Promise<void> {
    try {
      this.#watch.requireLock();
      this.#channel = await StoreChannel.start(
        {
          onEnd: (how) => this.#ended(how),
          onDamaged: (finding) => this.#found(finding),
        },
        this.#entry,
      );
      const { directory, readOnly } = this;
      const { result } = await this.#channel.call('open', { directory, readOnly, isResumed: true });
      const isAt = (chain: LogChain | null): boolean =>
        chain !== null && result.count === chain.count && chain.hash.equals(result.hash);
      if (isAt(this.#underWay)) this.#chain = this.#underWay!;
      else if (!isAt(this.#chain)) throw unavailable('its log is not the one that was written');
      this.#watch.trust(result.stamp);
    } catch (error) {
      const finding = error instanceof AppError ? error.message : `its process ended again (${String(error)})`;
      await this.#channel.end();
      this.#watch.lose(
        error instanceof AppError && error.code === 'BOOKMARKS_UNAVAILABLE'
          ? error
          : unavailable(`its process ended (${ending}), and the next one does not open it: ${finding}`, error),
      );
    }
  }

  /** Starts a complete check. The store is unavailable until it ends. */
  #check(): void {
    if (this.#checking !== null || this.#isClosed) return;
    this.#checking = this.#channel
      .call('check', null)
      .then(({ result }) => this.#watch.trust(result))
      .catch((error: unknown) => {
        // If the process ended, the next one checks.
        if (error instanceof AppError) this.#watch.lose(error);
      })
      .finally(() => {
        this.#checking = null;
      });
  }

  #found(message: string): void {
    this.#watch.lose(new AppError('BOOKMARKS_UNAVAILABLE', message));
  }
}

const KEYS_PER_CALL = 4_096;
const READ_ATTEMPTS = 2;

function wireChain({ count, hash }: LogChain): WireChain {
  return { count, hash };
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
