/** Processor time of processes, over all threads. It is comparable even on a shared machine. Available on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a process and its children; null if the system does not report it. */
export function processorTime(pid: number): number | null {
  return timeOf(pid, true);
}

/** Processor time of the process without its children. */
export function ownProcessorTime(pid: number): number | null {
  return timeOf(pid, false);
}

function timeOf(pid: number, isWithChildren: boolean): number | null {
  try {
    let nanoseconds = 0;
    let milliseconds = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
      if (!isWithChildren) continue;
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
      for (const child of children === '' ? [] : children.split(' ')) milliseconds += processorTime(Number(child)) ?? 0;
    }
    return milliseconds + nanoseconds / 1e6;
  } catch {
    return null;
  }
}
