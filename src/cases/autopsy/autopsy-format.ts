/**
 * Cases of Autopsy as a format; docs/autopsy.md describes what is read. A location is the case folder, its `NAME.aut` or its
 * `autopsy.db`.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseFormat, CaseLocation } from '../case-format.ts';
import { lastWritten } from '../files/last-written.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { AutopsyCase } from './autopsy-case.ts';
import { AutopsyContent } from './autopsy-content.ts';
import { DATABASE_FILE } from './case-database.ts';

/** Raised when part references change. Indexes with old references are then built again. */
const PART_REF_VERSION = 2;
const PROJECT_EXTENSION = '.aut';
/**
 * These files exist while the case is open in Autopsy, or if it was not closed properly. They hold data that is not in the
 * database yet.
 */
const UNWRITTEN = ['-wal', '-journal'] as const;

export const autopsyFormat: CaseFormat = {
  name: 'autopsy',
  version: PART_REF_VERSION,

  async detect(location) {
    const folder = folderOf(location);
    if (folder === null) return 'an Autopsy case is a folder';
    const names = await readdir(folder).catch((): string[] => []);
    if (names.includes(DATABASE_FILE)) return null;
    return names.some((name) => extname(name) === PROJECT_EXTENSION)
      ? `${DATABASE_FILE} is missing: a multi-user Autopsy case has its database on a server, and cannot be read`
      : `${DATABASE_FILE} of an Autopsy case is missing`;
  },

  async open(location) {
    const { path, options } = location;
    const folder = folderOf(location);
    if (folder === null) throw unreadableCase(path, 'an Autopsy case is a folder');
    for (const ending of UNWRITTEN) {
      const left = await stat(join(folder, DATABASE_FILE + ending)).catch(() => null);
      if (left === null || left.size === 0) continue;
      throw unreadableCase(
        path,
        `${DATABASE_FILE}${ending} has ${left.size} bytes: the case is open in Autopsy, or was not closed; open and close it there`,
      );
    }
    const content = new AutopsyContent({ realPath: folder, options });
    try {
      const { stats } = await content.files.locate(DATABASE_FILE);
      if (stats.size === 0) throw unreadableCase(path, `${DATABASE_FILE} is empty (0 bytes)`);
      const fault = await content.database.versionFault();
      if (fault !== null) throw unreadableCase(path, fault);
      const name = (await readdir(folder)).find((file) => extname(file) === PROJECT_EXTENSION);
      return new AutopsyCase({
        path,
        realPath: folder,
        name: name === undefined ? null : basename(name, PROJECT_EXTENSION),
        format: autopsyFormat,
        databaseBytes: stats.size,
        processedAt: lastWritten([stats.mtimeMs]),
        content,
      });
    } catch (error) {
      await content.close();
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? unreadableCase(path, error.message) : error;
    }
  },
};

function folderOf({ realPath, isFile }: Pick<CaseLocation, 'realPath' | 'isFile'>): string | null {
  if (!isFile) return realPath;
  const isOfCase = basename(realPath) === DATABASE_FILE || extname(realPath) === PROJECT_EXTENSION;
  return isOfCase ? dirname(realPath) : null;
}
