/**
 * The format version of the bookmark store, and the numbered steps from older ones.
 *
 * Bookmarks are primary data: they are never rebuilt, so an older store is brought forward. A copy of the environment is
 * made before the first step and kept; the steps run in one transaction, so that a failed one leaves the old store.
 * A store of a newer format is refused untouched.
 *
 * | Version | Change |
 * |---|---|
 * | 1 | first |
 */
import { closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { type Environment, environmentFile } from './environment.ts';
import { readU32, u32 } from './memberships.ts';

export const FORMAT_VERSION = 1;

/** Brings a store of format `from` to format `from + 1`. Runs inside the transaction of the whole migration. */
export interface Migration {
  readonly from: number;
  readonly run: (env: Environment) => void;
}

const MIGRATIONS: readonly Migration[] = [];

const FORMAT_KEY = Buffer.from('format');

/** Stamps a new store, or migrates an old one. Throws DATA_DIR_UNUSABLE for a newer one, or for an old one opened read-only. */
export function bringToFormat(env: Environment, target = FORMAT_VERSION, migrations = MIGRATIONS): void {
  const stored = env.table('meta').get(FORMAT_KEY);
  if (stored === undefined) {
    if (!env.readOnly) env.transact(() => env.table('meta').put(FORMAT_KEY, u32(target)));
    return;
  }
  const found = readU32(stored, 0);
  if (found === target) return;
  if (found > target) throw refused(found, target, 'Run the release that wrote it, or a newer one');
  if (env.readOnly) throw refused(found, target, 'Start the server once to bring it forward');
  backUp(env, found);
  env.transact(() => {
    for (let version = found; version < target; version++) {
      const step = migrations.find(({ from }) => from === version);
      if (step === undefined) throw refused(found, target, `No step leads on from v${version}`);
      step.run(env);
    }
    env.table('meta').put(FORMAT_KEY, u32(target));
  });
}

/** Copies the file beside itself, and does not return before the copy is on disk. No one writes meanwhile: the data lock. */
function backUp(env: Environment, version: number): void {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const copy = join(env.directory, `backup-v${version}-${stamp}.mdb`);
  try {
    copyFileSync(environmentFile(env.directory), copy, constants.COPYFILE_EXCL);
    const fd = openSync(copy, 'r+');
    fsyncSync(fd);
    closeSync(fd);
  } catch (error) {
    throw new AppError(
      'DATA_DIR_UNUSABLE',
      'The bookmarks have an older format and cannot be backed up, so they were left alone.',
      {
        cause: error,
      },
    );
  }
}

function refused(found: number, target: number, remedy: string): AppError {
  return new AppError(
    'DATA_DIR_UNUSABLE',
    `The bookmark store has format v${found}; this build writes v${target}. ${remedy}.`,
  );
}
