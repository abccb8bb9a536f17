/** The portable case directory as a format: docs/case-directory.md describes it; it is recognised by `case.json`. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseFormat } from '../case-format.ts';
import type { ItemPart } from '../case-reader.ts';
import { CaseFiles } from '../files/safe-path.ts';
import { unreadable } from '../unreadable-case.ts';
import { manifestFile, parseManifest, readManifestBytes } from './manifest.ts';
import { PortableCase } from './portable-case.ts';

/** Raised when part references change: indexes with old ones are then built again. */
const PART_REF_VERSION = 1;

export const portableFormat: CaseFormat = {
  name: 'case-directory',
  version: PART_REF_VERSION,

  async detect({ realPath, isFile }) {
    if (isFile) return `a portable case is a directory with a ${manifestFile}, and this is a file`;
    try {
      await lstat(join(realPath, manifestFile));
      return null;
    } catch (error) {
      // A manifest that exists but cannot be read means a case that does not open.
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? `${manifestFile} is missing` : null;
    }
  },

  /** Only the manifest is read; that every item file is there is checked, so that a broken case is refused before a build starts. */
  async open({ path, realPath }) {
    const files = new CaseFiles(realPath);
    const manifest = parseManifest(await readManifestBytes(files, path), path);
    const parts: ItemPart[] = [];
    for (const [index, file] of manifest.items.entries()) {
      const { stats } = await files.locate(file).catch((error: unknown) => {
        throw error instanceof AppError ? unreadable(path, `items[${index}]: ${error.message}`) : error;
      });
      parts.push({ index, file, bytes: stats.size });
    }
    return new PortableCase({ path, realPath }, portableFormat, manifest, parts, files);
  },
};
