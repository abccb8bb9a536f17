/**
 * Finds the folders of an IPED case, and creates the errors for a folder that is not a case, or whose processing is not
 * finished.
 */
import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CaseLocation } from '../case-format.ts';
import { unreadableCase } from '../unreadable-case.ts';

/** The folder of IPED's own files in a case, and its name in versions 3.x. */
const MODULE_FOLDER = 'iped';
const OLD_MODULE_FOLDER = 'indexador';
/** Names of which some exist in IPED's own folder. */
const MODULE_NAMES = ['index', 'data', 'lib', 'conf'] as const;

const PREVIOUS_FOLDER_FILE = 'prevTempDir.txt';
const PATH_BYTES_MAX = 4096;

/** Returns the real path of the case folder, or null. A location is the case folder or its subfolder `iped`. */
export async function caseFolderOf({ realPath, isFile }: CaseLocation): Promise<string | null> {
  if (isFile) return null;
  if (await exists(join(realPath, MODULE_FOLDER))) return realPath;
  if (await exists(join(realPath, OLD_MODULE_FOLDER))) return realPath;
  if (basename(realPath) === MODULE_FOLDER) {
    for (const name of MODULE_NAMES) if (await exists(join(realPath, name))) return dirname(realPath);
  }
  return null;
}

/** Throws AppError CASE_UNREADABLE if there is no index to read. */
export async function checkCaseFolder(folder: string, path: string): Promise<void> {
  if (await exists(join(folder, MODULE_FOLDER, 'index'))) return;
  if (!(await exists(join(folder, MODULE_FOLDER)))) {
    const fault = `it is a case of IPED 3.x (folder ${OLD_MODULE_FOLDER}); this program reads cases of IPED 4.0 to 4.4`;
    throw unreadableCase(path, `${fault}: process the evidence again with IPED 4`);
  }
  const missing = 'iped/index is missing';
  const previous = await previousFolder(folder);
  if (previous === null) throw unreadableCase(path, `${missing}: it is not an IPED case, or only a part of one`);
  const state = (await exists(previous))
    ? 'the case is still being processed: open it when IPED has finished'
    : 'processing was interrupted before the index was put into the case: let IPED continue (--continue)';
  throw unreadableCase(path, `${missing}, and iped/data/${PREVIOUS_FOLDER_FILE} names a temporary folder: ${state}`);
}

/**
 * Returns the folder of IPED's temporary index during processing, or null. It may be anywhere, so only its existence is
 * checked. It is never opened.
 */
async function previousFolder(folder: string): Promise<string | null> {
  try {
    const file = join(folder, MODULE_FOLDER, 'data', PREVIOUS_FOLDER_FILE);
    if ((await lstat(file)).size > PATH_BYTES_MAX) return null;
    const path = (await readFile(file, 'utf8')).trim();
    return path === '' || path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
