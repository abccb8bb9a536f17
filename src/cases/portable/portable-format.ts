/** The portable case directory as a format; docs/case-directory.md describes it. It is recognized by `case.json`. */
import { lstat, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseFormat } from '../case-format.ts';
import type { ItemPart } from '../case-reader.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { manifestFile, parseManifest, readManifestBytes } from './manifest.ts';
import { PortableCase } from './portable-case.ts';

/** Raised when part references change. Indexes with old references are then built again. */
const PART_REF_VERSION = 1;

export const portableFormat: CaseFormat = {
  name: 'case-directory',
  version: PART_REF_VERSION,

  async detect({ realPath, isFile }) {
    if (isFile && (await isManifest(realPath))) return null;
    if (isFile) return `a portable case is a directory with a ${manifestFile}, but this is a file`;
    try {
      await lstat(join(realPath, manifestFile));
      return null;
    } catch (error) {
      // If a manifest exists but cannot be read, the case cannot be opened.
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? `${manifestFile} is missing` : null;
    }
  },

  /**
   * Reads only the manifest. Also checks that every item file exists, so that a broken case is refused before a build starts.
   */
  async open({ path, realPath, isFile }) {
    if (isFile)
      throw unreadableCase(path, `it is the ${manifestFile} of a case directory: give the folder that it is in`);
    const files = new CaseFiles(realPath);
    const manifest = parseManifest(await readManifestBytes(files, path), path);
    const parts: ItemPart[] = [];
    for (const [index, file] of manifest.items.entries()) {
      const { stats } = await files.locate(file).catch((error: unknown) => {
        throw error instanceof AppError ? unreadableCase(path, `items[${index}]: ${error.message}`) : error;
      });
      parts.push({ index, file, bytes: stats.size });
    }
    return new PortableCase({ path, realPath }, portableFormat, manifest, parts, files);
  },
};

/** Bytes at the beginning of a manifest that are examined. The member `format` comes first. */
const HEAD_BYTES = 4096;

/** Whether a file is the manifest of a case. Otherwise it may be a table with this file name. */
async function isManifest(path: string): Promise<boolean> {
  if (basename(path) !== manifestFile) return false;
  // If the file cannot be read, another format reports the reason.
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return /"format"\s*:\s*"case-directory"/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}
