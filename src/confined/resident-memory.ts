/** The memory of a process, on systems that report it; otherwise 0, and only the limits of its code apply. */
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

export async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0');
  return Number(statm.split(' ')[1]) * PAGE_BYTES;
}
