/** Opens a store: migrates it, creates it if it is missing, and reads all of it into memory. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { BookmarkState } from './bookmark-state.ts';
import { ChangeLog } from './change-log.ts';
import { Journal, type JournalOptions } from './journal/journal.ts';
import { DamagedJournalError, HASH_BYTES } from './journal/journal-format.ts';
import { readEntries, readHead } from './journal/journal-reader.ts';
import { writeJournal } from './journal/journal-writer.ts';
import { damaged, unusable } from './journal/store-errors.ts';
import { bringToFormat, JOURNAL_FILE } from './migrations.ts';

export interface StoreOptions extends JournalOptions {
  /**
   * True if the process that had the data lock may still be running. Then the journal is replaced by a copy: whatever that
   * process still writes goes to a file without a name.
   */
  readonly isTakenOver?: boolean;
}

/** Passes what was opened to `build`. Throws DATA_DIR_UNUSABLE. */
export function openJournal<T>(
  directory: string,
  options: StoreOptions,
  build: (journal: Journal, log: ChangeLog, state: BookmarkState) => T,
): T {
  const path = join(directory, JOURNAL_FILE);
  let journal: Journal | undefined;
  try {
    if (!options.readOnly) mkdirSync(directory, { recursive: true });
    bringToFormat(directory, options);
    if (!existsSync(path)) create(path, options);
    else if (options.isTakenOver) replace(path);
    journal = Journal.open(path, options);
    const log = new ChangeLog(journal);
    const state = new BookmarkState();
    log.replayInto(state);
    journal.watch();
    return build(journal, log, state);
  } catch (error) {
    journal?.close().catch(() => {}); // report the failure that led here
    if (error instanceof DamagedJournalError) throw damaged(error.message, error);
    throw unusable('cannot be opened', error);
  }
}

function create(path: string, { readOnly }: StoreOptions): void {
  if (readOnly) throw new AppError('DATA_DIR_UNUSABLE', 'There are no bookmarks in the data directory.');
  writeJournal(path, [], () => ({ records: 0, hash: Buffer.alloc(HASH_BYTES) }));
}

function replace(path: string): void {
  const fd = openSync(path, 'r');
  try {
    const head = readHead(fd);
    writeJournal(path, bodies(fd, head.end), () => head);
  } finally {
    closeSync(fd);
  }
}

function* bodies(fd: number, end: number): Generator<Buffer> {
  for (const { body } of readEntries(fd, end)) yield Buffer.from(body);
}
