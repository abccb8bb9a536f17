/**
 * The format version of the bookmark store, and the numbered steps from older ones.
 *
 * Bookmarks are primary data: they are never rebuilt, so an older store is migrated. A copy is made before the first
 * step and kept; a step writes a new file and takes effect with one rename, so that a failed step leaves the old store.
 * A store of a newer format is rejected untouched.
 *
 * | Version | Change |
 * |---|---|
 * | 1 | first: an LMDB environment |
 * | 2 | a journal: log records keep the members that they concern, and the state is derived from them |
 */
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { ENVIRONMENT_FILE } from './format-1/environment.ts';
import { removeOldStore, toFormat2 } from './format-1/to-format-2.ts';
import { FORMAT_VERSION } from './journal/journal-format.ts';
import { readHead } from './journal/journal-reader.ts';

export const JOURNAL_FILE = 'bookmarks.journal';

/** Brings the store in `directory` from format `from` to format `from + 1`. */
export interface Migration {
  readonly from: number;
  readonly run: (directory: string) => void;
}

export const MIGRATIONS: readonly Migration[] = [
  { from: 1, run: (directory) => toFormat2(directory, join(directory, JOURNAL_FILE)) },
];

/** True if the directory has a store of any format. */
export function storeExists(directory: string): boolean {
  return existsSync(join(directory, JOURNAL_FILE)) || existsSync(join(directory, ENVIRONMENT_FILE));
}

/**
 * Migrates an old store. Throws DATA_DIR_UNUSABLE for a newer one, or for an old one opened read-only;
 * DamagedJournalError.
 */
export function bringToFormat(
  directory: string,
  options: { readonly readOnly?: boolean } = {},
  target = FORMAT_VERSION,
  migrations = MIGRATIONS,
): void {
  const found = storedFormat(directory);
  if (found === null) return;
  if (found > target) throw refused(found, target, 'Run the release that wrote it, or a newer one');
  if (found < target) {
    if (options.readOnly) throw refused(found, target, 'Start the server once to bring it forward');
    backUp(directory, found);
  }
  for (let version = found; version < target; version++) {
    const step = migrations.find(({ from }) => from === version);
    if (step === undefined) throw refused(found, target, `No step leads on from v${version}`);
    step.run(directory);
  }
  // A process that was killed between the last two acts of a step left the old file, and a copy of it.
  if (!options.readOnly && found > 1) removeOldStore(directory);
}

function storedFormat(directory: string): number | null {
  const path = join(directory, JOURNAL_FILE);
  if (!existsSync(path)) return existsSync(join(directory, ENVIRONMENT_FILE)) ? 1 : null;
  const fd = openSync(path, 'r');
  try {
    return readHead(fd).format;
  } finally {
    closeSync(fd);
  }
}

/** Copies the file beside itself, and does not return before the copy is on disk. The data lock keeps others from writing meanwhile. */
function backUp(directory: string, version: number): void {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const [file, ending] = version === 1 ? [ENVIRONMENT_FILE, 'mdb'] : [JOURNAL_FILE, 'journal'];
  const copy = join(directory, `backup-v${version}-${stamp}.${ending}`);
  try {
    copyFileSync(join(directory, file), copy, constants.COPYFILE_EXCL);
    const fd = openSync(copy, 'r+');
    fsyncSync(fd);
    closeSync(fd);
  } catch (error) {
    throw new AppError(
      'DATA_DIR_UNUSABLE',
      'The bookmarks have an older format and cannot be backed up, so they were left alone.',
      { cause: error },
    );
  }
}

function refused(found: number, target: number, remedy: string): AppError {
  return new AppError(
    'DATA_DIR_UNUSABLE',
    `The bookmark store has format v${found}; this build writes v${target}. ${remedy}.`,
  );
}
