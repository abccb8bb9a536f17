/**
 * Checks an index in a separate process after an engine process that had it open ended by itself. A damaged file can end any
 * process that maps it. The check covers the length of the file and the pages of LMDB's tree, which can end a process. Values
 * have their own checksums, which every reader verifies.
 */
import { fork } from 'node:child_process';
import { isCrash, onEndOf, READINGS_MAX } from '../shared/ends/child-end.ts';
import { AppError } from '../shared/errors.ts';
import { processEntry } from '../shared/process-entry.ts';

const CHECK_MILLISECONDS_MAX = 60_000;

/**
 * The fault of the index, or null if it is sound or its state is unknown. A process may also be ended from outside. So without
 * a crash, the index counts as damaged only if its check ends the same way every time, and never with exit code 0.
 */
export async function checkIndex(
  directory: string,
  entry: URL = processEntry('./index-check-process.js', import.meta.url),
): Promise<AppError | null> {
  for (let reading = 1; ; reading++) {
    const found = await check(directory, entry);
    if (typeof found !== 'string') return found;
    if (isCrash(found)) return damage(found);
    if (reading === READINGS_MAX) return found === NOTHING_WRONG ? null : damage(found);
  }
}

const NOTHING_WRONG = 'exit code 0';

/** The finding of the process, or how it ended. */
function check(directory: string, entry: URL): Promise<AppError | string | null> {
  return new Promise((resolve) => {
    const child = fork(entry, [directory], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, CHECK_MILLISECONDS_MAX);
    let finding: AppError | null | undefined;
    child.on('message', (message: { readonly fault: string | null }) => {
      finding = message.fault === null ? null : new AppError('INDEX_CORRUPT', message.fault);
    });
    child.on('error', () => resolve(null));
    onEndOf(child, (code, signal) => {
      clearTimeout(late);
      if (finding !== undefined) resolve(finding);
      else if (isLate) resolve(null);
      else resolve(signal ?? `exit code ${code}`);
    });
  });
}

function damage(how: string): AppError {
  const remedy = 'rebuild it with `case-access index build --force`';
  return new AppError('INDEX_CORRUPT', `the index ends the process that reads it (${how}); ${remedy}`);
}
