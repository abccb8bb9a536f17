/**
 * The audit of a server: one line for each request, appended to a file as a chain of hashes. Lines that cannot be written wait
 * in memory, and the audit reports that it is behind until they are in the file. Lines beyond that limit are counted, and the
 * count becomes a line. A renamed file is left alone, and a new one under the old name continues the chain.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { type AuditEvent, type AuditHead, type AuditLine, chained, EMPTY_HEAD, hashOfLine } from './audit-line.ts';
import { AUDIT_LINE_BYTES_MAX } from './verify-audit.ts';

/** Events that wait for the file. Further ones are only counted. */
export const AUDIT_WAITING_COUNT_MAX = 100_000;
/** Maximum number of lines that are written at once. */
const BATCH_COUNT_MAX = 100;
/** Delay before a write is retried. */
export const AUDIT_RETRY_MS = 1000;

/** The audit of a server. */
export interface Audit {
  readonly log: AuditLog;
  /** Whether answers that cannot be recorded are refused. */
  readonly isRequired: boolean;
}

export interface AuditOptions {
  /** Called once when the audit falls behind, with the reason, and once when it has caught up, with null. */
  readonly onState?: (fault: Error | null) => void;
}

export class AuditLog {
  readonly #file: string;
  readonly #onState: (fault: Error | null) => void;
  #handle: FileHandle;
  /** Bytes of the file that this log wrote. */
  #size: number;
  #head: AuditHead;
  #waiting: AuditEvent[] = [];
  /** How many of the waiting events are on disk. */
  #written = 0;
  #lost = 0;
  #isBehind = false;
  #writing: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;

  private constructor(file: string, opened: OpenedAudit, { onState = () => undefined }: AuditOptions) {
    this.#file = file;
    this.#onState = onState;
    this.#handle = opened.handle;
    this.#size = opened.size;
    this.#head = opened.head;
  }

  /** Continues the chain of the file. Cuts off an incomplete last line of a killed process. Throws an Error with the fault. */
  static async open(file: string, options: AuditOptions = {}): Promise<AuditLog> {
    return new AuditLog(file, await openAudit(file), options);
  }

  /** Number and hash of the last line that is on disk. */
  get head(): AuditHead {
    return this.#head;
  }

  /** Whether the file lacks lines. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  add(event: AuditEvent): void {
    if (this.#waiting.length >= AUDIT_WAITING_COUNT_MAX) this.#lost++;
    else this.#waiting.push(event);
    this.#writeSoon();
  }

  /** Writes as many of the waiting lines as possible. */
  async close(): Promise<void> {
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#writing;
    await this.#writeAll().catch(() => undefined);
    await this.#handle.close();
  }

  #writeSoon(): void {
    if (this.#writing !== null || this.#retry !== null) return;
    this.#writing = this.#writeAll()
      .then(
        () => this.#report(null),
        (fault: Error) => this.#report(fault),
      )
      .finally(() => {
        this.#writing = null;
      });
  }

  #report(fault: Error | null): void {
    const wasBehind = this.#isBehind;
    this.#isBehind = fault !== null;
    if (fault !== null) {
      this.#retry = setTimeout(() => {
        this.#retry = null;
        this.#writeSoon();
      }, AUDIT_RETRY_MS);
      this.#retry.unref();
    }
    if (wasBehind !== this.#isBehind) this.#onState(fault);
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#requireFile();
      const batch = this.#waiting.slice(this.#written, this.#written + BATCH_COUNT_MAX);
      const lines: AuditLine[] = [];
      for (const event of batch) lines.push(chained(event, lines.at(-1) ?? this.#head));
      await this.#append(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
      const { seq, hash } = lines.at(-1)!;
      this.#head = { seq, hash };
      this.#written += batch.length;
      if (this.#written < this.#waiting.length) continue;
      this.#waiting = this.#lost > 0 ? [this.#lostEvent()] : [];
      this.#written = 0;
    }
  }

  #lostEvent(): AuditEvent {
    const items = this.#lost;
    this.#lost = 0;
    return { time: new Date().toISOString(), who: null, remote: null, what: 'lines lost', path: '', items, status: 0 };
  }

  /** Appends all of the bytes, or none. */
  async #append(bytes: Buffer): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) {
        at += (await this.#handle.write(bytes, at, bytes.length - at, this.#size + at)).bytesWritten;
      }
      await this.#handle.datasync();
    } catch (fault) {
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw fault;
    }
    this.#size += bytes.length;
  }

  /** Throws if the file was changed by others. */
  async #requireFile(): Promise<void> {
    const own = await this.#handle.stat();
    if (own.nlink === 0)
      throw new Error('the file was removed, and its lines with it; restart the server to begin a new chain');
    if (own.size !== this.#size) throw new Error('the file was changed by somebody else; its chain is broken');
    const named = await stat(this.#file).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return null;
      throw fault;
    });
    if (named !== null && named.ino === own.ino && named.dev === own.dev) return;
    // The file was renamed: a new one continues under its name.
    if (named !== null && named.size > 0) throw new Error('another file has taken its name; move that one away');
    const next = await openOrMake(this.#file);
    await this.#handle.close();
    this.#handle = next;
    this.#size = 0;
  }
}

const AUDIT_FILE_MODE = 0o600;
const OPEN_FLAGS = 'r+';

interface OpenedAudit {
  readonly handle: FileHandle;
  readonly size: number;
  readonly head: AuditHead;
}

async function openAudit(file: string): Promise<OpenedAudit> {
  const handle = await openOrMake(file);
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - AUDIT_LINE_BYTES_MAX);
    const tail = Buffer.alloc(size - start);
    await handle.read(tail, 0, tail.length, start);
    const end = tail.lastIndexOf(10) + 1;
    if (end === 0 && start > 0) throw new Error('ends with something that is not a line of an audit');
    if (end < tail.length) await handle.truncate(start + end);
    if (end === 0) return { handle, size: 0, head: EMPTY_HEAD };
    return { handle, size: start + end, head: headOf(tail.subarray(tail.lastIndexOf(10, end - 2) + 1, end - 1)) };
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

async function openOrMake(file: string): Promise<FileHandle> {
  return open(file, OPEN_FLAGS).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT') throw fault;
    return open(file, 'wx+', AUDIT_FILE_MODE);
  });
}

function headOf(bytes: Buffer): AuditHead {
  try {
    const { hash, ...line } = JSON.parse(bytes.toString('utf8')) as AuditLine;
    if (hashOfLine(line) === hash && Number.isSafeInteger(line.seq)) return { seq: line.seq, hash };
  } catch {
    // Reported below.
  }
  throw new Error('ends with a line that does not match its hash');
}
