/** Limits of reading the archives of a hostile case. */
import type { ConfinedLimits } from '../../confined/confined-processes.ts';

/** The directory of an archive of a million entries takes a few seconds, once. */
export const ARCHIVE_LIMITS: ConfinedLimits = {
  processes: 2,
  waiting: 1024,
  seconds: 60,
  memoryBytes: 1536 * 1024 * 1024,
  idleSeconds: 300,
};

export const ENTRIES_MAX = 4_000_000;
/** Maximum listed entries, and characters of their names. If the case is an archive, all names are in memory. */
export const LISTED_ENTRIES_MAX = 200_000;
export const LISTED_UNITS_MAX = 32 * 1024 * 1024;
/** In an archive of up to this many entries, the name before the data of each is compared with its name in the directory. */
export const NAMES_COMPARED_MAX = 2000;
/** Archives whose directory a process caches. */
export const OPEN_ARCHIVES_MAX = 4;
