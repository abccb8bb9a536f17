import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Reads all files of a directory into the system's cache, which may have dropped them since they were written. */
export function bringIntoCache(directory: string): void {
  const bytes = new Uint8Array(1 << 20);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = openSync(join(entry.parentPath, entry.name), 'r');
    while (readSync(file, bytes) > 0);
    closeSync(file);
  }
}
