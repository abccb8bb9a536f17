/**
 * The data directory: where indexes, bookmarks, thumbnails and reports are written. It is never inside a case directory, which
 * is evidence and is only read.
 *
 * Compares real paths before anything is created, so that a symbolic link cannot circumvent this.
 */
import { existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../shared/errors.ts';

/**
 * Creates the data directory if it is missing and returns its real path. Throws DATA_DIR_INSIDE if it is inside one of the case
 * directories (given as real paths), DATA_DIR_UNUSABLE if it is not a directory or not writable, and DISK_FULL.
 */
export function checkDataDir(dataDir: string, caseRealPaths: Iterable<string>): string {
  const cases = [...caseRealPaths];
  try {
    refuseInside(futureRealPath(resolve(dataDir)), cases, dataDir);
    makeDirectory(resolve(dataDir));
    const real = realpathSync(dataDir);
    refuseInside(real, cases, dataDir);
    if (!statSync(real).isDirectory())
      throw new AppError('DATA_DIR_UNUSABLE', `${dataDir} is not a directory. Choose another data directory.`);
    probe(real);
    return real;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError(
      code === 'ENOSPC' || code === 'EDQUOT' ? 'DISK_FULL' : 'DATA_DIR_UNUSABLE',
      `The data directory ${dataDir} ${FINDINGS[code] ?? `cannot be used (${code})`}.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Throws DATA_DIR_INSIDE if the data directory is, or would be created, inside the folder of a case. Reads nothing else of
 * either folder.
 */
export function refuseDataDirInside(dataDir: string, caseRealPath: string): void {
  refuseInside(futureRealPath(resolve(dataDir)), [caseRealPath], dataDir);
}

/** Whether `path` is `directory` or inside it. Both must be real paths. */
export function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(directory, way) === path);
}

const FINDINGS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written to: permission is missing',
  EPERM: 'cannot be written to: permission is missing',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is over its disk quota',
  EEXIST: 'is not a directory',
  ENOTDIR: 'is not a directory',
  ELOOP: 'leads through a loop of symbolic links',
  ERR_INVALID_ARG_VALUE: 'is not a path',
};

function refuseInside(path: string, cases: readonly string[], dataDir: string): void {
  const holder = cases.find((directory) => isInside(path, directory));
  if (holder === undefined) return;
  throw new AppError(
    'DATA_DIR_INSIDE',
    `The data directory ${dataDir} is inside the case directory ${holder}. Nothing may be written into a case: give another --data.`,
  );
}

/** Returns the real path that `path` will have once it is created: the real path of the existing part, followed by the rest. */
function futureRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    return join(futureRealPath(parent), basename(path));
  }
}

/** Only the owner has access, because the directory will contain words of the evidence. */
const PRIVATE = { mode: 0o700 };

/** Like mkdir -p. Node's recursive mkdir does not terminate if a file system answers ENOENT to the last step, as /proc does. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, PRIVATE);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path || existsSync(dirname(path))) throw error;
    makeDirectory(dirname(path));
    mkdirSync(path, PRIVATE);
  }
}

function probe(directory: string): void {
  const path = join(directory, `.probe-${process.pid}-${Date.now()}`);
  try {
    writeFileSync(path, 'x', { flag: 'wx' });
  } finally {
    rmSync(path, { force: true });
  }
}
