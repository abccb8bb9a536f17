/**
 * Failures that a user can cause or must know about. Anything else that is thrown is a bug in this program.
 *
 * The message names the thing, the finding and the remedy, and is fit for a client: it contains no path of this machine
 * except one that the client gave. `http/errors.ts` and `cli/exit-codes.ts` map the code; a new code does not
 * compile until both list it.
 */
export type ErrorCode =
  | 'USAGE' // a wrong option or argument
  | 'QUERY_INVALID' // well-formed for the grammar, rejected by the engine (too many states, a bad bound…)
  | 'UNSUPPORTED' // asked of an engine that cannot do it
  | 'INVALID_REQUEST' // a parameter or body that is not what was asked for
  | 'ALREADY_EXISTS' // a bookmark or source of that name exists
  | 'FORBIDDEN' // known who asks, and not allowed
  | 'ACCESS_UNKNOWN' // who may ask cannot be read now
  | 'NOT_FOUND' // an unknown source, item, bookmark, or a part that an item does not have
  | 'CASE_UNREADABLE' // the case directory does not open
  | 'INDEX_CORRUPT' // a checksum or an invariant of an index is violated
  | 'INDEX_FORMAT' // an index of another format version
  | 'INDEX_MISSING' // no index, or one of an older state of the case
  | 'SOURCE_UNAVAILABLE' // a source that did not open
  | 'SOURCE_BUILDING' // a source whose index is being built
  | 'OVERLOADED' // the queue is full or the server is draining
  | 'DEADLINE' // the time limit of a request ran out
  | 'CANCELLED' // the client disconnected
  | 'ENGINE_LOST' // the engine process that ran a search ended
  | 'CLUSTER_AWAY' // the cluster that a source is searched on does not answer, or only in part
  | 'TOO_LARGE' // a body over its limit
  | 'CONFLICT' // the request is not possible in the current state
  | 'DISK_FULL' // no room for a change of the bookmarks, an index, or a temporary file
  | 'BOOKMARKS_UNAVAILABLE' // the bookmark store was damaged, cut or removed while it was served, or its process ended
  | 'LOCK_LOST' // another process took the data directory over
  | 'LOCK_UNREADABLE' // nobody knows whether one did, and may know again
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
