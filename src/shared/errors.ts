/**
 * Failures that a user can cause or must know about. Anything else that is thrown is a bug in this program.
 *
 * The message says what failed, why, and what to do about it. A client may see it, so it contains no path of this machine
 * except one that the client gave. `http/errors.ts` and `cli/exit-codes.ts` map the code; a new code does not compile until
 * both list it.
 */
export type ErrorCode =
  | 'USAGE' // a wrong option or argument
  | 'QUERY_INVALID' // well-formed for the grammar, rejected by the engine (too many states, a bad bound…)
  | 'UNSUPPORTED' // the engine does not support the request
  | 'INVALID_REQUEST' // a parameter or body that is malformed or out of range
  | 'ALREADY_EXISTS' // a bookmark or source of that name exists
  | 'FORBIDDEN' // the caller is known, and not allowed
  | 'ACCESS_UNKNOWN' // the settings of access cannot be read now
  | 'NOT_FOUND' // an unknown source, item, bookmark, or a part that an item does not have
  | 'CASE_UNREADABLE' // the case directory cannot be opened
  | 'INDEX_CORRUPT' // a checksum or an invariant of an index is violated
  | 'INDEX_FORMAT' // an index of another format version
  | 'INDEX_MISSING' // no index, or one of an older state of the case
  | 'SOURCE_UNAVAILABLE' // a source that could not be opened
  | 'SOURCE_BUILDING' // a source whose index is being built
  | 'OVERLOADED' // the queue is full or the server is draining
  | 'DEADLINE' // the time limit of a request ran out
  | 'CANCELLED' // the client disconnected
  | 'ENGINE_LOST' // the engine process that ran a search ended
  | 'CLUSTER_AWAY' // the cluster that searches a source does not answer, or answers only in part
  | 'TOO_LARGE' // a body over its limit
  | 'CONFLICT' // the request is not possible in the current state
  | 'DISK_FULL' // no room for a change of the bookmarks, an index, or a temporary file
  | 'BOOKMARKS_UNAVAILABLE' // the bookmark store was damaged, cut or removed while it was served, or its process ended
  | 'LOCK_LOST' // another process took over the data directory
  | 'LOCK_UNREADABLE' // whether one did cannot be read now; a retry may work
  | 'DATA_DIR_BUSY' // another process writes to this data directory
  | 'DATA_DIR_INSIDE' // the data directory is inside a case
  | 'DATA_DIR_UNUSABLE'; // read-only, not a directory

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
