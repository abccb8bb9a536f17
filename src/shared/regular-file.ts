/** Reads a file in a directory of the program, where somebody may have put something else. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { READ_FLAGS } from './platform.ts';

/**
 * Returns the bytes of a regular file. Throws an error with the code of the system, `EISDIR` for a folder, `EINVAL` for a pipe
 * or device, or `EFBIG` for more than `bytesMax`. Never blocks on a pipe.
 */
export function readRegularFile(path: string, bytesMax: number): Buffer {
  const file = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) {
      const code = stats.isDirectory() ? 'EISDIR' : 'EINVAL';
      throw Object.assign(new Error(`${path} is not a regular file`), { code });
    }
    if (stats.size > bytesMax)
      throw Object.assign(new Error(`${path} has more than ${bytesMax} bytes`), { code: 'EFBIG' });
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
