/** Names for incomplete outputs, in the folder of the finished output. Files that killed processes left behind are removed. */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning, isSilent } from '../data-dir/lock-holder.ts';

/** An output that is still being written was changed less than this time ago, in milliseconds. */
const WRITTEN_MS_MAX = 600_000;

/**
 * Returns a new name beside `path`. A leftover is removed if it is old and its process no longer exists. Its age is checked,
 * too, because its process may be one of another container, which cannot be seen from here.
 */
export async function temporaryName(path: string): Promise<string> {
  const folder = dirname(path);
  const start = `.${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = (name.startsWith(start) && LEFTOVER.exec(name.slice(start.length))) || [];
    if (pid === undefined || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    const leftover = join(folder, name);
    if (isSilent(leftover, WRITTEN_MS_MAX)) await rm(leftover, { recursive: true, force: true }).catch(() => undefined);
  }
  return join(folder, `${start}${process.pid}-${randomBytes(6).toString('hex')}.part`);
}

const LEFTOVER = /^(\d+)(?:-[0-9a-f]{12})?\.part$/;
