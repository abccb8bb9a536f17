/**
 * The holder of a data directory according to the lock file, and whether that process still exists.
 *
 * A holder is gone if no process has its pid, or the process with its pid started at another time or in another boot. A stopped
 * process (SIGSTOP, a debugger) exists but does nothing. It is gone once it has been silent for its lease. A holder on another
 * host or in another pid namespace (a container) cannot be looked up, so only silence decides. The same applies to any running
 * process on systems that do not report when it started.
 */
import { statSync } from 'node:fs';
import { bootId, pidNamespace, processState } from '../shared/platform.ts';
import { readRegularFile } from '../shared/regular-file.ts';

export interface LockHolder {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process; empty if the system does not report it. */
  readonly started: string;
  readonly boot: string;
  /** Host and pid namespace, in which the pid is valid. */
  readonly namespace: string;
  /** The holder touches its file several times within this period. */
  readonly leaseMs: number;
  readonly released?: true;
}

/**
 * `gone`: the process has ended. `silent`: it may still run or resume, and must then notice that the lock is lost. `alive`: it
 * holds the directory.
 */
export type HolderState = 'gone' | 'silent' | 'alive';

export const LEASE_MS = 30_000;
/** A lock file has a few hundred bytes. */
export const LOCK_BYTES_MAX = 65_536;

/**
 * Returns undefined if the file is missing or has no valid contents, which can happen after a process was killed or a disk
 * failed.
 */
export function readHolder(path: string): LockHolder | undefined {
  let text: string;
  try {
    text = readRegularFile(path, LOCK_BYTES_MAX).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, started, boot, namespace, leaseMs, released } = JSON.parse(text) as Partial<LockHolder>;
    if (pid === undefined || !Number.isInteger(pid) || pid <= 0 || released) return undefined;
    // Earlier releases wrote no lease.
    const lease = typeof leaseMs === 'number' && leaseMs > 0 ? leaseMs : LEASE_MS;
    return { pid, started: String(started), boot: String(boot), namespace: String(namespace), leaseMs: lease };
  } catch {
    const unreadable = { pid: 0, started: '', boot: '', namespace: 'unreadable', leaseMs: LEASE_MS };
    return isSilent(path, LEASE_MS) ? undefined : unreadable;
  }
}

export function presenceOf(holder: LockHolder, path: string, me: LockHolder): HolderState {
  if (holder.namespace !== me.namespace) return isSilent(path, holder.leaseMs) ? 'silent' : 'alive';
  if (holder.boot !== me.boot) return 'gone';
  // Without start times, another process may have the same pid by now, so only silence decides.
  if (me.started === '') return !isRunning(holder.pid) ? 'gone' : isSilent(path, holder.leaseMs) ? 'silent' : 'alive';
  const found = processState(holder.pid);
  if (found === undefined || found.started !== holder.started) return 'gone';
  return found.isStopped && isSilent(path, holder.leaseMs) ? 'silent' : 'alive';
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function isSilent(path: string, leaseMs: number): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs > leaseMs;
  } catch {
    return true;
  }
}

export function thisProcess(leaseMs = LEASE_MS): LockHolder {
  return {
    pid: process.pid,
    started: processState(process.pid)?.started ?? '',
    boot: bootId(),
    namespace: pidNamespace(),
    leaseMs,
  };
}
