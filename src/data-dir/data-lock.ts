/**
 * One process at a time writes to a data directory. A second one is refused with the pid of the first.
 *
 * The lock is a directory, `write.lock`, of files named by generation. The highest generation is the lock. A process that finds
 * its holder gone, or no holder, creates the next generation with link(2). Only one of several processes that try succeeds.
 * Then it looks again, and gives up if there is a higher generation. That happens if the same number was created and superseded
 * meanwhile. The highest file is never removed, not even on release, which only marks it. So a generation number is never won
 * twice, and nobody needs to clean up after a killed holder. Files are linked into place when complete, so none is ever seen
 * half-written.
 *
 * The holder touches its file several times during its lease. A process that was stopped for longer may find another holder
 * when it resumes. So it checks before a write that the highest generation is still its own.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import {
  isSilent,
  LEASE_MS,
  LOCK_BYTES_MAX,
  type LockHolder,
  presenceOf,
  readHolder,
  thisProcess,
} from './lock-holder.ts';

export interface DataLock {
  /**
   * True if the previous holder may still run. In that case this process must not write to files that the other one has open.
   */
  readonly isTakenOver: boolean;
  /** Lets threads of this process check the lock. */
  readonly token: LockToken;
  /**
   * Throws LOCK_LOST if another process took over the directory, which is permanent; LOCK_UNREADABLE as long as the lock cannot
   * be read.
   */
  prove(): void;
  /** Frees the directory for another process. Idempotent. */
  release(): void;
}

/** Plain data, so that it can be sent to threads. */
export interface LockToken {
  /** The file of the generation, and its contents. */
  readonly path: string;
  readonly text: string;
}

const LOCK_DIRECTORY = 'write.lock';
const TOUCHES_PER_LEASE = 6;
const ATTEMPTS_MAX = 100;

const TAKEN =
  'Another process took over the data directory while this one was suspended, so this one no longer changes anything. ' +
  'Stop the other one, then restart this server.';
const GONE =
  'The data directory was removed, moved or emptied while this server was running, so nothing is changed here. ' +
  'Put it back, or restart this server.';

/**
 * Resolves to the lock; the data directory must exist. Rejects with DATA_DIR_BUSY if another process holds it,
 * DATA_DIR_UNUSABLE if it is not writable.
 */
export async function acquireDataLock(dataDir: string, leaseMs = LEASE_MS): Promise<DataLock> {
  const directory = join(dataDir, LOCK_DIRECTORY);
  const me = thisProcess(leaseMs);
  try {
    if (!existsSync(directory)) makeLockDirectory(directory);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const highest = highestGeneration(directory);
      const isTakenOver = highest > 0 && refuseIfHeld(join(directory, String(highest)), dataDir, me);
      const mine = highest + 1;
      if (!create(directory, mine, me)) continue; // Another process was faster: look at its generation.
      if (highestGeneration(directory) === mine) return hold(directory, mine, { me, isTakenOver });
      rmSync(join(directory, String(mine)), { force: true });
    }
    throw new AppError(
      'DATA_DIR_BUSY',
      `Too many processes are waiting to write to the data directory ${dataDir}. Try again later.`,
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError(
      'DATA_DIR_UNUSABLE',
      `The data directory ${dataDir} cannot be locked for writing (${code}). Check its permissions and the free space.`,
      {
        cause: error,
      },
    );
  }
}

/** The pid of the process that holds the data directory, or undefined if none does. */
export function dataLockHolder(dataDir: string): number | undefined {
  const directory = join(dataDir, LOCK_DIRECTORY);
  if (!existsSync(directory)) return undefined;
  const highest = highestGeneration(directory);
  const path = join(directory, String(highest));
  const holder = highest > 0 ? readHolder(path) : undefined;
  return holder !== undefined && presenceOf(holder, path, thisProcess()) === 'alive' ? holder.pid : undefined;
}

function makeLockDirectory(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Another process was faster.
  }
}

/**
 * Throws LOCK_LOST if the lock of this token is no longer the highest generation, or its contents changed; LOCK_UNREADABLE if
 * it cannot be read.
 */
export function proveDataLock(token: LockToken): void {
  const doubt = doubtOf(token);
  if (doubt !== null) throw doubt;
}

function doubtOf({ path, text }: LockToken): AppError | null {
  try {
    const highest = highestGeneration(dirname(path));
    const mine = generationOf(basename(path));
    if (highest < mine) return new AppError('LOCK_UNREADABLE', GONE);
    return highest === mine && readRegularFile(path, LOCK_BYTES_MAX).toString('utf8') === text
      ? null
      : new AppError('LOCK_LOST', TAKEN);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return new AppError('LOCK_UNREADABLE', GONE);
    const reason = `The lock of the data directory cannot be read (${code}). Until it can, nothing is changed here.`;
    return new AppError('LOCK_UNREADABLE', reason, { cause: error });
  }
}

function hold(
  directory: string,
  generation: number,
  { me, isTakenOver }: { me: LockHolder; isTakenOver: boolean },
): DataLock {
  const path = join(directory, String(generation));
  for (const name of readdirSync(directory)) {
    // Removes older generations, and drafts of processes that were killed before they linked them.
    const isDraft = name.startsWith('draft-') && isSilent(join(directory, name), LEASE_MS);
    if (generationOf(name) < generation || isDraft) rmSync(join(directory, name), { force: true });
  }
  const touch = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The disk is full or failing, or the lock was lost. The next check reports that.
    }
  }, me.leaseMs / TOUCHES_PER_LEASE);
  touch.unref();
  const token = { path, text: JSON.stringify(me) };
  let loss: AppError | null = null;
  let released = false;
  return {
    isTakenOver,
    token,
    prove() {
      const doubt = loss ?? doubtOf(token);
      if (doubt?.code === 'LOCK_LOST') loss = doubt;
      if (doubt !== null) throw doubt;
    },
    release() {
      if (released) return;
      released = true;
      clearInterval(touch);
      try {
        proveDataLock(token);
        renameSync(writeDraft(directory, { ...me, released: true }), path);
      } catch {
        // On a full disk the mark cannot be written. The end of this process frees the directory. A lost lock belongs to
        // another process.
      }
    },
  };
}

/** Throws DATA_DIR_BUSY if another process holds the lock. Returns true if its holder is silent but may still run. */
function refuseIfHeld(path: string, dataDir: string, me: LockHolder): boolean {
  const holder = readHolder(path);
  const presence = holder === undefined ? 'gone' : presenceOf(holder, path, me);
  if (holder === undefined || presence !== 'alive') return presence === 'silent';
  const where = holder.namespace === me.namespace ? '' : ' on another host or in another container';
  const lease = Math.ceil(holder.leaseMs / 1000);
  throw new AppError(
    'DATA_DIR_BUSY',
    `The process ${holder.pid}${where} writes to the data directory ${dataDir}. ` +
      `Stop it first, or give another --data.${where && ` If it was killed, wait ${lease} seconds.`}`,
  );
}

/** Returns false if the generation exists. */
function create(directory: string, generation: number, me: LockHolder): boolean {
  const draft = writeDraft(directory, me);
  try {
    linkSync(draft, join(directory, String(generation)));
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return createWithoutLinks(join(directory, String(generation)), me);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Used on file systems without hard links. The file is empty for a moment, and an empty file counts as held (see readHolder).
 */
function createWithoutLinks(path: string, me: LockHolder): boolean {
  try {
    const fd = openSync(path, 'wx');
    try {
      writeFileSync(fd, JSON.stringify(me));
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function writeDraft(directory: string, holder: LockHolder): string {
  const draft = join(directory, `draft-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(holder), { flag: 'wx' });
  return draft;
}

function highestGeneration(directory: string): number {
  return readdirSync(directory).reduce((highest, name) => Math.max(highest, generationOf(name) || 0), 0);
}

/** NaN if it is not a generation. NaN is neither the highest nor older than another. */
function generationOf(name: string): number {
  return /^[1-9][0-9]{0,14}$/.test(name) ? Number(name) : Number.NaN;
}
