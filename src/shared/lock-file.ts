/** Prepares LMDB's lock file so that a full disk cannot kill the process. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** LMDB's lock file beside its data. */
export const LOCK_FILE = 'lock.mdb';
/** More than LMDB needs for its maximum number of readers. */
const LOCK_BYTES = 16_384;

/**
 * Gives an environment a lock file with allocated blocks. LMDB would make a sparse file and map it into memory. On a full disk,
 * the first write to the map would kill the process with SIGBUS. LMDB uses a lock file that already exists.
 */
export function writeLockFile(directory: string): void {
  writeFileSync(join(directory, LOCK_FILE), new Uint8Array(LOCK_BYTES));
}
