/** Which peers are installed, and whether they match their current source. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Where peers are installed and indexes are written; ignored by git. */
export const workDirectory = join('bench', '.work');

/**
 * Returns why a peer cannot be measured; null if it can. A peer that was compiled before its source changed would give wrong
 * results.
 */
export function notInstalled(peer: string): string | null {
  const source = join('bench', 'peers', peer);
  const installed = join(workDirectory, peer, 'source');
  if (!existsSync(installed))
    return `not installed (no ${installed}); make bench-peers installs peers whose tools exist`;
  const changed = filesOf(source).find((file) => !isSame(join(source, file), join(installed, file)));
  return changed === undefined ? null : `${changed} changed after it was installed; make bench-peers installs it again`;
}

function filesOf(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

function isSame(file: string, other: string): boolean {
  return existsSync(other) && readFileSync(file).equals(readFileSync(other));
}
