/**
 * The entries of a ZIP archive as a bundle. Its directory is read in a process that may crash. Entries are unpacked while they
 * are read, up to their recorded size.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CaseArchives } from '../archives/case-archives.ts';
import { FilePool } from '../files/byte-input.ts';
import { CaseFiles } from '../files/safe-path.ts';
import type { BundleSource } from './bundle-source.ts';

export async function openArchiveBundle(realPath: string): Promise<BundleSource> {
  const file = basename(realPath);
  const folder = dirname(realPath);
  const pool = new FilePool(new CaseFiles(folder));
  const archives = new CaseArchives({ caseRealPath: folder, evidenceRoots: [] }, pool);
  const { size, mtimeNs } = await stat(realPath, { bigint: true });
  const { names, bytes, storedBytes, leftOut, misnamed } = await archives.list(file);
  return {
    files: names
      .map((name, n) => ({ name, bytes: bytes[n]!, storedBytes: storedBytes[n]! }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    leftOut,
    misnamed,
    stamp: `${JSON.stringify(file)} ${size} ${mtimeNs}`,
    open: (name) => archives.open(file, name),
    close: () => pool.close(),
  };
}
