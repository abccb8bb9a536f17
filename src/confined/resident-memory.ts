/** How much memory a process has: on systems that report it, else 0, and only the limits of what it runs apply. */
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

export async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0');
  return Number(statm.split(' ')[1]) * PAGE_BYTES;
}
