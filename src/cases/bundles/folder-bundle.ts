/** The files of a folder as a bundle. */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FilePool } from '../files/byte-input.ts';
import { CaseFiles } from '../files/safe-path.ts';
import type { BundleFile, BundleSource } from './bundle-source.ts';
import { BUNDLE_DEPTH_MAX, BUNDLE_FILES_MAX } from './limits.ts';

export async function openFolderBundle(root: string, isDeep: boolean): Promise<BundleSource> {
  const found: { file: BundleFile; modifiedNs: bigint }[] = [];
  let leftOut = 0;
  const walk = async (folder: string, depth: number): Promise<void> => {
    const folders: string[] = [];
    try {
      for await (const entry of await opendir(join(root, folder))) {
        const name = `${folder}${entry.name}`;
        if (entry.isDirectory()) folders.push(`${name}/`);
        else if (found.length >= BUNDLE_FILES_MAX) leftOut++;
        else {
          const { size, mtimeNs } = await stat(join(root, name), { bigint: true }).catch(() => ({
            size: 0n,
            mtimeNs: 0n,
          }));
          found.push({ file: { name, bytes: Number(size) }, modifiedNs: mtimeNs });
        }
      }
    } catch {
      // Counts a folder that cannot be listed.
      leftOut++;
    }
    if (!isDeep) return;
    for (const inside of folders.sort()) {
      if (depth + 1 >= BUNDLE_DEPTH_MAX) leftOut++;
      else await walk(inside, depth + 1);
    }
  };
  await walk('', 0);
  found.sort(({ file: a }, { file: b }) => (a.name < b.name ? -1 : 1));
  const pool = new FilePool(new CaseFiles(root));
  return {
    files: found.map(({ file }) => file),
    leftOut,
    stamp: found.map(({ file, modifiedNs }) => `${JSON.stringify(file.name)} ${file.bytes} ${modifiedNs}`).join('\n'),
    open: (name) => pool.open({ file: name }),
    close: () => pool.close(),
  };
}
