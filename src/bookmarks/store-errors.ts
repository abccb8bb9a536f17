/** The errors of the bookmark store, with messages that state the finding and the remedy. */
import { AppError } from '../shared/errors.ts';

/** Describes how the store is damaged. A clause without its full stop. */
export class DamagedStoreError extends Error {}

/** An open store is damaged, truncated, replaced or gone. `finding` is a clause without its full stop. */
export function unavailable(finding: string, cause?: unknown): AppError {
  return new AppError(
    'BOOKMARKS_UNAVAILABLE',
    `The bookmark store is not available: ${finding}. Searches still work. Stop the server, put a backup of the folder ` +
      '"bookmarks" of the data directory in its place, and start again.',
    { cause },
  );
}

/** Another program touched the store, or its process ended: the state is unknown until the store is read again. */
export function beingChecked(): AppError {
  return new AppError(
    'BOOKMARKS_UNAVAILABLE',
    'The bookmark store is not available: it is being checked, because its file was changed or its process ended. Try again soon.',
  );
}

/** The store process ended before it answered. The message of `cause` describes how. */
export function interrupted(cause: Error): AppError {
  return new AppError(
    'BOOKMARKS_UNAVAILABLE',
    `The bookmark store is not available: its process ended (${cause.message}) during the request, which is not ` +
      'acknowledged. Check whether the change was made, and try again.',
    { cause },
  );
}

/** A store that cannot be opened. */
export function damagedStore(finding: string, cause?: unknown): AppError {
  return new AppError(
    'DATA_DIR_UNUSABLE',
    `The bookmark store in the data directory is damaged: ${finding}. Nothing was changed. Run \`bookmarks verify\`, then ` +
      'put a backup in its place, or move the folder "bookmarks" away and import an export.',
    { cause },
  );
}

export function unusableStore(finding: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof DamagedStoreError) return damagedStore(cause.message, cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('DATA_DIR_UNUSABLE', `The bookmarks in the data directory ${finding} (${reason}).`, { cause });
}

/** Another process wrote to the store during its reading, such as a server that was just killed. */
export function writtenWhileRead(cause: unknown): AppError {
  return new AppError(
    'BOOKMARKS_UNAVAILABLE',
    'The bookmarks in the data directory cannot be opened: another process wrote to them each time they were read. Stop ' +
      'it and start again.',
    { cause },
  );
}

/** The store process ended on every attempt to open the file, for a reason that is not the file. */
export function endedOpening(ending: string, times: number): AppError {
  return new AppError(
    'DATA_DIR_UNUSABLE',
    `The bookmarks in the data directory cannot be opened: each of ${times} processes that read them ended (${ending}). This ` +
      'proves no damage, and nothing was changed. Start again; if it happens again, find out what kills processes on this ' +
      'machine (memory, limits), and run `bookmarks verify`.',
  );
}

export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'DISK_FULL',
    'The disk of the data directory is full, so the bookmarks were not changed. Free some space there and try again.',
    { cause },
  );
}
