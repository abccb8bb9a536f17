/** Detects a full disk after a failed write of LMDB, which reports a short write as an input/output error. */
import { ftruncateSync, writeSync } from 'node:fs';

/** No space on the disk, in the quota, or below the file size limit. */
const FULL_DISK_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** The same codes and EIO as numbers, from LMDB. */
const LMDB_CODES: readonly unknown[] = [5, 27, 28, 122];
const PIECE_BYTES = 64 * 1024;

/** Tries to append `bytes` to the file, and truncates it to `size` again, which also removes the rest of a refused change. */
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
