/**
 * Reports the end of a child process after its last message. Node may emit 'exit' first: when one child ends, it reaps all that
 * have ended, even those with unread messages.
 */
import type { ChildProcess } from 'node:child_process';

/** The signal that ended it, or null and its exit code. */
export type ChildEnd = (code: number | null, signal: NodeJS.Signals | null) => void;

/** Signals of crashes: the file that the process was reading may be the cause. */
const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS']);
/** How often a file is read again if the process ends without a crash, for example because somebody killed it or memory was short. */
export const READINGS_MAX = 3;

/** Whether the ending (a signal or an exit code) means that reading the file crashed the process. */
export function isCrash(ending: string): boolean {
  return CRASHES.has(ending);
}

/** Calls back once a child has ended and all its messages have been delivered. */
export function onEndOf(child: ChildProcess, ended: ChildEnd): void {
  // 'exit' does not wait for the channel to be read to its end.
  child.on('close', ended);
}
