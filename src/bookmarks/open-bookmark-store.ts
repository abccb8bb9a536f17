/** Opens a store, and reads its state into memory, part by part. */
import { BookmarkState } from './bookmark-state.ts';
import { BookmarkStore } from './bookmark-store.ts';
import { ChangeLog } from './change-log.ts';
import { unpackItems } from './effects.ts';
import { Steps } from './steps.ts';
import type { StoredPart } from './store/protocol.ts';
import { bufferOf, StoreConnection, type StoreOptions } from './store/store-connection.ts';
import { unusable } from './store-errors.ts';

/** Opens or creates the bookmarks in `directory`. Rejects with DATA_DIR_UNUSABLE: damaged, read-only, full, of a newer format. */
export async function openBookmarkStore(directory: string, options: StoreOptions = {}): Promise<BookmarkStore> {
  const store = await StoreConnection.open(directory, options);
  try {
    const log = new ChangeLog(store);
    const state = new BookmarkState();
    const steps = new Steps();
    for await (const part of store.parts()) {
      load(part, { log, state, steps });
      steps.forget();
    }
    return new BookmarkStore({ store, log, state });
  } catch (error) {
    await store.close();
    throw unusable('cannot be opened', error);
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
