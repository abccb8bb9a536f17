/**
 * Checks an index in a process of its own, after an engine process that had it open ended by itself: a damaged file can end
 * any process that maps it. The check covers the length of the file and the pages of LMDB's tree, which is what can end a
 * process; values have checksums of their own, and every reader checks those.
 */
import { fork } from 'node:child_process';
import { AppError } from '../shared/errors.ts';

const CHECK_MILLISECONDS_MAX = 60_000;

/** The fault of the index, or null where it is sound. */
export function checkIndex(
  directory: string,
  entry: URL = new URL('./index-check-process.js', import.meta.url),
): Promise<AppError | null> {
  return new Promise((resolve) => {
    const child = fork(entry, [directory], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: CHECK_MILLISECONDS_MAX,
    });
    let told: AppError | null | undefined;
    child.on('message', (message: { readonly fault: string | null }) => {
      told = message.fault === null ? null : new AppError('INDEX_CORRUPT', message.fault);
    });
    child.on('error', () => resolve(null));
    child.on('exit', (code, signal) => {
      if (told !== undefined) resolve(told);
      else if (signal === 'SIGTERM') resolve(null);
      else
        resolve(
          new AppError('INDEX_CORRUPT', `the index ends the process that reads it (${signal ?? code}); ${REMEDY}`),
        );
    });
  });
}

const REMEDY = 'rebuild it with `case-access index build --force`';
