import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface ProcessRun {
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Most resident memory seen, in bytes; 0 where the system does not tell. */
  readonly peakBytes: number;
  /** User and system time, as it was seen last; 0 where the system does not tell. */
  readonly processorMs: number;
  readonly output: string;
  readonly errors: string;
}

const POLL_MILLISECONDS = 50;

/** Runs a program to its end. With `threads` 1 it is held to one core, where `taskset` is there to do it. */
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
  let peakBytes = 0;
  let processorMs = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakBytesOf(child.pid));
    processorMs = Math.max(processorMs, cpuMsOf(child.pid));
  }, POLL_MILLISECONDS);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  }).finally(() => clearInterval(timer));
  return { exitCode, seconds: (performance.now() - start) / 1000, peakBytes, processorMs, output, errors };
}

/** `VmHWM` of a process: the most it has had resident. */
export function peakBytesOf(pid: number | undefined): number {
  return statusBytes(pid, 'VmHWM');
}

export function residentBytesOf(pid: number | undefined): number {
  return statusBytes(pid, 'VmRSS');
}

/** `RssAnon`: what a process has resident without the files it maps, which the system takes back as it likes. */
export function ownBytesOf(pid: number | undefined): number {
  return statusBytes(pid, 'RssAnon');
}

/** User and system time of a process, in milliseconds, to a clock tick of ten; 0 where the system does not tell. */
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
