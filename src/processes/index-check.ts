/**
 * Checks an index in a separate process after an engine process that had it open ended by itself. A damaged file can end any
 * process that maps it. The check covers the length of the file and the pages of LMDB's tree, because damage to these can end a
 * process. Values have their own checksums, which every reader verifies.
 */
import { ChildEndedError, callOnce, readAgain } from '../shared/child/child-calls.ts';
import { processEntry } from '../shared/child/process-entry.ts';
import { AppError } from '../shared/errors.ts';

const CHECK_MILLISECONDS_MAX = 60_000;

/** The calls of the checking process. */
export interface CheckCalls {
  /** Returns the fault of the index in a directory. */
  check: { argument: string; result: string | null };
}

/**
 * Returns the fault of the index, or null if it is sound or its state is unknown. Something else may also have ended the
 * process. So if it did not crash, the index counts as damaged only if the check ends without an answer every time, and never
 * with exit code 0.
 */
export async function checkIndex(
  directory: string,
  entry: URL = processEntry('./index-check-process.js', import.meta.url),
): Promise<AppError | null> {
  const check = (): Promise<string | null> =>
    callOnce<CheckCalls, 'check'>({ entry, stderr: 'ignore' }, 'check', directory, {
      deadlineMs: CHECK_MILLISECONDS_MAX,
    });
  try {
    const finding = await readAgain(check);
    return finding === null ? null : new AppError('INDEX_CORRUPT', finding);
  } catch (error) {
    if (!(error instanceof ChildEndedError) || error.how !== 'itself' || error.message === NOTHING_WRONG) return null;
    const remedy = 'rebuild it with `case-access index build --force`';
    const finding = `the index crashes the process that reads it (${error.message}); ${remedy}`;
    return new AppError('INDEX_CORRUPT', finding);
  }
}

const NOTHING_WRONG = 'exit code 0';
