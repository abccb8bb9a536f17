/**
 * Takes the parts of the current generation over into a new one. Their files are immutable, so a link to each is enough, and
 * either generation can be removed without the other.
 */
import { constants, copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CASE_FILES_FILE, partName } from '../../engine/index-parts.ts';
import { DATA_FILE } from '../../engine/store/lmdb-environment.ts';
import { CHECKSUM_FILE } from '../../engine/store/page-checksums.ts';
import { PROBLEMS_FILE } from '../build-report.ts';

export function linkParts(building: string, directories: readonly string[]): void {
  for (const [n, from] of directories.entries()) {
    const part = join(building, partName(n));
    mkdirSync(part);
    for (const name of [DATA_FILE, CHECKSUM_FILE, CASE_FILES_FILE, PROBLEMS_FILE]) {
      if (existsSync(join(from, name))) linkOrCopy(join(from, name), join(part, name));
    }
  }
}

/** Some file systems have no links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
