/** Whether a failed write of LMDB means a full disk: LMDB reports a write that was cut short as an input/output error. */
import { ftruncateSync, writeSync } from 'node:fs';

/** No space: on the disk, in the quota, or within the limit on file size. */
const FULL_DISK_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** The same and EIO, as the numbers that LMDB gives. */
const LMDB_CODES: readonly unknown[] = [5, 27, 28, 122];
const PIECE_BYTES = 64 * 1024;

/** Tries to append `bytes` to the file, and cuts it to `size` again: nothing of a refused change stays at its end. */
export function isFullDisk(error: unknown, { fd, size, bytes }: { fd: number; size: number; bytes: number }): boolean {
  if (!LMDB_CODES.includes((error as { code?: unknown }).code)) return false;
  try {
    const piece = Buffer.alloc(PIECE_BYTES, 1);
    for (let at = size; at < size + bytes; ) at += writeSync(fd, piece, 0, piece.length, at);
    return false;
  } catch (failure) {
    return FULL_DISK_CODES.includes((failure as NodeJS.ErrnoException).code);
  } finally {
    ftruncateSync(fd, size);
  }
}
