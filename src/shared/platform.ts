/**
 * Everything that depends on the operating system: signals, descriptors as paths, and the state and memory of other processes.
 * Linux reports these in /proc. Each function documents the result on other systems. No other module of the program reads
 * `process.platform` or /proc, except the check for an old Node, which imports nothing.
 */
import { execFile } from 'node:child_process';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** Requests to end. Windows sends SIGINT for Ctrl-C and SIGHUP for a closed console, and kills a process for SIGTERM. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Opens a file for reading and never waits for a writer of a FIFO. Windows lacks this flag and the next. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The same, and never follows a link created after the check. */
export const OPEN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);

const isLinux = process.platform === 'linux';

/**
 * Ignores signals that must not end a process of the program. By default, SIGUSR1 opens Node's debugger, through which anybody
 * who connects can run any code, and SIGUSR2 ends the process.
 */
export function ignoreUserSignals(): void {
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
}

/** For a child: the terminal signals the whole process group, but only the parent decides when the child ends. */
export function leaveSignalsToParent(): void {
  ignoreUserSignals();
  for (const signal of ENDING_SIGNALS) process.on(signal, () => undefined);
}

/** Returns the path by which a child process opens a descriptor that it inherited. Windows has no such path. */
export function inheritedDescriptorPath(descriptor: number): string {
  return `${isLinux ? '/proc/self/fd' : '/dev/fd'}/${descriptor}`;
}

/** Returns the real path of an open file. Null without /proc. */
export async function reportedPath(descriptor: number): Promise<string | null> {
  return isLinux ? readlink(`/proc/self/fd/${descriptor}`).catch(() => null) : null;
}

/**
 * Returns the memory of a process in bytes, from /proc or else from `ps`. Returns 0 if neither reports it. In that case only a
 * time limit ends the process.
 */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  return isLinux ? residentByProc(pid) : residentByPs(pid);
}

/** Reads kilobytes, because `statm` counts pages, whose size differs between kernels. */
export async function residentByProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

export async function residentByPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return (Number.parseInt(stdout, 10) || 0) * 1024;
}

export interface ProcessState {
  /** Clock ticks from boot to the start of the process. */
  readonly started: string;
  readonly isStopped: boolean;
}

/** Returns undefined if the process has ended, and for every process if there is no /proc. */
export function processState(pid: number): ProcessState | undefined {
  // Fields 3 and 22. A zombie has ended.
  const fields = statFields(pid);
  const state = fields?.[0];
  if (fields === undefined || state === 'Z' || state === 'X') return undefined;
  return { started: fields[19] ?? '', isStopped: state === 'T' || state === 't' };
}

/** Returns the fields of a process from the third one on. The second is its name, which may contain anything. */
function statFields(pid: number): string[] | undefined {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Clock ticks of Linux that programs see, on all of its machines. */
const TICK_MILLISECONDS = 10;

/** Returns the processor time of all threads of a process, in milliseconds. Null without /proc. */
export function processorMilliseconds(pid: number | undefined): number | null {
  const fields = pid === undefined ? undefined : statFields(pid);
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
}

/** Returns an id that differs after each boot. Empty without /proc. */
export function bootId(): string {
  return tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '';
}

/** Returns the host and the pid namespace, in which a pid is valid. Without /proc, returns only the host. */
export function pidNamespace(): string {
  return `${hostname()} ${tryRead(() => readlinkSync('/proc/self/ns/pid')) ?? ''}`;
}

const run = promisify(execFile);

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
