/**
 * The format version of the bookmark store, and the numbered steps from older ones. Runs in the store process.
 *
 * Bookmarks are primary data: they are never rebuilt, so an older store is migrated. A copy is made before the first step and
 * kept. A step writes a new file and takes effect with one rename, so a failed step leaves the old store. A store of a newer
 * format is rejected untouched.
 *
 * | Version | Change |
 * |---|---|
 * | 1 | first |
 * | 2 | never released, and not read |
 * | 3 | log records contain their members; current members and names are stored beside them |
 */
import { closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { toFormat3 } from './format-1/to-format-3.ts';
import { storedFormat } from './store/open-store.ts';
import { FORMAT_VERSION } from './store/store-file.ts';
import { DATA_FILE } from './store-directory.ts';

/** Brings the store in `directory` from format `from` to format `to`. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  readonly run: (directory: string) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [{ from: 1, to: 3, run: toFormat3 }];

/**
 * Migrates an old store. Throws DamagedStoreError, and DATA_DIR_UNUSABLE for a newer store or for an old one that is opened
 * read-only.
 */
export async function bringToFormat(
  directory: string,
  options: { readonly readOnly?: boolean } = {},
  target = FORMAT_VERSION,
  migrations = MIGRATIONS,
): Promise<void> {
  const found = await storedFormat(directory);
  if (found === null) return;
  if (found > target) throw refused(found, target, 'Run the release that wrote it, or a newer one');
  if (found < target) {
    if (options.readOnly) throw refused(found, target, 'Start the server once to upgrade it');
    backUp(directory, found);
  }
  for (let version = found; version < target; ) {
    const step = migrations.find(({ from }) => from === version);
    if (step === undefined) throw refused(found, target, `No migration starts from v${version}`);
    await step.run(directory);
    version = step.to;
  }
}

/** Copies the file to the same folder, and returns when the copy is on disk. The data lock excludes other writers. */
function backUp(directory: string, version: number): void {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const copy = join(directory, `backup-v${version}-${stamp}.mdb`);
  try {
    copyFileSync(join(directory, DATA_FILE), copy, constants.COPYFILE_EXCL);
    const fd = openSync(copy, 'r+');
    fsyncSync(fd);
    closeSync(fd);
  } catch (error) {
    throw new AppError(
      'DATA_DIR_UNUSABLE',
      'The bookmarks have an older format and cannot be backed up, so they were not changed.',
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
