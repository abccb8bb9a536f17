/**
 * Checks an index in a process of its own, after an engine process that had it open ended by itself: a damaged file can end
 * any process that maps it. The check covers the length of the file and the pages of LMDB's tree, which is what can end a
 * process; values have checksums of their own, and every reader checks those.
 */
import { fork } from 'node:child_process';
import { onEndOf } from '../shared/ends/child-end.ts';
import { AppError } from '../shared/errors.ts';

const CHECK_MILLISECONDS_MAX = 60_000;
/** SIGKILL comes from outside, or where memory is short: only an index whose check ends like that every time may be the cause. */
const KILLED_MAX = 3;

/** The fault of the index, or null where it is sound. */
export async function checkIndex(
  directory: string,
  entry: URL = new URL('./index-check-process.js', import.meta.url),
): Promise<AppError | null> {
  for (let killed = 1; ; killed++) {
    const told = await check(directory, entry);
    if (told !== KILLED) return told;
    if (killed === KILLED_MAX) return ending(KILLED);
  }
}

const KILLED = 'SIGKILL';

function check(directory: string, entry: URL): Promise<AppError | typeof KILLED | null> {
  return new Promise((resolve) => {
    const child = fork(entry, [directory], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, CHECK_MILLISECONDS_MAX);
    let told: AppError | null | undefined;
    child.on('message', (message: { readonly fault: string | null }) => {
      told = message.fault === null ? null : new AppError('INDEX_CORRUPT', message.fault);
    });
    child.on('error', () => resolve(null));
    onEndOf(child, (code, signal) => {
      clearTimeout(late);
      if (told !== undefined) resolve(told);
      else if (isLate) resolve(null);
      else resolve(signal === KILLED ? KILLED : ending(signal ?? code));
    });
  });
}

function ending(how: string | number | null): AppError {
  const remedy = 'rebuild it with `case-access index build --force`';
  return new AppError('INDEX_CORRUPT', `the index ends the process that reads it (${how}); ${remedy}`);
}
