/** Exit codes, and the only mapping of errors to them. A new ErrorCode does not compile until it is listed. */
import { AppError, type ErrorCode } from '../shared/errors.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

export const ok = 0;
export const failure = 1;
export const usage = 2;
const notFound = 3;
export const notSound = 4;
export const incomplete = 5;

/** Shown under every `--help`. */
export const exitCodesHelp = `
Exit codes:
  0  done
  1  failure
  2  wrong option, argument, sources file or query
  3  case, index, source or item not found
  4  verification failed
  5  done, but incomplete: something could not be used; the output says what
`;

const EXIT_CODES: Readonly<Record<ErrorCode, ExitCode>> = {
  USAGE: usage,
  QUERY_INVALID: usage,
  UNSUPPORTED: failure,
  INVALID_REQUEST: usage,
  ALREADY_EXISTS: failure,
  FORBIDDEN: failure,
  ACCESS_UNKNOWN: failure,
  NOT_FOUND: notFound,
  CASE_UNREADABLE: failure,
  INDEX_CORRUPT: notSound,
  INDEX_FORMAT: failure,
  INDEX_MISSING: notFound,
  SOURCE_UNAVAILABLE: failure,
  SOURCE_BUILDING: failure,
  OVERLOADED: failure,
  DEADLINE: failure,
  CANCELLED: failure,
  ENGINE_LOST: failure,
  CLUSTER_AWAY: failure,
  TOO_LARGE: failure,
  CONFLICT: failure,
  DISK_FULL: failure,
  BOOKMARKS_UNAVAILABLE: failure,
  LOCK_LOST: failure,
  LOCK_UNREADABLE: failure,
  DATA_DIR_BUSY: failure,
  DATA_DIR_INSIDE: failure,
  DATA_DIR_UNUSABLE: failure,
};

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof AppError ? EXIT_CODES[error.code] : failure;
}
