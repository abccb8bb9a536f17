/** The folder of the bookmarks, its file, and the stamp that reveals changes by others. */
import { type BigIntStats, closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';

export const DATA_FILE = 'data.mdb';

/** Whether the directory has a store of any format. */
export function storeExists(directory: string): boolean {
  return existsSync(join(directory, DATA_FILE));
}

/** Returns a stamp that changes with the file, its size and its times. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** Returns when a file or directory is on disk. */
export function flush(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
