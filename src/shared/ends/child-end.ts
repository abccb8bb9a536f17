/**
 * The end of a child process whose last message counts. Node may tell of the end first: the end of one child makes it ask for all that have ended, also
 * for those whose messages it has yet to read.
 */
import type { ChildProcess } from 'node:child_process';

/** The signal that ended it, or null and its exit code. */
export type ChildEnd = (code: number | null, signal: NodeJS.Signals | null) => void;

/** Signals that a process brings upon itself: the file that it was reading may be the cause. */
const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS']);
/** How often a file is read in a process that ends in another way. Somebody may have ended it, or memory was short. */
export const READINGS_MAX = 3;

/** Whether the ending (a signal or an exit code) says something about the file that the process was reading. */
export function isCrash(ending: string): boolean {
  return CRASHES.has(ending);
}

/** Calls back once a child has ended and all its messages were given to their listeners. */
export function onEndOf(child: ChildProcess, ended: ChildEnd): void {
  // 'exit' does not wait for the channel to be read to its end.
  child.on('close', ended);
}
