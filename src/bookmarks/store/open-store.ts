/**
 * Opens the file of a store in the store process. Migrates it, creates it if missing, or replaces it with a copy after a
 * takeover.
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { LOCK_FILE, writeLockFile } from '../../shared/lock-file.ts';
import { DATA_FILE, flush, storeExists } from '../store-directory.ts';
import { DamagedStoreError } from '../store-errors.ts';
import { Environment } from './environment.ts';
import { lastTransaction } from './meta-pages.ts';
import { readFormat, readStoreHead, StoreFile, TABLES } from './store-file.ts';

const PARTIAL_DIRECTORY = 'partial';
const META_ATTEMPTS = 5;

/** Opens the store. Throws AppError, DamagedStoreError, and errors of LMDB. */
export async function openStoreFile(
  directory: string,
  { readOnly = false, isTakenOver = false }: { readonly readOnly?: boolean; readonly isTakenOver?: boolean },
): Promise<StoreFile> {
  if (!storeExists(directory)) {
    if (readOnly) throw new AppError('DATA_DIR_UNUSABLE', 'There are no bookmarks in the data directory.');
    await writeStore(directory, () => undefined);
  } else if (isTakenOver) await replace(directory);
  requireMetaPages(directory);
  if (!readOnly && !existsSync(join(directory, LOCK_FILE))) writeLockFile(directory);
  return new StoreFile(directory, { readOnly });
}

/** The format of the store in the directory, or null if there is none. Throws the same errors as `openStoreFile`. */
export async function storedFormat(directory: string): Promise<number | null> {
  if (!storeExists(directory)) return null;
  requireMetaPages(directory);
  const env = new Environment(directory, TABLES, { readOnly: true });
  try {
    const snapshot = env.snapshot();
    const format = readFormat(snapshot);
    snapshot.done();
    if (format === null) throw new DamagedStoreError('it does not state its format');
    return format;
  } finally {
    await env.close();
  }
}

/** Writes a new file and renames it into place. Throws disk errors, with the old file unchanged. */
export async function writeStore(directory: string, fill: (file: StoreFile) => void): Promise<void> {
  const partial = join(directory, PARTIAL_DIRECTORY);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  try {
    writeLockFile(partial);
    const file = new StoreFile(partial, { isNew: true });
    try {
      file.initialize();
      fill(file);
    } finally {
      await file.close();
    }
    flush(join(partial, DATA_FILE));
    renameSync(join(partial, DATA_FILE), join(directory, DATA_FILE));
    // A lock file belongs to one data file. A process that still has the old file keeps the old lock.
    rmSync(join(directory, LOCK_FILE), { force: true });
    flush(directory);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Replaces the file with a copy of itself. Further writes of the former process go to the unlinked file. */
async function replace(directory: string): Promise<void> {
  requireMetaPages(directory);
  const env = new Environment(directory, TABLES, { readOnly: true });
  try {
    const snapshot = env.snapshot();
    const head = readStoreHead(snapshot);
    await writeStore(directory, (file) =>
      file.transact(file.head(), () => {
        for (const table of TABLES) {
          if (table !== 'meta') for (const { key, value } of snapshot.rows(table)) file.put(table, key, value);
        }
        file.writeHead(head, head.baseSequence);
      }),
    );
    snapshot.done();
  } finally {
    await env.close();
  }
}

/** Checks that the files are regular, because opening a pipe would wait forever for a writer. Throws DamagedStoreError. */
function requireFiles(directory: string): void {
  for (const name of [DATA_FILE, LOCK_FILE]) {
    const stats = statSync(join(directory, name), { throwIfNoEntry: false });
    if (stats?.isFile() === false) throw new DamagedStoreError(`its ${name} is not a regular file`);
  }
}

export function requireMetaPages(directory: string): void {
  requireFiles(directory);
  const fd = openSync(join(directory, DATA_FILE), 'r');
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        lastTransaction(fd);
        return;
      } catch (error) {
        // Tries again, because a server may be writing the pages at this moment.
        if (attempt === META_ATTEMPTS) throw error;
      }
    }
  } finally {
    closeSync(fd);
  }
}
