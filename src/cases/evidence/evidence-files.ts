/**
 * Opens evidence outside a case that the case refers to: a folder, a disk image, a container. A hostile case may refer to
 * `/etc`, so a file is opened only inside one of the roots: the case directory, its parent folder, and the folders from
 * `--evidence-root`. Links and `..` are followed, and the result is checked on the open descriptor, because a folder may become
 * a link between check and open.
 */
import type { Stats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { OPEN_FLAGS } from '../../shared/platform.ts';
import { KNOWN_FOLDERS_MAX } from '../files/limits.ts';
import { type OpenedFile, pathOfDescriptor, shown, toAppError, unusablePath } from '../files/safe-path.ts';

/** Maximum number of trailing names of a path that are tried below other folders. */
const NAMES_MAX = 32;

const ROOT_ABOVE = '--evidence-root DIR, a folder above it';

/** The location of a case, and the folders that the operator permits. Plain data, so that it can be sent to a process. */
export interface EvidenceScope {
  /** The real path of the case directory, the base of relative paths. */
  readonly caseRealPath: string;
  /** Folders given with `--evidence-root`. */
  readonly evidenceRoots: readonly string[];
}

export interface LocatedEvidence {
  readonly path: string;
  readonly stats: Stats;
}

export class EvidenceFiles {
  readonly #scope: EvidenceScope;
  #roots: Promise<readonly string[]> | null = null;
  /** Real paths that were found to be inside a root, keyed by folder as spelled. */
  readonly #folders = new Map<string, string>();

  constructor(scope: EvidenceScope) {
    this.#scope = scope;
  }

  /** Returns the real path of a file or folder inside a root. Throws AppError NOT_FOUND with a reason that a client may see. */
  async locate(file: string): Promise<LocatedEvidence> {
    const fault = spellingFault(file);
    if (fault !== null) throw unusablePath(file, fault);
    try {
      const path = await this.#realPath(file);
      return { path, stats: await stat(path) };
    } catch (error) {
      throw this.#faultOf(file, error);
    }
  }

  /**
   * Returns the path of evidence that a case names by its path on the processing machine: that path, if it exists, or else the
   * longest suffix of it that exists in a folder from the operator. For example, `E:\\cases\\disk.dd` becomes `ROOT/disk.dd`.
   * If neither exists, returns the original path, so that opening it reports the fault.
   */
  async find(file: string): Promise<string> {
    const isThere = (path: string): Promise<boolean> =>
      this.locate(path).then(
        () => true,
        () => false,
      );
    if (await isThere(file)) return file;
    const names = file.split(/[\\/]/).filter((name) => name !== '' && name !== '.' && name !== '..');
    for (let from = Math.max(0, names.length - NAMES_MAX); from < names.length; from++) {
      for (const root of this.#scope.evidenceRoots) {
        const isRoot = names[from] === basename(root);
        const path = join(root, ...names.slice(isRoot ? from + 1 : from));
        if (await isThere(path)) return path;
      }
    }
    return file;
  }

  /** Opens a regular file inside a root for reading. Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(file: string): Promise<OpenedFile> {
    const { path } = await this.locate(file);
    const handle = await open(path, OPEN_FLAGS).catch((error: unknown) => {
      throw toAppError(file, error);
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw unusablePath(file, 'is not a regular file');
      await this.#assertBelowRoot(file, await pathOfDescriptor(path, handle, stats));
      return { handle, stats };
    } catch (error) {
      this.#folders.clear();
      await handle.close();
      throw toAppError(file, error);
    }
  }

  /** Evidence is often left behind when a case is moved, so the message explains how to locate it. */
  #faultOf(file: string, error: unknown): unknown {
    const fault = toAppError(file, error);
    const { caseRealPath } = this.#scope;
    const isMissing = fault !== error && fault instanceof AppError && fault.message.endsWith('is missing');
    // On other systems, `resolve` would treat a Windows path as relative to the case.
    const isOfCase = !/^(?:[A-Za-z]:|\\\\)/.test(file) && resolve(caseRealPath, file).startsWith(caseRealPath + sep);
    if (!isMissing || isOfCase) return fault;
    return new AppError('NOT_FOUND', `${fault.message}; if it is elsewhere, start the program with ${ROOT_ABOVE}`, {
      cause: error,
    });
  }

  async #realPath(file: string): Promise<string> {
    const spelled = resolve(this.#scope.caseRealPath, file);
    const folder = await this.#realFolder(file, dirname(spelled));
    const path = await this.#real(file, resolve(folder, parse(spelled).base));
    await this.#assertBelowRoot(file, path);
    return path;
  }

  async #realFolder(file: string, spelled: string): Promise<string> {
    const known = this.#folders.get(spelled);
    if (known !== undefined) return known;
    const real = await this.#real(file, spelled);
    if (this.#folders.size >= KNOWN_FOLDERS_MAX) this.#folders.clear();
    if (await this.#isBelowRoot(real)) this.#folders.set(spelled, real);
    return real;
  }

  /** For a path outside, the message is the same whether it exists or not. */
  async #real(file: string, path: string): Promise<string> {
    return realpath(path).catch(async (error: unknown) => {
      await this.#assertBelowRoot(file, path);
      throw error;
    });
  }

  async #assertBelowRoot(file: string, path: string): Promise<void> {
    if (await this.#isBelowRoot(path)) return;
    throw new AppError(
      'NOT_FOUND',
      `file ${shown(file)} is outside the case and its parent folder; ` +
        `if it is evidence of this case, start the program with ${ROOT_ABOVE}`,
    );
  }

  async #isBelowRoot(path: string): Promise<boolean> {
    this.#roots ??= rootsOf(this.#scope);
    return (await this.#roots).some((root) => path === root || path.startsWith(root + sep));
  }
}

/** The root of the file system is never an evidence root, even if it directly contains the case. */
async function rootsOf({ caseRealPath, evidenceRoots }: EvidenceScope): Promise<readonly string[]> {
  const given = await Promise.all(evidenceRoots.map((root) => realpath(root).catch(() => null)));
  return [caseRealPath, dirname(caseRealPath), ...given].filter(
    (root): root is string => root !== null && root !== parse(root).root,
  );
}

function spellingFault(file: string): string | null {
  if (file.includes('\0')) return 'holds a NUL character';
  if (/\p{Surrogate}/u.test(file)) return 'is not valid Unicode';
  return null;
}
