/**
 * Resolves a path from a case to a regular file inside the case. A suspect or a broken tool may have written the path. It may
 * lead out of the case, be absolute, contain NUL, lead through symbolic links, or name a FIFO that blocks on opening. It is
 * never decoded: `%2e%2e` is a name of six characters.
 */
import type { Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { OPEN_FLAGS, reportedPath } from '../../shared/platform.ts';
import { KNOWN_FOLDERS_MAX, SHOWN_NAME_UNITS_MAX } from './limits.ts';

export interface OpenedFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Finds and opens the files of one case. */
export class CaseFiles {
  readonly #root: string;
  /** Real paths that were found to be inside the case, keyed by folder as spelled. */
  readonly #folders = new Map<string, string>();

  /** `root` is the real path of the case directory. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the real path of a regular file inside the case. Throws AppError NOT_FOUND with a reason that a client may see. */
  async locate(file: string): Promise<{ path: string; stats: Stats }> {
    const fault = spellingFault(file);
    if (fault !== null) throw unusablePath(file, fault);
    try {
      const folder = await this.#realFolder(file);
      let path = join(folder, basename(file));
      let stats = await lstat(path);
      if (stats.isSymbolicLink()) {
        path = await realpath(path);
        this.#assertInside(file, path);
        stats = await lstat(path);
      }
      if (!stats.isFile()) throw unusablePath(file, 'is not a regular file');
      return { path, stats };
    } catch (error) {
      throw toAppError(file, error);
    }
  }

  /**
   * Opens a regular file inside the case for reading. Checks on the open descriptor that it is inside, because a folder may
   * become a link between check and open. Throws AppError NOT_FOUND with a reason that a client may see.
   */
  async open(file: string): Promise<OpenedFile> {
    const { path } = await this.locate(file);
    let handle: FileHandle | null = null;
    try {
      handle = await open(path, OPEN_FLAGS);
      const stats = await handle.stat();
      if (!stats.isFile()) throw unusablePath(file, 'is not a regular file');
      await this.#assertOpenedInside(file, path, handle, stats);
      return { handle, stats };
    } catch (error) {
      await handle?.close();
      throw toAppError(file, error);
    }
  }

  /**
   * Returns the names in a folder inside the case; '' is the case itself. Throws AppError NOT_FOUND with a reason that a client
   * may see.
   */
  async list(folder: string): Promise<string[]> {
    const fault = folder === '' ? null : spellingFault(folder);
    if (fault !== null) throw unusablePath(folder, fault);
    try {
      return await readdir(await this.#realFolder(join(folder, '.name'), folder));
    } catch (error) {
      throw toAppError(folder, error);
    }
  }

  async #assertOpenedInside(file: string, path: string, handle: FileHandle, stats: Stats): Promise<void> {
    try {
      this.#assertInside(file, await pathOfDescriptor(path, handle, stats));
    } catch (error) {
      this.#folders.clear();
      throw error;
    }
  }

  /** `named`: its name in messages. */
  async #realFolder(file: string, named = file): Promise<string> {
    const spelled = dirname(file);
    const known = this.#folders.get(spelled);
    if (known !== undefined) return known;
    const real = await realpath(join(this.#root, spelled));
    this.#assertInside(named, real);
    if (this.#folders.size >= KNOWN_FOLDERS_MAX) this.#folders.clear();
    this.#folders.set(spelled, real);
    return real;
  }

  #assertInside(file: string, path: string): void {
    const root = this.#root.endsWith(sep) ? this.#root : this.#root + sep;
    if (path !== this.#root && !path.startsWith(root)) throw unusablePath(file, 'leaves the case directory');
  }
}

/**
 * Returns the real path of an open file. Linux reports it for the descriptor. On other systems, and without /proc, the path is
 * resolved again and must lead to the same file.
 */
export async function pathOfDescriptor(path: string, handle: FileHandle, stats: Stats): Promise<string> {
  const reported = await reportedPath(handle.fd);
  if (reported !== null) return reported;
  const real = await realpath(path);
  const found = await stat(real);
  if (found.dev !== stats.dev || found.ino !== stats.ino) {
    throw Object.assign(new Error('the file was replaced while it was being opened'), { code: 'ENOENT' });
  }
  return real;
}

/** Returns the fault in the spelling of a path, or null. Backslashes count as separators on every system. */
function spellingFault(file: string): string | null {
  if (file === '') return 'is empty';
  if (file.includes('\0')) return 'holds a NUL character';
  if (/\p{Surrogate}/u.test(file)) return 'is not valid Unicode';
  if (/^([\\/]|[A-Za-z]:[\\/])/.test(file)) return 'is an absolute path';
  if (file.split(/[\\/]/).includes('..')) return 'leaves the case directory';
  if (/[\\/]$/.test(file)) return 'is not a regular file';
  return null;
}

/** Writes a path for a message: quoted, with control characters escaped, and shortened if it is long. */
export function shown(file: string): string {
  return JSON.stringify(file.length > SHOWN_NAME_UNITS_MAX ? `${file.slice(0, SHOWN_NAME_UNITS_MAX)}…` : file);
}

export function unusablePath(file: string, fault: string): AppError {
  return new AppError('NOT_FOUND', `file ${shown(file)} ${fault}`);
}

/** Rewords errors of the file system without the host path. */
export function toAppError(file: string, error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (typeof code !== 'string') return error;
  return new AppError('NOT_FOUND', `file ${shown(file)} ${systemFaults[code] ?? `cannot be read (${code})`}`, {
    cause: error,
  });
}

const systemFaults: Readonly<Record<string, string>> = {
  ENOENT: 'is missing',
  ENOTDIR: 'is missing',
  ENAMETOOLONG: 'has a name that is too long',
  EACCES: 'cannot be read (permission denied)',
  EPERM: 'cannot be read (permission denied)',
  ELOOP: 'is a loop of symbolic links',
  ENXIO: 'is not a regular file',
};
