/** Opens a store, and reads its state into memory in parts. */
import { ChildEndedError, READINGS_MAX, readAgain } from '../shared/child/child-calls.ts';
import { AppError } from '../shared/errors.ts';
import { BookmarkState } from './bookmark-state.ts';
import { BookmarkStore } from './bookmark-store.ts';
import { ChangeLog } from './change-log.ts';
import { unpackItems } from './effects.ts';
import { Steps } from './steps.ts';
import type { StoredPart } from './store/protocol.ts';
import { bufferOf, StoreConnection, type StoreOptions } from './store/store-connection.ts';
import { DamagedStoreError, endedOpening, unusableStore } from './store-errors.ts';

/**
 * Opens or creates the bookmarks in `directory`. Rejects with DATA_DIR_UNUSABLE if they are damaged, read-only, full, or of a
 * newer format.
 */
export async function openBookmarkStore(directory: string, options: StoreOptions = {}): Promise<BookmarkStore> {
  try {
    return await readAgain(() => read(directory, options), isWrittenMeanwhile);
  } catch (error) {
    if (!(error instanceof ChildEndedError)) throw unusableStore('cannot be opened', error);
    // If the process crashed, the file may be the cause; otherwise something may have killed the process.
    throw error.isCrash ? damagedBy(error.message) : endedOpening(error.message, READINGS_MAX);
  }
}

/** The last commit of a killed server may finish while its successor reads. */
function isWrittenMeanwhile(error: unknown): boolean {
  return error instanceof AppError && error.code === 'BOOKMARKS_UNAVAILABLE';
}

function damagedBy(ending: string): AppError {
  return unusableStore('cannot be opened', new DamagedStoreError(`its process ended (${ending}) reading it`));
}

async function read(directory: string, options: StoreOptions): Promise<BookmarkStore> {
  const store = await StoreConnection.open(directory, options);
  try {
    const log = new ChangeLog(store);
    const state = new BookmarkState();
    const steps = new Steps();
    for await (const part of store.parts()) {
      load(part, { log, state, steps });
      steps.forget();
    }
    const bookmarks = new BookmarkStore({ store, log, state });
    // Errors are ignored, because leftovers are invisible and a store on a full disk must still open.
    await bookmarks.reviews.deleteLeftovers().catch(() => undefined);
    return bookmarks;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function load(part: StoredPart, { log, state, steps }: { log: ChangeLog; state: BookmarkState; steps: Steps }): void {
  switch (part.kind) {
    case 'names':
      for (const row of part.rows) state.loadName(row);
      break;
    case 'members':
      for (const { set, items } of part.sets) {
        state.loadMembers(set, unpackItems(bufferOf(items)), steps);
      }
      break;
    case 'base':
      log.loadBase(part.set);
      break;
    case 'log':
      log.load(part);
  }
}
