/** Reads a file of the program's own directories, in which something else may have been put. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The bytes of a regular file. Throws an error with a code: that of the system, `EISDIR` for a folder, `EINVAL` for a pipe or device, and `EFBIG` for
 * more than `bytesMax`. Never waits for somebody to write into a pipe.
 */
export function readRegularFile(path: string, bytesMax: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
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
