/**
 * One process at a time writes to a data directory; a second one is refused, with the pid of the first.
 *
 * The lock is a directory, `write.lock`, of files named by generation. The highest generation is the lock. A process
 * that finds its holder gone, or no holder, creates the next generation with link(2), which only one racer can. Then it
 * looks again, and yields to a higher one, which exists if the generation just created had come and gone meanwhile. The highest
 * file is never removed, not even on release (it is marked), so a generation number is never won twice, and nothing
 * needs to clean up after a killed holder. Files are linked into place whole, so none is ever seen half-written.
 *
 * A holder is gone if no process has its pid, or the process with its pid started at another time or in another boot. A
 * holder on another host or in another pid namespace (a container) cannot be looked up. So a holder touches its file
 * every few seconds, and a foreign one that has not been touched for half a minute is gone.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';

export interface DataLock {
  /** Frees the directory for another process. A second call does nothing. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process; empty if the system does not provide it. */
  readonly started: string;
  readonly boot: string;
  /** Host and pid namespace: where the pid is valid. */
  readonly namespace: string;
  readonly released?: true;
}

const LOCK_DIRECTORY = 'write.lock';
const TOUCH_INTERVAL_MS = 5_000;
const FOREIGN_SILENCE_MS = 30_000;
const ATTEMPTS_MAX = 100;

/** Resolves to the lock; the data directory exists. Rejects with DATA_DIR_BUSY if another process holds it, DATA_DIR_UNUSABLE if it cannot be written. */
export async function acquireDataLock(dataDir: string): Promise<DataLock> {
  const directory = join(dataDir, LOCK_DIRECTORY);
  const me = thisProcess();
  try {
    if (!existsSync(directory)) makeLockDirectory(directory);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const highest = highestGeneration(directory);
      if (highest > 0) refuseIfHeld(join(directory, String(highest)), dataDir, me);
      const mine = highest + 1;
      if (!create(directory, mine, me)) continue; // another process was faster: look at its lock
      if (highestGeneration(directory) === mine) return hold(directory, mine, me);
      rmSync(join(directory, String(mine)), { force: true });
    }
    throw new AppError('DATA_DIR_BUSY', `Too many processes want to write to the data directory ${dataDir} at once.`);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError('DATA_DIR_UNUSABLE', `The data directory ${dataDir} cannot be locked for writing (${code}).`, {
      cause: error,
    });
  }
}

/** The pid of the process that writes to the data directory, or undefined if none does. */
export function dataLockHolder(dataDir: string): number | undefined {
  const directory = join(dataDir, LOCK_DIRECTORY);
  if (!existsSync(directory)) return undefined;
  const highest = highestGeneration(directory);
  const path = join(directory, String(highest));
  const holder = highest > 0 ? readHolder(path) : undefined;
  return holder !== undefined && isAlive(holder, path, thisProcess()) ? holder.pid : undefined;
}

function makeLockDirectory(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
}

function hold(directory: string, generation: number, me: Holder): DataLock {
  const path = join(directory, String(generation));
  for (const name of readdirSync(directory)) {
    // Older generations, and drafts of processes that were killed before they linked them.
    const isOld = generationOf(name) < generation || (name.startsWith('draft-') && isSilent(join(directory, name)));
    if (isOld) rmSync(join(directory, name), { force: true });
  }
  const touch = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // A full or failing disk: only a process in another pid namespace is affected.
    }
  }, TOUCH_INTERVAL_MS);
  touch.unref();
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      clearInterval(touch);
      try {
        renameSync(writeDraft(directory, { ...me, released: true }), path);
      } catch {
        // On a full disk the mark cannot be written: the directory becomes free when this process ends.
      }
    },
  };
}

function refuseIfHeld(path: string, dataDir: string, me: Holder): void {
  const holder = readHolder(path);
  if (holder === undefined || !isAlive(holder, path, me)) return;
  const where = holder.namespace === me.namespace ? '' : ' on another host or in another container';
  throw new AppError(
    'DATA_DIR_BUSY',
    `The process ${holder.pid}${where} writes to the data directory ${dataDir}. ` +
      `Stop it first, or give --data another place.${where && ' If it was killed, wait half a minute.'}`,
  );
}

/** Returns false if the generation exists. */
function create(directory: string, generation: number, me: Holder): boolean {
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

/** For file systems without hard links. The file is empty for a moment; an empty one counts as held (see readHolder). */
function createWithoutLinks(path: string, me: Holder): boolean {
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

function writeDraft(directory: string, holder: Holder): string {
  const draft = join(directory, `draft-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(holder), { flag: 'wx' });
  return draft;
}

function highestGeneration(directory: string): number {
  return readdirSync(directory).reduce((highest, name) => Math.max(highest, generationOf(name) || 0), 0);
}

/** NaN if it is not a generation: NaN is neither the highest nor older than another. */
function generationOf(name: string): number {
  return /^[1-9][0-9]{0,14}$/.test(name) ? Number(name) : Number.NaN;
}

/** Undefined if the file is gone or empty, as a killed process or a failed disk can leave it. */
function readHolder(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, started, boot, namespace, released } = JSON.parse(text) as Holder;
    if (!Number.isInteger(pid) || pid <= 0 || released) return undefined;
    return { pid, started: String(started), boot: String(boot), namespace: String(namespace) };
  } catch {
    return isSilent(path) ? undefined : { pid: 0, started: '', boot: '', namespace: 'unreadable' };
  }
}

function isAlive(holder: Holder, path: string, me: Holder): boolean {
  if (holder.namespace !== me.namespace) return !isSilent(path);
  if (holder.boot !== me.boot) return false;
  const started = startOf(holder.pid);
  if (started !== undefined) return started === holder.started;
  if (me.started !== '') return false; // this system provides start times, and has no such process
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isSilent(path: string): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs > FOREIGN_SILENCE_MS;
  } catch {
    return true;
  }
}

function thisProcess(): Holder {
  return {
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    boot: tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '',
    namespace: `${hostname()} ${tryRead(() => readlinkSync('/proc/self/ns/pid')) ?? ''}`,
  };
}

/** Field 22 of /proc/PID/stat, counted from the end of the name, which may contain anything. A zombie has ended. */
function startOf(pid: number): string | undefined {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
