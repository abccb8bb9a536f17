/**
 * Reads some names in a folder or archive, to detect an export of an application. Reads a limited number of names, and no
 * sizes.
 */
import { opendir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseLocation } from '../case-format.ts';
import { openArchiveBundle } from './archive-bundle.ts';
import { PEEKED_NAMES_MAX } from './limits.ts';

/**
 * Returns names of files in the folder and its direct subfolders, or of entries of the archive. Null for other files. Returns a
 * message for users if an archive cannot be listed.
 */
export async function peekNames({
  realPath,
  isFile,
}: Pick<CaseLocation, 'realPath' | 'isFile'>): Promise<readonly string[] | string | null> {
  if (!isFile) return namesBelow(realPath);
  if (extname(realPath).toLowerCase() !== '.zip') return null;
  try {
    const bundle = await openArchiveBundle(realPath);
    await bundle.close();
    return bundle.files.map(({ name }) => name);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function namesBelow(root: string): Promise<readonly string[]> {
  const names: string[] = [];
  const folders: string[] = [];
  await list(root, '', names, folders);
  for (const folder of folders) {
    if (names.length >= PEEKED_NAMES_MAX) break;
    await list(root, folder, names, null);
  }
  return names;
}

async function list(root: string, folder: string, names: string[], folders: string[] | null): Promise<void> {
  try {
    for await (const entry of await opendir(join(root, folder))) {
      if (names.length + (folders?.length ?? 0) >= PEEKED_NAMES_MAX) break;
      if (entry.isDirectory()) folders?.push(`${folder}${entry.name}/`);
      else names.push(`${folder}${entry.name}`);
    }
  } catch {
    // A folder that cannot be listed contributes no names.
  }
}
