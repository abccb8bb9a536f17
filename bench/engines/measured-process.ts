import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface ProcessRun {
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Peak resident memory in bytes, of the process and its children; 0 if the system does not report it. */
  readonly peakBytes: number;
  /** User and system time of all of them when they were last sampled. 0 if the system does not report it. */
  readonly processorMs: number;
  readonly output: string;
  readonly errors: string;
}

const POLL_MILLISECONDS = 50;

/** Runs a program to its end. With `threads` 1 it is bound to one core, if `taskset` is available. */
export async function runMeasured(command: readonly string[], threads: number): Promise<ProcessRun> {
  const pinned = threads === 1 && existsSync('/usr/bin/taskset') ? ['taskset', '-c', '0', ...command] : command;
  const start = performance.now();
  const child = spawn(pinned[0]!, pinned.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const peaks = new Map<number, number>();
  const times = new Map<number, number>();
  const timer = setInterval(() => {
    for (const pid of withChildren(child.pid)) {
      peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peakBytesOf(pid)));
      times.set(pid, Math.max(times.get(pid) ?? 0, cpuMsOf(pid)));
    }
  }, POLL_MILLISECONDS);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  }).finally(() => clearInterval(timer));
  const seconds = (performance.now() - start) / 1000;
  return { exitCode, seconds, peakBytes: sumOf(peaks), processorMs: sumOf(times), output, errors };
}

function sumOf(byProcess: ReadonlyMap<number, number>): number {
  return [...byProcess.values()].reduce((sum, value) => sum + value, 0);
}

/** Returns a process and all its descendants, because a build may have a separate process. */
export function withChildren(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return [pid, ...children.filter((child) => child !== '').flatMap((child) => withChildren(Number(child)))];
  } catch {
    return [pid]; // gone, or no /proc here
  }
}

/** Returns `VmHWM` of a process: its peak resident memory. */
export function peakBytesOf(pid: number | undefined): number {
  return statusBytes(pid, 'VmHWM');
}

export function residentBytesOf(pid: number | undefined): number {
  return statusBytes(pid, 'VmRSS');
}

/** Returns `RssAnon`: resident memory of a process without mapped files, which the system can reclaim at any time. */
export function ownBytesOf(pid: number | undefined): number {
  return statusBytes(pid, 'RssAnon');
}

/** Returns user and system time of a process in milliseconds, with a resolution of ten. 0 if the system does not report it. */
export function cpuMsOf(pid: number | undefined): number {
  try {
    const columns = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(columns[11]) + Number(columns[12])) * 10;
  } catch {
    return 0;
  }
}

function statusBytes(pid: number | undefined, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // gone, or no /proc here
  }
}
