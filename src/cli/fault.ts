/**
 * Reports the error of a command. An expected error is one line. An invalid query is shown with a caret under the position.
 * Only a bug in this program prints a stack.
 */
import { AppError } from '../shared/errors.ts';
import { QueryFault } from './query-fault.ts';
import { printable } from './terminal/terminal.ts';

export function faultLines(error: unknown): readonly string[] {
  if (error instanceof QueryFault) return error.lines;
  if (error instanceof AppError) return [`case-access: ${printable(error.message)}`];
  const system = error as NodeJS.ErrnoException;
  if (error instanceof Error && typeof system.syscall === 'string') return [`case-access: ${printable(error.message)}`];
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return ['case-access: an internal error; please report it:', ...stack.split('\n')];
}

/** Adds the path of the data directory to an error about its full disk. Errors for clients of a server do not reveal it. */
export function namingDataDir(error: unknown, dataDir: unknown): unknown {
  if (typeof dataDir !== 'string' || !(error instanceof AppError) || error.code !== 'DISK_FULL') return error;
  const { message, cause } = error;
  if (!message.includes('data directory') || message.includes(dataDir)) return error;
  return new AppError('DISK_FULL', `${message} (data directory: ${dataDir})`, { cause });
}
