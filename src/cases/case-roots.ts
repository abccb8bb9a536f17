/** Checks that a case is inside one of the folders to which the operator has restricted cases, if any. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { unreadableCase } from './unreadable-case.ts';

/**
 * Throws AppError CASE_UNREADABLE unless the case is inside one of `roots`. Compares real paths, so a link out of a root does
 * not count.
 */
export async function requireBelowRoots(path: string, realPath: string, roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => null);
    if (realRoot !== null && isBelow(realPath, realRoot)) return;
  }
  throw unreadableCase(path, 'it is not below a folder from which cases may be added (--source-root)');
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
