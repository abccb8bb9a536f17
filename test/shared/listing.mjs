/**
 * Returns the contents of a directory as a map from relative path to state: kind, size, modification time to the nanosecond,
 * mode, and the SHA-256 of every file up to a limit. Equal maps mean that nothing in it was touched.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const HASHED_BYTES_MAX = 1 << 20;

export function listingOf(directory) {
  const listing = new Map([['.', stateOf(directory)]]);
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    listing.set(relative(directory, path), stateOf(path));
  }
  return listing;
}

function stateOf(path) {
  const { size, mtimeNs, mode } = lstatSync(path, { bigint: true });
  const isHashed = lstatSync(path).isFile() && size <= HASHED_BYTES_MAX;
  const hash = isHashed ? createHash('sha256').update(readFileSync(path)).digest('hex') : '-';
  return `${mode.toString(8)} ${size} ${mtimeNs} ${hash}`;
}
